/** Closing positions by one market order each. */

import type { User } from "../accounts/user.ts";
import { elementAt } from "../base/list.ts";
import type { OutcomeItem } from "../base/outcome.ts";
import {
  isLongPosition,
  LONG,
  LONG_AND_SHORT,
  type LongOrShort,
  type PositionIndex,
  positionAt,
  rowOf,
  sideOf,
} from "../base/position-handle.ts";
import { POSITION_SIDES } from "../base/vocabulary.ts";
import type { DraftOf, PlaceOrder } from "../commands/commands.ts";
import { rejectCommand } from "../commands/reject-command.ts";
import type { Instrument } from "../instruments/instrument.ts";
import { type Lots, lots, NO_PRICE, ZERO_ATOMS } from "../money/units.ts";
import { isHedgeIn } from "../positions/exposure.ts";
import { type Emit, instrumentAt, instrumentOfRow, ordinaryUser, type State } from "../state.ts";
import { closeOrder } from "./close-order.ts";
import { placeOrder } from "./place-order.ts";
import { statusRefusal } from "./placing-refusal.ts";

type ClosePositions = DraftOf<"close_positions">;

function isInScope(instrument: Instrument, side: LongOrShort, command: ClosePositions): boolean {
  if (command.instrument !== 0 && instrument.index !== command.instrument - 1) return false;
  if (instrument.category !== command.category) return false;
  return command.positionSide === "net" || command.positionSide === POSITION_SIDES[side + 1];
}

/**
 * Cancels the resting orders that only close this position, before a market order closes it; none
 * while the status of the instrument allows no market order.
 */
export function cancelClosing(state: State, user: User, position: PositionIndex, emit: Emit): void {
  const { orders, positions } = state;
  const index = positions.instrument.get(rowOf(position));
  const order = { isClosing: true, isQuote: false };
  if (statusRefusal(state, instrumentAt(state, index), order) !== undefined) return;
  const isBuy = !isLongPosition(position);
  let slot = user.ordersFirst;
  while (slot !== 0 && positions.closingLots.get(position) > 0) {
    const next = orders.userNext(slot);
    const isClosing =
      orders.isReduceOnly(slot) || orders.positionSide(slot) === sideOf(position) + 1;
    if (orders.instrument(slot) === index && orders.isBuy(slot) === isBuy && isClosing) {
      closeOrder(state, slot, "user_cancelled", emit);
    }
    slot = next;
  }
}

/** The market order that closes a position, up to the largest size of a market order. */
function closingOrder(
  command: ClosePositions,
  instrument: Instrument,
  position: { index: number; size: Lots; isHedged: boolean },
): PlaceOrder {
  const { index, isHedged, size } = position;
  return {
    kind: "place_order",
    user: command.user,
    instrument: instrument.index,
    side: index === LONG ? "sell" : "buy",
    orderType: "market",
    timeInForce: "ioc",
    positionSide: isHedged ? elementAt(POSITION_SIDES, index + 1) : "net",
    reduceOnly: !isHedged,
    stpMode: "none",
    price: NO_PRICE,
    size: lots(Math.min(size, instrument.sizeLotsMarketMax)),
    quoteAmount: ZERO_ATOMS,
    clientOrderId: "",
    source: command.source,
    exits: undefined,
    margin: undefined,
    opening: undefined,
  };
}

/**
 * Closes the user's positions in scope, in the order of the instruments; each up to the largest
 * size of a market order. Emits the events of the closing orders that are cancelled and of the
 * market orders, or `command_rejected` with `no_position` if no position is in scope. The outcome
 * lists the market orders, with the rejection of each that was not placed.
 */
export function closePositions(state: State, command: ClosePositions, emit: Emit): void {
  const positions = state.positions;
  const user: User | undefined = ordinaryUser(state, command.user);
  if (user === undefined) return rejectCommand(state, command.user, "user_not_found", emit);
  const items: OutcomeItem[] = [];
  for (let row = user.positionsFirst; row !== 0; row = positions.userNext.get(row)) {
    const instrument = instrumentOfRow(state, row);
    for (const index of LONG_AND_SHORT) {
      const position = positionAt(row, index);
      if (positions.size.get(position) === 0 || !isInScope(instrument, index, command)) continue;
      cancelClosing(state, user, position, emit);
      const isHedged = isHedgeIn(user, instrument);
      const size = positions.size.get(position);
      const order = closingOrder(command, instrument, { index, size, isHedged });
      state.outcome.rejection = undefined;
      state.outcome.id = 0;
      placeOrder(state, order, emit);
      const { id, rejection } = state.outcome;
      items.push({ orderId: id, clientOrderId: "", instrument: instrument.index, rejection });
    }
  }
  state.outcome.rejection = undefined;
  state.outcome.id = 0;
  if (items.length === 0) return rejectCommand(state, command.user, "no_position", emit);
  state.outcome.items = items;
}
