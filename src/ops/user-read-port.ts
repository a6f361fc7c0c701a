import type { AdminOutcome } from "./admin-outcome.ts";
import type { LoanStates, OrderState, PlanState, PositionState } from "./user-read-rows.ts";

/** Reads of what one user has open now; each fails with `not_found` for an unknown uid. */
export interface UserReads {
  /** Open orders of all categories, those on margin included, newest first. */
  openOrdersOf(uid: string): AdminOutcome<readonly OrderState[]>;
  /** Pending plans of all categories, newest first. */
  openPlansOf(uid: string): AdminOutcome<readonly PlanState[]>;
  /** Open positions in the order of their instruments, long before short. */
  positionsOf(uid: string): AdminOutcome<readonly PositionState[]>;
  loansOf(uid: string): AdminOutcome<LoanStates>;
}
