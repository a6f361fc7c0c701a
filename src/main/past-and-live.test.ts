/**
 * Hours of trading after the founding of a past: candles and figures of 24 hours across the end of
 * the past, in the running engine and after each kind of restart.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import {
  engineOnDisk,
  foundedEngine,
  spotIndex,
  spotOrder,
} from "../../test/support/engine-on-disk.ts";
import type { Instrument } from "../core/instruments/instrument.ts";
import { instrumentName } from "../core/state.ts";
import { readCandles } from "../gateway/market/read-candles.ts";
import { encodePath } from "../market-model/path-bytes.ts";
import type { CandleInterval } from "../projections/live/candle-interval.ts";
import type { Candle } from "../projections/live/candle-series.ts";
import type { Engine } from "./engine.ts";
import { foundPast } from "./founding/found-past.ts";

const MINUTE_MS = 60_000;
/** Neither the end of the past nor the last trade is at the start of an hour or day. */
const START_MS = Date.UTC(2026, 0, 5, 21, 34, 20);
const END_MS = START_MS - (START_MS % MINUTE_MS);
/** The last of them has a trade: the clock stands in it. */
const LIVE_MINUTES = 333;
const DAY_MINUTES = 1_440;
const SIZE = 100;

const dataDir = mkdtempSync(join(tmpdir(), "bourse-past-and-live-"));
afterAll(() => rmSync(dataDir, { recursive: true }));

let nowMs = START_MS;
const clock = (): number => nowMs;

type Minute = Omit<Candle, "turnover">;
const withoutTurnover = ({ turnover: _, ...minute }: Candle): Minute => minute;

/** Trades once a minute, some minutes twice and some not at all; returns the candles of it. */
async function trade({ sequencer, state }: Engine, first: number): Promise<Minute[]> {
  const minutes: Minute[] = [];
  let close = first;
  for (let minute = 0; minute < LIVE_MINUTES; minute++) {
    const startMs = END_MS + minute * MINUTE_MS;
    const steps = minute % 5 === 4 ? [] : minute % 3 === 0 ? [7, -12] : [minute % 2 === 0 ? 5 : -4];
    const prices = steps.map((step) => {
      close += step;
      return close;
    });
    for (const price of prices) {
      nowMs = Math.max(nowMs + 1, startMs + 21_000);
      const sell = spotOrder(state, { user: "classic", side: "sell", price, size: SIZE });
      const buy = spotOrder(state, { user: "unified", side: "buy", price, size: SIZE });
      await Promise.all([sequencer.submitAndWait(sell), sequencer.submitAndWait(buy)]);
    }
    const [open = close] = prices;
    const high = Math.max(open, close);
    const low = Math.min(open, close);
    const volume = SIZE * prices.length;
    minutes.push({ startMs, open, high, low, close, volume } as Minute);
  }
  return minutes;
}

/** Combines minutes, in the order of time. */
function combined(minutes: readonly Minute[], startMs: number): Minute {
  return {
    startMs,
    open: minutes[0]?.open,
    high: Math.max(...minutes.map(({ high }) => high)),
    low: Math.min(...minutes.map(({ low }) => low)),
    close: minutes.at(-1)?.close,
    volume: minutes.reduce((sum, { volume }) => sum + volume, 0),
  } as Minute;
}

/** What clients see of the instrument. */
async function shown(engine: Engine) {
  const { history, live, state } = engine;
  const instrument = state.instruments[spotIndex(state)] as Instrument;
  await history.flush();
  const read = async (interval: CandleInterval, limit: number): Promise<Minute[]> => {
    const rows = await readCandles(engine, { instrument, kind: "last", interval, limit });
    return rows.map(withoutTurnover);
  };
  const { high24h, last, low24h, open24h, volume24h } = live.ticker(instrument.index) ?? {};
  return {
    minutes: await read("1m", 1_000),
    older: await read("5m", 400),
    hours: await read("1H", 10),
    days: await read("1Dutc", 2),
    ticker: { high24h, last, low24h, open24h, volume24h },
  };
}

/** Minutes of the past that an engine shows before its first trade. */
async function pastMinutes(engine: Engine): Promise<Minute[]> {
  const { history, state } = engine;
  const instrument = state.instruments[spotIndex(state)] as Instrument;
  await history.flush();
  const query = { instrument, kind: "last", interval: "1m", toMs: END_MS - 1 } as const;
  const newest = await readCandles(engine, { ...query, limit: 1_000 });
  const toMs = END_MS - 1_001 * MINUTE_MS;
  const older = await readCandles(engine, { ...query, toMs, limit: 1_000 });
  return older.concat(newest).map(withoutTurnover);
}

/** Combines minutes to the candles of spans that begin at midnight in UTC. */
function spans(minutes: readonly Minute[], spanMs: number): Minute[] {
  const groups = Map.groupBy(minutes, ({ startMs }) => Math.floor(startMs / spanMs) * spanMs);
  return Array.from(groups, ([startMs, group]) => combined(group, startMs));
}

it("shows one market before and after the end of the past, also after restarts", async () => {
  const first = await foundedEngine(dataDir, clock);
  const terms = { seed: 3, preset: "normal", paths: [] } as const;
  await foundPast(first.sequencer, first.state, terms, START_MS);
  first.expectFoundedPast();
  const past = await pastMinutes(first);
  expect(past).toHaveLength(2_000);
  const minutes = past.concat(await trade(first, past.at(-1)?.close ?? 0));
  // The clock is in the last minute that was traded in.
  const day = combined(minutes.slice(-DAY_MINUTES), 0);
  const expected = {
    minutes: minutes.slice(-1_000),
    older: spans(minutes, 5 * MINUTE_MS).slice(-400),
    hours: spans(minutes, 60 * MINUTE_MS).slice(-10),
    days: spans(minutes, DAY_MINUTES * MINUTE_MS).slice(-2),
    ticker: {
      ...{ open24h: day.open, high24h: day.high, low24h: day.low },
      ...{ last: day.close, volume24h: day.volume },
    },
  };
  expect(await shown(first)).toEqual(expected);
  await first.stop();

  for (const lost of ["nothing", "snapshots", "history.sqlite"]) {
    rmSync(join(dataDir, lost), { recursive: true, force: true });
    const engine = await engineOnDisk(dataDir, clock);
    expect(engine.recovered.snapshotSeq > 0).toBe(lost !== "snapshots");
    expect(await shown(engine)).toEqual(expected);
    await engine.stop();
  }
});

it("counts the turnover of a month beyond 64 bits", async () => {
  const prices = Array<number>(6 * DAY_MINUTES).fill(60_000);
  // 60 billion dollars a day; 64 bits of atoms end at 92 billion.
  const volume = Array<number>(6 * DAY_MINUTES).fill(1_000_000 / DAY_MINUTES);
  const columns = { open: prices, high: prices, low: prices, close: prices, volume };
  const paths = encodePath({ code: "BTC", spanMs: MINUTE_MS, ...columns });
  const engine = await foundedEngine(join(dataDir, "busy"), () => START_MS);
  const { sequencer, state } = engine;
  await foundPast(sequencer, state, { seed: 3, preset: "normal", paths }, START_MS);
  engine.expectFoundedPast();
  // The rows are written beside the commands.
  await engine.history.flush();
  const name = instrumentName("live", "usdt_futures", "BTCUSDT");
  const instrument = state.instrumentByName.get(name) as Instrument;
  const sumOf = async (interval: CandleInterval, limit: number): Promise<bigint> => {
    const rows = await readCandles(engine, { instrument, kind: "last", interval, limit });
    return rows.reduce((sum, { turnover }) => sum + turnover, 0n);
  };
  const days = await sumOf("1Dutc", 5);
  expect(days / 10n ** 8n).toBeGreaterThan(250_000_000_000n);
  expect(await sumOf("1Mutc", 1)).toBe(days);
  await engine.stop();
});
