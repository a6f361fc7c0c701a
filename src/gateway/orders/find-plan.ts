import type { PlansQuery } from "../../projections/history/queries.ts";
import type { LivePlan } from "../../projections/live/live-plan.ts";
import { planViewOfRow } from "../../wire/plan-view.ts";
import type { PrivateContext } from "../http/endpoint.ts";

/** Returns the caller's newest plan, pending or past, that matches the filter. */
export async function findPlan(
  context: PrivateContext,
  filter: Omit<PlansQuery, "user" | "limit">,
): Promise<LivePlan | undefined> {
  const { history, live } = context.exchange;
  const user = context.principal.userIndex;
  const { rows } = await history.plans({ ...filter, user, limit: 1 });
  const [row] = rows;
  if (row === undefined) return undefined;
  return live.plans.ownById(user, row.id) ?? planViewOfRow(row);
}
