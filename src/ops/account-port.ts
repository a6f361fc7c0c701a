import type {
  AccountKind,
  AccountLevel,
  Category,
  KeyKind,
  Realm,
  Wallet,
} from "../core/vocabulary.ts";
import type { AdminOutcome } from "./admin-outcome.ts";

export interface UserSummary {
  readonly uid: string;
  readonly accountKind: AccountKind;
  readonly realm: Realm;
  readonly name: string;
  /** Empty for a main account. */
  readonly parentUid: string;
  /** Of unified users; classic ones stay basic. */
  readonly level: AccountLevel;
  readonly keys: number;
  readonly openOrders: number;
  /** ISO time. */
  readonly createdAt: string;
}

export interface UserPage {
  readonly users: readonly UserSummary[];
  /** What the next page starts after; empty on the last one. */
  readonly after: string;
}

export interface BalanceSummary {
  readonly wallet: Wallet;
  readonly coin: string;
  readonly balance: string;
  readonly hold: string;
  /** May be spent or moved out now. */
  readonly available: string;
}

export interface KeySummary {
  readonly apiKey: string;
  readonly kind: KeyKind;
  readonly permissions: readonly string[];
  readonly ipList: readonly string[];
  /** ISO time. */
  readonly createdAt: string;
}

export interface KeyName {
  readonly uid: string;
  readonly apiKey: string;
}

/** Orders of a product line, or of all. */
export interface OrdersOfUser {
  readonly uid: string;
  readonly category: Category | undefined;
}

export interface CancelledOrders {
  readonly uid: string;
  readonly orders: number;
  readonly plans: number;
}

/** What the administrative routes can have done with the accounts of users. */
export interface AccountActions {
  /** In the order in which they were created, after the uid if one is given. */
  listUsers(after: string | undefined): AdminOutcome<UserPage>;
  balancesOf(uid: string): AdminOutcome<readonly BalanceSummary[]>;
  listKeys(uid: string): AdminOutcome<readonly KeySummary[]>;
  /** The key is unknown from the next request on. */
  revokeKey(key: KeyName): Promise<AdminOutcome<KeyName>>;
  /** Cancels open orders and plans, those on margin too. */
  cancelOrders(orders: OrdersOfUser): Promise<AdminOutcome<CancelledOrders>>;
}
