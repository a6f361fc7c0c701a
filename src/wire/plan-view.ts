/** Common shape of plans of the live projection and of the history. */
import type { PlanRow } from "../projections/history/tables.ts";
import type { LivePlan } from "../projections/live/live-plan.ts";

/** Returns a plan of the history in the shape of the live projection. */
export function planViewOfRow({ id: planId, ...row }: PlanRow): LivePlan {
  return { ...row, planId };
}
