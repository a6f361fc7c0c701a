/** A futures order as the checks of margin and guards read it. */
import type { User } from "../accounts/user.ts";
import { LONG, type LongOrShort, NO_ROW, type PositionRow } from "../base/position-handle.ts";
import type { Instrument } from "../instruments/instrument.ts";
import { NO_PRICE, type Ticks } from "../money/units.ts";

/**
 * What `OrderScope`, `NearChange` and `GuardedOrder` ask for, in one object. Placing and amending
 * each fill theirs again for every order, because objects for each check cost more than the checks.
 */
export type WeighedOrder = {
  user: User;
  instrument: Instrument;
  /** Row of the user in a futures instrument; `NO_ROW` before its first use, and on spot. */
  row: PositionRow;
  isBuy: boolean;
  /** Index of `POSITION_SIDES`. */
  positionSide: number;
  /** The side that the order opens, and its leverage. */
  side: LongOrShort;
  leverage: number;
  /** Farthest price that the order reaches in the book now; 0 if it would not trade. */
  reached: Ticks;
  marginPrice: Ticks;
  /** How the open orders of the side change, in doubles: lots, settle atoms, settle atoms. */
  lots: number;
  value: number;
  openLoss: number;
};

/** Doubles from the first: V8 keeps a field that once held a whole number in another way. */
const NOT_SET = Number.NaN;

/** The fields of an order that is not weighed yet. */
export const NOT_WEIGHED: Omit<WeighedOrder, "user" | "instrument"> = {
  row: NO_ROW,
  isBuy: false,
  positionSide: 0,
  side: LONG,
  leverage: 0,
  reached: NO_PRICE,
  marginPrice: NO_PRICE,
  lots: NOT_SET,
  value: NOT_SET,
  openLoss: NOT_SET,
};
