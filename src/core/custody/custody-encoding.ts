/** Canonical encoding of deposits, withdrawals and address books. */
import { type ByteReader, type ByteWriter, wordOf } from "../base/bytes.ts";
import { ADDRESS_KINDS, indexIn, WITHDRAWAL_STATUSES } from "../base/vocabulary.ts";
import { atoms } from "../money/units.ts";
import type { AddressEntry, Custody, Deposit, Withdrawal } from "./custody-state.ts";

function byKey<V>(map: ReadonlyMap<number, V>): [number, V][] {
  return [...map].sort(([one], [other]) => one - other);
}

function writeDeposit(out: ByteWriter, deposit: Deposit): void {
  out.varint(deposit.id);
  out.varint(deposit.user);
  out.varint(deposit.chain);
  out.i64(deposit.amount);
  out.text(deposit.transactionId);
  out.varint(deposit.output);
  out.varint(deposit.createdAtMs);
  out.varint(deposit.height);
  out.varint(deposit.confirmations);
}

function readDeposit(from: ByteReader): Deposit {
  return {
    id: from.varint(),
    user: from.varint(),
    chain: from.varint(),
    amount: atoms(from.i64()),
    transactionId: from.text(),
    output: from.varint(),
    createdAtMs: from.varint(),
    height: from.varint(),
    confirmations: from.varint(),
  };
}

function writeWithdrawal(out: ByteWriter, withdrawal: Withdrawal): void {
  out.varint(withdrawal.id);
  out.varint(withdrawal.user);
  out.varint(withdrawal.chain);
  out.u8(withdrawal.wallet);
  out.i64(withdrawal.debit);
  out.i64(withdrawal.fee);
  out.text(withdrawal.address);
  out.text(withdrawal.tag);
  out.text(withdrawal.clientId);
  out.text(withdrawal.remark);
  out.varint(withdrawal.createdAtMs);
  out.u8(indexIn(WITHDRAWAL_STATUSES, withdrawal.status));
  out.varint(withdrawal.confirmations);
  out.text(withdrawal.transactionId);
  out.blob(withdrawal.rawTransaction);
}

function readWithdrawal(from: ByteReader): Withdrawal {
  return {
    id: from.varint(),
    user: from.varint(),
    chain: from.varint(),
    wallet: from.u8(),
    debit: atoms(from.i64()),
    fee: atoms(from.i64()),
    address: from.text(),
    tag: from.text(),
    clientId: from.text(),
    remark: from.text(),
    createdAtMs: from.varint(),
    status: wordOf(WITHDRAWAL_STATUSES, from.u8()),
    confirmations: from.varint(),
    transactionId: from.text(),
    rawTransaction: from.blob(),
  };
}

function writeEntry(out: ByteWriter, entry: AddressEntry): void {
  out.varint(entry.id);
  out.u8(indexIn(ADDRESS_KINDS, entry.addressKind));
  out.varint(entry.chain);
  out.text(entry.address);
  out.text(entry.tag);
  out.text(entry.label);
  out.varint(entry.toUser);
  out.varint(entry.createdAtMs);
}

function readEntry(from: ByteReader): AddressEntry {
  return {
    id: from.varint(),
    addressKind: wordOf(ADDRESS_KINDS, from.u8()),
    chain: from.varint(),
    address: from.text(),
    tag: from.text(),
    label: from.text(),
    toUser: from.varint(),
    createdAtMs: from.varint(),
  };
}

function writeRemembered(out: ByteWriter, { remembered }: Custody): void {
  out.varint(remembered.size);
  for (const [user, known] of byKey(remembered)) {
    out.varint(user);
    out.varint(known.size);
    for (const [clientId, { id, terms }] of known) {
      out.text(clientId);
      out.varint(id);
      out.text(terms);
    }
  }
}

function readRemembered(from: ByteReader, { remembered }: Custody): void {
  for (let users = from.varint(); users > 0; users--) {
    const user = from.varint();
    const known = new Map<string, { id: number; terms: string }>();
    for (let count = from.varint(); count > 0; count--) {
      const clientId = from.text();
      known.set(clientId, { id: from.varint(), terms: from.text() });
    }
    remembered.set(user, known);
  }
}

/** Appends deposits, withdrawals and address books. */
export function writeCustody(custody: Custody, out: ByteWriter): void {
  out.varint(custody.deposits.size);
  for (const deposit of custody.deposits.values()) writeDeposit(out, deposit);
  out.varint(custody.settled.size);
  for (const [key, { height, id }] of custody.settled) {
    out.text(key);
    out.varint(id);
    out.varint(height);
  }
  const heights = [...custody.heights].sort(([one], [other]) => (one < other ? -1 : 1));
  out.varint(heights.length);
  for (const [network, height] of heights) {
    out.text(network);
    out.varint(height);
  }
  out.varint(custody.withdrawals.size);
  for (const withdrawal of custody.withdrawals.values()) writeWithdrawal(out, withdrawal);
  out.varint(custody.books.size);
  for (const [user, entries] of byKey(custody.books)) {
    out.varint(user);
    out.varint(entries.length);
    for (const entry of entries) writeEntry(out, entry);
  }
  writeRemembered(out, custody);
  out.varint(custody.unattended.size);
  for (const [key, { day, sum }] of byKey(custody.unattended)) {
    out.varint(key);
    out.varint(day);
    out.i64(sum);
  }
  out.varint(custody.depositWallets.size);
  for (const [key, wallet] of byKey(custody.depositWallets)) {
    out.varint(key);
    out.u8(wallet);
  }
}

/** Reads what `writeCustody` wrote. Throws `BytesDamaged`. */
export function readCustody(custody: Custody, from: ByteReader): void {
  for (let count = from.varint(); count > 0; count--) {
    const deposit = readDeposit(from);
    custody.deposits.set(deposit.id, deposit);
  }
  for (let count = from.varint(); count > 0; count--) {
    const key = from.text();
    const id = from.varint();
    custody.settled.set(key, { id, height: from.varint() });
  }
  for (let count = from.varint(); count > 0; count--) {
    const network = from.text();
    custody.heights.set(network, from.varint());
  }
  for (let count = from.varint(); count > 0; count--) {
    const withdrawal = readWithdrawal(from);
    custody.withdrawals.set(withdrawal.id, withdrawal);
  }
  for (let count = from.varint(); count > 0; count--) {
    const user = from.varint();
    const entries: AddressEntry[] = [];
    for (let left = from.varint(); left > 0; left--) entries.push(readEntry(from));
    custody.books.set(user, entries);
  }
  readRemembered(from, custody);
  for (let count = from.varint(); count > 0; count--) {
    const key = from.varint();
    const day = from.varint();
    custody.unattended.set(key, { day, sum: from.i64() });
  }
  for (let count = from.varint(); count > 0; count--) {
    const key = from.varint();
    custody.depositWallets.set(key, from.u8());
  }
}
