/** The past of a new exchange as ccxt sees it: candles, funding and the figures of 24 hours. */
import { describe, expect, it } from "vitest";
import { type CandleRow, candleRows, combinedRows } from "./support/candle-rows.ts";
import { type PlainClient, plainClient } from "./support/ccxt-clients.ts";
import { openExchange } from "./support/conformance-exchange.ts";

const exchange = await openExchange({ past: "computed" });

const CANDLES = 1_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const YEAR_MS = 365 * DAY_MS;
const SPANS = {
  "1m": MINUTE_MS,
  "5m": 5 * MINUTE_MS,
  "1h": HOUR_MS,
  "4h": 4 * HOUR_MS,
  "1d": DAY_MS,
} as const;
type Timeframe = keyof typeof SPANS;

/** Markets of every kind, of large and of small coins. */
const SAMPLE = [
  ...["BTC/USDT", "PEPE/USDT", "ETH/USDC", "BTC/USDT:USDT", "SEI/USDT:USDT"],
  ...["ETH/USDC:USDC", "BTC/USD:BTC", "SBTC/SUSDT:SUSDT"],
];

/** The newest thousand candles. A request of a contract covers at most 90 days (ccxt). */
async function candles(
  client: PlainClient,
  symbol: string,
  frame: Timeframe,
): Promise<CandleRow[]> {
  const rows = await client.fetchOHLCV(symbol, frame, undefined, CANDLES);
  for (let count = -1; rows.length < CANDLES && rows.length !== count; ) {
    count = rows.length;
    const until = (rows[0]?.[0] ?? 0) - 1;
    const since =
      until + 1 - Math.min(CANDLES - count, 80 * (DAY_MS / SPANS[frame])) * SPANS[frame];
    const limit = Math.min(200, CANDLES - count);
    const earliest = Math.max(since, until + 1 - limit * SPANS[frame]);
    rows.unshift(...(await client.fetchOHLCV(symbol, frame, earliest, limit, { until })));
  }
  return candleRows(rows);
}

/** Expects each whole candle of `longer` to be the sum of those of `shorter`. */
function expectSum(
  shorter: readonly CandleRow[],
  longer: readonly CandleRow[],
  spanMs: number,
): void {
  const sums = combinedRows(shorter, spanMs).slice(1, -1);
  const byStart = new Map(longer.map((row) => [row.startMs, row]));
  expect(sums.length).toBeGreaterThan(10);
  for (const { volume, ...sum } of sums) {
    expect(byStart.get(sum.startMs)).toMatchObject(sum);
    const whole = byStart.get(sum.startMs)?.volume ?? 0;
    expect(Math.abs(whole - volume)).toBeLessThanOrEqual(1e-9 * whole + 1e-8);
  }
}

describe.each(["classic", "unified"] as const)(
  "right after the first start a %s account",
  (name) => {
    // The interface of unified accounts has no contracts for practice.
    const symbols = SAMPLE.filter((symbol) => name === "classic" || !symbol.startsWith("SBTC"));

    it.each(symbols)("finds a thousand candles of each interval of %s", async (symbol) => {
      const client = await plainClient(exchange, exchange.firstUser(name));
      const found = new Map<Timeframe, CandleRow[]>();
      for (const frame of Object.keys(SPANS) as Timeframe[]) {
        const rows = await candles(client, symbol, frame);
        expect(rows).toHaveLength(CANDLES);
        const gaps = rows
          .slice(1)
          .map(({ startMs }, index) => startMs - (rows[index]?.startMs ?? 0));
        expect(new Set(gaps)).toEqual(new Set([SPANS[frame]]));
        for (const { close, high, low, open } of rows) {
          expect(Math.min(open, close, low)).toBe(low);
          expect(Math.max(open, close, high)).toBe(high);
          expect(low).toBeGreaterThan(0);
        }
        for (const [index, { open }] of rows.slice(1).entries())
          expect(open).toBe(rows[index]?.close);
        found.set(frame, rows);
      }
      expectSum(found.get("1m") ?? [], found.get("5m") ?? [], SPANS["5m"]);
      expectSum(found.get("1m") ?? [], found.get("1h") ?? [], SPANS["1h"]);
      expectSum(found.get("5m") ?? [], found.get("1h") ?? [], SPANS["1h"]);
      expectSum(found.get("1h") ?? [], found.get("4h") ?? [], SPANS["4h"]);
      const last = (await client.fetchTicker(symbol)).last;
      for (const rows of found.values()) expect(rows.at(-1)?.close).toBe(last);
    });

    it("finds the figures of 24 hours of every market", async () => {
      const client = await plainClient(exchange, exchange.firstUser(name));
      for (const symbol of symbols) {
        const [ticker, minutes] = await Promise.all([
          client.fetchTicker(symbol),
          client.fetchOHLCV(symbol, "1m", undefined, CANDLES),
        ]);
        expect(ticker.high).toBeGreaterThanOrEqual(Math.max(...minutes.map((row) => row[2] ?? 0)));
        expect(ticker.low).toBeLessThanOrEqual(Math.min(...minutes.map((row) => row[3] ?? 0)));
        // Volumes of candles of coin-margined contracts are in dollars (ccxt).
        const volume = minutes.reduce((sum, row) => sum + (row[5] ?? 0), 0);
        const isInverse = symbol.includes("USD:");
        expect(isInverse ? ticker.quoteVolume : ticker.baseVolume).toBeGreaterThan(volume);
        expect(ticker.open).not.toBe(ticker.last);
      }
    });

    it("finds settled funding of a year, of both signs", async () => {
      const client = await plainClient(exchange, exchange.firstUser(name));
      const rates: number[] = [];
      const times: number[] = [];
      for (let page = 1; page <= 12; page++) {
        const paging = name === "classic" ? { pageNo: page, pageSize: 100 } : { cursor: page };
        const rows = await client.fetchFundingRateHistory("BTC/USDT:USDT", undefined, 100, paging);
        rates.push(...rows.map(({ fundingRate }) => fundingRate ?? 0));
        times.push(...rows.map(({ timestamp }) => timestamp ?? 0));
      }
      expect(Math.max(...times) - Math.min(...times)).toBeGreaterThanOrEqual(YEAR_MS);
      expect(new Set(times).size).toBeGreaterThanOrEqual(365 * 3);
      expect(Math.min(...rates)).toBeLessThan(0);
      expect(Math.max(...rates)).toBeGreaterThan(0);
    });
  },
);

describe("months and weeks of a busy contract", () => {
  /** Start and quote volume, in 10^-8 dollars, of candles; oldest first. */
  async function turnovers(granularity: string): Promise<[startMs: number, atoms: bigint][]> {
    const query = `symbol=BTCUSDT&productType=USDT-FUTURES&granularity=${granularity}&limit=200`;
    const answer = await fetch(`${exchange.baseUrl}/api/v2/mix/market/candles?${query}`);
    const { data } = (await answer.json()) as { readonly data: readonly string[][] };
    return data.map((row) => {
      const [whole = "0", part = ""] = (row[6] ?? "0").split(".");
      return [Number(row[0]), BigInt(whole + part.padEnd(8, "0"))];
    });
  }

  it.each(["1Wutc", "1Mutc"])("add up the turnover of their days, as %s", async (granularity) => {
    const days = await turnovers("1Dutc");
    const firstMs = days[0]?.[0] ?? 0;
    const longer = await turnovers(granularity);
    const whole = longer.filter(([startMs]) => startMs >= firstMs);
    expect(whole.length).toBeGreaterThan(4);
    for (const [index, [startMs, turnover]] of whole.entries()) {
      const endMs = whole[index + 1]?.[0] ?? Number.POSITIVE_INFINITY;
      const inside = days.filter(([dayMs]) => dayMs >= startMs && dayMs < endMs);
      expect(turnover).toBe(inside.reduce((sum, [, of]) => sum + of, 0n));
    }
  });
});
