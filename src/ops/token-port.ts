import type { AdminRole } from "../core/base/vocabulary.ts";
import type { AdminOutcome } from "./admin-outcome.ts";

/** An admin token without its secret. */
export interface TokenState {
  readonly name: string;
  readonly role: AdminRole;
  /** ISO time. */
  readonly issuedAt: string;
  /** ISO time from which it is refused; empty for never. */
  readonly expiresAt: string;
  readonly isExpired: boolean;
  /** Names of who issued it, of who issued that token, and so on. */
  readonly issuers: readonly string[];
}

export interface NewToken {
  readonly name: string;
  readonly role: AdminRole;
  /** ISO time; undefined for never. */
  readonly expiresAt: string | undefined;
}

/** A new token, shown only once: the exchange keeps its digest. */
export interface IssuedToken {
  readonly name: string;
  readonly role: AdminRole;
  readonly expiresAt: string;
  readonly token: string;
}

/** Actions on admin tokens. */
export interface TokenActions {
  listTokens(): readonly TokenState[];
  /** Issues a token, or replaces the one of this name, which is refused from then on. */
  issueToken(token: NewToken): Promise<AdminOutcome<IssuedToken>>;
  removeToken(name: string): Promise<AdminOutcome<{ readonly name: string }>>;
}
