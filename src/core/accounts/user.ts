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

/** Fields that few users ever set. */
type RareFields = {
  isQuestionnairePassed: boolean;
  /** Whether the name is the alias of a virtual sub-account, which no other one has. */
  isVirtual: boolean;
  /** Comma-separated permissions that bound those of the user's keys; empty for no bound. */
  permissions: string;
  /** Label that the owner of a sub-account gave it. */
  note: string;
  /** Time of the latest change of status, freezes or permissions; of the creation at first. */
  accessChangedAtMs: number;
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
};

/** Fields that every user has. */
type CommonFields = {
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
  status: UserStatus;
  /** Bits of the operator's freezes; 0 for none (`freezes.ts`). */
  freezes: number;
  /** Index of the next account in the list that begins at the main account; 0 at the end. */
  familyNext: number;
  /** Names of the user's API keys in the order of their creation. */
  keyNames: readonly string[];
  /** Classic: client ids of lately closed orders and plans; `undefined` before the first. */
  closedClientIds: ClosedClientIds | undefined;
};

export type User = CommonFields & RareFields;

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
 * A user as it is kept. Fields that few users set are in an object of their own, made when one of
 * them first differs from its default: in every user they would take 100 bytes more.
 */
class UserRecord implements User {
  // What each order reads or writes comes first: the engine keeps fields in this order, and these
  // share two cache lines.
  readonly index: number;
  ordersFirst = 0;
  ordersLast = 0;
  openSpotOrders = 0;
  openFuturesOrders = 0;
  positionsFirst: PositionRow = NO_ROW;
  hedgeCategories = 0;
  freezes = 0;
  isUnified: boolean;
  readonly realm: Realm;
  readonly openOrdersMax: number;
  readonly parent: number;
  level: AccountLevel = "basic";
  closedClientIds: ClosedClientIds | undefined = undefined;
  #rare: RareFields | undefined = undefined;
  accountKind: AccountKind;
  readonly name: string;
  readonly createdAtMs: number;
  subAccounts = 0;
  status: UserStatus = "normal";
  familyNext = 0;
  keyNames = NO_KEYS;

  constructor(
    index: number,
    accountKind: AccountKind,
    realm: Realm,
    rest: Pick<User, "parent" | "name" | "openOrdersMax" | "createdAtMs">,
  ) {
    this.index = index;
    this.accountKind = accountKind;
    this.isUnified = isUnified(accountKind);
    this.realm = realm;
    this.parent = rest.parent;
    this.name = rest.name;
    this.openOrdersMax = rest.openOrdersMax;
    this.createdAtMs = rest.createdAtMs;
  }

  #rareFields(): RareFields {
    this.#rare ??= {
      isQuestionnairePassed: false,
      isVirtual: false,
      permissions: "",
      note: "",
      sessionNames: NO_KEYS,
      borrows: false,
      interestHour: 0,
      coinLeverages: undefined,
      review: undefined,
      heldSinceMs: 0,
      transfers: undefined,
      accessChangedAtMs: this.createdAtMs,
    };
    return this.#rare;
  }

  get isQuestionnairePassed(): boolean {
    return this.#rare?.isQuestionnairePassed ?? false;
  }

  set isQuestionnairePassed(isQuestionnairePassed: boolean) {
    if (isQuestionnairePassed !== this.isQuestionnairePassed)
      this.#rareFields().isQuestionnairePassed = isQuestionnairePassed;
  }

  get isVirtual(): boolean {
    return this.#rare?.isVirtual ?? false;
  }

  set isVirtual(isVirtual: boolean) {
    if (isVirtual !== this.isVirtual) this.#rareFields().isVirtual = isVirtual;
  }

  get permissions(): string {
    return this.#rare?.permissions ?? "";
  }

  set permissions(permissions: string) {
    if (permissions !== this.permissions) this.#rareFields().permissions = permissions;
  }

  get note(): string {
    return this.#rare?.note ?? "";
  }

  set note(note: string) {
    if (note !== this.note) this.#rareFields().note = note;
  }

  get sessionNames(): readonly string[] {
    return this.#rare?.sessionNames ?? NO_KEYS;
  }

  set sessionNames(sessionNames: readonly string[]) {
    if (sessionNames !== this.sessionNames) this.#rareFields().sessionNames = sessionNames;
  }

  get borrows(): boolean {
    return this.#rare?.borrows ?? false;
  }

  set borrows(borrows: boolean) {
    if (borrows !== this.borrows) this.#rareFields().borrows = borrows;
  }

  get interestHour(): number {
    return this.#rare?.interestHour ?? 0;
  }

  set interestHour(interestHour: number) {
    if (interestHour !== this.interestHour) this.#rareFields().interestHour = interestHour;
  }

  get coinLeverages(): Map<number, number> | undefined {
    return this.#rare?.coinLeverages;
  }

  set coinLeverages(coinLeverages: Map<number, number> | undefined) {
    if (coinLeverages !== this.coinLeverages) this.#rareFields().coinLeverages = coinLeverages;
  }

  get review(): ReviewReason | undefined {
    return this.#rare?.review;
  }

  set review(review: ReviewReason | undefined) {
    if (review !== this.review) this.#rareFields().review = review;
  }

  get heldSinceMs(): number {
    return this.#rare?.heldSinceMs ?? 0;
  }

  set heldSinceMs(heldSinceMs: number) {
    if (heldSinceMs !== this.heldSinceMs) this.#rareFields().heldSinceMs = heldSinceMs;
  }

  get transfers(): Map<string, RememberedTransfer> | undefined {
    return this.#rare?.transfers;
  }

  set transfers(transfers: Map<string, RememberedTransfer> | undefined) {
    if (transfers !== this.transfers) this.#rareFields().transfers = transfers;
  }

  get accessChangedAtMs(): number {
    return this.#rare?.accessChangedAtMs ?? this.createdAtMs;
  }

  set accessChangedAtMs(accessChangedAtMs: number) {
    if (accessChangedAtMs !== this.accessChangedAtMs)
      this.#rareFields().accessChangedAtMs = accessChangedAtMs;
  }
}

/** Returns a new user without orders, positions, keys or sub-accounts. */
export function newUser(
  index: number,
  accountKind: AccountKind,
  realm: Realm,
  rest: { parent: number; name: string; openOrdersMax: number; createdAtMs: number },
): User {
  const openOrdersMax = rest.openOrdersMax === 0 ? OPEN_ORDERS_MAX_DEFAULT : rest.openOrdersMax;
  return new UserRecord(index, accountKind, realm, { ...rest, openOrdersMax });
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
