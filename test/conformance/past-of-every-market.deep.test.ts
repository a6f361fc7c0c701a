/** The past of every market of the live realm, over the candle endpoints of version 2. */
import { expect, it } from "vitest";
import type { Category } from "../../src/core/base/vocabulary.ts";
import { INSTRUMENT_LISTINGS } from "../../src/main/founding/listings.ts";
import { openExchange } from "./support/conformance-exchange.ts";

const exchange = await openExchange({ past: "computed" });

const CANDLES = 1_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Names of the intervals on spot and on contracts. */
const INTERVALS = [
  ["1min", "1m", MINUTE_MS],
  ["5min", "5m", 5 * MINUTE_MS],
  ["1h", "1H", HOUR_MS],
  ["4h", "4H", 4 * HOUR_MS],
  ["1Dutc", "1Dutc", 24 * HOUR_MS],
] as const;

const PRODUCTS: Readonly<Partial<Record<Category, string>>> = {
  usdt_futures: "USDT-FUTURES",
  usdc_futures: "USDC-FUTURES",
  coin_futures: "COIN-FUTURES",
  susdt_futures: "SUSDT-FUTURES",
  susdc_futures: "SUSDC-FUTURES",
  scoin_futures: "SCOIN-FUTURES",
};

type Row = { readonly startMs: number; readonly prices: readonly number[] };

async function candles(path: string): Promise<Row[]> {
  const response = await fetch(`${exchange.baseUrl}${path}&limit=${CANDLES}`);
  const { code, data } = (await response.json()) as { code: string; data: string[][] };
  expect(code, path).toBe("00000");
  return data.map(([time, ...prices]) => {
    return { startMs: Number(time), prices: prices.slice(0, 4).map(Number) };
  });
}

/** Open, high, low and close of the rows that a longer span has. */
function combined(rows: readonly Row[]): number[] {
  const column = (place: number): number[] => rows.map(({ prices }) => prices[place] ?? 0);
  const [open = 0, close = 0] = [column(0)[0], column(3).at(-1)];
  return [open, Math.max(...column(1)), Math.min(...column(2)), close];
}

const markets = INSTRUMENT_LISTINGS.filter(({ realm }) => realm === "live");

it.each(markets.map(({ category, symbol }) => [category, symbol] as const))(
  "%s %s has a thousand candles of each interval, without gaps, that agree",
  async (category, symbol) => {
    const closes = new Set<number>();
    let shorter: readonly Row[] = [];
    for (const [spotName, contractName, spanMs] of INTERVALS) {
      const query = new URLSearchParams({ symbol, granularity: contractName });
      if (category === "spot") query.set("granularity", spotName);
      else query.set("productType", PRODUCTS[category] ?? "");
      const path = `/api/v2/${category === "spot" ? "spot" : "mix"}/market/candles?${query}`;
      const rows = await candles(path);
      expect(rows.length, path).toBe(CANDLES);
      const gaps = rows.slice(1).map(({ startMs }, at) => startMs - (rows[at]?.startMs ?? 0));
      expect(new Set(gaps), path).toEqual(new Set([spanMs]));
      const byStart = new Map(rows.map(({ startMs, prices }) => [startMs, prices]));
      const groups = Map.groupBy(shorter, ({ startMs }) => Math.floor(startMs / spanMs) * spanMs);
      // The first and the last may be parts.
      for (const [startMs, group] of [...groups].slice(1, -1)) {
        expect(byStart.get(startMs), path).toEqual(combined(group));
      }
      closes.add(rows.at(-1)?.prices[3] ?? 0);
      shorter = rows;
    }
    expect(closes.size).toBe(1);
    expect(Math.min(...closes)).toBeGreaterThan(0);
  },
);
