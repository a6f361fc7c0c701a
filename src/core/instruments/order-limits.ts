/** Limits of single orders in an instrument: sizes, smallest notional and price bands. */
import type { DraftOf } from "../commands/commands.ts";
import { type Atoms, LOTS_MAX, type Lots, type RateE6, rateE6 } from "../money/units.ts";

export type OrderLimits = {
  readonly sizeLotsMin: Lots;
  readonly sizeLotsMax: Lots;
  readonly sizeLotsMarketMax: Lots;
  /** In quote atoms; not compared for inverse contracts. */
  readonly valueMin: Atoms;
  readonly buyLimitRatio: RateE6;
  readonly sellLimitRatio: RateE6;
};

/** Limits as a command states them. */
export type OrderLimitTerms = Omit<DraftOf<"set_order_limits">, "kind" | "origin" | "instrument">;

/** Three times the reference: the largest price times the factor of the band is still exact. */
const BUY_LIMIT_RATIO_MAX = 3_000_000;

/** Orders of the largest size that a level of a book holds before its total leaves 53 bits. */
const LEVEL_ORDERS = 1_024;

/** Whether sizes are in order and bands in range, whatever the scale of the instrument. */
export function areSoundLimits(terms: OrderLimitTerms): boolean {
  return (
    terms.sizeLotsMin > 0 &&
    terms.sizeLotsMin <= terms.sizeLotsMax &&
    terms.sizeLotsMarketMax <= terms.sizeLotsMax &&
    terms.sizeLotsMax <= LOTS_MAX / LEVEL_ORDERS &&
    terms.sellLimitRatioE6 < 1_000_000 &&
    terms.buyLimitRatioE6 <= BUY_LIMIT_RATIO_MAX
  );
}

export function orderLimitsOf(terms: OrderLimitTerms): OrderLimits {
  return {
    sizeLotsMin: terms.sizeLotsMin,
    sizeLotsMax: terms.sizeLotsMax,
    sizeLotsMarketMax: terms.sizeLotsMarketMax,
    valueMin: terms.valueMin,
    buyLimitRatio: rateE6(terms.buyLimitRatioE6),
    sellLimitRatio: rateE6(terms.sellLimitRatioE6),
  };
}

/**
 * Returns an amount in ticks times lots, rounded up; 0 for inverse contracts, which have no atoms
 * per tick times lot.
 */
export function tickLotsRoundedUp(amount: Atoms, atomsPerTickLot: bigint): number {
  if (atomsPerTickLot === 0n) return 0;
  return Number((amount + atomsPerTickLot - 1n) / atomsPerTickLot);
}
