import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { afterEach, beforeEach, expect, it } from "vitest";
import { engineOnDisk } from "../../test/support/engine-on-disk.ts";
import { keepMarketMemory, marketModelOf } from "./market-memory.ts";

const START_MS = Date.UTC(2026, 0, 1);
const CONFIG = { market: "normal", seed: 5 } as const;
const COINS = ["BTC", "ETH", "PEPE"];

let dataDir = "";
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "bourse-memory-"));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

it("goes on with price and volatility after a restart, and with other returns", async () => {
  const first = await engineOnDisk(dataDir, () => START_MS);
  const model = marketModelOf(first, CONFIG, START_MS);
  for (let second = 1; second <= 60; second++) model.advance(START_MS + second * 1_000);
  const nowMs = START_MS + 60_000;
  keepMarketMemory(first, model, pino({ level: "silent" })).stop();
  await first.stop();

  const second = await engineOnDisk(dataDir, () => nowMs);
  const [one, other] = [1, 2].map((add) => {
    const state = { ...second.state, seq: second.state.seq + add };
    return marketModelOf({ state }, CONFIG, nowMs);
  });
  await second.stop();
  for (const coin of COINS) {
    expect(one?.price(coin)).toBeCloseTo(model.price(coin) ?? 0, 12);
    expect(one?.volatility(coin)).toBeCloseTo(model.volatility(coin), 12);
    expect(other?.price(coin)).toBe(one?.price(coin));
  }
  for (const run of [one, other]) run?.advance(nowMs + 10_000);
  for (const coin of COINS) expect(other?.price(coin)).not.toBe(one?.price(coin));
});
