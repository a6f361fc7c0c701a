/** Amending the price or size of a resting order under the same id. */
import type { User } from "../accounts/user.ts";
import { assert } from "../base/assert.ts";
import type { Rejection } from "../base/rejections.ts";
import { debtRefusal } from "../borrowing/debt-refusal.ts";
import type { AmendOrder } from "../commands/commands.ts";
import { rejectCommand } from "../commands/reject-command.ts";
import type { Instrument } from "../instruments/instrument.ts";
import type { Purchase } from "../lending/debt-margin.ts";
import { canSpend } from "../margin/coverage.ts";
import type { Atoms } from "../money/units.ts";
import { reservationChange } from "../order-book/spot-amounts.ts";
import { type Emit, instrumentAt, ordinaryUser, type State, userAt } from "../state.ts";
import { type Amendment, amendmentOf, setReach } from "./amendment.ts";
import { exposureRefusal, termsRefusal } from "./amendment-refusal.ts";
import { applyAmendment } from "./apply-amendment.ts";
import { changeExits, changesExits, checkExitChange } from "./change-exits.ts";
import { closeOrder } from "./close-order.ts";
import { findOrder } from "./find-order.ts";

/** The purchase that debt limits are checked for when a spot order reserves `more`. */
function purchaseOf(state: State, slot: number, instrument: Instrument, more: Atoms): Purchase {
  const { base, quote } = instrument;
  if (state.orders.isBuy(slot)) return { paid: quote, bought: base, more };
  return { paid: base, bought: quote, more };
}

/** Refuses an amount that the user may not spend from the account. */
function spendRefusal(
  state: State,
  user: User,
  account: number,
  amount: Atoms,
): Rejection | undefined {
  return canSpend(state, user, account, amount) ? undefined : "insufficient_available";
}

/** Changes the reservation of a spot order, or returns the reason not to and changes nothing. */
function changeReservation(
  state: State,
  slot: number,
  instrument: Instrument,
  amendment: Amendment,
): Rejection | undefined {
  const { ledger, orders } = state;
  // A sell reserves its size at any price: most price changes of sells leave it as it is.
  if (!orders.isBuy(slot) && amendment.remaining === orders.remaining(slot)) return undefined;
  const more = reservationChange(state, slot, instrument, amendment);
  const account = orders.payAccount(slot);
  if (more > 0n) {
    const user = userAt(state, orders.user(slot));
    const refusal = orders.isOnUnifiedMargin(slot)
      ? debtRefusal(state, user, instrument, purchaseOf(state, slot, instrument, more))
      : spendRefusal(state, user, account, more);
    if (refusal !== undefined) return refusal;
  }
  if (more !== 0n) ledger.reserve(account, more);
  return undefined;
}

/** Rejects the command, or cancels the order if the command asks for that (`autoCancel`). */
function refuse(
  state: State,
  slot: number,
  request: { readonly command: AmendOrder; readonly refusal: Rejection },
  emit: Emit,
): void {
  const { command, refusal } = request;
  if (!command.autoCancel) return rejectCommand(state, command.user, refusal, emit);
  state.outcome.id = state.orders.id(slot);
  closeOrder(state, slot, "amend_failed", emit);
}

/** Amends price and size, and the exits if they change. */
function changeOrder(
  state: State,
  slot: number,
  change: { readonly command: AmendOrder; readonly amendment: Amendment },
  emit: Emit,
): void {
  const { orders } = state;
  const { amendment, command } = change;
  const instrument = instrumentAt(state, orders.instrument(slot));
  const invalid = termsRefusal(state, slot, instrument, amendment);
  if (invalid !== undefined) return refuse(state, slot, { command, refusal: invalid }, emit);
  if (instrument.isFutures) setReach(state, slot, instrument, amendment);
  const refusal = instrument.isFutures
    ? exposureRefusal(state, slot, instrument, amendment)
    : changeReservation(state, slot, instrument, amendment);
  if (refusal !== undefined) return refuse(state, slot, { command, refusal }, emit);
  // From here on the change must succeed: nothing below may reject.
  state.outcome.id = orders.id(slot);
  if (command.exits !== undefined) changeExits(state, slot, command.exits, emit);
  applyAmendment(state, slot, amendment, emit);
}

/** As `amendOrder`, for a command that changes the exits of the order. */
function amendWithExits(
  state: State,
  slot: number,
  change: { readonly command: AmendOrder; readonly amendment: Amendment },
  emit: Emit,
): void {
  const { orders } = state;
  const { amendment, command } = change;
  const { exits } = command;
  assert(exits !== undefined, "a change of exits names the exits");
  const refusal = checkExitChange(state, slot, exits, amendment.price);
  if (refusal !== undefined) return refuse(state, slot, { command, refusal }, emit);
  const isSame = amendment.price === orders.price(slot) && amendment.size === orders.size(slot);
  if (!isSame) return changeOrder(state, slot, change, emit);
  state.outcome.id = orders.id(slot);
  changeExits(state, slot, exits, emit);
}

/**
 * Emits `order_amended` and the events of matching, or `command_rejected`, which changes nothing.
 * With `autoCancel`, a change that is refused for its terms or funds closes the order instead.
 * `order_exits_set` comes first if the exits change: they protect the fills of the amended order. A
 * change of exits alone leaves the order in its place.
 */
export function amendOrder(state: State, command: AmendOrder, emit: Emit): void {
  if (ordinaryUser(state, command.user) === undefined) {
    return rejectCommand(state, command.user, "user_not_found", emit);
  }
  const slot = findOrder(state, command);
  if (slot === 0) return rejectCommand(state, command.user, "order_not_found", emit);
  const { exits } = command;
  const change = { command, amendment: amendmentOf(state, slot, command) };
  if (exits !== undefined && changesExits(state, slot, exits)) {
    return amendWithExits(state, slot, change, emit);
  }
  changeOrder(state, slot, change, emit);
}
