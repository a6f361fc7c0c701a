/** Hour of interest and bad debts in the canonical bytes; the debts follow from the ledger. */
import { assert } from "../base/assert.ts";
import type { ByteReader, ByteWriter } from "../base/bytes.ts";
import { WALLET_INDEX } from "../ledger/ledger.ts";
import { atoms, rateE8, ticks } from "../money/units.ts";
import type { State } from "../state.ts";
import { mayOwe, noteDebt } from "./record-debt.ts";

/** Appends them; marks and terms of the hour are empty once all users are charged. */
export function writeDebts(state: State, out: ByteWriter): void {
  const { hour, hours, marks, nextUser, terms } = state.debts;
  const isCharged = marks.length === 0 && terms.length === 0;
  assert(nextUser !== 0 || isCharged, "an hour is forgotten once all users are charged");
  for (const value of [hour, hours, nextUser, marks.length]) out.varint(value);
  for (const mark of marks) out.varint(mark);
  out.varint(terms.length);
  for (const { currency, dailyRate, interestFree, realm } of terms) {
    for (const value of [realm, currency, dailyRate]) out.varint(value);
    out.i64(interestFree);
  }
  out.varint(state.debts.repaidHour);
  out.varint(state.debts.repaid.size);
  for (const [parent, usd] of state.debts.repaid) {
    out.varint(parent);
    out.i64(usd);
  }
  writeBadDebts(state, out);
}

/** Bad debts by user and currency: numbers of ledger accounts depend on their first use. */
function writeBadDebts({ debts, ledger }: State, out: ByteWriter): void {
  const { bad } = debts.table;
  out.varint(bad.size);
  for (const [account, amount] of bad) {
    assert(amount <= debts.table.of(account), "a bad debt is a part of a debt");
    out.varint(ledger.userOf(account));
    out.varint(ledger.currencyOf(account));
    out.i64(amount);
  }
}

function readBadDebts({ debts, ledger }: State, from: ByteReader): void {
  const count = from.varint();
  for (let i = 0; i < count; i++) {
    const account = ledger.find(from.varint(), WALLET_INDEX.unified, from.varint());
    debts.table.restoreBad(account, atoms(from.i64()));
  }
}

/** Restores them into a state whose users and ledger are restored. */
export function readDebts(state: State, from: ByteReader): void {
  const { debts, ledger } = state;
  debts.hour = from.varint();
  debts.hours = from.varint();
  debts.nextUser = from.varint();
  const marks = from.varint();
  for (let i = 0; i < marks; i++) debts.marks.push(ticks(from.varint()));
  const terms = from.varint();
  for (let i = 0; i < terms; i++) {
    const realm = from.varint();
    const currency = from.varint();
    const dailyRate = rateE8(from.varint());
    debts.terms.push({ realm, currency, dailyRate, interestFree: atoms(from.i64()) });
  }
  debts.repaidHour = from.varint();
  const repaid = from.varint();
  for (let i = 0; i < repaid; i++) {
    const parent = from.varint();
    debts.repaid.set(parent, from.i64());
  }
  for (let account = 1; account < ledger.end; account++) {
    if (mayOwe(state, account)) noteDebt(state, account);
  }
  readBadDebts(state, from);
}
