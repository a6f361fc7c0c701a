import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { afterEach, beforeEach, expect, it } from "vitest";
import { engineOnDisk } from "../../test/support/engine-on-disk.ts";
import { MarketModel } from "../market-model/market-model.ts";
import { encodePath } from "../market-model/path-bytes.ts";
import { foundPast } from "./founding/found-past.ts";
import { keepMarketMemory, marketModelOf } from "./market-memory.ts";
import { secretStreams } from "./market-secret.ts";

const START_MS = Date.UTC(2026, 0, 1);
const CONFIG = { market: "normal", seed: 5 } as const;
const STREAMS = secretStreams(new Uint8Array(32).fill(7));
const COINS = ["BTC", "ETH", "PEPE"];
const PRICES = [50_000, 50_500];
const RECORDED = encodePath({
  ...{ code: "BTC", spanMs: 60_000, volume: [1, 1] },
  ...{ open: PRICES, high: PRICES, low: PRICES, close: PRICES },
});

let dataDir = "";
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "bourse-memory-"));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

it("goes on with price and volatility after a restart, and with other returns", async () => {
  const first = await engineOnDisk(dataDir, () => START_MS);
  const model = marketModelOf(first, CONFIG, START_MS, STREAMS);
  for (let second = 1; second <= 60; second++) model.advance(START_MS + second * 1_000);
  const nowMs = START_MS + 60_000;
  keepMarketMemory(first, model, pino({ level: "silent" })).stop();
  await first.stop();

  const second = await engineOnDisk(dataDir, () => nowMs);
  const [one, other] = [1, 2].map((add) => {
    const state = { ...second.state, seq: second.state.seq + add };
    return marketModelOf({ state }, CONFIG, nowMs, STREAMS);
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

it("draws other numbers at another time, also from a journal that was put back", async () => {
  const engine = await engineOnDisk(undefined, () => START_MS);
  const [model, again, later] = [0, 0, 1].map((passedMs) =>
    marketModelOf(engine, CONFIG, START_MS + passedMs, STREAMS),
  );
  await engine.stop();
  for (const run of [model, again, later]) run?.advance(START_MS + 3_600_000);
  const moveOf = (run: MarketModel | undefined): number =>
    Math.log((run?.price("BTC") ?? 0) / 61_700);
  expect(moveOf(again)).toBe(moveOf(model));
  // A millisecond of an hour changes a movement of the same draws by much less.
  expect(moveOf(later) / moveOf(model)).not.toBeCloseTo(1, 3);
});

it("begins at the last recorded price, in the coin that it is recorded in", async () => {
  const engine = await engineOnDisk(dataDir, () => START_MS);
  const past = { seed: 9, preset: "normal", paths: RECORDED } as const;
  await foundPast(engine.sequencer, engine.state, past, START_MS);
  const model = marketModelOf(engine, CONFIG, START_MS, STREAMS);
  const terms = { seed: 9, preset: "normal", nowMs: START_MS, stream: "" } as const;
  const ofSeed = new MarketModel({ ...terms, streams: STREAMS });
  await engine.stop();
  const dollars = model.price("USDT") ?? 0;
  expect(Math.abs(dollars - 1)).toBeGreaterThan(1e-5);
  expect((model.price("BTC") ?? 0) / dollars).toBeCloseTo(50_500, 6);
  expect(model.price("ETH")).toBe(ofSeed.price("ETH"));
});

it("begins at its own price where an interrupted founding left parts of a path", async () => {
  const engine = await engineOnDisk(dataDir, () => START_MS);
  for (const part of RECORDED) {
    await engine.sequencer.submitAndWait({ kind: "import_path", ...part });
  }
  const model = marketModelOf(engine, CONFIG, START_MS, STREAMS);
  await engine.stop();
  expect(model.price("BTC")).toBeCloseTo(61_700, 6);
});
