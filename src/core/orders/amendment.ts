/** An order that is amended and its new terms. */
import type { Lots, Ticks } from "../money/units.ts";
import type { WeighedOrder } from "./weighed-order.ts";

/**
 * A resting order of a user and the terms that replace its own. Of a futures order, `setReach` and
 * `isCoveredAmendment` set what is weighed.
 */
export type Amendment = WeighedOrder & {
  slot: number;
  price: Ticks;
  /** Whole size, filled quantity included. */
  size: Lots;
  remaining: Lots;
};
