/**
 * Position tiers of the contracts of smaller coins, whose books bear smaller positions. Contracts
 * of other coins keep the tiers of their listing.
 */
import type { DraftOf } from "../../core/commands/commands.ts";
import type { Instrument } from "../../core/instruments/instrument.ts";
import {
  defaultTierTerms,
  type PositionTier,
  type TierTerms,
} from "../../core/instruments/position-tiers.ts";
import type { CoinClass } from "../../market-model/coins.ts";
import { tradedCoinOf } from "./traded-coins.ts";

/** Bounds in whole quote coins; rates in millionths are at most half of 1 ÷ leverage. */
const TIERS_BY_CLASS: Readonly<Partial<Record<CoinClass, TierTerms>>> = {
  middle: {
    valueMaxes: [50_000, 250_000, 1_000_000, 3_000_000, 10_000_000, 20_000_000, 50_000_000],
    leverageMaxes: [50, 40, 20, 10, 5, 3, 1],
    maintenanceRatesE6: [6_500, 10_000, 20_000, 40_000, 80_000, 150_000, 250_000],
  },
  small: {
    valueMaxes: [5_000, 25_000, 100_000, 500_000, 1_000_000, 2_000_000, 5_000_000],
    leverageMaxes: [25, 20, 10, 5, 3, 2, 1],
    maintenanceRatesE6: [10_000, 15_000, 25_000, 50_000, 100_000, 150_000, 250_000],
  },
};

/** Returns the tiers to set on a contract that has those of its listing; otherwise undefined. */
export function tiersToSet(
  instrument: Instrument,
  baseCode: string,
  tiers: readonly PositionTier[],
): DraftOf<"set_position_tiers"> | undefined {
  const traded = tradedCoinOf(baseCode);
  const terms = traded === undefined ? undefined : TIERS_BY_CLASS[traded.class];
  if (terms === undefined || !instrument.isFutures) return undefined;
  const listed = defaultTierTerms(instrument);
  const isAsListed =
    tiers.length === listed.valueMaxes.length &&
    tiers.every(
      (tier, index) =>
        tier.valueMax === listed.valueMaxes[index] &&
        tier.leverageMax === listed.leverageMaxes[index] &&
        tier.maintenanceRate === listed.maintenanceRatesE6[index],
    );
  if (!isAsListed) return undefined;
  return { kind: "set_position_tiers", instrument: instrument.index, ...terms };
}
