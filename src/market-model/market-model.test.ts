import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { seededStreams } from "../../test/support/seeded-streams.ts";
import {
  autocorrelation,
  correlation,
  logReturns,
  yearlyVolatility,
} from "../../tools/market-stats/measures/series.ts";
import { MODEL_COINS, STABLE_COINS } from "./coins.ts";
import { MarketModel, type MarketModelOptions } from "./market-model.ts";
import { PRESETS, PRODUCTS, type Preset } from "./outside-market.ts";

const START_MS = Date.UTC(2026, 0, 5);
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const SEEDS = [1, 2, 3, 4, 5];
const BITCOIN = MODEL_COINS[0];

function modelOf(options: Partial<MarketModelOptions> = {}): MarketModel {
  const all = { seed: 1, preset: "normal", nowMs: START_MS, stream: "test" } as const;
  const streams = seededStreams(options.seed ?? all.seed);
  return new MarketModel({ ...all, streams, ...options });
}

function priceOf(model: MarketModel, code: string): number {
  return model.price(code) ?? Number.NaN;
}

/** Prices of a coin after each of `count` steps. */
function pricesOf(model: MarketModel, code: string, stepMs: number, count: number): number[] {
  return Array.from({ length: count }, (_, i) => {
    model.advance(START_MS + (i + 1) * stepMs);
    return priceOf(model, code);
  });
}

const CODES = [...MODEL_COINS.map(({ code }) => code), ...STABLE_COINS];

function stateOf(model: MarketModel): unknown[] {
  return CODES.map((code) => [
    model.price(code),
    model.volatility(code),
    model.activity(code),
    ...PRODUCTS.map((product) => model.basis(code, product)),
  ]);
}

describe("prices", () => {
  it("start at the listed ones and depend on seed, stream and times alone", () => {
    const model = modelOf();
    for (const { code, startE8 } of MODEL_COINS) {
      expect(Math.round(priceOf(model, code) * 1e8)).toBe(startE8);
    }
    expect([model.price("USD"), model.price("XYZ")]).toEqual([1, undefined]);
    const series = pricesOf(model, "BTC", 1_000, 100);
    expect(pricesOf(modelOf(), "BTC", 1_000, 100)).toEqual(series);
    expect(pricesOf(modelOf({ seed: 2 }), "BTC", 1_000, 100)).not.toEqual(series);
    expect(pricesOf(modelOf({ stream: "other" }), "BTC", 1_000, 100)).not.toEqual(series);
  });

  it("move at the intervals of their coins, not all at once", () => {
    const model = modelOf();
    const moves = new Map<string, number>();
    let most = 0;
    for (let i = 1; i <= 600; i++) {
      const moved = model.advance(START_MS + i * 100);
      most = Math.max(most, moved.length);
      for (const code of moved) moves.set(code, (moves.get(code) ?? 0) + 1);
    }
    for (const { code, stepMs } of MODEL_COINS) {
      expect(Math.abs((moves.get(code) ?? 0) - 60_000 / stepMs)).toBeLessThanOrEqual(1);
    }
    expect(most).toBeLessThan(15);
    expect(model.advance(START_MS + 60_000)).toEqual([]);
    expect(model.advance(START_MS + 60_050)).toEqual([]);
    expect(model.advance(START_MS)).toEqual([]);
  });

  it("make up at most an hour's movement after a pause", () => {
    const moves = Array.from({ length: 200 }, (_, seed) => {
      const model = modelOf({ seed });
      model.advance(START_MS + 400 * 24 * HOUR_MS);
      return Math.log(priceOf(model, "BTC") / priceOf(modelOf({ seed }), "BTC"));
    });
    const hour = Math.sqrt(moves.reduce((sum, move) => sum + move * move, 0) / moves.length);
    const expected = (BITCOIN?.yearlyVolatility ?? 0) / Math.sqrt(8_766);
    expect(hour / expected).toBeGreaterThan(0.6);
    // The pull to the long-run level does not move a price that is there.
    expect(hour / expected).toBeLessThan(1.7);
  });

  it("move equally far however the time is split", () => {
    const endMs = START_MS + 30 * MINUTE_MS;
    const meanMove = (stepMs: number): number => {
      let sum = 0;
      for (let seed = 0; seed < 400; seed++) {
        const model = modelOf({ seed, stream: `split ${stepMs}` });
        const first = priceOf(model, "ETH");
        for (let nowMs = START_MS + stepMs; nowMs <= endMs; nowMs += stepMs) model.advance(nowMs);
        sum += Math.abs(Math.log(priceOf(model, "ETH") / first));
      }
      return sum / 400;
    };
    const ratio = meanMove(3 * MINUTE_MS) / meanMove(30 * MINUTE_MS);
    expect(ratio).toBeGreaterThan(0.75);
    expect(ratio).toBeLessThan(1.33);
  });

  it("never fail or leave the numbers, at whatever times they are asked", () => {
    const gaps = fc.array(fc.integer({ min: -5_000, max: 40_000_000 }), { maxLength: 40 });
    const property = fc.property(gaps, fc.constantFrom(...PRESETS), (pauses, preset) => {
      const model = modelOf({ preset });
      let nowMs = START_MS;
      for (const pause of pauses) {
        nowMs += pause;
        model.advance(nowMs);
        for (const code of CODES) {
          expect(priceOf(model, code)).toBeGreaterThan(0);
          expect(model.volatility(code)).toBeLessThan(100);
          for (const product of PRODUCTS) {
            expect(Math.abs(model.basis(code, product))).toBeLessThan(0.02);
          }
        }
      }
    });
    fc.assert(property, { numRuns: 25, seed: 1 });
  });

  it("of dollar coins stay within a few basis points of a dollar", () => {
    for (const seed of SEEDS) {
      const model = modelOf({ seed });
      for (let i = 1; i <= 1_000; i++) {
        model.advance(START_MS + i * 10 * MINUTE_MS);
        for (const code of STABLE_COINS) {
          expect(Math.abs(priceOf(model, code) - 1)).toBeLessThan(0.001);
        }
      }
    }
  });
});

/** Real values in brackets: Bitcoin in January 2022 and on 8 August 2024. */
describe("statistics of steps of 100 ms", () => {
  const series = SEEDS.map((seed) => {
    const model = modelOf({ seed, nowMs: START_MS });
    const levels: number[] = [];
    const prices: number[] = [];
    for (let i = 1; i <= 2 * 36_000; i++) {
      model.advance(START_MS + i * 100);
      if (i % 10 !== 0) continue;
      prices.push(priceOf(model, "BTC"));
      levels.push(model.volatility("BTC") ** 2);
    }
    const level = Math.sqrt(levels.reduce((sum, value) => sum + value, 0) / levels.length);
    return { prices, level };
  });

  it("volatility from returns of 1 s and 60 s is the stated one [70 %, 75 %]", () => {
    for (const { level, prices } of series) {
      const minutes = prices.filter((_, i) => i % 60 === 0);
      const stated = level * (BITCOIN?.yearlyVolatility ?? 0);
      const ofSeconds = yearlyVolatility(logReturns(prices), 1) / stated;
      const ofMinutes = yearlyVolatility(logReturns(minutes), 60) / stated;
      expect(ofSeconds).toBeGreaterThan(0.93);
      expect(ofSeconds).toBeLessThan(1.35);
      expect(ofMinutes).toBeGreaterThan(0.75);
      expect(ofMinutes).toBeLessThan(1.5);
    }
  });

  it("returns of 1 s do not predict one another [.06]", () => {
    for (const { prices } of series) {
      expect(Math.abs(autocorrelation(logReturns(prices), 1))).toBeLessThan(0.05);
    }
  });
});

it("absolute minute returns of the live model remember as those of the past do", () => {
  let [short, long] = [0, 0];
  for (const seed of SEEDS) {
    const sizes = logReturns(pricesOf(modelOf({ seed }), "BTC", MINUTE_MS, 10_080)).map(Math.abs);
    short += autocorrelation(sizes, 1) / SEEDS.length;
    long += autocorrelation(sizes, 60) / SEEDS.length;
  }
  expect(short).toBeGreaterThan(0.25);
  expect(short).toBeLessThan(0.45);
  expect(long).toBeGreaterThan(0.1);
});

it("the mean square of volatility is 1 over many markets", () => {
  let sum = 0;
  const count = 1_680;
  // Days of the week have different volatilities; their mean square is 1.
  for (let seed = 0; seed < count; seed++) {
    const nowMs = START_MS + ((seed % 168) + 0.5) * HOUR_MS;
    sum += modelOf({ seed, nowMs }).volatility("SOL") ** 2;
  }
  expect(sum / count).toBeGreaterThan(0.8);
  expect(sum / count).toBeLessThan(1.25);
});

describe("bases", () => {
  it("are of both signs, follow a rising market, and differ little between products", () => {
    const moves: number[] = [];
    const changes: number[] = [];
    let negative = 0;
    let count = 0;
    for (const seed of SEEDS) {
      const model = modelOf({ seed });
      let price = priceOf(model, "BTC");
      let basis = model.basis("BTC", "usdt");
      for (let i = 1; i <= 500; i++) {
        for (let hour = 1; hour <= 6; hour++) {
          model.advance(START_MS + (6 * i + hour - 6) * HOUR_MS);
        }
        moves.push(Math.log(priceOf(model, "BTC") / price));
        changes.push(model.basis("BTC", "usdt") - basis);
        price = priceOf(model, "BTC");
        basis = model.basis("BTC", "usdt");
        negative += basis < 0 ? 1 : 0;
        count += 1;
        expect(Math.abs(basis)).toBeLessThanOrEqual(0.003);
        expect(Math.abs(model.basis("BTC", "usdc") - basis)).toBeLessThan(0.0005);
        expect(model.basis("BTC", "spot")).toBe(0);
      }
    }
    expect(negative / count).toBeGreaterThan(0.3);
    expect(negative / count).toBeLessThan(0.8);
    expect(correlation(moves, changes)).toBeGreaterThan(0.1);
  });

  it("of dated contracts include interest until delivery", () => {
    const model = modelOf();
    const delivered = model.basis("BTC", "dated", 0);
    const year = model.basis("BTC", "dated", 365.25 * 24 * HOUR_MS) - delivered;
    expect(year).toBeGreaterThan(0.03);
    expect(year).toBeLessThan(0.08);
    expect(model.basis("BTC", "dated")).toBeGreaterThan(delivered);
  });

  it("lets a perpetual and its coin move together within seconds [.87]", () => {
    const model = modelOf();
    const spot: number[] = [];
    const perpetual: number[] = [];
    for (let i = 1; i <= 3_600; i++) {
      model.advance(START_MS + i * 1_000);
      spot.push(priceOf(model, "BTC"));
      perpetual.push(priceOf(model, "BTC") * (1 + model.basis("BTC", "usdt")));
    }
    const together = correlation(logReturns(spot), logReturns(perpetual));
    expect(together).toBeGreaterThan(0.8);
    expect(together).toBeLessThan(0.9999);
  });
});

describe("presets", () => {
  it("are ordered by volatility", () => {
    const volatilityOf = (preset: Preset): number => {
      const model = modelOf({ preset, seed: 3 });
      return yearlyVolatility(logReturns(pricesOf(model, "ETH", MINUTE_MS, 3_000)), 60);
    };
    const [calm, normal, wild, thin] = (["calm", "normal", "wild", "thin"] as const).map(
      volatilityOf,
    );
    expect((calm ?? 0) * 1.5).toBeLessThan(normal ?? 0);
    expect((normal ?? 0) * 1.5).toBeLessThan(wild ?? 0);
    expect(thin).toBe(normal);
  });

  it("crash: the market falls by a quarter to two fifths within hours, then goes on", () => {
    const falls = SEEDS.map((seed) => {
      const crash = pricesOf(modelOf({ seed, preset: "crash" }), "BTC", MINUTE_MS, 300);
      // The same draws, with and without the crash.
      const [during, after] = [1, 12].map((hours) => {
        const models = [modelOf({ seed, preset: "crash" }), modelOf({ seed })];
        for (const model of models) model.advance(START_MS + hours * HOUR_MS);
        const [crashing = 0, normal = 0] = models.map((model) => model.volatility("BTC"));
        return crashing / normal;
      });
      expect(during).toBeCloseTo(Math.exp(1.1), 5);
      expect(after).toBeLessThan(1.1);
      return Math.min(...crash) / 61_700 - 1;
    });
    for (const fall of falls) {
      expect(fall).toBeLessThan(-0.15);
      expect(fall).toBeGreaterThan(-0.6);
    }
    expect(falls.reduce((sum, fall) => sum + fall, 0) / falls.length).toBeLessThan(-0.25);
  });

  it("a crash does not begin again after a restart", () => {
    const first = modelOf({ preset: "crash" });
    const prices = pricesOf(first, "BTC", MINUTE_MS, 400);
    const nowMs = START_MS + 400 * MINUTE_MS;
    const second = modelOf({ preset: "crash", nowMs, stream: "next", memory: first.memory() });
    for (let i = 1; i <= 300; i++) second.advance(nowMs + i * MINUTE_MS);
    expect(priceOf(second, "BTC")).toBeGreaterThan(0.8 * (prices.at(-1) ?? 0));
  });

  it("a crash goes on without a jump, whatever the streams and the kind of the next run", () => {
    const first = modelOf({ preset: "crash" });
    pricesOf(first, "BTC", MINUTE_MS, 400);
    const nowMs = START_MS + 400 * MINUTE_MS;
    const memory = first.memory();
    const next = { nowMs, stream: "next", memory } as const;
    const last = priceOf(first, "BTC");
    for (const options of [{ preset: "crash", streams: seededStreams(2) } as const, {}]) {
      const second = modelOf({ ...next, ...options });
      second.advance(nowMs + 1_000);
      expect(Math.abs(priceOf(second, "BTC") / last - 1)).toBeLessThan(0.01);
    }
  });

  it("no two crashes of one market are the same", () => {
    const starts = [START_MS, START_MS + HOUR_MS];
    const levels = starts.map((nowMs) => {
      const model = modelOf({ preset: "crash", nowMs });
      const random = modelOf({ nowMs });
      for (const run of [model, random]) run.advance(nowMs + HOUR_MS);
      return Math.log(priceOf(model, "BTC") / priceOf(random, "BTC"));
    });
    expect(levels[0]).not.toBeCloseTo(levels[1] ?? 0, 3);
  });

  it("off: nothing moves", () => {
    const model = modelOf({ preset: "off" });
    const before = stateOf(model);
    expect(model.advance(START_MS + HOUR_MS)).toEqual([]);
    expect(stateOf(model)).toEqual(before);
  });
});

describe("memory", () => {
  it("restores prices, volatility, bases and impact, and is small", () => {
    const model = modelOf();
    pricesOf(model, "BTC", 700, 500);
    model.outsidersBought("ETH", 5_000_000);
    const memory = model.memory();
    const nowMs = START_MS + 350_000;
    const restored = modelOf({ nowMs, stream: "next", memory });
    expect(stateOf(restored)).toEqual(stateOf(model));
    expect(restored.memory().length).toBe(memory.length);
    expect(memory.length).toBeLessThan(10_000);
  });

  it("says nothing of the streams", () => {
    const [memory, other] = [1, 2].map((ofStreams) =>
      modelOf({ streams: seededStreams(ofStreams) }).memory(),
    );
    expect(other).toEqual(memory);
  });

  it("lets no run repeat the returns of another, even after the same memory", () => {
    const model = modelOf();
    const series = logReturns(pricesOf(model, "BTC", 1_000, 50));
    const memory = model.memory();
    const nowMs = START_MS + 50_000;
    const runs = ["seq 7", "seq 9"].map((stream) => {
      const run = modelOf({ nowMs, stream, memory });
      const prices: number[] = [];
      for (let i = 1; i <= 50; i++) {
        run.advance(nowMs + i * 1_000);
        prices.push(priceOf(run, "BTC"));
      }
      return logReturns(prices);
    });
    expect(Math.abs(correlation(runs[0] ?? [], runs[1] ?? []))).toBeLessThan(0.5);
    expect(Math.abs(correlation(series, runs[0] ?? []))).toBeLessThan(0.5);
  });

  it("of another layout, damaged or cut off is ignored", () => {
    const model = modelOf();
    pricesOf(model, "BTC", 1_000, 5);
    const memory = model.memory();
    const fresh = stateOf(modelOf());
    expect(stateOf(modelOf({ memory: memory.slice(0, 100) }))).toEqual(fresh);
    expect(stateOf(modelOf({ memory: Uint8Array.of(99, ...memory.slice(1)) }))).toEqual(fresh);
    expect(stateOf(modelOf({ memory: new Uint8Array() }))).toEqual(fresh);
  });
});

describe("impact", () => {
  /** Logarithmic offset of the price of Bitcoin since the start, at once. */
  function offsetAfter(trades: readonly number[], model = modelOf()): number {
    const first = priceOf(model, "BTC");
    for (const dollars of trades) model.outsidersBought("BTC", dollars);
    return Math.log(priceOf(model, "BTC") / first);
  }

  it("rises with the root of a large position, in both directions alike", () => {
    const [small, large] = [offsetAfter([40_000_000]), offsetAfter([160_000_000])];
    expect(large / small).toBeCloseTo(2, 1);
    expect(offsetAfter([-40_000_000])).toBeCloseTo(-small, 8);
    // 50 BTC.
    const fifty = offsetAfter([3_085_000]);
    expect(fifty).toBeGreaterThan(0.0002);
    expect(fifty).toBeLessThan(0.0006);
  });

  it("rises in proportion to a small one, so that dust moves nothing", () => {
    expect(offsetAfter([20_000]) / offsetAfter([2_000])).toBeCloseTo(10, 0);
    // 0.0004 BTC moves the price by less than a thousandth of a basis point.
    expect(offsetAfter([27])).toBeLessThan(0.000_000_1);
  });

  it("leaves nothing when outsiders end flat, whatever the pieces and the prices", () => {
    const trade = fc.record({
      coins: fc.double({ min: -50, max: 50, noNaN: true }),
      atPrice: fc.double({ min: 30_000, max: 90_000, noNaN: true }),
      waitMs: fc.integer({ min: 0, max: 100_000 }),
    });
    const property = fc.property(fc.array(trade, { maxLength: 12 }), (trades) => {
      const [model, quiet] = [modelOf(), modelOf()];
      let nowMs = START_MS;
      let held = 0;
      for (const { atPrice, coins, waitMs } of trades) {
        model.outsidersBought("BTC", coins * atPrice, atPrice);
        held += coins;
        nowMs += waitMs;
        model.advance(nowMs);
        quiet.advance(nowMs);
      }
      model.outsidersBought("BTC", -held * priceOf(model, "BTC"));
      // The decaying part is forgotten by then.
      model.advance(nowMs + 60 * HOUR_MS);
      quiet.advance(nowMs + 60 * HOUR_MS);
      expect(priceOf(model, "BTC") / priceOf(quiet, "BTC")).toBeCloseTo(1, 8);
    });
    fc.assert(property, { numRuns: 30, seed: 1 });
  });

  it("stays while outsiders hold the coins, apart from the part that decays in minutes", () => {
    const [model, quiet] = [modelOf(), modelOf()];
    model.outsidersBought("BTC", 3_000_000);
    const offsets = [0, 3, 60].map((minute) => {
      model.advance(START_MS + minute * MINUTE_MS);
      quiet.advance(START_MS + minute * MINUTE_MS);
      return Math.log(priceOf(model, "BTC") / priceOf(quiet, "BTC"));
    });
    const [first = 0, soon = 0, later = 0] = offsets;
    expect(first).toBeGreaterThan(soon);
    expect(soon).toBeGreaterThan(later);
    expect(later / first).toBeGreaterThan(0.5);
    expect(later / first).toBeLessThan(0.75);
  });

  it("of one coin does not move another", () => {
    const model = modelOf();
    model.outsidersBought("BTC", 9_000_000);
    model.outsidersBought("XYZ", 9_000_000);
    expect(model.price("ETH")).toBe(modelOf().price("ETH"));
  });
});

describe("rebasing", () => {
  it("sets the price of a coin and of a stable coin, and goes on from there", () => {
    const model = modelOf();
    model.outsidersBought("BTC", 9_000_000);
    model.rebase("BTC", 70_000_00000000);
    model.rebase("USDT", 99_990_000);
    model.rebase("ETH", 0);
    expect(Math.round(priceOf(model, "BTC") * 1e8)).toBe(70_000_00000000);
    expect(model.price("USDT")).toBe(0.9999);
    expect(model.price("ETH")).toBe(modelOf().price("ETH"));
    model.advance(START_MS + MINUTE_MS);
    expect(Math.abs(priceOf(model, "BTC") / 70_000 - 1)).toBeLessThan(0.02);
  });
});
