/** Loans against a pledge in the canonical bytes of a state (see `state-encoding.ts`). */

import { type ByteReader, type ByteWriter, wordOf } from "../base/bytes.ts";
import { indexIn, LOAN_PERIODS, REALMS } from "../base/vocabulary.ts";
import { atoms, rateE6, rateE8 } from "../money/units.ts";
import { type State, userAt } from "../state.ts";
import type { PledgedLoan, PledgedLoanTerms, PledgeLines, PledgeTerms } from "./pledged-loans.ts";

function writeLines(out: ByteWriter, { forced, initial, supplement }: PledgeLines): void {
  for (const line of [initial, supplement, forced]) out.varint(line);
}

function readLines(from: ByteReader): PledgeLines {
  const initial = rateE6(from.varint());
  const supplement = rateE6(from.varint());
  return { initial, supplement, forced: rateE6(from.varint()) };
}

function writeLoanTerms(out: ByteWriter, terms: PledgedLoanTerms): void {
  out.u8(indexIn(REALMS, terms.realm));
  out.varint(terms.currency);
  out.i64(terms.amountMin);
  out.i64(terms.amountMax);
  for (const period of LOAN_PERIODS) {
    out.varint(terms.dailyRates[period]);
    out.varint(terms.hours[period]);
  }
  out.varint(terms.accountLoansMax);
}

function readLoanTerms(from: ByteReader): PledgedLoanTerms {
  const realm = wordOf(REALMS, from.u8());
  const currency = from.varint();
  const amounts = { amountMin: atoms(from.i64()), amountMax: atoms(from.i64()) };
  const dailyRates = { flexible: rateE8(0), short: rateE8(0), long: rateE8(0) };
  const hours = { flexible: 0, short: 0, long: 0 };
  for (const period of LOAN_PERIODS) {
    dailyRates[period] = rateE8(from.varint());
    hours[period] = from.varint();
  }
  return { realm, currency, ...amounts, dailyRates, hours, accountLoansMax: from.varint() };
}

function writePledgeTerms(out: ByteWriter, terms: PledgeTerms): void {
  out.u8(indexIn(REALMS, terms.realm));
  out.varint(terms.currency);
  writeLines(out, terms.lines);
  for (const amount of [terms.amountMin, terms.amountMax, terms.heldMax]) out.i64(amount);
}

function readPledgeTerms(from: ByteReader): PledgeTerms {
  return {
    realm: wordOf(REALMS, from.u8()),
    currency: from.varint(),
    lines: readLines(from),
    amountMin: atoms(from.i64()),
    amountMax: atoms(from.i64()),
    heldMax: atoms(from.i64()),
  };
}

function writeLoan(out: ByteWriter, loan: PledgedLoan): void {
  out.varint(loan.id);
  out.varint(loan.user);
  out.varint(loan.currency);
  out.varint(loan.pledgeCurrency);
  out.u8(indexIn(LOAN_PERIODS, loan.period));
  out.varint(loan.takenAtMs);
  out.varint(loan.expiresAtMs);
  writeLines(out, loan.lines);
  for (const amount of [loan.principal, loan.interest, loan.pledge]) out.i64(amount);
  out.varint(loan.hour);
  out.varint(loan.dailyRate);
}

function readLoan(state: State, from: ByteReader): PledgedLoan {
  const id = from.varint();
  const user = from.varint();
  return {
    ...{ id, user, realm: userAt(state, user).realm },
    currency: from.varint(),
    pledgeCurrency: from.varint(),
    period: wordOf(LOAN_PERIODS, from.u8()),
    takenAtMs: from.varint(),
    expiresAtMs: from.varint(),
    lines: readLines(from),
    principal: atoms(from.i64()),
    interest: atoms(from.i64()),
    pledge: atoms(from.i64()),
    hour: from.varint(),
    dailyRate: rateE8(from.varint()),
  };
}

/** Appends terms and open loans, after the users. */
export function writePledging({ pledging }: State, out: ByteWriter): void {
  const { loans, loanTerms, pledgeTerms } = pledging;
  out.varint(loanTerms.length);
  for (const terms of loanTerms) writeLoanTerms(out, terms);
  out.varint(pledgeTerms.length);
  for (const terms of pledgeTerms) writePledgeTerms(out, terms);
  out.varint(loans.all.length);
  for (const loan of loans.all) writeLoan(out, loan);
  out.varint(pledging.sweptAtMs);
  out.varint(pledging.sweepFrom);
}

/** Restores what `writePledging` wrote. */
export function readPledging(state: State, from: ByteReader): void {
  const { pledging } = state;
  pledging.loanTerms = Array.from({ length: from.varint() }, () => readLoanTerms(from));
  pledging.pledgeTerms = Array.from({ length: from.varint() }, () => readPledgeTerms(from));
  const count = from.varint();
  for (let i = 0; i < count; i++) pledging.loans.add(readLoan(state, from));
  pledging.sweptAtMs = from.varint();
  pledging.sweepFrom = from.varint();
}
