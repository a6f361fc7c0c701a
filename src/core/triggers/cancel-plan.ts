/** Cancels plans, fired or not: one, a pair, or all of a category or instrument. */

import { assert } from "../base/assert.ts";
import type { OutcomeItem } from "../base/outcome.ts";
import { indexIn, PLAN_KINDS } from "../base/vocabulary.ts";
import type { DraftOf } from "../commands/commands.ts";
import { rejectCommand } from "../commands/reject-command.ts";
import { endPlan } from "../plans/cancel-plans.ts";
import type { Plan } from "../plans/plan.ts";
import { type Emit, instrumentAt, ordinaryUser, type State } from "../state.ts";
import { findPlan } from "./find-plan.ts";

/** Emits `plan_cancelled`, or `command_rejected` when the user has no such plan. */
export function cancelPlan(state: State, command: DraftOf<"cancel_plan">, emit: Emit): void {
  if (ordinaryUser(state, command.user) === undefined) {
    return rejectCommand(state, command.user, "user_not_found", emit);
  }
  const plan = findPlan(state, command);
  if (plan === undefined) return rejectCommand(state, command.user, "plan_not_found", emit);
  const paired = command.withPaired ? state.plans.find(plan.pairedId) : undefined;
  state.outcome.id = plan.id;
  endPlan(state, plan, "user_cancelled", emit);
  if (paired === undefined) return;
  assert(paired.user === plan.user, "paired plans belong to one user");
  endPlan(state, paired, "user_cancelled", emit);
}

function isInScope(state: State, plan: Plan, command: DraftOf<"cancel_plans">): boolean {
  const { instrument, planKinds } = command;
  if (planKinds.length > 0 && !planKinds.includes(indexIn(PLAN_KINDS, plan.kind))) return false;
  if (instrument !== 0) return plan.instrument === instrument - 1;
  return instrumentAt(state, plan.instrument).category === command.category;
}

/**
 * Emits `plan_cancelled` for each plan in id order; `command_rejected` with `no_plans` when there
 * is none. The outcome lists the plans.
 */
export function cancelPlans(state: State, command: DraftOf<"cancel_plans">, emit: Emit): void {
  const user = ordinaryUser(state, command.user);
  if (user === undefined) return rejectCommand(state, command.user, "user_not_found", emit);
  const items: OutcomeItem[] = [];
  for (const plan of [...state.plans.ofUser(user.index)]) {
    if (!isInScope(state, plan, command)) continue;
    const { clientOrderId, id, instrument } = plan;
    items.push({ orderId: id, clientOrderId, instrument, rejection: undefined });
    endPlan(state, plan, "user_cancelled", emit);
  }
  if (items.length === 0) return rejectCommand(state, command.user, "no_plans", emit);
  state.outcome.items = items;
}
