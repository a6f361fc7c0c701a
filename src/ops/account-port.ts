import type { AccountKind, AccountLevel, KeyKind, Realm, Wallet } from "../core/base/vocabulary.ts";
import type { Freezes } from "./access-port.ts";
import type { AdminOutcome } from "./admin-outcome.ts";

export interface UserSummary {
  readonly uid: string;
  readonly accountKind: AccountKind;
  readonly realm: Realm;
  readonly name: string;
  /** Uid of the main account; empty for a main account itself. */
  readonly parentUid: string;
  /** Account level of a unified user; always basic for a classic user. */
  readonly level: AccountLevel;
  /** Whether all keys of the user are refused, by the operator or by its main account. */
  readonly isFrozen: boolean;
  readonly isFrozenByMainAccount: boolean;
  /** The operator's freezes in force. */
  readonly freezes: readonly (keyof Freezes)[];
  /** Whether its main account is under review. */
  readonly isUnderReview: boolean;
  readonly keys: number;
  readonly openOrders: number;
  /** ISO time. */
  readonly createdAt: string;
}

export interface UserPage {
  readonly users: readonly UserSummary[];
  /** Cursor of the next page: the uid after which it starts; empty on the last page. */
  readonly after: string;
}

export interface BalanceSummary {
  readonly wallet: Wallet;
  readonly coin: string;
  readonly balance: string;
  readonly hold: string;
  /** Amount that can be spent or moved out now. */
  readonly available: string;
}

export interface KeySummary {
  readonly apiKey: string;
  readonly kind: KeyKind;
  readonly permissions: readonly string[];
  readonly ipList: readonly string[];
  /** ISO time. */
  readonly createdAt: string;
  /** Last request or login that passed all checks; `null` when there was none since the start. */
  readonly lastUse: KeyUseState | null;
}

/** Use of a key. */
export interface KeyUseState {
  /** ISO time. */
  readonly time: string;
  /** Address of the client. */
  readonly address: string;
  readonly call: "rest" | "websocket_login" | "websocket_trade";
  /** Method and path of a REST request, without its query; empty for others. */
  readonly request: string;
}

export interface KeyName {
  readonly uid: string;
  readonly apiKey: string;
}

/** Actions on the accounts of users that the administrative routes call. */
export interface AccountActions {
  /** Lists users in order of creation, after the given uid if there is one. */
  listUsers(after: string | undefined): AdminOutcome<UserPage>;
  balancesOf(uid: string): AdminOutcome<readonly BalanceSummary[]>;
  listKeys(uid: string): AdminOutcome<readonly KeySummary[]>;
  /** Revokes the key; it is rejected from the next request on. */
  revokeKey(key: KeyName): Promise<AdminOutcome<KeyName>>;
}
