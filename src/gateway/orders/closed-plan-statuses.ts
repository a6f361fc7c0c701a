import {
  IS_PLAN_PENDING,
  PLAN_STATUSES,
  type PlanStatus,
} from "../../projections/live/plan-status.ts";

/** The statuses in which a plan has ended. */
export const CLOSED_PLAN_STATUSES: readonly PlanStatus[] = PLAN_STATUSES.filter(
  (status) => !IS_PLAN_PENDING[status],
);
