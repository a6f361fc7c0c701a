/** State of a plan. */
export const PLAN_STATUSES = [
  "waiting",
  "tracking",
  "fired",
  "executed",
  "failed",
  "cancelled",
] as const;
export type PlanStatus = (typeof PLAN_STATUSES)[number];

/** Whether a plan with the status is pending; the other statuses are final. */
export const IS_PLAN_PENDING: Readonly<Record<PlanStatus, boolean>> = {
  waiting: true,
  tracking: true,
  fired: true,
  executed: false,
  failed: false,
  cancelled: false,
};

/** The final statuses. */
export const CLOSED_PLAN_STATUSES: readonly PlanStatus[] = PLAN_STATUSES.filter(
  (status) => !IS_PLAN_PENDING[status],
);
