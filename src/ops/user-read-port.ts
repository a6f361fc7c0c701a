import type { AccountKind, Realm } from "../core/base/vocabulary.ts";
import type { UserPage } from "./account-port.ts";
import type { AdminOutcome } from "./admin-outcome.ts";
import type { LoanStates, OrderState, PlanState, PositionState } from "./user-read-rows.ts";
import type { UserDetailState } from "./user-rows.ts";

/** Search of users in the order of their creation; undefined members do not narrow it. */
export interface UserSearch {
  /**
   * Uid of the user or of its main account, API key, or a part of the name in upper or lower case.
   */
  readonly query: string | undefined;
  readonly realm: Realm | undefined;
  readonly accountKind: AccountKind | undefined;
  readonly kind: "main" | "sub" | undefined;
  /** Whether any freeze is in force, of the operator or of the main account. */
  readonly isFrozen: boolean | undefined;
  readonly isUnderReview: boolean | undefined;
  /** Uid after which the page starts. */
  readonly after: string | undefined;
  readonly limit: number;
}

/** Reads of users and of what one has open now; they fail with `not_found` for an unknown uid. */
export interface UserReads {
  /** A page may be short or empty while `after` continues the search. */
  searchUsers(search: UserSearch): AdminOutcome<UserPage>;
  userDetail(uid: string): AdminOutcome<UserDetailState>;
  /** Open orders of all categories, those on margin included, newest first. */
  openOrdersOf(uid: string): AdminOutcome<readonly OrderState[]>;
  /** Pending plans of all categories, newest first. */
  openPlansOf(uid: string): AdminOutcome<readonly PlanState[]>;
  /** Open positions in the order of their instruments, long before short. */
  positionsOf(uid: string): AdminOutcome<readonly PositionState[]>;
  loansOf(uid: string): AdminOutcome<LoanStates>;
}
