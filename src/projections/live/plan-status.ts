/** What became of a plan. The first three are pending ones, the others final. */
export const PLAN_STATUSES = [
  "waiting",
  "tracking",
  "fired",
  "executed",
  "failed",
  "cancelled",
] as const;
export type PlanStatus = (typeof PLAN_STATUSES)[number];

export const PENDING_PLAN_STATUSES: readonly PlanStatus[] = ["waiting", "tracking", "fired"];
