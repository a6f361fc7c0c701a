/** Placing spot orders on margin accounts; the order may borrow what the account lacks. */
import { assert } from "../base/assert.ts";
import type { MarginWallet } from "../base/vocabulary.ts";
import { LOAN_TYPE_TRAITS } from "../base/word-traits.ts";
import { accountForOrder, isUnwinding, ledgerAccountOf } from "../lending/margin-account.ts";
import { takeLoan } from "../lending/take-loan.ts";
import type { Emit, State } from "../state.ts";
import { enterSpotOrder, recordOrder, reserveSpot } from "./enter-order.ts";
import { executeOrder } from "./execute-order.ts";
import { creditPlan } from "./margin-credit.ts";
import type { Placing } from "./placing.ts";
import { rejectOrder } from "./reject-order.ts";
import { passesOwn, spotReservation } from "./requested-order.ts";

/**
 * Places an order that passed `placingRefusal`, if the margin account covers it or may borrow.
 * Emits `loan_borrowed` first where it borrows, after the interest that is due.
 */
export function placeMarginOrder(
  state: State,
  placing: Placing,
  wallet: MarginWallet,
  emit: Emit,
): void {
  const { command, instrument, user } = placing;
  const { margin, price, quoteAmount, size } = command;
  assert(margin !== undefined, "an order on margin names its backing");
  const account = accountForOrder(state, user, wallet, instrument);
  if (account === undefined) return rejectOrder(state, command, "margin_not_supported", emit);
  if (isUnwinding(state, account)) return rejectOrder(state, command, "account_unwinding", emit);
  const isBuy = command.side === "buy";
  const hold = spotReservation(instrument, command);
  const mayBorrow = LOAN_TYPE_TRAITS[margin.loanType].borrows;
  const amounts = { price, size, quoteAmount, hold };
  const modes = { mayBorrow, passesOwn: passesOwn(command) };
  const order = { account, instrument, isBuy, ...amounts, ...modes };
  const plan = creditPlan(state, order);
  if (typeof plan === "string") return rejectOrder(state, command, plan, emit);
  // From here on the order must succeed: nothing below may reject.
  if (plan.loan !== undefined) takeLoan(state, plan.loan, true, emit);
  const slot = recordOrder(state, command);
  const coin = isBuy ? instrument.quote : instrument.base;
  reserveSpot(state, slot, ledgerAccountOf(state, account, coin), hold);
  enterSpotOrder(state, slot, emit);
  state.outcome.id = state.orders.id(slot);
  executeOrder(state, slot, plan.limit, emit);
}
