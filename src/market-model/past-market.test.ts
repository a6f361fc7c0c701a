import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BITCOIN_SPOT } from "../../test/support/past-instruments.ts";
import { seededStreams } from "../../test/support/seeded-streams.ts";
import {
  autocorrelation,
  correlation,
  excessKurtosis,
  logReturns,
  quantile,
  yearlyVolatility,
} from "../../tools/market-stats/measures/series.ts";
import { atoms, lots, ticks } from "../core/money/units.ts";
import { MODEL_COINS } from "./coins.ts";
import { MarketModel } from "./market-model.ts";
import { productOf } from "./outside-market.ts";
import type { PastCandle } from "./past-candles.ts";
import type { PastInstrument } from "./past-instrument.ts";
import { PAST_BASES, type PastCandleQuery, PastMarket } from "./past-market.ts";
import { MARKET_VERSION } from "./past-terms.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const END_MS = Date.UTC(2026, 1, 3, 14, 37);
const SEEDS = [1, 2, 3, 4, 5];

const SPOT = BITCOIN_SPOT;
const USDT: PastInstrument = {
  ...SPOT,
  category: "usdt_futures",
  priceDecimals: 1,
  sizeDecimals: 4,
  isPerpetual: true,
};
const INVERSE: PastInstrument = {
  ...USDT,
  symbol: "BTCUSD",
  category: "coin_futures",
  quoteCode: "USD",
  sizeDecimals: 0,
  isInverse: true,
};
const DATED: PastInstrument = {
  ...INVERSE,
  symbol: "BTCUSDH26",
  isPerpetual: false,
  deliveryAtMs: END_MS + 50 * DAY_MS,
};
const DEMO: PastInstrument = {
  ...USDT,
  symbol: "SBTCSUSDT",
  category: "susdt_futures",
  realm: "demo",
  baseCode: "SBTC",
  quoteCode: "SUSDT",
};
const SMALL: PastInstrument = {
  ...USDT,
  symbol: "PEPEUSDT",
  baseCode: "PEPE",
  priceDecimals: 8,
  sizeDecimals: 0,
};
const INSTRUMENTS = [SPOT, USDT, INVERSE, DATED, DEMO, SMALL];

function pastOf(seed: number): PastMarket {
  return new PastMarket({ seed, version: MARKET_VERSION, preset: "normal", endMs: END_MS });
}

function query(instrument: PastInstrument, changes: Partial<PastCandleQuery> = {}) {
  const all = { fromMs: 0, toMs: END_MS, limit: 100_000 };
  return { instrument, kind: "last", base: "1m", ...all, ...changes } as const;
}

function closesOf(candles: readonly PastCandle[]): number[] {
  return candles.map(({ close }) => close);
}

/** Combines candles; the reference for candles of coarser bases. */
function combined(candles: readonly PastCandle[], startMs: number): PastCandle {
  const [first] = candles;
  const last = candles.at(-1);
  if (first === undefined || last === undefined) throw new Error("no candles to combine");
  const volume = candles.reduce((sum, candle) => sum + candle.volume, 0);
  const turnover = candles.reduce((sum, candle) => sum + candle.turnover, 0n);
  return {
    startMs,
    open: first.open,
    high: candles.reduce((best, { high }) => ticks(Math.max(high, best)), first.high),
    low: candles.reduce((best, { low }) => ticks(Math.min(low, best)), first.low),
    close: last.close,
    volume: lots(volume),
    turnover: atoms(turnover),
  };
}

describe("candles", () => {
  it("join without gaps, within their range, with turnover between low and high", () => {
    const past = pastOf(7);
    for (const instrument of INSTRUMENTS) {
      const { isInverse, priceDecimals, quoteDecimals, sizeDecimals } = instrument;
      const scale = 10n ** BigInt(quoteDecimals - priceDecimals - sizeDecimals);
      for (const base of PAST_BASES) {
        const candles = past.candles(query(instrument, { base, limit: 1_000 }));
        expect(candles).toHaveLength(1_000);
        const wrong = candles.filter(({ close, high, low, open, turnover, volume }, i) => {
          const isInRange = low >= 1 && low <= Math.min(open, close) && high >= open;
          const isJoined = i === 999 || candles[i + 1]?.open === close;
          const value = BigInt(volume) * scale;
          const isValued =
            isInverse || (turnover >= BigInt(low) * value && turnover <= BigInt(high) * value);
          return !(isInRange && high >= close && isJoined && isValued);
        });
        expect(wrong).toEqual([]);
      }
    }
  });

  it("reach back 22 days in minutes and four years in hours and days", () => {
    const past = pastOf(7);
    const minutes = past.candles(query(SPOT));
    expect(minutes[0]?.startMs).toBe(Math.floor((END_MS - 22 * DAY_MS) / HOUR_MS) * HOUR_MS);
    expect(minutes.at(-1)?.startMs).toBe(END_MS - MINUTE_MS);
    const days = past.candles(query(SPOT, { base: "1D" }));
    expect(days.length).toBeGreaterThan(1_460);
    expect((days[0]?.startMs ?? 0) % DAY_MS).toBe(16 * HOUR_MS);
    expect(past.candles(query(SPOT, { base: "1Dutc", limit: 1 }))[0]?.startMs).toBe(
      Date.UTC(2026, 1, 3),
    );
  });

  it("of coarse spans are the combination of the finer ones, also where minutes end", () => {
    const past = pastOf(8);
    for (const instrument of [USDT, INVERSE]) {
      const minutes = past.candles(query(instrument));
      const hours = past.candles(query(instrument, { base: "1H", limit: 700 }));
      for (const hour of hours) {
        const index = (hour.startMs - (minutes[0]?.startMs ?? 0)) / MINUTE_MS;
        const parts = index < 0 ? [] : minutes.slice(index, index + 60);
        if (parts.length > 0) expect(hour).toEqual(combined(parts, hour.startMs));
      }
      for (const base of ["1D", "1Dutc"] as const) {
        for (const day of past.candles(query(instrument, { base, limit: 27 }))) {
          const parts = hours.filter(
            ({ startMs }) => startMs >= day.startMs && startMs < day.startMs + DAY_MS,
          );
          expect(day).toEqual(combined(parts, day.startMs));
        }
      }
    }
  });

  it("do not depend on what was asked before", () => {
    const bases = fc.constantFrom(...PAST_BASES);
    const asked = fc.record({
      instrument: fc.constantFrom(...INSTRUMENTS),
      kind: fc.constantFrom("last", "mark", "index"),
      base: bases,
      fromMs: fc.integer({ min: END_MS - 40 * DAY_MS, max: END_MS }),
      toMs: fc.integer({ min: END_MS - 40 * DAY_MS, max: END_MS + DAY_MS }),
      limit: fc.integer({ min: 1, max: 50 }),
    });
    const property = fc.property(fc.array(asked, { minLength: 2, maxLength: 4 }), (queries) => {
      const past = pastOf(9);
      for (const one of queries) {
        const found = past.candles(one);
        expect(found).toEqual(pastOf(9).candles(one));
        const starts = found.map(({ startMs }) => startMs);
        expect(starts.every((start) => start >= one.fromMs && start <= one.toMs)).toBe(true);
      }
    });
    fc.assert(property, { numRuns: 25, seed: 1 });
  });

  it("are the same after their coin was forgotten", () => {
    const past = pastOf(3);
    const first = past.candles(query(USDT, { base: "1D", limit: 1_400 }));
    for (const { code } of MODEL_COINS.slice(1, 14)) {
      past.candles(query({ ...USDT, baseCode: code }, { base: "1D", limit: 1_400 }));
    }
    expect(past.candles(query(USDT, { base: "1D", limit: 1_400 }))).toEqual(first);
  });

  it("end at the first live prices", () => {
    for (const seed of SEEDS) {
      const past = pastOf(seed);
      const options = { seed, preset: "normal", nowMs: END_MS, stream: "test" } as const;
      const model = new MarketModel({ ...options, streams: seededStreams(seed) });
      const quote = model.price("USDT") ?? 0;
      for (const { code } of MODEL_COINS) {
        const instrument = { ...USDT, baseCode: code, priceDecimals: code === "BTC" ? 1 : 8 };
        const scale = 10 ** instrument.priceDecimals;
        const price = (model.price(code) ?? 0) / quote;
        const [index] = past.candles(query(instrument, { kind: "index", limit: 1 }));
        const [last] = past.candles(query(instrument, { limit: 1 }));
        if (price * scale < 2 ** 31) {
          expect(index?.close).toBe(Math.round(price * scale));
          expect(last?.close).toBe(Math.round(price * (1 + model.basis(code, "usdt")) * scale));
        }
        expect(past.endPriceE8(code)).toBe(Math.round((model.price(code) ?? 0) * 1e8));
      }
    }
  });

  it("of the newest span are the combination of its minutes", () => {
    const past = pastOf(2);
    const minutes = past.candles(query(USDT, { limit: 1_440 }));
    expect(past.newest(USDT, "last", DAY_MS)).toEqual(combined(minutes, END_MS - DAY_MS));
  });

  it("have turnover for last prices alone, by the turnover of product and realm", () => {
    const past = pastOf(4);
    const dollarsOf = (instrument: PastInstrument): number =>
      Number(past.newest(instrument, "last", 20 * DAY_MS)?.turnover ?? 0n);
    expect(past.newest(USDT, "mark", DAY_MS)).toMatchObject({ volume: 0, turnover: 0n });
    expect(past.newest(USDT, "index", DAY_MS)).toMatchObject({ volume: 0, turnover: 0n });
    const usdt = dollarsOf(USDT);
    expect(dollarsOf(SPOT) / usdt).toBeCloseTo(1 / 3, 1);
    expect(dollarsOf(DEMO) / usdt).toBeCloseTo(0.05, 1);
    const ofCoin = past.newest(INVERSE, "last", 20 * DAY_MS)?.volume ?? 0;
    expect(ofCoin / (usdt / 1e8)).toBeCloseTo(0.1, 1);
  });

  it("have none for a coin without a generated price", () => {
    const past = pastOf(1);
    expect(past.candles(query({ ...SPOT, baseCode: "XYZ" }))).toEqual([]);
    expect(past.newest({ ...SPOT, baseCode: "XYZ" }, "last", DAY_MS)).toBeUndefined();
    expect(past.endPriceE8("XYZ")).toBeUndefined();
  });
});

describe("funding rates", () => {
  it("have both signs, are mostly the interest, and come newest first", () => {
    let count = 0;
    let negative = 0;
    let moved = 0;
    for (const seed of SEEDS) {
      const all = { instrument: USDT, intervalHours: 8, fromMs: 0, toMs: END_MS, limit: 1_095 };
      const rates = pastOf(seed).fundingRates(all);
      expect(rates).toHaveLength(1_095);
      rates.forEach(({ settledAtMs }, i) => {
        expect(settledAtMs).toBe(Math.floor(END_MS / (8 * HOUR_MS) - i) * 8 * HOUR_MS);
      });
      count += rates.length;
      negative += rates.filter(({ rateE8 }) => rateE8 < 0).length;
      moved += rates.filter(({ rateE8 }) => rateE8 !== 10_000).length;
      expect(rates.every(({ rateE8 }) => Math.abs(rateE8) <= 300_000)).toBe(true);
    }
    expect(negative / count).toBeGreaterThan(0.15);
    expect(negative / count).toBeLessThan(0.45);
    expect(moved / count).toBeGreaterThan(0.25);
    expect(moved / count).toBeLessThan(0.5);
  });

  it("are those of the interval, and none for spot and dated contracts", () => {
    const past = pastOf(1);
    const window = { fromMs: END_MS - DAY_MS, toMs: END_MS + DAY_MS, limit: 100 };
    const hourly = past.fundingRates({ instrument: USDT, intervalHours: 1, ...window });
    expect(hourly).toHaveLength(24);
    expect(hourly[0]?.settledAtMs).toBe(Math.floor(END_MS / HOUR_MS) * HOUR_MS);
    const bounded = { ...window, limit: 3 };
    expect(past.fundingRates({ instrument: USDT, intervalHours: 1, ...bounded })).toEqual(
      hourly.slice(0, 3),
    );
    for (const instrument of [SPOT, DATED]) {
      expect(past.fundingRates({ instrument, intervalHours: 8, ...window })).toEqual([]);
    }
    expect(productOf(DATED)).toBe("dated");
  });
});

/** In brackets: 45,031 minutes of Bitcoin's perpetual in January 2022. */
describe("statistics of the minutes of Bitcoin", () => {
  const series = SEEDS.map((seed) => {
    const candles = pastOf(seed).candles(query(USDT));
    const returns = candles.map(({ close, open }) => Math.log(close / open));
    return { candles, returns, sizes: returns.map(Math.abs) };
  });
  const mean = (statistic: (one: (typeof series)[number]) => number): number =>
    series.reduce((sum, one) => sum + statistic(one), 0) / series.length;

  it("absolute returns remember for days [.33, .25, .23, .18, .08]", () => {
    for (const { sizes } of series) {
      expect(autocorrelation(sizes, 1)).toBeGreaterThan(0.2);
      expect(autocorrelation(sizes, 1)).toBeLessThan(0.45);
      expect(autocorrelation(sizes, 60)).toBeGreaterThan(0.08);
    }
    expect(mean(({ sizes }) => autocorrelation(sizes, 1))).toBeGreaterThan(0.25);
    expect(mean(({ sizes }) => autocorrelation(sizes, 5))).toBeGreaterThan(0.18);
    expect(mean(({ sizes }) => autocorrelation(sizes, 15))).toBeGreaterThan(0.15);
    expect(mean(({ sizes }) => autocorrelation(sizes, 60))).toBeGreaterThan(0.1);
    expect(mean(({ sizes }) => autocorrelation(sizes, 60))).toBeLessThan(0.26);
    expect(mean(({ sizes }) => autocorrelation(sizes, 1_440))).toBeGreaterThan(0.03);
  });

  it("returns do not predict one another [.02]", () => {
    for (const { returns } of series) {
      expect(Math.abs(autocorrelation(returns, 1))).toBeLessThan(0.05);
    }
  });

  it("volatility is 50 to 95 % a year [72 %] with heavy tails [26]", () => {
    const volatility = Math.sqrt(mean(({ returns }) => yearlyVolatility(returns, 60) ** 2));
    expect(volatility).toBeGreaterThan(0.5);
    expect(volatility).toBeLessThan(0.95);
    for (const { returns } of series) expect(excessKurtosis(returns)).toBeGreaterThan(3);
  });

  it("days are calm or wild [40 to 126 %, 5th to 95th of 100]", () => {
    const days = series.flatMap(({ returns }) =>
      Array.from({ length: 22 }, (_, day) =>
        yearlyVolatility(returns.slice(day * 1_440, (day + 1) * 1_440), 60),
      ),
    );
    expect(quantile(days, 0.05)).toBeGreaterThan(0.2);
    expect(quantile(days, 0.05)).toBeLessThan(0.55);
    expect(quantile(days, 0.95)).toBeGreaterThan(0.85);
    expect(quantile(days, 0.95)).toBeLessThan(1.7);
  });

  it("volume comes with movement [.80]", () => {
    for (const { candles } of series) {
      const volumes = candles.map(({ volume }) => volume);
      const ranges = candles.map(({ high, low }) => Math.log(high / low));
      expect(correlation(volumes, ranges)).toBeGreaterThan(0.6);
      expect(correlation(volumes, ranges)).toBeLessThan(0.95);
    }
  });

  it("turnover is of the order stated for the coin", () => {
    const dollars = mean(({ candles }) => {
      const sum = candles.reduce((total, { turnover }) => total + turnover, 0n);
      return (Number(sum / 100_000_000n) * 1_440) / candles.length;
    });
    const stated = MODEL_COINS[0]?.dailyTurnover ?? 0;
    expect(dollars / stated).toBeGreaterThan(0.6);
    expect(dollars / stated).toBeLessThan(1.5);
  });
});

it("hourly returns of different coins have correlations of 0.6 to 0.9", () => {
  for (const seed of SEEDS) {
    const past = pastOf(seed);
    const [bitcoin = [], ...others] = MODEL_COINS.slice(0, 7).map(({ code }) => {
      const instrument = { ...USDT, baseCode: code, priceDecimals: code === "BTC" ? 1 : 5 };
      return logReturns(closesOf(past.candles(query(instrument, { base: "1H", limit: 4_000 }))));
    });
    for (const returns of others) {
      expect(correlation(bitcoin, returns)).toBeGreaterThan(0.6);
      expect(correlation(bitcoin, returns)).toBeLessThan(0.93);
    }
  }
});

it("prices of four years stay within a factor of 50 of the first live one", () => {
  for (const seed of SEEDS) {
    const past = pastOf(seed);
    for (const baseCode of ["BTC", "WIF", "DOGE"]) {
      const instrument = { ...USDT, baseCode, priceDecimals: baseCode === "BTC" ? 1 : 6 };
      const days = past.candles(query(instrument, { base: "1D", kind: "index" }));
      const end = days.at(-1)?.close ?? 0;
      expect(days.filter(({ high, low }) => high > 50 * end || low < end / 50)).toEqual([]);
    }
  }
});

/** Exchanges founded with this version depend on it: the digest of a version never changes. */
const DIGEST_OF_VERSION_1 = "1a53e30832f0a97c1561b31e879d29e154bb0cb588ff34576054c22ac22128d8";

it("version 1 has these candles and funding rates", () => {
  const past = pastOf(1_234);
  const text = INSTRUMENTS.map((instrument) => {
    const candles = PAST_BASES.map((base) => past.candles(query(instrument, { base, limit: 99 })));
    const marks = past.candles(query(instrument, { base: "1H", kind: "mark", limit: 900 }));
    const window = { fromMs: 0, toMs: END_MS, limit: 200 };
    const rates = past.fundingRates({ instrument, intervalHours: 8, ...window });
    return JSON.stringify({ candles, marks, rates }, (_, value) =>
      typeof value === "bigint" ? value.toString() : value,
    );
  }).join("\n");
  expect(createHash("sha256").update(text).digest("hex")).toBe(DIGEST_OF_VERSION_1);
});
