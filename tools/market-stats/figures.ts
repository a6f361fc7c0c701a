/** The figures of the statistics page: names, units, and the functions that measure them. */
import * as book from "./measures/book-figures.ts";
import { type BookRecording, DEPTH_BPS } from "./measures/book-recording.ts";
import * as candle from "./measures/candle-figures.ts";
import * as funding from "./measures/funding-figures.ts";
import * as pair from "./measures/pair-figures.ts";
import { autocorrelation } from "./measures/series.ts";

/** Way in which a figure is written: `share` and `volatility` as percent. */
export type FigureFormat = "number" | "ratio" | "share" | "dollars" | "bp";

export type FigureTerms = {
  readonly id: string;
  /** Subject of the figure; figures of one subject follow each other. */
  readonly subject: string;
  readonly label: string;
  readonly format: FigureFormat;
};

/** Measured figures by id; a figure that was not measured is absent. */
export type FigureValues = Readonly<Record<string, number>>;

type Measure<Subject> = {
  readonly key: string;
  readonly label: string;
  readonly format: FigureFormat;
  readonly of: (subject: Subject) => number;
};

/** Recorded books, generated and real; the small coin is generated only. */
export const BOOK_SUBJECTS = {
  btc_spot: "BTC spot",
  btc_perp: "BTC perpetual",
  btc_coin: "BTC coin-margined",
  eth_spot: "ETH spot",
  eth_perp: "ETH perpetual",
  small_perp: "Small coin, perpetual",
} as const;
export type BookSubject = keyof typeof BOOK_SUBJECTS;
export const BOOK_KEYS = Object.keys(BOOK_SUBJECTS) as readonly BookSubject[];

const BOOK_MEASURES: readonly Measure<BookRecording>[] = [
  { key: "spread", label: "spread, ticks", format: "number", of: book.medianSpreadTicks },
  { key: "updates", label: "book updates/s", format: "number", of: book.updatesPerSecond },
  { key: "touches", label: "best price events/s", format: "number", of: book.touchesPerSecond },
  {
    key: "depth10",
    label: "depth within 10 bp",
    format: "dollars",
    of: (recording) => book.medianDepth(recording, 10),
  },
  {
    key: "depth50",
    label: "depth within 50 bp",
    format: "dollars",
    of: (recording) => book.medianDepth(recording, 50),
  },
  { key: "orders", label: "taker orders/min", format: "number", of: book.takerOrdersPerMinute },
  {
    key: "size50",
    label: "taker order size, median",
    format: "dollars",
    of: (recording) => book.takerOrderSize(recording, 0.5),
  },
  {
    key: "size99",
    label: "taker order size, p99",
    format: "dollars",
    of: (recording) => book.takerOrderSize(recording, 0.99),
  },
  {
    key: "volatility1",
    label: "volatility from 1 s",
    format: "share",
    of: (recording) => book.bookVolatility(recording, 1),
  },
  {
    key: "volatility60",
    label: "volatility from 60 s",
    format: "share",
    of: (recording) => book.bookVolatility(recording, 60),
  },
  {
    key: "autocorrelation1",
    label: "autocorrelation of 1 s returns",
    format: "ratio",
    of: book.secondAutocorrelation,
  },
];

/** Pairs of recorded books of one coin. */
export const PAIR_SUBJECTS = {
  btc: { label: "BTC spot and perpetual", spot: "btc_spot", futures: "btc_perp" },
  btc_coin: { label: "BTC spot and coin-margined", spot: "btc_spot", futures: "btc_coin" },
  eth: { label: "ETH spot and perpetual", spot: "eth_spot", futures: "eth_perp" },
} as const;
export type PairSubject = keyof typeof PAIR_SUBJECTS;
export const PAIR_KEYS = Object.keys(PAIR_SUBJECTS) as readonly PairSubject[];

type Pair = { readonly spot: BookRecording; readonly futures: BookRecording };

const PAIR_MEASURES: readonly Measure<Pair>[] = [
  {
    key: "correlation",
    label: "correlation of 1 s returns",
    format: "ratio",
    of: ({ spot, futures }) => pair.secondCorrelation(spot, futures),
  },
  {
    key: "crossed",
    label: "books cross, of seconds",
    format: "share",
    of: ({ spot, futures }) => pair.crossedShare(spot, futures),
  },
  {
    key: "paid",
    label: "cross by more than fees",
    format: "share",
    of: ({ spot, futures }) => pair.paidCrossedShare(spot, futures),
  },
  {
    key: "basis",
    label: "basis, mean",
    format: "bp",
    of: ({ spot, futures }) => pair.basisMean(spot, futures),
  },
  {
    key: "basis_deviation",
    label: "basis, deviation",
    format: "bp",
    of: ({ spot, futures }) => pair.basisDeviation(spot, futures),
  },
];

/** Lags of the autocorrelation of absolute minute returns in the table, in minutes. */
const ABSOLUTE_LAGS = [1, 5, 15, 60, 1_440] as const;

const CANDLE_MEASURES: readonly Measure<readonly candle.MinuteCandle[]>[] = [
  ...ABSOLUTE_LAGS.map((lag) => ({
    key: `absolute${lag}`,
    label: `autocorrelation of absolute returns, lag ${lag}`,
    format: "ratio" as const,
    of: (candles: readonly candle.MinuteCandle[]) =>
      candle.absoluteReturnAutocorrelation(candles, lag),
  })),
  { key: "volatility", label: "yearly volatility", format: "share", of: candle.candleVolatility },
  {
    key: "daily5",
    label: "daily volatility, 5 %",
    format: "share",
    of: (candles) => candle.dailyVolatilityQuantile(candles, 0.05),
  },
  {
    key: "daily95",
    label: "daily volatility, 95 %",
    format: "share",
    of: (candles) => candle.dailyVolatilityQuantile(candles, 0.95),
  },
  {
    key: "kurtosis",
    label: "excess kurtosis of returns",
    format: "number",
    of: candle.minuteKurtosis,
  },
];

const VOLUME_MEASURES: readonly Measure<readonly candle.MinuteCandle[]>[] = [
  {
    key: "range",
    label: "correlation of volume and range within an hour",
    format: "ratio",
    of: candle.hourlyVolumeRangeCorrelation,
  },
];

const PAST_MEASURES: readonly Measure<readonly candle.MinuteCandle[]>[] = [
  ...CANDLE_MEASURES,
  {
    key: "range",
    label: "correlation of volume and range",
    format: "ratio",
    of: candle.volumeRangeCorrelation,
  },
];

const FUNDING_MEASURES: readonly Measure<readonly number[]>[] = [
  {
    key: "low",
    label: "rate, 5 %",
    format: "bp",
    of: (rates) => funding.fundingQuantileBp(rates, 0.05),
  },
  {
    key: "median",
    label: "rate, median",
    format: "bp",
    of: (rates) => funding.fundingQuantileBp(rates, 0.5),
  },
  {
    key: "high",
    label: "rate, 95 %",
    format: "bp",
    of: (rates) => funding.fundingQuantileBp(rates, 0.95),
  },
  {
    key: "negative",
    label: "negative, of settlements",
    format: "share",
    of: funding.negativeFundingShare,
  },
];

/** Times after the purchase at which its impact is measured, in seconds. */
export const IMPACT_SECONDS = [1, 60, 600, 3_600] as const;

const IMPACT_LABELS: Readonly<Record<(typeof IMPACT_SECONDS)[number], string>> = {
  1: "1 s",
  60: "1 min",
  600: "10 min",
  3600: "60 min",
};

/** Size of the purchase in whole coins. */
export const IMPACT_BTC = 50;

const IMPACT_SUBJECT = "Price impact of outsiders";

const IMPACT_TERMS: readonly FigureTerms[] = [
  ...IMPACT_SECONDS.map((seconds) => ({
    id: `impact.${seconds}`,
    subject: IMPACT_SUBJECT,
    label: `${IMPACT_BTC} BTC bought, after ${IMPACT_LABELS[seconds]}`,
    format: "bp" as const,
  })),
  {
    id: "impact.dust",
    subject: IMPACT_SUBJECT,
    label: "2,000 trades of 0.01 ETH between two users, largest",
    format: "bp",
  },
];

function termsOf<Subject>(
  prefix: string,
  measures: readonly Measure<Subject>[],
  subject: string,
): FigureTerms[] {
  return measures.map(({ key, label, format }) => ({
    id: `${prefix}.${key}`,
    subject,
    label,
    format,
  }));
}

/** All figures in the order of the table. */
export const FIGURES: readonly FigureTerms[] = [
  ...BOOK_KEYS.flatMap((key) => termsOf(key, BOOK_MEASURES, BOOK_SUBJECTS[key])),
  ...PAIR_KEYS.flatMap((key) => termsOf(`pair_${key}`, PAIR_MEASURES, PAIR_SUBJECTS[key].label)),
  ...termsOf("minutes", CANDLE_MEASURES, "Minutes of a month, BTC perpetual"),
  ...termsOf("volume", VOLUME_MEASURES, "Minutes of the books, BTC perpetual"),
  ...termsOf("past", PAST_MEASURES, "Minutes of the past, BTC perpetual"),
  ...termsOf("funding", FUNDING_MEASURES, "Funding, BTC perpetual"),
  ...IMPACT_TERMS,
];

function valuesOf<Subject>(
  prefix: string,
  measures: readonly Measure<Subject>[],
  subject: Subject,
): FigureValues {
  const entries = measures.map(({ key, of }) => [`${prefix}.${key}`, of(subject)] as const);
  return Object.fromEntries(entries.filter(([, value]) => Number.isFinite(value)));
}

export type Recordings = Readonly<Partial<Record<BookSubject, BookRecording>>>;

/** Figures of recorded books and of their pairs. */
export function bookValues(recordings: Recordings): FigureValues {
  const books = BOOK_KEYS.map((key) => {
    const recording = recordings[key];
    return recording === undefined ? {} : valuesOf(key, BOOK_MEASURES, recording);
  });
  const pairs = PAIR_KEYS.map((key) => {
    const { spot, futures } = PAIR_SUBJECTS[key];
    const subject = { spot: recordings[spot], futures: recordings[futures] };
    if (subject.spot === undefined || subject.futures === undefined) return {};
    const both = { spot: subject.spot, futures: subject.futures };
    return valuesOf(`pair_${key}`, PAIR_MEASURES, both);
  });
  return Object.assign({}, ...books, ...pairs) as FigureValues;
}

/** Figures of the returns of minute candles. */
export const candleValues = (candles: readonly candle.MinuteCandle[]): FigureValues =>
  valuesOf("minutes", CANDLE_MEASURES, candles);

/** Figures of minute candles that have a volume. */
export const volumeValues = (candles: readonly candle.MinuteCandle[]): FigureValues =>
  valuesOf("volume", VOLUME_MEASURES, candles);

/** Figures of the minute candles before a founding, which have prices and volumes. */
export const pastValues = (candles: readonly candle.MinuteCandle[]): FigureValues =>
  valuesOf("past", PAST_MEASURES, candles);

/** Figures of settled funding rates (1 is 100 %). */
export const fundingValues = (rates: readonly number[]): FigureValues =>
  valuesOf("funding", FUNDING_MEASURES, rates);

/** Lags of the chart of autocorrelations, in minutes. */
const CHART_LAGS = [
  1, 2, 3, 5, 8, 12, 20, 30, 45, 60, 90, 120, 180, 240, 360, 540, 720, 1_080, 1_440,
];

/** Series of the charts; each is absent where it was not measured. */
export type Curves = {
  /** Prices in dollars, one an hour. */
  readonly hourlyPrices?: readonly number[];
  /** Annualised volatility of each day. */
  readonly dailyVolatility?: readonly number[];
  /** Lag in minutes and autocorrelation of absolute returns. */
  readonly absoluteAutocorrelation?: readonly (readonly [lag: number, value: number])[];
  readonly volumeByRange?: readonly candle.RangeGroup[];
  /** Distance in bp and dollars per side of the BTC perpetual. */
  readonly depthProfile?: readonly (readonly [bp: number, dollars: number])[];
  /** Dollars and the share of taker orders of the BTC perpetual that exceed them. */
  readonly orderSizes?: readonly (readonly [dollars: number, share: number])[];
  /** Settled rates in order, 1 is 100 %. */
  readonly fundingRates?: readonly number[];
};

/** What was measured of one market, generated or real. */
export type Measured = { readonly figures: FigureValues; readonly curves: Curves };

export function candleCurves(candles: readonly candle.MinuteCandle[]): Curves {
  const absolute = candle.minuteReturns(candles).map(Math.abs);
  return {
    dailyVolatility: candle.dailyVolatilities(candles),
    absoluteAutocorrelation: CHART_LAGS.map((lag) => [lag, autocorrelation(absolute, lag)]),
  };
}

/** Curves of the book of the BTC perpetual. */
export function bookCurves({ btc_perp: recording }: Recordings): Curves {
  if (recording === undefined) return {};
  const depths = book.depthProfile(recording);
  const sizes = book.sizesExceeded(recording);
  return {
    depthProfile: DEPTH_BPS.map((bp, index) => [bp, depths[index] ?? 0]),
    orderSizes: book.EXCEEDING_SHARES.map((share, index) => [sizes[index] ?? 0, share]),
  };
}
