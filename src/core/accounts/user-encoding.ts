/** Canonical encoding of users and their keys. */

import { assert } from "../base/assert.ts";
import { type ByteReader, BytesDamaged, type ByteWriter, wordOf } from "../base/bytes.ts";
import {
  ACCOUNT_KINDS,
  ACCOUNT_LEVELS,
  indexIn,
  KEY_KINDS,
  REALMS,
  REVIEW_REASONS,
  USER_STATUSES,
} from "../base/vocabulary.ts";
import type { State } from "../state.ts";
import { ClosedClientIds } from "./closed-client-ids.ts";
import { FREEZE_BITS_MAX } from "./freezes.ts";
import { aliasKeyOf, linkToFamily, listKey, newUser, type User } from "./user.ts";

/** Writes all users, those of the exchange first, and all keys. */
export function writeUsers(state: State, out: ByteWriter): void {
  out.varint(state.users.length);
  for (const user of state.users) {
    out.u8(indexIn(ACCOUNT_KINDS, user.accountKind));
    out.u8(indexIn(REALMS, user.realm));
    out.varint(user.parent);
    out.text(user.name);
    out.varint(user.openOrdersMax);
    out.varint(user.createdAtMs);
    out.u8(indexIn(ACCOUNT_LEVELS, user.level));
    out.u8(user.isQuestionnairePassed ? 1 : 0);
    out.varint(user.hedgeCategories);
    out.varint(user.subAccounts);
    out.u8(user.isVirtual ? 1 : 0);
    out.u8(indexIn(USER_STATUSES, user.status));
    out.u8(user.freezes);
    out.text(user.permissions);
    out.text(user.note);
    out.varint(user.accessChangedAtMs);
    out.u8(user.borrows ? 1 : 0);
    out.varint(user.interestHour);
    const coins = [...(user.coinLeverages ?? [])].sort(([a], [b]) => a - b);
    out.varint(coins.length);
    for (const [currency, leverage] of coins) {
      out.varint(currency);
      out.varint(leverage);
    }
    out.u8(user.review === undefined ? 0 : indexIn(REVIEW_REASONS, user.review) + 1);
    out.varint(user.heldSinceMs);
    out.varint(user.transfers?.size ?? 0);
    for (const [clientId, transfer] of user.transfers ?? []) {
      out.text(clientId);
      out.varint(transfer.transferId);
      out.u8(transfer.fromWallet);
      out.varint(transfer.toUser);
      out.u8(transfer.toWallet);
      out.varint(transfer.currency);
      out.i64(transfer.amount);
      out.varint(transfer.fromInstrument);
      out.varint(transfer.toInstrument);
      out.u8(transfer.mayBorrow ? 1 : 0);
    }
    out.varint(user.closedClientIds?.size ?? 0);
    for (const [digest, closedAtMs] of user.closedClientIds?.entries() ?? []) {
      out.varint(digest);
      out.varint(closedAtMs);
    }
  }
  out.varint(state.keys.size);
  for (const key of state.keys.values()) {
    out.text(key.apiKey);
    out.varint(key.user);
    out.u8(indexIn(KEY_KINDS, key.keyKind));
    out.blob(key.sealedSecret);
    out.text(key.passphraseHash);
    out.text(key.permissions);
    out.text(key.ipList);
    out.text(key.note);
    out.varint(key.createdAtMs);
  }
}

function readCoinLeverages(user: User, from: ByteReader): void {
  const count = from.varint();
  if (count === 0) return;
  user.coinLeverages = new Map();
  for (let i = 0; i < count; i++) {
    const currency = from.varint();
    user.coinLeverages.set(currency, from.varint());
  }
}

function readTransfers(user: User, from: ByteReader): void {
  const count = from.varint();
  if (count === 0) return;
  user.transfers = new Map();
  for (let i = 0; i < count; i++) {
    const clientId = from.text();
    user.transfers.set(clientId, {
      transferId: from.varint(),
      fromWallet: from.u8(),
      toUser: from.varint(),
      toWallet: from.u8(),
      currency: from.varint(),
      amount: from.i64(),
      fromInstrument: from.varint(),
      toInstrument: from.varint(),
      mayBorrow: from.u8() === 1,
    });
  }
}

function readClosedClientIds(user: User, from: ByteReader): void {
  const count = from.varint();
  if (count === 0) return;
  user.closedClientIds = new ClosedClientIds();
  for (let i = 0; i < count; i++) user.closedClientIds.restore(from.varint(), from.varint());
}

function assertFamilies(users: readonly User[]): void {
  const linked = new Int32Array(users.length);
  for (const { index, parent } of users) {
    if (parent !== index) linked[parent] = (linked[parent] ?? 0) + 1;
  }
  for (const { index, subAccounts } of users) {
    assert(linked[index] === subAccounts, "a main account counts its sub-accounts");
  }
}

/** Reads what `writeUsers` wrote, in place of all users. Throws `BytesDamaged`. */
export function readUsers(state: State, from: ByteReader): void {
  const users = from.varint();
  state.users.length = 0;
  for (let index = 0; index < users; index++) {
    const accountKind = wordOf(ACCOUNT_KINDS, from.u8());
    const realm = wordOf(REALMS, from.u8());
    const parent = from.varint();
    const name = from.text();
    const openOrdersMax = from.varint();
    const createdAtMs = from.varint();
    const terms = { parent, name, openOrdersMax, createdAtMs };
    const user = newUser(index, accountKind, realm, terms);
    user.level = wordOf(ACCOUNT_LEVELS, from.u8());
    user.isQuestionnairePassed = from.u8() === 1;
    user.hedgeCategories = from.varint();
    user.subAccounts = from.varint();
    user.isVirtual = from.u8() === 1;
    user.status = wordOf(USER_STATUSES, from.u8());
    user.freezes = from.u8();
    if (user.freezes > FREEZE_BITS_MAX) throw new BytesDamaged(`freezes ${user.freezes}`);
    user.permissions = from.text();
    user.note = from.text();
    user.accessChangedAtMs = from.varint();
    user.borrows = from.u8() === 1;
    user.interestHour = from.varint();
    readCoinLeverages(user, from);
    const review = from.u8();
    user.review = review === 0 ? undefined : wordOf(REVIEW_REASONS, review - 1);
    user.heldSinceMs = from.varint();
    readTransfers(user, from);
    readClosedClientIds(user, from);
    if (parent !== index) linkToFamily(wordOf(state.users, parent), user);
    if (user.isVirtual) state.aliases.set(aliasKeyOf(name), index);
    state.users.push(user);
  }
  assertFamilies(state.users);
  const keys = from.varint();
  for (let i = 0; i < keys; i++) {
    const key = {
      apiKey: from.text(),
      user: from.varint(),
      keyKind: wordOf(KEY_KINDS, from.u8()),
      sealedSecret: from.blob(),
      passphraseHash: from.text(),
      permissions: from.text(),
      ipList: from.text(),
      note: from.text(),
      createdAtMs: from.varint(),
    };
    const user = wordOf(state.users, key.user);
    listKey(user, key);
    state.keys.set(key.apiKey, key);
  }
  assert(state.keys.size === keys, "each API key belongs to one user");
}
