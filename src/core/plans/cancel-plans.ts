/** Ends pending plans, fired or not, and cancels the exits of closed positions. */

import { keepClientId } from "../accounts/closed-client-ids.ts";
import { assert } from "../base/assert.ts";
import { LONG, SHORT } from "../base/position-handle.ts";
import type { PlanCancelReason } from "../base/vocabulary.ts";
import { type Emit, type State, userAt } from "../state.ts";
import { isPositionBound, type Plan } from "./plan.ts";
import { emitPlanCancelled } from "./plan-events.ts";

/** Removes a pending plan; its client id stays taken for `CLIENT_ID_KEPT_MS`. */
export function removePlan(state: State, plan: Plan): void {
  state.plans.remove(plan);
  keepClientId(userAt(state, plan.user), "plan", plan.clientOrderId, state.timeMs);
}

/** Ends a plan. Emits `plan_cancelled`. */
export function endPlan(state: State, plan: Plan, reason: PlanCancelReason, emit: Emit): void {
  removePlan(state, plan);
  emitPlanCancelled(plan, reason, emit);
}

/**
 * Returns the take-profits and stop-losses of a position in id order; `side` is `LONG` or `SHORT`.
 */
export function positionPlans(
  state: State,
  position: { readonly user: number; readonly instrument: number; readonly side: number },
): Plan[] {
  assert(position.side === LONG || position.side === SHORT, "a position is long or short");
  const closing = position.side === LONG ? "sell" : "buy";
  return [...state.plans.ofUser(position.user)].filter(
    (plan) =>
      plan.instrument === position.instrument &&
      plan.side === closing &&
      isPositionBound(plan.kind),
  );
}

/**
 * Cancels the take-profits and stop-losses of a position that has closed, in id order
 * (trading-rules.md section 2.8). Emits `plan_cancelled` for each.
 */
export function cancelPositionPlans(
  state: State,
  position: { readonly user: number; readonly instrument: number; readonly side: number },
  emit: Emit,
): void {
  if (state.plans.ofUser(position.user).size === 0) return;
  for (const plan of positionPlans(state, position)) endPlan(state, plan, "position_closed", emit);
}
