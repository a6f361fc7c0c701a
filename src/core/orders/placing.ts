/** An order that is being placed. */
import type { User } from "../accounts/user.ts";
import type { PositionRow } from "../base/position-handle.ts";
import type { PlaceOrder } from "../commands/commands.ts";
import type { Instrument } from "../instruments/instrument.ts";

/** A `place_order` command with the user and the instrument that it names. */
export type Placing = {
  user: User;
  instrument: Instrument;
  /** Row of the user in a futures instrument; `NO_ROW` before its first use, and on spot. */
  row: PositionRow;
  command: PlaceOrder;
};
