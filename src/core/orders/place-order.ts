/**
 * Placing an order, in the same steps for all product lines: user and instrument, repeats, refusals
 * that depend on no money (`placing-refusal.ts`), funds or margin (`place-spot-order.ts`,
 * `place-margin-order.ts`, `place-debt-order.ts`, `place-futures-order.ts`), entry
 * (`enter-order.ts`), execution (`execute-order.ts`).
 */
import { isClientIdKept } from "../accounts/closed-client-ids.ts";
import type { User } from "../accounts/user.ts";
import { assert, unreachable } from "../base/assert.ts";
import { CLIENT_ORDER_ID_LENGTH_MAX } from "../base/limits.ts";
import { NO_ROW, type PositionRow } from "../base/position-handle.ts";
import { BACKING_TRAITS } from "../base/word-traits.ts";
import type { PlaceOrder } from "../commands/commands.ts";
import type { Instrument } from "../instruments/instrument.ts";
import { type Emit, ordinaryUser, type State } from "../state.ts";
import { findByClientId } from "./find-order.ts";
import { emitRepeated } from "./order-events.ts";
import { placeDebtOrder } from "./place-debt-order.ts";
import { placeFuturesOrder } from "./place-futures-order.ts";
import { placeMarginOrder } from "./place-margin-order.ts";
import { placeSpotOrder } from "./place-spot-order.ts";
import type { Placing } from "./placing.ts";
import { placingRefusal } from "./placing-refusal.ts";
import { rejectOrder } from "./reject-order.ts";
import { isRepeat } from "./repeated-order.ts";
import { flagsOf } from "./requested-order.ts";
import { NOT_WEIGHED } from "./weighed-order.ts";

/** Whether the order may bring exits: orders on margin accounts may not. */
function mayBringExits({ exits, margin }: PlaceOrder): boolean {
  if (exits === undefined || margin === undefined) return true;
  return BACKING_TRAITS[margin.backing].lender === "unified_account";
}

/** Returns the object `state.placing`, which the next placing overwrites. */
function placingOf(
  state: State,
  user: User,
  instrument: Instrument,
  row: PositionRow,
  command: PlaceOrder,
): Placing {
  const { placing } = state;
  if (placing === undefined) {
    state.placing = { ...NOT_WEIGHED, user, instrument, row, command };
    return state.placing;
  }
  placing.user = user;
  placing.instrument = instrument;
  placing.row = row;
  placing.command = command;
  return placing;
}

/**
 * Emits `order_accepted` and the events of its execution, `order_repeated` for an exact repeat of a
 * pending order, or `order_rejected`; a rejection changes nothing. Rejects an unknown user or
 * instrument, and exits of orders on margin accounts.
 */
export function placeOrder(state: State, command: PlaceOrder, emit: Emit): void {
  if (!mayBringExits(command)) return rejectOrder(state, command, "exits_not_allowed", emit);
  const user = ordinaryUser(state, command.user);
  if (user === undefined) return rejectOrder(state, command, "user_not_found", emit);
  const instrument = state.instruments[command.instrument];
  if (instrument === undefined) return rejectOrder(state, command, "instrument_not_found", emit);
  const clientId = command.clientOrderId;
  assert(clientId.length <= CLIENT_ORDER_ID_LENGTH_MAX, "the gateway bounds client order ids");
  const pending = clientId === "" ? 0 : findByClientId(state, user.index, clientId);
  if (pending !== 0) {
    if (!isRepeat(state, command, flagsOf(command), pending))
      return rejectOrder(state, command, "duplicate_client_order_id", emit);
    state.outcome.id = state.orders.id(pending);
    return emitRepeated(state, pending, emit);
  }
  if (isClientIdKept(user, "order", clientId, state.timeMs))
    return rejectOrder(state, command, "duplicate_client_order_id", emit);
  const row = instrument.isFutures ? state.positions.find(user.index, instrument.index) : NO_ROW;
  const placing = placingOf(state, user, instrument, row, command);
  const refusal = placingRefusal(state, placing);
  if (refusal !== undefined) return rejectOrder(state, command, refusal, emit);
  if (instrument.isFutures) return placeFuturesOrder(state, placing, emit);
  if (command.margin === undefined) return placeSpotOrder(state, placing, emit);
  placeOnCredit(state, placing, emit);
}

/** Places a spot order on margin with the lender of its backing. */
function placeOnCredit(state: State, placing: Placing, emit: Emit): void {
  const { command } = placing;
  assert(command.margin !== undefined, "an order on margin names its backing");
  const { marginWallet, lender } = BACKING_TRAITS[command.margin.backing];
  switch (lender) {
    case "none":
      return rejectOrder(state, command, "margin_not_supported", emit);
    case "unified_account":
      return placeDebtOrder(state, placing, emit);
    case "margin_account":
      return placeMarginOrder(state, placing, marginWallet, emit);
    default:
      return unreachable(lender);
  }
}
