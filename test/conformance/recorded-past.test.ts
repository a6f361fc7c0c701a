/**
 * Recorded candles as the past of a new exchange, through ccxt: the exchange is a process without a
 * generated market, so that nothing moves after the founding.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { recordedRows, writeRecorded } from "../support/recorded-file.ts";
import { type CandleRow, candleRows, combinedRows } from "./support/candle-rows.ts";
import { type PlainClient, plainClient } from "./support/ccxt-clients.ts";
import { ExchangeProcess, QUIET_FLAGS, refusedStart } from "./support/exchange-process.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const SPANS = { "1m": MINUTE_MS, "1h": HOUR_MS, "1d": DAY_MS } as const;
/** Rows of one request, which covers at most 90 days of contracts. */
const PAGES = { "1m": 200, "1h": 200, "1d": 80 } as const;

const directory = mkdtempSync(join(tmpdir(), "bourse-recorded-"));
afterAll(() => rmSync(directory, { recursive: true }));
const pathOf = (name: string): string => join(directory, name);

/** The newest candles up to a time, ascending, page by page. */
async function candles(
  client: PlainClient,
  symbol: string,
  query: {
    readonly frame: keyof typeof SPANS;
    readonly endMs: number;
    readonly count: number;
    readonly price?: string;
  },
): Promise<CandleRow[]> {
  const { count, endMs, frame, ...price } = query;
  const rows: CandleRow[] = [];
  for (let until = endMs - 1; rows.length < count; ) {
    const limit = Math.min(PAGES[frame], count - rows.length);
    const since = Math.floor(until / SPANS[frame] - limit + 1) * SPANS[frame];
    const page = await client.fetchOHLCV(symbol, frame, since, limit, { until, ...price });
    expect(page).toHaveLength(limit);
    until = (page[0]?.[0] ?? 0) - 1;
    rows.unshift(...candleRows(page));
  }
  return rows;
}

type Prices = Omit<CandleRow, "startMs" | "volume">;
const pricesOf = ({ close, high, low, open }: Prices): Prices => ({ open, high, low, close });
const sumOf = (rows: readonly { readonly volume: number }[]): number =>
  rows.reduce((sum, { volume }) => sum + volume, 0);

/** The flags of a start, on an address of its own. */
const withPast = (...sources: readonly string[]) => ({
  flags: [...QUIET_FLAGS, ...sources.flatMap((source) => ["--past", source])],
});

/** End of the past: the minute before the founding has ended, and nothing traded since. */
async function endOfPast(client: PlainClient): Promise<number> {
  const rows = await client.fetchOHLCV("BTC/USDT", "1m", undefined, 10);
  const silent = rows.find((row) => row[5] === 0);
  return silent?.[0] ?? 0;
}

describe("an exchange founded with recorded candles", () => {
  const minutes = recordedRows({ count: 3_100, spanMs: MINUTE_MS, cents: 4_000_000, seed: 1 });
  const hours = recordedRows({ count: 200, spanMs: HOUR_MS, cents: 250_000, seed: 2 });
  const last = minutes.at(-1)?.close ?? 0;
  let running: ExchangeProcess;
  let client: PlainClient;
  let endMs = 0;

  beforeAll(async () => {
    writeRecorded(pathOf("btcusdt_1m.csv"), minutes, MINUTE_MS);
    writeRecorded(pathOf("hours.csv"), hours, HOUR_MS);
    const sources = [pathOf("btcusdt_1m.csv"), `ETH=${pathOf("hours.csv")}`];
    running = await ExchangeProcess.start(pathOf("data"), withPast(...sources));
    client = await plainClient(running.address, undefined);
    endMs = await endOfPast(client);
  });
  afterAll(() => running.kill());

  it("shows the minutes of the file, and hours and days that they make up", async () => {
    const count = minutes.length;
    const shown = await candles(client, "BTC/USDT", { frame: "1m", endMs, count });
    expect(shown.map(pricesOf)).toEqual(minutes.map(pricesOf));
    for (const frame of ["1h", "1d"] as const) {
      // The first may begin before the file. Further rows are of the time after the past.
      const expected = combinedRows(shown, SPANS[frame]).slice(1);
      const spans = { frame, endMs, count: expected.length };
      const rows = await candles(client, "BTC/USDT", spans);
      expect(rows.map(pricesOf)).toEqual(expected.map(pricesOf));
      expect(rows.map(({ startMs }) => startMs)).toEqual(expected.map(({ startMs }) => startMs));
      for (const [index, { volume }] of rows.entries()) {
        expect(volume).toBeCloseTo(expected[index]?.volume ?? 0, 5);
      }
    }
  });

  it("splits recorded hours into minutes with their four prices", async () => {
    const shown = await candles(client, "ETH/USDT", { frame: "1m", endMs, count: 1_200 });
    const split = Array.from({ length: 20 }, (_, hour) => shown.slice(60 * hour, 60 * (hour + 1)));
    const prices = split.map((rows) =>
      pricesOf(combinedRows(rows, Number.MAX_SAFE_INTEGER)[0] as CandleRow),
    );
    expect(prices).toEqual(hours.slice(-20).map(pricesOf));
  });

  it("goes on from the last close without a gap", async () => {
    const spans = { frame: "1m", endMs: endMs + MINUTE_MS, count: 200, price: "index" } as const;
    for (const symbol of ["BTC/USDT:USDT", "BTC/USDC:USDC"]) {
      const rows = await candles(client, symbol, spans);
      expect(rows.at(-1)?.startMs).toBe(endMs);
      const gaps = rows.slice(1).map(({ startMs }, index) => startMs - (rows[index]?.startMs ?? 0));
      expect(new Set(gaps)).toEqual(new Set([MINUTE_MS]));
      // A tick of the contracts is 0.1.
      const step = Math.abs((rows.at(-1)?.open ?? 0) - (rows.at(-2)?.close ?? 0));
      expect(step).toBeLessThan(0.100_1);
    }
    const ticker = await client.fetchTicker("BTC/USDT:USDT");
    expect(Math.abs((ticker.indexPrice ?? 0) - last)).toBeLessThan(0.100_1);
    expect((await client.fetchTicker("BTC/USDT")).last).toBe(last);
  });

  it("has the volume of the file, in the share of each product", async () => {
    const stated = sumOf(minutes.slice(-2_000));
    // Two thousand minutes whose noise has a deviation below 1: a tenth is four of their sum.
    for (const [symbol, share] of [
      ["BTC/USDT:USDT", 1],
      ["BTC/USDT", 1 / 3],
      ["BTC/USDC:USDC", 1 / 10],
    ] as const) {
      const traded = sumOf(await candles(client, symbol, { frame: "1m", endMs, count: 2_000 }));
      expect(traded / (share * stated)).toBeGreaterThan(0.9);
      expect(traded / (share * stated)).toBeLessThan(1.1);
    }
  });

  it("has a computed past of the coins without a file, and before the file", async () => {
    for (const symbol of ["SOL/USDT", "SOL/USDT:USDT"]) {
      const rows = await candles(client, symbol, { frame: "1d", endMs, count: 400 });
      expect(sumOf(rows)).toBeGreaterThan(0);
      expect(new Set(rows.map(({ close }) => close)).size).toBeGreaterThan(300);
    }
    const days = await candles(client, "BTC/USDT", { frame: "1d", endMs, count: 400 });
    for (const [index, { open }] of days.slice(1).entries()) {
      expect(open).toBe(days[index]?.close);
    }
  });

  it("has figures of 24 hours that agree with the minutes", async () => {
    for (const symbol of ["BTC/USDT", "BTC/USDT:USDT", "ETH/USDT", "SOL/USDT:USDT"]) {
      const ticker = await client.fetchTicker(symbol);
      const nowMs = Math.floor((ticker.timestamp ?? 0) / MINUTE_MS) * MINUTE_MS + MINUTE_MS;
      // The present minute and the 1,439 before it; after the past nothing has traded.
      const silent = Math.round((nowMs - endMs) / MINUTE_MS);
      const day = await candles(client, symbol, { frame: "1m", endMs, count: 1_440 - silent });
      expect([ticker.open, ticker.high, ticker.low, ticker.last]).toEqual([
        day[0]?.open,
        Math.max(...day.map(({ high }) => high)),
        Math.min(...day.map(({ low }) => low)),
        day.at(-1)?.close,
      ]);
      expect(ticker.baseVolume).toBeCloseTo(sumOf(day), 4);
    }
  });

  it("has settled funding of its perpetuals", async () => {
    const settled = await client.fetchFundingRateHistory("BTC/USDT:USDT", undefined, 100);
    const times = settled.map(({ timestamp = 0 }) => timestamp);
    expect(times).toHaveLength(100);
    expect(times.at(-1)).toBe(Math.floor((endMs - 1) / (8 * HOUR_MS)) * 8 * HOUR_MS);
    const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0));
    expect(new Set(gaps)).toEqual(new Set([8 * HOUR_MS]));
  });
});

describe("a start with files that cannot be used", () => {
  const dataDir = pathOf("refused");
  const rows = recordedRows({ count: 100, spanMs: MINUTE_MS, cents: 4_000_000, seed: 3 });

  it("names the file, and leaves a directory that other files found", async () => {
    writeRecorded(pathOf("good.csv"), rows, MINUTE_MS);
    writeFileSync(pathOf("word.csv"), "0,1,1,1,1,1\n60000,1,1,1,one,1\n");
    const good = `BTC=${pathOf("good.csv")}`;
    for (const [sources, message] of [
      [[`BTC=${pathOf("absent.csv")}`], "absent.csv cannot be read: it does not exist"],
      [[good, `ETH=${pathOf("word.csv")}`], "word.csv: line 2 is no candle: 60000,1,1,1,one,1"],
    ] as const) {
      const refused = await refusedStart(dataDir, withPast(...sources));
      expect(refused.code).toBe(1);
      expect(refused.message).toContain(message);
    }
    const running = await ExchangeProcess.start(dataDir, withPast(good));
    const client = await plainClient(running.address, undefined);
    const minutes = await client.fetchOHLCV("BTC/USDT", "1m", undefined, 200);
    expect(minutes.at(-1)?.[4]).toBe(rows.at(-1)?.close);
    expect(running.logged("past_kept")).toBeUndefined();
    expect(await running.audit()).toMatchObject({ holds: true });
    expect(await running.terminate()).toBe(0);
  });
});

const SHARED = resolve(import.meta.dirname, "../../../shared/data");
const RECORDED = resolve(SHARED, "candles-nautilus/btc-perp-20211231-20220201_1m.csv.gz");

it.skipIf(!existsSync(RECORDED))(
  "shows a month of recorded minutes (skipped without ../shared/data)",
  async () => {
    const running = await ExchangeProcess.start(pathOf("month"), withPast(RECORDED));
    const client = await plainClient(running.address, undefined);
    const endMs = await endOfPast(client);
    const lines = gunzipSync(readFileSync(RECORDED)).toString().trim().split("\n").slice(1);
    const closes = lines.map((line) => Number(line.split(",")[4]));
    // The file has a candle of each minute at its end.
    const shown = await candles(client, "BTC/USDT", { frame: "1m", endMs, count: 1_000 });
    expect(shown.map(({ close }) => close)).toEqual(closes.slice(-1_000));
    const days = await candles(client, "BTC/USDT", { frame: "1d", endMs, count: 30 });
    const highest = Math.max(...lines.map((line) => Number(line.split(",")[2])));
    expect(Math.max(...days.map(({ high }) => high))).toBeLessThanOrEqual(highest);
    await running.kill();
  },
);
