/**
 * What bounds the opening of positions in a futures instrument, apart from margin and tiers
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
  /** feeRateUpRatio: taker fees of open orders are covered so much above themselves. */
  readonly feeUpRatio: RateE6;
  /** openCostUpRatio: a market order needs so much more margin than it is reckoned to take. */
  readonly costUpRatio: RateE6;
  /** posLimit: the largest share of the open interest that one user may hold; 1 for no limit. */
  readonly positionShare: RateE6;
  /** Open orders of a user in the instrument, and in its product line. */
  readonly symbolOrdersMax: number;
  readonly productOrdersMax: number;
  /** Positions of a user in the instrument's product line. */
  readonly positionsMax: number;
  /** limitOpenTime: from then on positions can only be closed; 0 for never. */
  readonly opensUntilMs: number;
};

export const WHOLE_E6 = 1_000_000;

/** The limits with which an instrument is listed: those of the account alone. */
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

/** The limits that a command names, or `undefined` when one of them is out of bounds. */
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

/** Whether the time for opening positions is over. */
export function hasOpeningEnded({ opensUntilMs }: OpeningLimits, timeMs: number): boolean {
  return opensUntilMs !== 0 && timeMs >= opensUntilMs;
}
