/**
 * The kinds of market keep what docs/market.md states of them, over many seeds. The bands are so
 * wide that another computation with the same statistics fails one of them less than once in
 * 10,000 runs: at least 4.5 standard errors of the compared figure, as measured over these seeds.
 */
import { rmSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { MODEL_COINS } from "../../src/market-model/coins.ts";
import { MarketModel } from "../../src/market-model/market-model.ts";
import { LiveNews, type NewsTerms } from "../../src/market-model/news.ts";
import { ownNewsTerms, sharedNewsTerms } from "../../src/market-model/origin.ts";
import type { Preset } from "../../src/market-model/outside-market.ts";
import { seededRandom } from "../../src/market-model/seeded-random.ts";
import { ExchangeProcess } from "../../test/conformance/support/exchange-process.ts";
import { seededStreams } from "../../test/support/seeded-streams.ts";
import { temporaryDirectory } from "../../test/support/temporary-directory.ts";
import type { Recordings } from "./figures.ts";
import { GENERATED_START_MS, openGeneratedMarket } from "./generated/generated-market.ts";
import { recordMarket } from "./generated/record-market.ts";
import * as book from "./measures/book-figures.ts";
import type { BookRecording } from "./measures/book-recording.ts";
import { logReturns, mean, yearlyVolatility } from "./measures/series.ts";

const MINUTE_MS = 60_000;
const DAY_MINUTES = 1_440;

/** Numbers from 1. */
const seeds = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

/** Prices of Bitcoin at the ends of the minutes of a new market; the first is at its start. */
function minutePrices(preset: Preset, seed: number, minutes: number): number[] {
  const nowMs = GENERATED_START_MS;
  const streams = seededStreams(seed);
  const model = new MarketModel({ seed, preset, nowMs, streams, stream: `presets ${preset}` });
  const prices = [model.price("BTC") ?? Number.NaN];
  for (let minute = 1; minute <= minutes; minute++) {
    model.advance(nowMs + minute * MINUTE_MS);
    prices.push(model.price("BTC") ?? Number.NaN);
  }
  return prices;
}

describe("volatility", () => {
  const SEEDS = seeds(60);
  const logarithms = (preset: Preset): number[] =>
    SEEDS.map((seed) => {
      return Math.log(yearlyVolatility(logReturns(minutePrices(preset, seed, DAY_MINUTES)), 60));
    });
  const normal = logarithms("normal");
  const ratioOf = (preset: Preset): number =>
    Math.exp(mean(logarithms(preset).map((value, index) => value - (normal[index] ?? 0))));

  it("is half of the normal one in a calm market", () => {
    const ratio = ratioOf("calm");
    expect(ratio).toBeGreaterThan(0.4);
    expect(ratio).toBeLessThan(0.62);
  });

  it("is twice the normal one in a wild market", () => {
    const ratio = ratioOf("wild");
    expect(ratio).toBeGreaterThan(1.6);
    expect(ratio).toBeLessThan(2.5);
  });

  it("is the normal one in a thin market, price by price", () => {
    const prices = (preset: Preset): number[] => {
      const terms = { seed: 1, preset, nowMs: GENERATED_START_MS, stream: "same" };
      const model = new MarketModel({ ...terms, streams: seededStreams(1) });
      return seeds(DAY_MINUTES).map((minute) => {
        model.advance(GENERATED_START_MS + minute * MINUTE_MS);
        return model.price("BTC") ?? Number.NaN;
      });
    };
    expect(prices("thin")).toEqual(prices("normal"));
  });
});

describe("news", () => {
  const DAYS = 1_000;
  /** Counts the news of days, minute by minute. */
  const count = (terms: NewsTerms): number => {
    const news = new LiveNews(terms, 0);
    const random = seededRandom(1, `count of ${terms.perDay} news`);
    let found = 0;
    for (let minute = 0; minute < DAYS * DAY_MINUTES; minute++) {
      const before = news.excitement;
      news.step(MINUTE_MS, random);
      if (news.excitement > before) found += 1;
    }
    return found / DAYS;
  };

  // A thousand days of a rate of two a day have a deviation of 2 %, of ratios below 4 %.
  it.each([
    ["of all coins", sharedNewsTerms],
    ["of one coin", ownNewsTerms],
  ] as const)("%s are half as many in a calm market, and three times in a wild one", (_, terms) => {
    const normal = count(terms("normal"));
    expect(count(terms("calm")) / normal).toBeGreaterThan(0.4);
    expect(count(terms("calm")) / normal).toBeLessThan(0.6);
    expect(count(terms("wild")) / normal).toBeGreaterThan(2.6);
    expect(count(terms("wild")) / normal).toBeLessThan(3.4);
  });
});

describe("a crash", () => {
  const SEEDS = seeds(60);
  /** The last wave has come and partly gone. */
  const FIRST_HOURS_MINUTES = 260;
  const WAVE_MINUTES = 15;
  /** A move in 15 minutes that a normal market has once in years. */
  const WAVE_FALL = 0.03;
  const crashes = SEEDS.map((seed) => minutePrices("crash", seed, FIRST_HOURS_MINUTES));

  /** Number of separate quarters of an hour in which the price falls by `WAVE_FALL`. */
  const wavesIn = (prices: readonly number[]): number => {
    let waves = 0;
    for (let minute = WAVE_MINUTES; minute < prices.length; minute++) {
      const from = prices[minute - WAVE_MINUTES] ?? Number.NaN;
      if ((prices[minute] ?? Number.NaN) / from > 1 - WAVE_FALL) continue;
      waves += 1;
      minute += WAVE_MINUTES - 1;
    }
    return waves;
  };

  it("takes a quarter to two fifths of the price in its first hours", () => {
    const falls = crashes.map((prices) => Math.log((prices.at(-1) ?? 0) / (prices[0] ?? 0)));
    // The falls of single seeds vary by their own volatility, their mean by 1 %.
    const fall = 1 - Math.exp(mean(falls));
    expect(fall).toBeGreaterThan(0.25);
    expect(fall).toBeLessThan(0.4);
  });

  it("comes in several waves, which a normal market does not have", () => {
    for (const prices of crashes) expect(wavesIn(prices)).toBeGreaterThanOrEqual(3);
    const normal = SEEDS.map((seed) => wavesIn(minutePrices("normal", seed, FIRST_HOURS_MINUTES)));
    expect(mean(normal)).toBeLessThan(0.2);
  });

  it("takes all coins with it, and ends", () => {
    const nowMs = GENERATED_START_MS;
    const terms = { seed: 1, preset: "crash", nowMs, stream: "all coins" } as const;
    const model = new MarketModel({ ...terms, streams: seededStreams(1) });
    const prices = (): number[] => MODEL_COINS.map(({ code }) => model.price(code) ?? Number.NaN);
    const before = prices();
    for (let minute = 1; minute <= FIRST_HOURS_MINUTES; minute++) {
      model.advance(nowMs + minute * MINUTE_MS);
    }
    const falls = prices().map((price, index) => 1 - price / (before[index] ?? Number.NaN));
    expect(Math.min(...falls)).toBeGreaterThan(0);
    const later = SEEDS.slice(0, 20).map((seed) => {
      return wavesIn(minutePrices("crash", seed, DAY_MINUTES).slice(FIRST_HOURS_MINUTES));
    });
    expect(mean(later)).toBeLessThan(0.5);
  });
});

describe("books of a thin market", () => {
  const SEEDS = seeds(4);
  const BOOKS = ["btc_spot", "btc_perp", "eth_perp"] as const;
  const plan = { seconds: 300, warmUpMs: 120_000 };
  const runs: { readonly normal: Recordings; readonly thin: Recordings }[] = [];

  beforeAll(() => {
    for (const seed of SEEDS) {
      const recorded = (preset: Preset): Recordings =>
        recordMarket(openGeneratedMarket({ seed, preset }), plan);
      runs.push({ normal: recorded("normal"), thin: recorded("thin") });
    }
  });

  /** The mean over books and seeds of a figure relative to that of the normal market. */
  const relative = (figureOf: (recording: BookRecording) => number): number => {
    const ratios = runs.flatMap(({ normal, thin }) =>
      BOOKS.map((key) => {
        const [of, to] = [thin[key], normal[key]];
        return of === undefined || to === undefined ? Number.NaN : figureOf(of) / figureOf(to);
      }),
    );
    return mean(ratios);
  };

  it("have about a tenth of the depth", () => {
    for (const bp of [10, 50] as const) {
      const ratio = relative((recording) => book.medianDepth(recording, bp));
      expect(ratio).toBeGreaterThan(0.05);
      expect(ratio).toBeLessThan(0.25);
    }
  });

  it("have less than half of the orders", () => {
    const ratio = relative(book.takerOrdersPerMinute);
    expect(ratio).toBeGreaterThan(0.3);
    expect(ratio).toBeLessThan(0.5);
  });

  it("have prices that are quoted further apart", () => {
    expect(relative(book.medianSpreadTicks)).toBeGreaterThan(5);
  });
});

describe("without a market", () => {
  it("no price moves", () => {
    const nowMs = GENERATED_START_MS;
    const terms = { seed: 1, preset: "off", nowMs, stream: "off" } as const;
    const model = new MarketModel({ ...terms, streams: seededStreams(1) });
    const prices = (): number[] => MODEL_COINS.map(({ code }) => model.price(code) ?? Number.NaN);
    const before = prices();
    for (let minute = 1; minute <= DAY_MINUTES; minute++) {
      expect(model.advance(nowMs + minute * MINUTE_MS)).toEqual([]);
    }
    expect(prices()).toEqual(before);
  });

  it("an exchange has empty books, and prices that a restart keeps", async () => {
    const dataDir = temporaryDirectory("off");
    const prices: string[] = [];
    for (let life = 1; life <= 2; life++) {
      const exchange = await ExchangeProcess.start(dataDir, { flags: ["--market", "off"] });
      const tickers = "/api/v2/mix/market/tickers?productType=USDT-FUTURES";
      const response = await fetch(`${exchange.address.baseUrl}${tickers}`);
      const { data } = (await response.json()) as { data: Record<string, string>[] };
      expect(data.length).toBeGreaterThan(40);
      for (const { askSz, bidSz } of data) expect([Number(askSz), Number(bidSz)]).toEqual([0, 0]);
      prices.push(JSON.stringify(data.map(({ indexPrice, symbol }) => [symbol, indexPrice])));
      expect(await exchange.terminate()).toBe(0);
    }
    rmSync(dataDir, { recursive: true });
    expect(prices[0]).toContain('"BTCUSDT","6');
    expect(prices[1]).toBe(prices[0]);
  });
});
