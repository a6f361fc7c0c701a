import type { AdminOutcome } from "./admin-outcome.ts";

/** Users whose keys were revoked and who are frozen in every way. */
export interface ClosedUser {
  readonly uid: string;
  readonly revokedKeys: number;
}

/** Limits of a key; `undefined` members stay. */
export interface KeyLimits {
  readonly uid: string;
  readonly apiKey: string;
  readonly permissions: readonly string[] | undefined;
  readonly ipList: readonly string[] | undefined;
}

export interface LimitedKey {
  readonly uid: string;
  readonly apiKey: string;
  readonly permissions: readonly string[];
  readonly ipList: readonly string[];
}

/** Actions that end or narrow the access of users, called by the administrative routes. */
export interface ClosingActions {
  /**
   * Closes a user who holds nothing: revokes all keys and sets all freezes. Refused with what the
   * user still holds.
   */
  closeUser(uid: string): Promise<AdminOutcome<ClosedUser>>;
  /** Takes permissions or addresses from a key; it never gets more than it has. */
  limitKey(limits: KeyLimits): Promise<AdminOutcome<LimitedKey>>;
}
