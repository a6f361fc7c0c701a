/** Repays a loan against a pledge at its user's command (decision 0068). */

import { exchangeUserOf, type User } from "../accounts/user.ts";
import { assert, unreachable } from "../base/assert.ts";
import { PLEDGE_INDEX_AGE_MS_MAX, REPAYMENT_INDEX_AGE_MS_MAX } from "../base/limits.ts";
import type { Rejection } from "../base/rejections.ts";
import { chargeDebtInterest } from "../borrowing/charge-debt-interest.ts";
import { noteRepaid, usdLeft } from "../borrowing/repay-debts.ts";
import type { DraftOf } from "../commands/commands.ts";
import { rejectCommand } from "../commands/reject-command.ts";
import { usdUp } from "../instruments/usd-price.ts";
import { WALLET_INDEX } from "../ledger/ledger.ts";
import { poolAccount } from "../lending/lending-pool.ts";
import { minAtoms, minus, negated, plus } from "../money/arithmetic.ts";
import { type Atoms, atoms, ZERO_ATOMS } from "../money/units.ts";
import { type Emit, nextId, ordinaryUser, type State } from "../state.ts";
import {
  namesOf,
  payingRefusal,
  pledgedAccount,
  recordDebts,
  walletAccount,
} from "./pledge-accounts.ts";
import {
  freshRates,
  grantingRates,
  type PledgeRates,
  pledgeFor,
  pledgeWithin,
  reportedRateE6,
} from "./pledge-rate.ts";
import { chargePledgedInterest, pledgedDebtOf } from "./pledged-interest.ts";
import type { PledgedLoan } from "./pledged-loans.ts";

type Repay = DraftOf<"repay_pledged_loan">;

/** A repayment that nothing refuses. */
type Payment = {
  readonly user: User;
  readonly loan: PledgedLoan;
  /** Amount of the borrowed coin that is repaid. */
  readonly most: Atoms;
  /** Part of the pledge that pays it; 0 when the wallet does. */
  readonly pledgeUsed: Atoms;
  /** Price of the borrowed coin, when the pledge pays. */
  readonly rates: PledgeRates | undefined;
};

/**
 * Part of a pledge that pays an amount at index prices with the repayment spread, or why it cannot.
 * Prices are recent and values limited per hour, as for repayments with other coins (decision
 * 0035).
 */
function paymentWithPledge(
  state: State,
  user: User,
  loan: PledgedLoan,
  most: Atoms,
): { readonly pledgeUsed: Atoms; readonly rates: PledgeRates } | Rejection {
  const rates = freshRates(state, loan, REPAYMENT_INDEX_AGE_MS_MAX);
  if (rates === undefined) return "collateral_price_missing";
  if (usdUp(rates.loan, most) > usdLeft(state, user)) return "repayment_limit_reached";
  const used = pledgeFor(rates, most, state.lending.rules.repaymentSpread);
  return used > loan.pledge ? "collateral_insufficient" : { pledgeUsed: atoms(used), rates };
}

/** Checks a repayment. */
function paymentOf(state: State, user: User, command: Repay): Payment | Rejection {
  const loan = state.pledging.loans.find(command.loanId);
  if (loan === undefined || loan.user !== user.index) return "pledged_loan_not_found";
  if (!command.isWhole && command.amount <= 0n) return "amount_not_positive";
  const debt = pledgedDebtOf(state, loan);
  const most = command.isWhole ? debt : minAtoms(command.amount, debt);
  switch (command.method) {
    case "wallet": {
      const refusal = payingRefusal(state, user, loan.currency, most);
      return refusal ?? { user, loan, most, pledgeUsed: ZERO_ATOMS, rates: undefined };
    }
    case "pledge": {
      const payment = paymentWithPledge(state, user, loan, most);
      return typeof payment === "string" ? payment : { user, loan, most, ...payment };
    }
    default:
      return unreachable(command.method);
  }
}

/**
 * Part of the pledge that returns to the wallet: all of it when nothing is left to repay; else, if
 * requested, the share of the debt that was repaid, as far as the initial line does not require it.
 */
function releasedOf(
  state: State,
  loan: PledgedLoan,
  { before, isRequested }: { readonly before: Atoms; readonly isRequested: boolean },
): Atoms {
  const debt = plus(loan.principal, loan.interest);
  if (debt === 0n) return loan.pledge;
  if (!isRequested) return ZERO_ATOMS;
  const rates = grantingRates(state, loan, PLEDGE_INDEX_AGE_MS_MAX);
  if (rates === undefined) return ZERO_ATOMS;
  const share = atoms((loan.pledge * (before - debt)) / before);
  const spare = loan.pledge - pledgeWithin(rates, debt, loan.lines.initial);
  return spare <= 0n ? ZERO_ATOMS : minAtoms(share, atoms(spare));
}

/** Interest and principal that are repaid, and the part of the pledge that pays the interest. */
type Parts = {
  readonly interestPart: Atoms;
  readonly principalPart: Atoms;
  readonly pledgeAsInterest: Atoms;
};

/** Posts both parts out of the wallet, or the part of the pledge that pays them. */
function pay(state: State, { loan, pledgeUsed, rates, user }: Payment, parts: Parts): void {
  const { ledger, lending, pledging } = state;
  const { interestPart, pledgeAsInterest, principalPart } = parts;
  const { currency, pledgeCurrency, realm } = loan;
  const isPledge = rates !== undefined;
  const coin = isPledge ? pledgeCurrency : currency;
  const source = isPledge ? pledgedAccount(state, user, coin) : walletAccount(state, user, coin);
  const income = ledger.account(exchangeUserOf(realm), WALLET_INDEX.interest_income, coin);
  const toPool = isPledge ? minus(pledgeUsed, pledgeAsInterest) : principalPart;
  ledger.post(source, income, isPledge ? pledgeAsInterest : interestPart);
  ledger.post(source, poolAccount(state, realm, coin), toPool);
  if (rates === undefined) return;
  lending.poolFunds.add(realm, pledgeCurrency, toPool);
  lending.poolFunds.add(realm, currency, negated(principalPart));
  noteRepaid(state, user, usdUp(rates.loan, plus(interestPart, principalPart)));
  pledging.loans.changePledge(loan, negated(pledgeUsed));
}

/**
 * Repays a part of a loan or all of it. Emits interest of begun hours, then `pledged_loan_repaid`,
 * or `command_rejected`.
 */
export function repayPledgedLoan(state: State, command: Repay, emit: Emit): void {
  const user = ordinaryUser(state, command.user);
  if (user === undefined) return rejectCommand(state, command.user, "user_not_found", emit);
  const payment = paymentOf(state, user, command);
  if (typeof payment === "string") return rejectCommand(state, user.index, payment, emit);
  // From here on the repayment must succeed: nothing below may reject.
  const { ledger, pledging } = state;
  const { loan, most, pledgeUsed } = payment;
  if (state.debts.nextUser !== 0) chargeDebtInterest(state, user, emit);
  chargePledgedInterest(state, loan, emit);
  const before = plus(loan.principal, loan.interest);
  const interestPart = minAtoms(most, loan.interest);
  const principalPart = minus(most, interestPart);
  const pledgeAsInterest = atoms((pledgeUsed * interestPart) / most);
  pay(state, payment, { interestPart, principalPart, pledgeAsInterest });
  loan.interest = minus(loan.interest, interestPart);
  loan.principal = minus(loan.principal, principalPart);
  assert(loan.principal >= 0n, "no more principal is repaid than was borrowed");
  const released = releasedOf(state, loan, { before, isRequested: command.releases });
  const payer = walletAccount(state, user, loan.currency);
  const payee = walletAccount(state, user, loan.pledgeCurrency);
  ledger.post(pledgedAccount(state, user, loan.pledgeCurrency), payee, released);
  pledging.loans.changePledge(loan, negated(released));
  const debt = plus(loan.principal, loan.interest);
  state.outcome.id = nextId(state);
  const rateE6 = reportedRateE6(state, loan, { debt, pledge: loan.pledge });
  state.outcome.pledged = { interestPart, principalPart, released, rateE6 };
  emit.write("pledged_loan_repaid", {
    repayId: state.outcome.id,
    ...namesOf(state, loan),
    method: command.method,
    ...{ interestPart, principalPart, principal: loan.principal, interest: loan.interest },
    balance: ledger.balance(payer),
    ...{ pledgeUsed, pledgeAsInterest, released, pledge: loan.pledge },
    pledgeBalance: ledger.balance(payee),
  });
  if (debt === 0n) pledging.loans.remove(loan);
  recordDebts(state, [payer, payee], emit);
}
