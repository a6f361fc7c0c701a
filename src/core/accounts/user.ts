/** Users: people and their sub-accounts. The exchange itself is a user of each realm. */

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
} from "../base/vocabulary.ts";
import { isUnified } from "../base/word-traits.ts";
import type { ClosedClientIds } from "./closed-client-ids.ts";

export type User = {
  readonly index: number;
  readonly accountKind: AccountKind;
  readonly isUnified: boolean;
  readonly realm: Realm;
  /** Index of the main account; a main account's own index. Self-trade prevention compares it. */
  readonly parent: number;
  readonly name: string;
  readonly openOrdersMax: number;
  readonly createdAtMs: number;
  /** Of unified users; classic ones stay basic. */
  level: AccountLevel;
  isQuestionnairePassed: boolean;
  /** Bit i: hedge mode in category i. Unified users have all bits equal. */
  hedgeCategories: number;
  /** First and last of the user's open orders, by order slot; 0 when there is none. */
  ordersFirst: number;
  ordersLast: number;
  openSpotOrders: number;
  openFuturesOrders: number;
  /** First of the user's position rows; 0 when there is none. */
  positionsFirst: PositionRow;
  subAccounts: number;
  /** Index of the next account of the same parent, from the main account on; 0 at the end. */
  familyNext: number;
  keys: number;
  /** Unified: has placed orders of category MARGIN or moved funds on credit; may need margin. */
  borrows: boolean;
  /** Unified: the latest hour whose interest is charged; meant while hours are being charged. */
  interestHour: number;
  /** Unified: leverage of borrowing a coin, by currency, where the user has set one. */
  readonly coinLeverages: Map<number, number>;
  /** Of main accounts: why they and their sub-accounts are under review; `undefined` when not. */
  review: ReviewReason | undefined;
  /** When that review began; 0 without one. */
  heldSinceMs: number;
  /** The latest transfers that bore a client id, by that id, oldest first. */
  readonly transfers: Map<string, RememberedTransfer>;
  /** Classic: client ids of orders and plans that closed lately; `undefined` before the first. */
  closedClientIds: ClosedClientIds | undefined;
};

/** What a repeat of a transfer must agree in; wallets by index. */
export type RememberedTransfer = {
  readonly transferId: number;
  readonly fromWallet: number;
  readonly toUser: number;
  readonly toWallet: number;
  readonly currency: number;
  readonly amount: bigint;
  /** Index + 1 of isolated margin's instruments, or 0. */
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
  readonly createdAtMs: number;
};

export function newUser(
  index: number,
  accountKind: AccountKind,
  realm: Realm,
  rest: { parent: number; name: string; openOrdersMax: number; createdAtMs: number },
): User {
  return {
    index,
    accountKind,
    isUnified: isUnified(accountKind),
    realm,
    parent: rest.parent,
    name: rest.name,
    openOrdersMax: rest.openOrdersMax === 0 ? OPEN_ORDERS_MAX_DEFAULT : rest.openOrdersMax,
    createdAtMs: rest.createdAtMs,
    level: "basic",
    isQuestionnairePassed: false,
    hedgeCategories: 0,
    ordersFirst: 0,
    ordersLast: 0,
    openSpotOrders: 0,
    openFuturesOrders: 0,
    positionsFirst: NO_ROW,
    subAccounts: 0,
    familyNext: 0,
    keys: 0,
    borrows: false,
    interestHour: 0,
    coinLeverages: new Map(),
    review: undefined,
    heldSinceMs: 0,
    transfers: new Map(),
    closedClientIds: undefined,
  };
}

/** Puts a sub-account into its parent's list, the newest first. */
export function linkToFamily(parent: User, account: User): void {
  account.familyNext = parent.familyNext;
  parent.familyNext = account.index;
}

/** The exchange's own user of a realm: its fees, funds and balancing accounts. */
export function exchangeUserOf(realm: Realm): number {
  return realm === REALMS[0] ? 0 : 1;
}

/** Users below this index are the exchange itself. */
export const FIRST_ORDINARY_USER = REALMS.length;

export function isHedge(user: User, categoryIndex: number): boolean {
  return ((user.hedgeCategories >> categoryIndex) & 1) === 1;
}

/** All category bits of a position mode, for unified users. */
export const ALL_CATEGORIES = (1 << CATEGORIES.length) - 1;
