/** Adds to the pledge of a loan, or takes a part of it back (decision 0068). */

import { PLEDGE_INDEX_AGE_MS_MAX } from "../base/limits.ts";
import type { Rejection } from "../base/rejections.ts";
import { chargeDebtInterest } from "../borrowing/charge-debt-interest.ts";
import type { DraftOf } from "../commands/commands.ts";
import { rejectCommand } from "../commands/reject-command.ts";
import { type Emit, nextId, ordinaryUser, type State } from "../state.ts";
import {
  namesOf,
  payingRefusal,
  pledgedAccount,
  recordDebts,
  walletAccount,
} from "./pledge-accounts.ts";
import { beyondLine, grantingRates, reportedRateE6 } from "./pledge-rate.ts";
import { chargePledgedInterest, pledgedDebtOf } from "./pledged-interest.ts";
import type { PledgedLoan } from "./pledged-loans.ts";

type Revise = DraftOf<"revise_pledge">;

/** Why a part of the pledge cannot be taken back: the initial line requires it. */
function removalRefusal(state: State, loan: PledgedLoan, amount: bigint): Rejection | undefined {
  const rates = grantingRates(state, loan, PLEDGE_INDEX_AGE_MS_MAX);
  if (rates === undefined) return "collateral_price_missing";
  const amounts = { debt: pledgedDebtOf(state, loan), pledge: loan.pledge - amount };
  const isExceeded = beyondLine(rates, amounts, loan.lines.initial) > 0n;
  return isExceeded ? "pledge_rate_exceeded" : undefined;
}

/** Emits interest of begun hours, then `pledge_revised`, or `command_rejected`. */
export function revisePledge(state: State, command: Revise, emit: Emit): void {
  const { amount, isAdded } = command;
  const reject = (reason: Rejection): void => rejectCommand(state, command.user, reason, emit);
  const user = ordinaryUser(state, command.user);
  if (user === undefined) return reject("user_not_found");
  const { ledger, pledging } = state;
  const loan = pledging.loans.find(command.loanId);
  if (loan === undefined || loan.user !== user.index) return reject("pledged_loan_not_found");
  const { pledgeCurrency } = loan;
  if (command.pledgeCurrency !== pledgeCurrency) return reject("pledge_not_accepted");
  if (amount <= 0n) return reject("amount_not_positive");
  const refusal = isAdded
    ? payingRefusal(state, user, pledgeCurrency, amount)
    : removalRefusal(state, loan, amount);
  if (refusal !== undefined) return reject(refusal);
  // From here on the change must succeed: nothing below may reject.
  if (state.debts.nextUser !== 0) chargeDebtInterest(state, user, emit);
  chargePledgedInterest(state, loan, emit);
  const debt = loan.principal + loan.interest;
  const rateBeforeE6 = reportedRateE6(state, loan, { debt, pledge: loan.pledge });
  const own = walletAccount(state, user, pledgeCurrency);
  const held = pledgedAccount(state, user, pledgeCurrency);
  ledger.post(isAdded ? own : held, isAdded ? held : own, amount);
  pledging.loans.changePledge(loan, isAdded ? amount : -amount);
  const rateAfterE6 = reportedRateE6(state, loan, { debt, pledge: loan.pledge });
  state.outcome.id = nextId(state);
  state.outcome.pledged = {
    interestPart: 0n,
    principalPart: 0n,
    released: 0n,
    rateE6: rateAfterE6,
  };
  emit.write("pledge_revised", {
    revisionId: state.outcome.id,
    ...namesOf(state, loan),
    ...{ isAdded, amount, rateBeforeE6, rateAfterE6, pledge: loan.pledge },
    pledgeBalance: ledger.balance(own),
  });
  recordDebts(state, [own], emit);
}
