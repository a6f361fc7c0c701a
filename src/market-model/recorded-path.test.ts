import { describe, expect, it } from "vitest";
import { BITCOIN_SPOT } from "../../test/support/past-instruments.ts";
import { PastMarket } from "./past-market.ts";
import { MARKET_VERSION } from "./past-terms.ts";
import type { RealPath } from "./real-path.ts";
import { seededRandom } from "./seeded-random.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const END_MS = Date.UTC(2026, 1, 3, 14, 37);

const SPOT = BITCOIN_SPOT;

/** Candles that a recorder might have written, in cents, each opening where the last one closed. */
function recorded(count: number, spanMs: RealPath["spanMs"]): RealPath {
  const random = seededRandom(5, "recorded");
  const path = { open: [0], high: [0], low: [0], close: [0], volume: [0] };
  for (const column of Object.values(path)) column.length = 0;
  let cents = 4_000_000;
  for (let i = 0; i < count; i++) {
    const close = cents + Math.round(3_000 * random.normal());
    path.open.push(cents / 100);
    path.high.push((Math.max(cents, close) + Math.round(random.exponential(900))) / 100);
    path.low.push((Math.min(cents, close) - Math.round(random.exponential(900))) / 100);
    path.close.push(close / 100);
    path.volume.push(random.exponential(50));
    cents = close;
  }
  return { code: "BTC", spanMs, ...path };
}

function pastOf(real: RealPath): PastMarket {
  const terms = { seed: 1, version: MARKET_VERSION, preset: "normal", endMs: END_MS } as const;
  return new PastMarket(terms, [real]);
}

const all = { fromMs: 0, toMs: END_MS, limit: 100_000 };

describe("recorded minutes", () => {
  const real = recorded(3_000, MINUTE_MS);
  const past = pastOf(real);

  it("are the index of the coin to the tick, up to the end of the past", () => {
    const candles = past.candles({ instrument: SPOT, kind: "index", base: "1m", ...all });
    const newest = candles.slice(-3_000);
    const cents = (column: readonly number[]): number[] =>
      column.map((price) => Math.round(100 * price));
    expect(newest.map(({ close }) => close)).toEqual(cents(real.close));
    expect(newest.map(({ high }) => high)).toEqual(cents(real.high));
    expect(newest.map(({ low }) => low)).toEqual(cents(real.low));
    expect(newest.map(({ open }) => open)).toEqual(cents(real.open));
  });

  it("join the generated ones before them without a jump", () => {
    const candles = past.candles({ instrument: SPOT, kind: "last", base: "1m", ...all });
    expect(candles.length).toBeGreaterThan(31_000);
    candles.forEach(({ open }, i) => {
      if (i > 0) expect(open).toBe(candles[i - 1]?.close);
    });
    const before = candles.slice(-3_500, -3_000).map(({ close }) => close / 4_000_000);
    expect(before.every((ratio) => Math.abs(ratio - 1) < 0.1)).toBe(true);
  });

  it("give the volume of the coin's markets and the first live price", () => {
    const usdt = { ...SPOT, category: "usdt_futures", isPerpetual: true } as const;
    const candles = past.candles({ instrument: usdt, kind: "last", base: "1m", ...all });
    const traded = candles.slice(-3_000).reduce((sum, { volume }) => sum + volume, 0) / 1e6;
    const stated = real.volume.reduce((sum, volume) => sum + volume, 0);
    expect(traded / stated).toBeGreaterThan(0.9);
    expect(traded / stated).toBeLessThan(1.1);
    const dollar = (past.endPriceE8("USDT") ?? 0) / 1e8;
    const end = (real.close.at(-1) ?? 0) * dollar;
    expect((past.endPriceE8("BTC") ?? 0) / 1e8 / end).toBeCloseTo(1, 8);
    expect(past.endPriceE8("ETH")).toBe(2_681_00000000);
  });
});

describe("recorded hours", () => {
  const real = recorded(24 * 40, HOUR_MS);
  const past = pastOf(real);

  it("are the combination of minutes that reach their four prices", () => {
    const minutes = past.candles({ instrument: SPOT, kind: "index", base: "1m", ...all });
    for (let hour = 1; hour <= 400; hour++) {
      const end = minutes.length - 60 * (hour - 1);
      const parts = minutes.slice(end - 60, end);
      const cents = (column: readonly number[]): number =>
        Math.round(100 * (column.at(-hour) ?? 0));
      expect(parts[0]?.open).toBe(cents(real.open));
      expect(parts[59]?.close).toBe(cents(real.close));
      expect(Math.max(...parts.map(({ high }) => high))).toBe(cents(real.high));
      expect(Math.min(...parts.map(({ low }) => low))).toBe(cents(real.low));
    }
  });

  it("reach beyond the minutes of the past", () => {
    const days = past.candles({ instrument: SPOT, kind: "index", base: "1D", ...all });
    const low = Math.round(100 * Math.min(...real.low));
    const high = Math.round(100 * Math.max(...real.high));
    const [first] = days.slice(-38);
    expect(first?.startMs).toBeLessThan(END_MS - 36 * DAY_MS);
    for (const day of days.slice(-38)) {
      expect(day.low >= low - 1 && day.high <= high + 1).toBe(true);
    }
    expect(days.length).toBeGreaterThan(1_460);
  });
});
