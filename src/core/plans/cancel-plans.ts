/** The end of a plan before its price came, or after. */

import { keepClientId } from "../accounts/closed-client-ids.ts";
import { LONG } from "../base/position-handle.ts";
import type { PlanCancelReason } from "../base/vocabulary.ts";
import { type Emit, type State, userAt } from "../state.ts";
import { isPositionBound, type Plan } from "./plan.ts";
import { emitPlanCancelled } from "./plan-events.ts";

/** Takes a plan out of the pending ones; its client id stays taken for a while. */
export function removePlan(state: State, plan: Plan): void {
  state.plans.remove(plan);
  keepClientId(userAt(state, plan.user), "plan", plan.clientOrderId, state.timeMs);
}

/** Ends a plan. Emits `plan_cancelled`. */
export function endPlan(state: State, plan: Plan, reason: PlanCancelReason, emit: Emit): void {
  removePlan(state, plan);
  emitPlanCancelled(plan, reason, emit);
}

/** Take-profits and stop-losses of a position; `side` is its index, long or short. */
export function positionPlans(
  state: State,
  position: { readonly user: number; readonly instrument: number; readonly side: number },
): Plan[] {
  const closing = position.side === LONG ? "sell" : "buy";
  return [...state.plans.ofUser(position.user)].filter(
    (plan) =>
      plan.instrument === position.instrument &&
      plan.side === closing &&
      isPositionBound(plan.kind),
  );
}

/**
 * A position is closed: its take-profits and stop-losses go with it, in id order (trading-rules.md
 * section 2.8). Emits `plan_cancelled`.
 */
export function cancelPositionPlans(
  state: State,
  position: { readonly user: number; readonly instrument: number; readonly side: number },
  emit: Emit,
): void {
  if (state.plans.count === 0) return;
  for (const plan of positionPlans(state, position)) endPlan(state, plan, "position_closed", emit);
}
