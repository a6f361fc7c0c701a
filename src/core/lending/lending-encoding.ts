/** Lending in the canonical bytes of a state (see `state-encoding.ts`). */
import { assert } from "../base/assert.ts";
import { type ByteReader, BytesDamaged, type ByteWriter } from "../base/bytes.ts";
import { indexIn, REALMS } from "../base/vocabulary.ts";
import { atoms, rateE6, rateE8 } from "../money/units.ts";
import type { State } from "../state.ts";
import type { Unwind } from "./lending-state.ts";
import type { LoanTerms, LoanTier } from "./loan-terms.ts";
import { keyOfAccount } from "./margin-account.ts";

function writeTerms(out: ByteWriter, terms: LoanTerms): void {
  out.u8(indexIn(REALMS, terms.realm));
  out.varint(terms.instrument);
  out.varint(terms.currency);
  out.varint(terms.pricedBy === undefined ? 0 : terms.pricedBy.index + 1);
  out.varint(terms.dailyRate);
  out.i64(terms.amountMin);
  out.i64(terms.interestFree);
  out.varint(terms.tiers.length);
  for (const tier of terms.tiers) {
    out.i64(tier.amountMax);
    out.varint(tier.leverage);
    out.varint(tier.maintenanceRate);
  }
}

function readTerms(state: State, from: ByteReader): LoanTerms {
  const realm = REALMS[from.u8()];
  if (realm === undefined) throw new BytesDamaged("loan terms name a realm");
  const instrument = from.varint();
  const currency = from.varint();
  const pricedBy = state.instruments[from.varint() - 1];
  const dailyRate = rateE8(from.varint());
  const amountMin = atoms(from.i64());
  const interestFree = atoms(from.i64());
  const count = from.varint();
  const tiers: LoanTier[] = [];
  for (let i = 0; i < count; i++) {
    const amountMax = atoms(from.i64());
    const leverage = from.varint();
    tiers.push({ amountMax, leverage, maintenanceRate: rateE6(from.varint()) });
  }
  return { realm, instrument, currency, pricedBy, dailyRate, amountMin, interestFree, tiers };
}

/** Appends the loans by ledger account, in the order in which they were taken. */
function writeLoans(state: State, out: ByteWriter): void {
  const { ledger, lending } = state;
  const { loans } = lending;
  out.varint(loans.count);
  let position = 0;
  let cursorPosition = 0;
  for (let row = loans.first; row !== 0; row = loans.next.get(row)) {
    position += 1;
    if (row === loans.cursor) cursorPosition = position;
    const account = loans.account.get(row);
    out.varint(ledger.userOf(account));
    out.u8(ledger.walletOf(account));
    out.varint(ledger.currencyOf(account));
    out.varint(ledger.instrumentOf(account));
    out.varint(loans.id.get(row));
    out.i64(loans.principal.get(row));
    out.i64(loans.interest.get(row));
    out.varint(loans.hour.get(row));
    out.varint(loans.dailyRate.get(row));
  }
  assert(position === loans.count, "the list of loans has every loan");
  assert((loans.cursor === 0) === (cursorPosition === 0), "the sweep visits a loan of the list");
  out.varint(cursorPosition);
}

function readLoans(state: State, from: ByteReader): void {
  const { ledger, lending } = state;
  const { loans } = lending;
  const count = from.varint();
  const rows = [0];
  for (let i = 0; i < count; i++) {
    const user = from.varint();
    const wallet = from.u8();
    const currency = from.varint();
    const account = ledger.account(user, wallet, currency, from.varint());
    const row = loans.add(account, from.varint());
    loans.principal.set(row, atoms(from.i64()));
    loans.interest.set(row, atoms(from.i64()));
    loans.hour.set(row, from.varint());
    loans.dailyRate.set(row, rateE8(from.varint()));
    rows.push(row);
  }
  loans.cursor = rows[from.varint()] ?? 0;
}

function writeUnwinds(state: State, out: ByteWriter): void {
  const { unwinds } = state.lending;
  out.varint(unwinds.size);
  for (const unwind of unwinds.values()) {
    out.varint(unwind.id);
    out.varint(unwind.user);
    out.u8(unwind.wallet);
    out.varint(unwind.instrument);
    out.varint(unwind.currency);
    out.u8(unwind.isForced ? 1 : 0);
    out.varint(unwind.nextAtMs);
    out.varint(unwind.misses);
  }
}

function readUnwinds(state: State, from: ByteReader): void {
  const count = from.varint();
  for (let i = 0; i < count; i++) {
    const unwind: Unwind = {
      id: from.varint(),
      user: from.varint(),
      wallet: from.u8(),
      instrument: from.varint(),
      currency: from.varint(),
      isForced: from.u8() === 1,
      nextAtMs: from.varint(),
      misses: from.varint(),
    };
    state.lending.unwinds.set(keyOfAccount(unwind), unwind);
  }
}

/** Appends the state of lending, after the listings and the ledger. */
export function writeLending(state: State, out: ByteWriter): void {
  const { lending } = state;
  const { haircut, liquidationFee, liquidationRisk, warningRisk } = lending.rules;
  for (const rate of [warningRisk, liquidationRisk, liquidationFee, haircut]) out.varint(rate);
  out.varint(lending.rules.repaymentSpread);
  out.varint(lending.rules.repaymentHourlyUsd);
  out.varint(lending.rules.poolShare);
  out.varint(lending.rules.poolLossShare);
  const terms = lending.terms.all();
  out.varint(terms.length);
  for (const coinTerms of terms) writeTerms(out, coinTerms);
  for (const realm of REALMS) {
    for (const { index } of state.currencies) out.i64(lending.poolFunds.of(realm, index));
  }
  lending.poolLosses.write(out);
  out.varint(lending.sweptAtMs);
  writeLoans(state, out);
  writeUnwinds(state, out);
}

/** Restores lending into a state whose listings and ledger are restored. */
export function readLending(state: State, from: ByteReader): void {
  const { lending } = state;
  lending.rules = {
    warningRisk: rateE6(from.varint()),
    liquidationRisk: rateE6(from.varint()),
    liquidationFee: rateE6(from.varint()),
    haircut: rateE6(from.varint()),
    repaymentSpread: rateE6(from.varint()),
    repaymentHourlyUsd: from.varint(),
    poolShare: rateE6(from.varint()),
    poolLossShare: rateE6(from.varint()),
  };
  const terms = from.varint();
  for (let i = 0; i < terms; i++) lending.terms.set(readTerms(state, from));
  for (const realm of REALMS) {
    for (const { index } of state.currencies) lending.poolFunds.add(realm, index, from.i64());
  }
  lending.poolLosses.read(from);
  lending.sweptAtMs = from.varint();
  readLoans(state, from);
  readUnwinds(state, from);
}
