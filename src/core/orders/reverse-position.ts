/** Reversing a position at market: closing it and opening the opposite one (decision 0075). */

import { isClientIdKept } from "../accounts/closed-client-ids.ts";
import type { User } from "../accounts/user.ts";
import type { OutcomeItem } from "../base/outcome.ts";
import { LONG, positionAt, SHORT } from "../base/position-handle.ts";
import type { DraftOf, PlaceOrder } from "../commands/commands.ts";
import { rejectCommand } from "../commands/reject-command.ts";
import type { Instrument } from "../instruments/instrument.ts";
import { type Lots, lots, NO_PRICE, ZERO_ATOMS, ZERO_LOTS } from "../money/units.ts";
import { isHedgeIn } from "../positions/exposure.ts";
import { type Emit, ordinaryUser, type State } from "../state.ts";
import { cancelClosing } from "./close-positions.ts";
import { findByClientId } from "./find-order.ts";
import { placeOrder } from "./place-order.ts";

type ReversePosition = DraftOf<"reverse_position">;

interface Reversal {
  readonly user: User;
  readonly instrument: Instrument;
  readonly command: ReversePosition;
}

/** Size of the position to reverse, in lots; 0 if the user does not hold it. */
function heldLots(state: State, { command, instrument, user }: Reversal): Lots {
  const row = state.positions.find(user.index, instrument.index);
  const side = command.positionSide === "long" ? LONG : SHORT;
  return row === 0 ? ZERO_LOTS : state.positions.size.get(positionAt(row, side));
}

function marketOrder(
  { command, instrument }: Reversal,
  terms: Pick<PlaceOrder, "positionSide" | "size" | "clientOrderId">,
): PlaceOrder {
  return {
    kind: "place_order",
    user: command.user,
    instrument: instrument.index,
    side: command.positionSide === "long" ? "sell" : "buy",
    orderType: "market",
    timeInForce: "ioc",
    reduceOnly: false,
    stpMode: "none",
    price: NO_PRICE,
    quoteAmount: ZERO_ATOMS,
    source: "reversal",
    exits: undefined,
    margin: undefined,
    opening: undefined,
    ...terms,
  };
}

function place(state: State, order: PlaceOrder, emit: Emit): OutcomeItem {
  state.outcome.rejection = undefined;
  state.outcome.id = 0;
  placeOrder(state, order, emit);
  const { id: orderId, rejection } = state.outcome;
  const { clientOrderId, instrument } = order;
  return { orderId, clientOrderId, instrument, rejection };
}

/** In hedge mode: an order that closes, and one that opens what was closed on the other side. */
function reverseHedged(state: State, reversal: Reversal, size: Lots, emit: Emit): OutcomeItem[] {
  const { command, instrument, user } = reversal;
  const { positionSide } = command;
  const { positions } = state;
  const row = positions.find(user.index, instrument.index);
  const position = positionAt(row, positionSide === "long" ? LONG : SHORT);
  const held = positions.size.get(position);
  if (size + positions.closingLots.get(position) > held) {
    cancelClosing(state, user, position, emit);
  }
  const { clientOrderId } = command;
  const closing = place(state, marketOrder(reversal, { positionSide, size, clientOrderId }), emit);
  const closed = held - heldLots(state, reversal);
  if (closed <= 0) return [closing];
  const opened = positionSide === "long" ? "short" : "long";
  const terms = { positionSide: opened, size: lots(closed), clientOrderId: "" } as const;
  return [closing, place(state, marketOrder(reversal, terms), emit)];
}

/**
 * Reverses `size` lots of a position at market, or all of it if `size` is 0. In one-way mode one
 * order of twice that size is placed, so that it is refused as a whole if the margin of what it
 * opens is missing. In hedge mode a closing order is placed, which cancels the resting closing
 * orders in its way, and an opening order of what it closed. The first order has the client id.
 * The outcome lists the orders, with the rejection of each that was not placed.
 *
 * Emits the events of the orders, or `command_rejected`: `user_not_found`, `instrument_not_found`,
 * `instrument_not_futures`, `duplicate_client_order_id`, `no_position`, and
 * `insufficient_position` for a size beyond the position.
 */
export function reversePosition(state: State, command: ReversePosition, emit: Emit): void {
  const { clientOrderId } = command;
  const reject = (reason: Parameters<typeof rejectCommand>[2]): void =>
    rejectCommand(state, command.user, reason, emit);
  const user = ordinaryUser(state, command.user);
  if (user === undefined) return reject("user_not_found");
  const instrument = state.instruments[command.instrument];
  if (instrument === undefined) return reject("instrument_not_found");
  if (!instrument.isFutures) return reject("instrument_not_futures");
  const isPending = clientOrderId !== "" && findByClientId(state, user.index, clientOrderId) !== 0;
  if (isPending || isClientIdKept(user, "order", clientOrderId, state.timeMs))
    return reject("duplicate_client_order_id");
  const reversal = { user, instrument, command };
  const held = heldLots(state, reversal);
  if (held === 0) return reject("no_position");
  const size = command.size === 0 ? held : command.size;
  if (size > held) return reject("insufficient_position");
  const items = isHedgeIn(user, instrument)
    ? reverseHedged(state, reversal, size, emit)
    : [place(state, netOrder(reversal, size), emit)];
  state.outcome.rejection = undefined;
  state.outcome.id = 0;
  state.outcome.items = items;
}

/** In one-way mode: the order that closes and opens. */
function netOrder(reversal: Reversal, size: Lots): PlaceOrder {
  const { clientOrderId } = reversal.command;
  return marketOrder(reversal, { positionSide: "net", size: lots(2 * size), clientOrderId });
}
