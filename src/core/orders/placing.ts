/** An order that is being placed. */
import type { User } from "../accounts/user.ts";
import type { PositionRow } from "../base/position-handle.ts";
import type { PlaceOrder } from "../commands/commands.ts";
import type { Instrument } from "../instruments/instrument.ts";
import type { WeighedOrder } from "./weighed-order.ts";

/** A `place_order` command with the user and the instrument that it names. */
export type RequestedOrder = {
  readonly user: User;
  readonly instrument: Instrument;
  /** Row of the user in a futures instrument; `NO_ROW` before its first use, and on spot. */
  readonly row: PositionRow;
  readonly command: PlaceOrder;
};

/** A requested order while it is placed; what is weighed is set for futures orders alone. */
export type Placing = WeighedOrder & { command: PlaceOrder };
