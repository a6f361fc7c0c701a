/** Finds a pending plan of a user by either of its ids. */
import type { Plan } from "../plans/plan.ts";
import type { State } from "../state.ts";

/**
 * Returns a user's plan by `planId`, or by the client's id where `planId` is 0. Another user's plan
 * is not found.
 */
export function findPlan(
  state: State,
  named: { readonly user: number; readonly planId: number; readonly clientOrderId: string },
): Plan | undefined {
  if (named.planId === 0) return state.plans.findByClientId(named.user, named.clientOrderId);
  const plan = state.plans.find(named.planId);
  return plan?.user === named.user ? plan : undefined;
}
