/** Properties of an order to place that depend on its `place_order` command alone. */
import {
  indexIn,
  LOAN_TYPES,
  ORDER_BACKINGS,
  ORDER_SOURCES,
  ORDER_TYPES,
  POSITION_SIDES,
  STP_MODES,
  TIMES_IN_FORCE,
} from "../base/vocabulary.ts";
import { hasPrice, STP_TRAITS, TIME_IN_FORCE_TRAITS } from "../base/word-traits.ts";
import type { MarginTerms, PlaceOrder } from "../commands/commands.ts";
import type { Instrument } from "../instruments/instrument.ts";
import type { Atoms } from "../money/units.ts";
import { ORDER_FLAGS } from "../order-book/order-table.ts";
import { spotHold } from "../order-book/spot-amounts.ts";
import { isHedgeClose } from "../positions/closing-order.ts";

/** Flags of the order's record, laid out as in `order-table.ts`. */
export function flagsOf(command: PlaceOrder): number {
  const { exits, margin } = command;
  return (
    (command.side === "sell" ? ORDER_FLAGS.sellBit : 0) |
    (indexIn(ORDER_TYPES, command.orderType) << ORDER_FLAGS.orderTypeShift) |
    (indexIn(TIMES_IN_FORCE, command.timeInForce) << ORDER_FLAGS.timeInForceShift) |
    (indexIn(POSITION_SIDES, command.positionSide) << ORDER_FLAGS.positionSideShift) |
    (indexIn(STP_MODES, command.stpMode) << ORDER_FLAGS.stpShift) |
    (indexIn(ORDER_SOURCES, command.source) << ORDER_FLAGS.sourceShift) |
    (command.reduceOnly ? ORDER_FLAGS.reduceOnlyBit : 0) |
    (command.quoteAmount > 0n ? ORDER_FLAGS.byQuoteBit : 0) |
    (exits === undefined ? 0 : ORDER_FLAGS.exitsBit) |
    (margin === undefined ? 0 : marginFlagsOf(margin))
  );
}

function marginFlagsOf({ backing, loanType }: MarginTerms): number {
  return (
    (indexIn(ORDER_BACKINGS, backing) << ORDER_FLAGS.backingShift) |
    (indexIn(LOAN_TYPES, loanType) << ORDER_FLAGS.loanTypeShift)
  );
}

/** Whether a futures order may open a position: neither reduce-only nor closing in hedge mode. */
export function mayOpen({ positionSide, reduceOnly, side }: PlaceOrder): boolean {
  return !reduceOnly && !isHedgeClose(indexIn(POSITION_SIDES, positionSide), side === "buy");
}

/** Whether an order never rests: the part that does not trade at once is cancelled. */
export function isImmediate({ orderType, timeInForce }: PlaceOrder): boolean {
  return !hasPrice(orderType) || TIME_IN_FORCE_TRAITS[timeInForce].remainder !== "rests";
}

/** Whether an order cancels the orders of its parent account in its way and trades on. */
export function passesOwn({ stpMode }: Pick<PlaceOrder, "stpMode">): boolean {
  const { cancelsMaker, cancelsTaker } = STP_TRAITS[stpMode];
  return cancelsMaker && !cancelsTaker;
}

/** Amount that a spot order reserves, in atoms of the currency it pays with. */
export function spotReservation(instrument: Instrument, command: PlaceOrder): Atoms {
  if (command.quoteAmount > 0n) return command.quoteAmount;
  return spotHold(instrument, command.side === "buy", command.price, command.size);
}
