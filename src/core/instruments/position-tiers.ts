/**
 * Position tiers: the larger a position, the less leverage and the more maintenance margin
 * (trading-rules.md section 4). Bounds are in whole quote coins (US dollars), as the interface
 * shows them. Each is also kept as a measure, the unit in which positions are compared with it.
 */
import { POSITION_TIERS_MAX, TIER_VALUE_MAX } from "../base/limits.ts";
import { type RateE6, rateE6 } from "../money/units.ts";
import type { Instrument } from "./instrument.ts";

export type PositionTier = {
  readonly tier: number;
  /** Bounds of the position value, in whole quote coins; the upper one belongs to the tier. */
  readonly valueMin: number;
  readonly valueMax: number;
  readonly leverageMax: number;
  readonly maintenanceRate: RateE6;
  /** `valueMax` in settle atoms (linear) or in lots (inverse, which count the quote coin). */
  readonly measureMax: bigint;
  /** `measureMax` as the nearest double. */
  readonly nearMeasureMax: number;
};

/** Terms of a table of tiers: one entry per tier, smallest positions first. */
export type TierTerms = {
  readonly valueMaxes: readonly number[];
  readonly leverageMaxes: readonly number[];
  readonly maintenanceRatesE6: readonly number[];
};

const VALUE_MAXES: readonly number[] = [
  150_000, 1_000_000, 5_000_000, 20_000_000, 50_000_000, 100_000_000, 500_000_000,
];
/** Percent of the instrument's largest leverage. */
const LEVERAGE_SHARES: readonly number[] = [100, 60, 40, 16, 8, 4, 1];
const RATES_E6: readonly number[] = [4_000, 5_000, 10_000, 25_000, 50_000, 100_000, 250_000];

/** Maintenance is at most half of the initial margin at the tier's largest leverage. */
const HALF_E6 = 500_000;
const ONE_E6 = 1_000_000;

/** Returns the tiers of a new instrument. */
export function defaultTierTerms(instrument: Instrument): TierTerms {
  const leverageMaxes = LEVERAGE_SHARES.map((share) => {
    const leverage = Math.floor((instrument.leverageMax * share) / 100);
    return Math.max(instrument.leverageMin, leverage);
  });
  const maintenanceRatesE6 = RATES_E6.map((rate, index) => {
    return Math.min(rate, Math.floor(HALF_E6 / (leverageMaxes[index] ?? 1)));
  });
  return { valueMaxes: VALUE_MAXES, leverageMaxes, maintenanceRatesE6 };
}

function isEachWithin(terms: TierTerms, instrument: Instrument): boolean {
  const { valueMaxes, leverageMaxes, maintenanceRatesE6 } = terms;
  return valueMaxes.every((value, index) => {
    const leverage = leverageMaxes[index] ?? 0;
    const rate = maintenanceRatesE6[index] ?? 0;
    if (value > TIER_VALUE_MAX || value <= (valueMaxes[index - 1] ?? 0)) return false;
    if (leverage < instrument.leverageMin || leverage > instrument.leverageMax) return false;
    if (leverage > (leverageMaxes[index - 1] ?? leverage)) return false;
    if (rate < Math.max(1, maintenanceRatesE6[index - 1] ?? 1)) return false;
    return rate * leverage <= ONE_E6;
  });
}

function measureOf(instrument: Instrument, value: number, settleDecimals: number): bigint {
  if (!instrument.isInverse) return BigInt(value) * 10n ** BigInt(settleDecimals);
  return (BigInt(value) * 10n ** BigInt(instrument.sizeDecimals)) / BigInt(instrument.lotStep);
}

/**
 * Returns the tiers of a futures instrument, or `undefined` when the terms are invalid: bounds and
 * rates must grow, leverage must fall, and initial margin at the largest leverage must cover
 * maintenance. Spot has no tiers.
 */
export function positionTiersFrom(
  instrument: Instrument,
  terms: TierTerms,
  settleDecimals: number,
): readonly PositionTier[] | undefined {
  if (!instrument.isFutures) return [];
  const { valueMaxes, leverageMaxes, maintenanceRatesE6 } = terms;
  const count = valueMaxes.length;
  if (count < 1 || count > POSITION_TIERS_MAX) return undefined;
  if (leverageMaxes.length !== count || maintenanceRatesE6.length !== count) return undefined;
  if (!isEachWithin(terms, instrument)) return undefined;
  return valueMaxes.map((valueMax, index) => {
    const measureMax = measureOf(instrument, valueMax, settleDecimals);
    return {
      tier: index + 1,
      valueMin: valueMaxes[index - 1] ?? 0,
      valueMax,
      leverageMax: leverageMaxes[index] ?? 1,
      maintenanceRate: rateE6(maintenanceRatesE6[index] ?? 0),
      measureMax,
      nearMeasureMax: Number(measureMax),
    };
  });
}

/** Returns the first tier whose bound a measure does not exceed; `undefined` beyond the last. */
export function tierAt(tiers: readonly PositionTier[], measure: bigint): PositionTier | undefined {
  for (const tier of tiers) if (measure <= tier.measureMax) return tier;
  return undefined;
}
