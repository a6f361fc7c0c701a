/** An order that is amended and its new terms. */
import type { User } from "../accounts/user.ts";
import type { Instrument } from "../instruments/instrument.ts";
import type { Lots, Ticks } from "../money/units.ts";

/** A resting order of a user and the terms that replace its own. */
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
};
