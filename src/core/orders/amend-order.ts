/** Amending the price or size of a resting order under the same id. */
import type { User } from "../accounts/user.ts";
import type { Rejection } from "../base/rejections.ts";
import { debtRefusal } from "../borrowing/debt-refusal.ts";
import type { AmendOrder, ExitChange } from "../commands/commands.ts";
import { rejectCommand } from "../commands/reject-command.ts";
import type { Instrument } from "../instruments/instrument.ts";
import type { Purchase } from "../lending/debt-margin.ts";
import { canSpend } from "../margin/coverage.ts";
import type { Atoms } from "../money/units.ts";
import { reservationChange } from "../order-book/spot-amounts.ts";
import { type Emit, ordinaryUser, type State } from "../state.ts";
import type { Amendment } from "./amendment.ts";
import { futuresRefusal, termsRefusal } from "./amendment-refusal.ts";
import { applyAmendment } from "./apply-amendment.ts";
import { amendmentOf, setReach } from "./begin-amendment.ts";
import { changeExits, changesExits, checkExitChange } from "./change-exits.ts";
import { closeOrder } from "./close-order.ts";
import { findOrder } from "./find-order.ts";

/** The purchase that debt limits are checked for when a spot order reserves `more`. */
function purchaseOf(instrument: Instrument, isBuy: boolean, more: Atoms): Purchase {
  const { base, quote } = instrument;
  if (isBuy) return { paid: quote, bought: base, more };
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
function changeReservation(state: State, amendment: Amendment): Rejection | undefined {
  const { ledger, orders } = state;
  const { instrument, slot, user } = amendment;
  const isBuy = orders.isBuy(slot);
  // A sell reserves its size at any price: most price changes of sells leave it as it is.
  if (!isBuy && amendment.remaining === orders.remaining(slot)) return undefined;
  const more = reservationChange(state, slot, instrument, amendment);
  const account = orders.payAccount(slot);
  if (more > 0n) {
    const refusal = orders.isOnUnifiedMargin(slot)
      ? debtRefusal(state, user, instrument, purchaseOf(instrument, isBuy, more))
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
  { command, refusal }: { readonly command: AmendOrder; readonly refusal: Rejection },
  emit: Emit,
): void {
  if (!command.autoCancel) return rejectCommand(state, command.user, refusal, emit);
  state.outcome.id = state.orders.id(slot);
  closeOrder(state, slot, "amend_failed", emit);
}

/** Returns the reason to refuse the new terms, or reserves what a spot order additionally needs. */
function amendmentRefusal(state: State, amendment: Amendment): Rejection | undefined {
  const invalid = termsRefusal(state, amendment);
  if (invalid !== undefined) return invalid;
  if (!amendment.instrument.isFutures) return changeReservation(state, amendment);
  setReach(state, amendment);
  return futuresRefusal(state, amendment);
}

/** Amends price and size, and the exits if they change. */
function changeOrder(state: State, amendment: Amendment, command: AmendOrder, emit: Emit): void {
  const { slot } = amendment;
  const refusal = amendmentRefusal(state, amendment);
  if (refusal !== undefined) return refuse(state, slot, { command, refusal }, emit);
  // From here on the change must succeed: nothing below may reject.
  state.outcome.id = state.orders.id(slot);
  if (command.exits !== undefined) changeExits(state, slot, command.exits, emit);
  applyAmendment(state, amendment, emit);
}

/** As `amendOrder`, for a command that changes the exits of the order. */
function amendWithExits(
  state: State,
  amendment: Amendment,
  change: { readonly command: AmendOrder; readonly exits: ExitChange },
  emit: Emit,
): void {
  const { orders } = state;
  const { price, size, slot } = amendment;
  const { command, exits } = change;
  const refusal = checkExitChange(state, slot, exits, price);
  if (refusal !== undefined) return refuse(state, slot, { command, refusal }, emit);
  const isSame = price === orders.price(slot) && size === orders.size(slot);
  if (!isSame) return changeOrder(state, amendment, command, emit);
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
  const user = ordinaryUser(state, command.user);
  if (user === undefined) return rejectCommand(state, command.user, "user_not_found", emit);
  const slot = findOrder(state, command);
  if (slot === 0) return rejectCommand(state, command.user, "order_not_found", emit);
  const { exits } = command;
  const amendment = amendmentOf(state, user, slot, command);
  if (exits !== undefined && changesExits(state, slot, exits)) {
    return amendWithExits(state, amendment, { command, exits }, emit);
  }
  changeOrder(state, amendment, command, emit);
}
