import { MarketModel } from "../../../src/market-model/market-model.ts";
import type { PastInstrument } from "../../../src/market-model/past-instrument.ts";
import { PastMarket } from "../../../src/market-model/past-market.ts";
import { MARKET_VERSION } from "../../../src/market-model/past-terms.ts";
import { seededStreams } from "../../../test/support/seeded-streams.ts";
import { MINUTES_PER_DAY, type MinuteCandle } from "../measures/candle-figures.ts";
import { GENERATED_START_MS, type MarketOptions } from "./generated-market.ts";

/** Prices are taken so many times a minute. */
const SAMPLES = 3;
const MINUTE_MS = 60_000;

/**
 * Minutes of the outside price of the BTC perpetual as time passes, in dollars and without volume.
 * The first one ends where the days begin, so that the days have a return for each minute.
 */
export function generatedMinutes({ preset, seed }: MarketOptions, days: number): MinuteCandle[] {
  const nowMs = GENERATED_START_MS;
  const streams = seededStreams(seed);
  const model = new MarketModel({ seed, preset, nowMs, streams, stream: "statistics" });
  const priceAt = (atMs: number): number => {
    model.advance(atMs);
    return (model.price("BTC") ?? Number.NaN) * (1 + model.basis("BTC", "usdt"));
  };
  const candles: MinuteCandle[] = [];
  let close = priceAt(GENERATED_START_MS);
  for (let minute = 0; minute <= days * MINUTES_PER_DAY; minute++) {
    const startMs = GENERATED_START_MS + minute * MINUTE_MS;
    const open = close;
    let high = open;
    let low = open;
    for (let sample = 1; sample <= SAMPLES; sample++) {
      close = priceAt(startMs + (sample * MINUTE_MS) / SAMPLES);
      high = Math.max(high, close);
      low = Math.min(low, close);
    }
    candles.push({ startMs, open, high, low, close, volume: 0 });
  }
  return candles;
}

const PERPETUAL: PastInstrument = {
  ...{ symbol: "BTCUSDT", category: "usdt_futures", realm: "live", isPerpetual: true },
  ...{ baseCode: "BTC", quoteCode: "USDT", quoteDecimals: 8, settleDecimals: 8 },
  ...{ priceDecimals: 1, tickStep: 1, sizeDecimals: 4, lotStep: 1, isInverse: false },
};

/** Hours between settlements of funding. */
const FUNDING_HOURS = 8;

/** Settlements of a year. */
const FUNDING_LIMIT = 1_095;

/** The past of a new exchange: what its BTC perpetual shows before its founding. */
export class GeneratedPast {
  readonly #past: PastMarket;

  constructor({ preset, seed }: MarketOptions) {
    const terms = { seed, preset, version: MARKET_VERSION, endMs: GENERATED_START_MS };
    this.#past = new PastMarket(terms);
  }

  /** All its minutes, with volumes in lots. */
  minutes(): MinuteCandle[] {
    return this.#past.candles({
      ...{ instrument: PERPETUAL, kind: "last", base: "1m" },
      ...{ fromMs: 0, toMs: GENERATED_START_MS, limit: Number.MAX_SAFE_INTEGER },
    });
  }

  /** Settled rates of a year, the oldest first; 1 is 100 %. */
  fundingRates(): number[] {
    const settled = this.#past.fundingRates({
      ...{ instrument: PERPETUAL, intervalHours: FUNDING_HOURS },
      ...{ fromMs: 0, toMs: GENERATED_START_MS, limit: FUNDING_LIMIT },
    });
    return settled.map(({ rateE8 }) => rateE8 / 1e8).reverse();
  }
}
