/** Takes a classic loan out of a lending pool. */
import { assert } from "../base/assert.ts";
import { hourOf } from "../base/clock-hour.ts";
import { type Emit, nextId, type State } from "../state.ts";
import { chargeFirstHour, chargeLoanInterest } from "./charge-loan-interest.ts";
import type { LoanRequest } from "./check-loan.ts";
import { poolAccount } from "./lending-pool.ts";
import { loanEventFields } from "./loan-account.ts";
import { principalMaxOf } from "./loan-terms.ts";
import { termsOf } from "./margin-account.ts";

/**
 * Takes a loan that `checkLoan` allowed, or adds to the loan that the account has in the coin.
 * Emits `interest_charged` for hours past, `loan_borrowed`, and `interest_charged` for the current
 * hour. Returns the id of the borrowing.
 */
export function takeLoan(state: State, request: LoanRequest, isAuto: boolean, emit: Emit): number {
  const { account, amount, currency } = request;
  const { ledger, lending } = state;
  const { loans } = lending;
  const terms = termsOf(state, account, currency);
  assert(terms !== undefined, "a coin that is lent has terms");
  assert(amount > 0n, "a loan is above zero");
  const { user, wallet, instrument } = account;
  const money = ledger.account(user.index, wallet, currency, instrument);
  const known = loans.find(money);
  if (known !== 0) chargeLoanInterest(state, known, emit);
  const id = nextId(state);
  const row = known === 0 ? loans.add(money, id) : known;
  if (known === 0) {
    loans.hour.set(row, hourOf(state.timeMs));
    loans.dailyRate.set(row, terms.dailyRate);
  }
  const pool = poolAccount(state, terms.realm, currency);
  ledger.post(pool, money, amount);
  loans.principal.add(row, amount);
  assert(ledger.balance(pool) >= 0n, "a pool lends no more than it has");
  assert(loans.principal.get(row) <= principalMaxOf(terms), "a principal is within the last tier");
  emit.write("loan_borrowed", {
    loanId: id,
    ...loanEventFields(state, money),
    amount,
    isAuto,
    principal: loans.principal.get(row),
    interest: loans.interest.get(row),
    balance: ledger.balance(money),
  });
  chargeFirstHour(state, row, amount, emit);
  return id;
}
