/** One shape for a plan wherever it comes from: the live projection or the history. */
import type { PlanRow } from "../projections/history/tables.ts";
import type { LivePlan } from "../projections/live/live-plan.ts";

/** A plan of the history as the live projection shows it. */
export function planViewOfRow({ id: planId, ...row }: PlanRow): LivePlan {
  return { ...row, planId };
}
