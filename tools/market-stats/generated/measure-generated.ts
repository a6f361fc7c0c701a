import {
  bookCurves,
  bookValues,
  candleCurves,
  candleValues,
  fundingValues,
  type Measured,
  pastValues,
  volumeValues,
} from "../figures.ts";
import { volumeByRange } from "../measures/candle-figures.ts";
import { type MarketOptions, openGeneratedMarket } from "./generated-market.ts";
import { measureImpact } from "./measure-impact.ts";
import { GeneratedPast, generatedMinutes } from "./price-path.ts";
import { recordMarket } from "./record-market.ts";

/** Settlements of the chart: 60 days. */
const FUNDING_SHOWN = 180;

type PriceOptions = MarketOptions & {
  /** Days of prices. */
  readonly days: number;
};
type BookOptions = MarketOptions & {
  /** Hours of books. */
  readonly hours: number;
};
export type GeneratedOptions = PriceOptions & BookOptions;

/** Measures the prices of a seed: minutes of `days`, and the past of a new exchange. */
export function measurePrices(options: PriceOptions): Measured {
  const candles = generatedMinutes(options, options.days);
  const hourlyPrices = candles.filter((_, minute) => minute % 60 === 0).map(({ open }) => open);
  const past = new GeneratedPast(options);
  const minutes = past.minutes();
  const fundingRates = past.fundingRates();
  return {
    figures: { ...candleValues(candles), ...pastValues(minutes), ...fundingValues(fundingRates) },
    curves: {
      ...candleCurves(candles),
      hourlyPrices,
      volumeByRange: volumeByRange(minutes),
      fundingRates: fundingRates.slice(-FUNDING_SHOWN),
    },
  };
}

/** Measures the books of a seed in a run of the whole agent market, and the impact of outsiders. */
export function measureBooks(options: BookOptions): Measured {
  const recordings = recordMarket(openGeneratedMarket(options), {
    seconds: Math.round(options.hours * 3_600),
  });
  const minutes = recordings.btc_perp?.candles ?? [];
  return {
    figures: {
      ...bookValues(recordings),
      ...volumeValues(minutes),
      ...measureImpact(options, recordings),
    },
    curves: bookCurves(recordings),
  };
}

/** Measures prices and books of a seed. */
export function measureGenerated(options: GeneratedOptions): Measured {
  const prices = measurePrices(options);
  const books = measureBooks(options);
  return {
    figures: { ...prices.figures, ...books.figures },
    curves: { ...prices.curves, ...books.curves },
  };
}
