import type { Category } from "../core/base/vocabulary.ts";
import type { AdminOutcome } from "./admin-outcome.ts";

export interface Freeze {
  readonly uid: string;
  readonly isFrozen: boolean;
}

/** The operator's freezes of a user, each by itself (decision 0091). */
export interface Freezes {
  /** Nothing that opens or increases a risk is accepted; what could open is cancelled. */
  readonly trading: boolean;
  /** Nothing moves from the user to another user. */
  readonly transfersOut: boolean;
  /** No withdrawal is requested or signed. */
  readonly withdrawals: boolean;
  /** All keys of the user are refused. */
  readonly login: boolean;
}

export interface FreezeRequest extends Freezes {
  readonly uid: string;
  /** Whether the sub-accounts of a main account get the same freezes. */
  readonly includesSubAccounts: boolean;
}

export interface FrozenUsers extends Freezes {
  /** Users that have these freezes now, the named one first. */
  readonly uids: readonly string[];
}

/** A user by uid. */
export interface UserName {
  readonly uid: string;
}

/** Orders to cancel: of one category, or of all when `category` is undefined. */
export interface OrdersOfUser {
  readonly uid: string;
  readonly category: Category | undefined;
}

export interface CancelledOrders {
  readonly uid: string;
  readonly orders: number;
  readonly plans: number;
}

/** Actions that restrict users, called by the administrative routes. */
export interface AccessActions {
  /**
   * Freezes login, transfers out and withdrawals of a user at once, or ends these freezes. A freeze
   * of trading stays as it is.
   */
  setFreeze(freeze: Freeze): Promise<AdminOutcome<Freeze>>;
  /** Sets all freezes of a user, of a main account before those of its sub-accounts. */
  setFreezes(freezes: FreezeRequest): Promise<AdminOutcome<FrozenUsers>>;
  /** Removes the one-time codes of a user whose device is lost. */
  disableCodes(user: UserName): Promise<AdminOutcome<UserName>>;
  /** Cancels open orders and plans, including those on margin. */
  cancelOrders(orders: OrdersOfUser): Promise<AdminOutcome<CancelledOrders>>;
}
