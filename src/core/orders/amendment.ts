/** An order that is amended and its new terms. */
import type { User } from "../accounts/user.ts";
import type { LongOrShort, PositionRow } from "../base/position-handle.ts";
import type { Instrument } from "../instruments/instrument.ts";
import type { Lots, Ticks } from "../money/units.ts";

/**
 * A resting order of a user and the terms that replace its own. Of a futures order it is also what
 * the checks of margin and guards ask for: `OrderScope`, `NearChange` and `GuardedOrder`.
 */
export type Amendment = {
  slot: number;
  user: User;
  instrument: Instrument;
  price: Ticks;
  /** Whole size, filled quantity included. */
  size: Lots;
  remaining: Lots;
  /** Futures: farthest price reached in the book now, and margin price; set by `setReach`. */
  reached: Ticks;
  marginPrice: Ticks;
  /** Futures: row of positions, the side that the order opens and its leverage; by `setReach`. */
  row: PositionRow;
  side: LongOrShort;
  leverage: number;
  isBuy: boolean;
  /** Index of `POSITION_SIDES`. */
  positionSide: number;
  /** Futures: how the orders of the side change, in doubles; set by `isCoveredAmendment`. */
  lots: number;
  value: number;
  openLoss: number;
};
