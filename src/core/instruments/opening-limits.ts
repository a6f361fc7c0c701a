/**
 * Limits of opening positions in a futures instrument, apart from margin and tiers
 * (trading-rules.md section 2.1). Set by command; the interface lists all of them.
 */

import {
  OPEN_ORDERS_MAX_DEFAULT,
  OPENING_COUNT_MAX,
  POSITIONS_PER_PRODUCT_MAX,
} from "../base/limits.ts";
import type { DraftOf } from "../commands/commands.ts";
import { type RateE6, rateE6 } from "../money/units.ts";

export type OpeningLimits = {
  /** feeRateUpRatio: surcharge on the taker fees that open orders must cover. */
  readonly feeUpRatio: RateE6;
  /** openCostUpRatio: surcharge on the computed margin that a market order needs. */
  readonly costUpRatio: RateE6;
  /** posLimit: largest share of the open interest that one user may hold; 1 for no limit. */
  readonly positionShare: RateE6;
  /** Largest number of a user's open orders in the instrument, and in its product line. */
  readonly symbolOrdersMax: number;
  readonly productOrdersMax: number;
  /** Largest number of a user's positions in the instrument's product line. */
  readonly positionsMax: number;
  /** limitOpenTime: time after which positions can only be closed; 0 for never. */
  readonly opensUntilMs: number;
};

export const WHOLE_E6 = 1_000_000;

/** Limits of a new instrument: those of the account only. */
export const DEFAULT_OPENING_LIMITS: OpeningLimits = {
  feeUpRatio: rateE6(0),
  costUpRatio: rateE6(0),
  positionShare: rateE6(WHOLE_E6),
  symbolOrdersMax: OPEN_ORDERS_MAX_DEFAULT,
  productOrdersMax: OPEN_ORDERS_MAX_DEFAULT,
  positionsMax: POSITIONS_PER_PRODUCT_MAX,
  opensUntilMs: 0,
};

type Terms = Omit<DraftOf<"set_opening_limits">, "kind" | "seq" | "timeMs" | "instrument">;

function isWithin(value: number, least: number, most: number): boolean {
  return value >= least && value <= most;
}

/** Returns the limits that a command states, or `undefined` when one is out of bounds. */
export function openingLimitsFrom(terms: Terms): OpeningLimits | undefined {
  const { costUpRatioE6, feeUpRatioE6, opensUntilMs, positionShareE6 } = terms;
  const { positionsMax, productOrdersMax, symbolOrdersMax } = terms;
  const isSound =
    isWithin(feeUpRatioE6, 0, WHOLE_E6) &&
    isWithin(costUpRatioE6, 0, WHOLE_E6) &&
    isWithin(positionShareE6, 1, WHOLE_E6) &&
    isWithin(symbolOrdersMax, 1, OPENING_COUNT_MAX) &&
    isWithin(productOrdersMax, 1, OPENING_COUNT_MAX) &&
    isWithin(positionsMax, 1, POSITIONS_PER_PRODUCT_MAX) &&
    opensUntilMs >= 0;
  if (!isSound) return undefined;
  return {
    feeUpRatio: rateE6(feeUpRatioE6),
    costUpRatio: rateE6(costUpRatioE6),
    positionShare: rateE6(positionShareE6),
    symbolOrdersMax,
    productOrdersMax,
    positionsMax,
    opensUntilMs,
  };
}

/** Whether positions can only be closed, because `opensUntilMs` has passed. */
export function hasOpeningEnded({ opensUntilMs }: OpeningLimits, timeMs: number): boolean {
  return opensUntilMs !== 0 && timeMs >= opensUntilMs;
}
