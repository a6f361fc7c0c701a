/**
 * Position tiers: the larger a position, the less leverage and the more maintenance margin. Values
 * are in units of the quote coin (US dollars), as the interface shows them.
 */
import type { Instrument } from "./instrument.ts";

export type PositionTier = {
  readonly tier: number;
  /** Bounds of the position value, in whole quote coins. */
  readonly valueMin: number;
  readonly valueMax: number;
  readonly leverageMax: number;
  readonly maintenanceRateE6: number;
};

const STEPS: readonly { valueMax: number; leverageShareE2: number; rateE6: number }[] = [
  { valueMax: 150_000, leverageShareE2: 100, rateE6: 4_000 },
  { valueMax: 1_000_000, leverageShareE2: 60, rateE6: 5_000 },
  { valueMax: 5_000_000, leverageShareE2: 40, rateE6: 10_000 },
  { valueMax: 20_000_000, leverageShareE2: 16, rateE6: 25_000 },
  { valueMax: 50_000_000, leverageShareE2: 8, rateE6: 50_000 },
  { valueMax: 100_000_000, leverageShareE2: 4, rateE6: 100_000 },
  { valueMax: 500_000_000, leverageShareE2: 1, rateE6: 250_000 },
];

/** The tiers of a futures instrument, smallest positions first; empty for spot. */
export function positionTiersOf(instrument: Instrument): readonly PositionTier[] {
  if (!instrument.isFutures) return [];
  let valueMin = 0;
  return STEPS.map(({ valueMax, leverageShareE2, rateE6 }, index) => {
    const leverage = Math.floor((instrument.leverageMax * leverageShareE2) / 100);
    const tier = {
      tier: index + 1,
      valueMin,
      valueMax,
      leverageMax: Math.max(instrument.leverageMin, leverage),
      maintenanceRateE6: rateE6,
    };
    valueMin = valueMax;
    return tier;
  });
}
