/** Bounds of a figure, all inclusive; an absent one is open. */
export type Band = {
  readonly min?: number;
  readonly max?: number;
  /** Lower bound of the mean over five seeds, for rates that follow the volatility of the hour. */
  readonly meanMin?: number;
};

const BUSY_SPREAD: Band = { max: 2 };

/** Autocorrelation of 1 s returns: neither a trend nor a bounce that a strategy could trade on. */
const EFFICIENT: Band = { min: -0.2, max: 0.2 };

const VOLATILITY: Band = { min: 0.15, max: 2.5 };

/** Bands of minutes as time passes and of those of the past: both are of one model. */
const bandsOf = (minutes: "minutes" | "past"): Readonly<Record<string, Band>> => ({
  [`${minutes}.absolute1`]: { min: 0.2, max: 0.6 },
  [`${minutes}.absolute5`]: { min: 0.15, max: 0.5 },
  [`${minutes}.absolute15`]: { min: 0.12, max: 0.45 },
  [`${minutes}.absolute60`]: { min: 0.1, max: 0.4 },
  [`${minutes}.absolute1440`]: { min: 0.02, max: 0.3 },
  [`${minutes}.volatility`]: { min: 0.35, max: 1.2 },
  [`${minutes}.daily5`]: { min: 0.2, max: 0.6 },
  [`${minutes}.daily95`]: { min: 0.55, max: 2.5 },
  [`${minutes}.kurtosis`]: { min: 3 },
});

/**
 * Bounds of the default market. Each contains the recorded figure, which stands beside it in the
 * table, and the variation from one seed to another. Figures that are not listed are not bounded.
 */
export const BANDS: Readonly<Record<string, Band>> = {
  "btc_spot.spread": BUSY_SPREAD,
  "btc_perp.spread": BUSY_SPREAD,
  "btc_coin.spread": { max: 4 },
  "eth_spot.spread": BUSY_SPREAD,
  "eth_perp.spread": BUSY_SPREAD,
  "btc_spot.updates": { min: 4, max: 20, meanMin: 6 },
  "btc_perp.updates": { min: 6, max: 20, meanMin: 8 },
  "btc_spot.touches": { min: 7, max: 250, meanMin: 13 },
  "btc_perp.touches": { min: 15, max: 250, meanMin: 22 },
  "eth_perp.touches": { min: 15, max: 250, meanMin: 22 },
  "btc_spot.depth10": { min: 1_000_000 },
  "btc_perp.depth10": { min: 5_000_000 },
  "btc_perp.depth50": { min: 50_000_000 },
  "eth_perp.depth10": { min: 1_500_000 },
  "btc_coin.depth10": { min: 2_000_000 },
  "btc_perp.orders": { min: 200, max: 3_000, meanMin: 480 },
  "btc_perp.size50": { min: 500, max: 8_000 },
  "btc_perp.size99": { min: 110_000, max: 1_500_000 },
  "eth_perp.orders": { min: 200, max: 3_000, meanMin: 480 },
  "eth_perp.size50": { min: 300, max: 3_000 },
  "eth_perp.size99": { min: 55_000, max: 400_000 },
  "btc_coin.orders": { min: 35, max: 800, meanMin: 85 },
  "btc_coin.size50": { min: 200, max: 5_000 },
  "btc_coin.size99": { min: 55_000, max: 600_000 },
  "btc_spot.volatility1": VOLATILITY,
  "btc_perp.volatility1": VOLATILITY,
  "btc_perp.volatility60": VOLATILITY,
  "eth_perp.volatility60": VOLATILITY,
  "btc_spot.autocorrelation1": EFFICIENT,
  "btc_perp.autocorrelation1": EFFICIENT,
  "eth_perp.autocorrelation1": EFFICIENT,
  "pair_btc.correlation": { min: 0.8 },
  "pair_eth.correlation": { min: 0.8 },
  "pair_btc.paid": { max: 0.01 },
  "pair_btc_coin.paid": { max: 0.015 },
  "pair_eth.paid": { max: 0.01 },
  "pair_btc.basis": { min: -15, max: 15 },
  "pair_btc.basis_deviation": { min: 0.2, max: 8 },
  ...bandsOf("minutes"),
  ...bandsOf("past"),
  "past.range": { min: 0.6 },
  "volume.range": { min: 0.6 },
  "funding.low": { min: -10, max: -1 },
  "funding.high": { min: 1.2, max: 30 },
  "funding.negative": { min: 0.15, max: 0.45 },
  "impact.1": { min: 2, max: 8 },
  "impact.3600": { min: 1.2, max: 5 },
  "impact.dust": { max: 0.5 },
};

/** True for a value within the band. */
export function isWithin(value: number, { min, max }: Band): boolean {
  return (min === undefined || value >= min) && (max === undefined || value <= max);
}
