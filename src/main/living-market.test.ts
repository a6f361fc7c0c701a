import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { afterEach, beforeEach, expect, it } from "vitest";
import { foundedEngine } from "../../test/support/engine-on-disk.ts";
import { oneSidedBooks } from "../../test/support/one-sided-books.ts";
import { seededStreams } from "../../test/support/seeded-streams.ts";
import type { Streams } from "../market-model/random.ts";
import { readConfig } from "./config.ts";
import { startLivingMarket } from "./living-market.ts";

const SECONDS = 30;
const LOG = pino({ level: "silent" });
/** Largest ratio of the first prices of two runs in succession. */
const RATIO_MAX = 1.02;

let dataDir = "";
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "bourse-market-"));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

let timeMs = Date.UTC(2026, 0, 1);

/**
 * Starts the exchange with its generated market, lets seconds pass and stops it. Returns the prices
 * of bitcoin, the first of them at the start.
 */
async function pricesOfRun(seed: number): Promise<number[]> {
  const engine = await foundedEngine(dataDir, () => timeMs);
  const config = readConfig(["--seed", String(seed)], {});
  const market = await startLivingMarket(engine, config, LOG, seededStreams(seed));
  const { feed } = market.prices;
  const prices = Array.from({ length: SECONDS + 1 }, (_, second) => {
    if (second > 0) timeMs += 1_000;
    const [generated] = feed.sources();
    return generated?.prices.find(({ coin }) => coin === "BTC")?.priceE8 ?? 0;
  });
  market.stop();
  await engine.stop();
  return prices;
}

/** Ratios of successive prices, to seven digits: prices are rounded. */
function returnsOf(prices: readonly number[]): string[] {
  return prices.slice(1).map((price, index) => (price / (prices[index] ?? 0)).toFixed(7));
}

it("goes on after a restart with other returns, which the first run does not show", async () => {
  const runs: number[][] = [];
  for (let run = 0; run < 3; run++) runs.push(await pricesOfRun(7));
  const returns = runs.map(returnsOf);
  for (const series of returns) expect(new Set(series).size).toBeGreaterThan(SECONDS / 2);
  const [first = [], ...later] = returns;
  for (const series of later) {
    const equal = series.filter((ratio, second) => ratio === first[second]);
    expect(equal.length).toBeLessThan(SECONDS / 5);
  }
  for (const [before, after] of [runs.slice(0, 2), runs.slice(1)]) {
    const ratio = (after?.[0] ?? 0) / (before?.[0] ?? 0);
    expect(ratio).toBeGreaterThan(1 / RATIO_MAX);
    expect(ratio).toBeLessThan(RATIO_MAX);
  }
});

/** Names of the streams that a start draws from. */
async function streamsOfStart(): Promise<Set<string>> {
  const names = new Set<string>();
  const streams: Streams = (name) => {
    names.add(name);
    return seededStreams(1)(name);
  };
  const engine = await foundedEngine(dataDir, () => timeMs);
  const market = await startLivingMarket(engine, readConfig([], {}), LOG, streams);
  market.stop();
  await engine.stop();
  return names;
}

it("draws from streams of its own at each start, except the traits of the crowd", async () => {
  const first = await streamsOfStart();
  const repeated = [...(await streamsOfStart())].filter((name) => first.has(name));
  expect(first.size).toBeGreaterThan(repeated.length + 100);
  expect(repeated.filter((name) => !name.startsWith("crowd agent-crowd-"))).toEqual([]);
});

it("has bids and asks in all books when it has started", async () => {
  const engine = await foundedEngine(dataDir, () => timeMs);
  const market = await startLivingMarket(engine, readConfig([], {}), LOG, seededStreams(1));
  const { books, instruments } = engine.live;
  expect(instruments.length).toBeGreaterThan(100);
  expect(oneSidedBooks(books, instruments)).toEqual([]);
  market.stop();
  await engine.stop();
});

/** Index prices of an exchange founded without agents, in ticks. */
async function heldPrices(now: () => number): Promise<number[]> {
  const directory = mkdtempSync(join(dataDir, "held-"));
  const engine = await foundedEngine(directory, now);
  const market = await startLivingMarket(
    engine,
    readConfig(["--no-agents"], {}),
    LOG,
    seededStreams(1),
  );
  const held = engine.live.instruments.map(({ index }) => market.prices.feed.lastTicks(index));
  market.stop();
  await engine.stop();
  return held;
}

it("holds the first prices of the generated market without agents, however slow its start", async () => {
  const atOnce = await heldPrices(() => timeMs);
  let slowMs = timeMs;
  expect(await heldPrices(() => (slowMs += 137))).toEqual(atOnce);
  expect(Math.min(...atOnce)).toBeGreaterThan(0);
});
