/** Users: main accounts and sub-accounts. The exchange itself is a user in each realm. */

import { assert } from "../base/assert.ts";
import { OPEN_ORDERS_MAX_DEFAULT } from "../base/limits.ts";
import { NO_ROW, type PositionRow } from "../base/position-handle.ts";
import {
  type AccountKind,
  type AccountLevel,
  CATEGORIES,
  type KeyKind,
  REALMS,
  type Realm,
  type ReviewReason,
  type UserStatus,
} from "../base/vocabulary.ts";
import { isSession, isUnified } from "../base/word-traits.ts";
import type { ClosedClientIds } from "./closed-client-ids.ts";

export type User = {
  readonly index: number;
  accountKind: AccountKind;
  isUnified: boolean;
  readonly realm: Realm;
  /** Index of the main account; a main account's own index. Self-trade prevention compares it. */
  readonly parent: number;
  readonly name: string;
  readonly openOrdersMax: number;
  readonly createdAtMs: number;
  /** Level of a unified user; classic users stay basic. */
  level: AccountLevel;
  isQuestionnairePassed: boolean;
  /** Bit i is set in hedge mode of category i. All bits of a unified user are equal. */
  hedgeCategories: number;
  /** Slots of the user's first and last open order; 0 when there is none. */
  ordersFirst: number;
  ordersLast: number;
  openSpotOrders: number;
  openFuturesOrders: number;
  /** First of the user's position rows; 0 when there is none. */
  positionsFirst: PositionRow;
  subAccounts: number;
  /** Whether the name is the alias of a virtual sub-account, which no other one has. */
  isVirtual: boolean;
  status: UserStatus;
  /** Bits of the operator's freezes; 0 for none (`freezes.ts`). */
  freezes: number;
  /** Comma-separated permissions that bound those of the user's keys; empty for no bound. */
  permissions: string;
  /** Label that the owner of a sub-account gave it. */
  note: string;
  /** Time of the latest change of status, freezes or permissions; of the creation at first. */
  accessChangedAtMs: number;
  /** Index of the next account in the list that begins at the main account; 0 at the end. */
  familyNext: number;
  /** Names of the user's API keys in the order of their creation. */
  keyNames: readonly string[];
  /** Names of the user's sessions in the order of their creation; none of them is an API key. */
  sessionNames: readonly string[];
  /** Unified: whether the user has placed MARGIN orders or moved funds on credit. */
  borrows: boolean;
  /** Unified: latest hour whose interest is charged; valid while hours are being charged. */
  interestHour: number;
  /** Unified: leverage for borrowing a coin, by currency; `undefined` before the first is set. */
  coinLeverages: Map<number, number> | undefined;
  /** Main accounts: why they and their sub-accounts are under review; `undefined` when not. */
  review: ReviewReason | undefined;
  /** Start of the review; 0 without one. */
  heldSinceMs: number;
  /** Latest transfers with a client id, by that id, oldest first; `undefined` before the first. */
  transfers: Map<string, RememberedTransfer> | undefined;
  /** Classic: client ids of lately closed orders and plans; `undefined` before the first. */
  closedClientIds: ClosedClientIds | undefined;
};

/** Fields in which a repeated transfer must agree with the first; wallets by index. */
export type RememberedTransfer = {
  readonly transferId: number;
  readonly fromWallet: number;
  readonly toUser: number;
  readonly toWallet: number;
  readonly currency: number;
  readonly amount: bigint;
  /** Index + 1 of the instrument of isolated margin, or 0. */
  readonly fromInstrument: number;
  readonly toInstrument: number;
  readonly mayBorrow: boolean;
};

export type ApiKey = {
  readonly apiKey: string;
  readonly user: number;
  readonly keyKind: KeyKind;
  readonly sealedSecret: Uint8Array;
  readonly passphraseHash: string;
  readonly permissions: string;
  readonly ipList: string;
  /** Label that the owner gave the key. */
  readonly note: string;
  readonly createdAtMs: number;
};

const NO_KEYS: readonly string[] = [];

/**
 * Returns a new user without orders, positions, keys or sub-accounts. What few users have is
 * `undefined` at first: an empty map takes 200 bytes.
 */
export function newUser(
  index: number,
  accountKind: AccountKind,
  realm: Realm,
  rest: { parent: number; name: string; openOrdersMax: number; createdAtMs: number },
): User {
  return {
    // What each order reads or writes comes first: the engine keeps fields in this order, and these
    // share two cache lines.
    index,
    ordersFirst: 0,
    ordersLast: 0,
    openSpotOrders: 0,
    openFuturesOrders: 0,
    positionsFirst: NO_ROW,
    hedgeCategories: 0,
    freezes: 0,
    isUnified: isUnified(accountKind),
    realm,
    openOrdersMax: rest.openOrdersMax === 0 ? OPEN_ORDERS_MAX_DEFAULT : rest.openOrdersMax,
    parent: rest.parent,
    level: "basic",
    closedClientIds: undefined,
    accountKind,
    name: rest.name,
    createdAtMs: rest.createdAtMs,
    isQuestionnairePassed: false,
    subAccounts: 0,
    isVirtual: false,
    status: "normal",
    permissions: "",
    note: "",
    accessChangedAtMs: rest.createdAtMs,
    familyNext: 0,
    keyNames: NO_KEYS,
    sessionNames: NO_KEYS,
    borrows: false,
    interestHour: 0,
    coinLeverages: undefined,
    review: undefined,
    heldSinceMs: 0,
    transfers: undefined,
  };
}

/** Whether an account is no sub-account. */
export function isMainAccount({ index, parent }: Pick<User, "index" | "parent">): boolean {
  return index === parent;
}

/** Adds a key to the list of its user that is for keys of its kind. */
export function listKey(user: User, { apiKey, keyKind }: Pick<ApiKey, "apiKey" | "keyKind">): void {
  if (isSession(keyKind)) user.sessionNames = [...user.sessionNames, apiKey];
  else user.keyNames = [...user.keyNames, apiKey];
}

/** Adds a sub-account to the list of its main account, the newest first. */
export function linkToFamily(parent: User, account: User): void {
  assert(parent.parent === parent.index, "a main account has no parent");
  assert(account.parent === parent.index, "a sub-account is listed by its own parent");
  assert(account.index > parent.index, "a sub-account is younger than its parent");
  account.familyNext = parent.familyNext;
  parent.familyNext = account.index;
}

/** Returns the key by which an alias is looked up: aliases that differ in case alone are equal. */
export function aliasKeyOf(alias: string): string {
  return alias.toLowerCase();
}

/** Returns the exchange's own user in a realm, which has its fees, funds and balancing accounts. */
export function exchangeUserOf(realm: Realm): number {
  return realm === REALMS[0] ? 0 : 1;
}

/** Users below this index are the exchange itself. */
export const FIRST_ORDINARY_USER = REALMS.length;

/** Whether a user is in hedge mode in a category, by its index. */
export function isHedge(user: User, categoryIndex: number): boolean {
  return ((user.hedgeCategories >> categoryIndex) & 1) === 1;
}

/** Bits of all categories, which a unified user sets or clears together. */
export const ALL_CATEGORIES = (1 << CATEGORIES.length) - 1;
