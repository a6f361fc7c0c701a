/** Finding a pending plan of a user by either of its ids. */
import type { Plan } from "../plans/plan.ts";
import type { State } from "../state.ts";

/**
 * `planId` wins over the client's id when both are given. A plan of another user is as unknown as
 * one that does not exist.
 */
export function findPlan(
  state: State,
  named: { readonly user: number; readonly planId: number; readonly clientOrderId: string },
): Plan | undefined {
  if (named.planId === 0) return state.plans.findByClientId(named.user, named.clientOrderId);
  const plan = state.plans.find(named.planId);
  return plan?.user === named.user ? plan : undefined;
}
