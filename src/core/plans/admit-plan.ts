/** Creates plans and puts new and amended ones under watch. */

import { assert, unreachable } from "../base/assert.ts";
import { MARGIN_MODES, wordAt } from "../base/vocabulary.ts";
import { PLAN_KIND_TRAITS } from "../base/word-traits.ts";
import { type Emit, instrumentAt, nextId, type State } from "../state.ts";
import { observePrices, sourcePrice } from "./observe-price.ts";
import type { Plan } from "./plan.ts";
import { emitPlanAccepted } from "./plan-events.ts";

/** The fields of a plan that its creator decides. */
export type PlanDraft = Omit<
  Plan,
  "id" | "createdAtMs" | "phase" | "isRising" | "heapIndex" | "group" | "pairedId"
>;

/** Returns a new plan with the next id; it is not yet in the table. */
export function newPlan(state: State, draft: PlanDraft): Plan {
  assert(draft.terms.triggerPrice > 0, "a plan has a trigger price");
  assert(draft.terms.size >= 0, "the size of a plan is not negative");
  return {
    id: nextId(state),
    user: draft.user,
    instrument: draft.instrument,
    kind: draft.kind,
    side: draft.side,
    timeInForce: draft.timeInForce,
    positionSide: draft.positionSide,
    reduceOnly: draft.reduceOnly,
    stpMode: draft.stpMode,
    source: draft.source,
    backing: draft.backing,
    clientOrderId: draft.clientOrderId,
    parentOrderId: draft.parentOrderId,
    sizingPriceE6: draft.sizingPriceE6,
    createdAtMs: state.timeMs,
    terms: draft.terms,
    pairedId: 0,
    phase: "waiting",
    isRising: false,
    heapIndex: 0,
    group: undefined,
  };
}

/**
 * Whether a plan acts when the price rises to its trigger. Take-profits wait on the gaining side
 * of the position and stop-losses on the losing side, independent of the price now; other plans
 * wait on the side of the trigger as seen from the price now (trading-rules.md section 2.8).
 */
function isRisingNow(state: State, plan: Plan): boolean {
  const { kind, side, terms } = plan;
  const { exit } = PLAN_KIND_TRAITS[kind];
  switch (exit) {
    case "profit":
      return side === "sell";
    case "loss":
      return side === "buy";
    case "neither":
      return terms.triggerPrice >= sourcePrice(state, plan.instrument, terms.triggerBy);
    default:
      return unreachable(exit);
  }
}

/**
 * Puts a plan of the table under watch. Emits `plan_activated` or `plan_fired` if the price has
 * already reached its trigger.
 */
export function watchPlan(state: State, plan: Plan, emit: Emit): void {
  plan.isRising = isRisingNow(state, plan);
  state.plans.watchOf(plan).wait(plan);
  observePrices(state, instrumentAt(state, plan.instrument), emit);
}

/**
 * Adds the exits that a command requests, as `admitPlans`. The outcome's id is that of the first
 * plan, its items list all.
 */
export function admitExits(state: State, plans: readonly Plan[], emit: Emit): void {
  state.outcome.id = plans[0]?.id ?? 0;
  state.outcome.items = plans.map(({ clientOrderId, id, instrument }) => ({
    orderId: id,
    clientOrderId,
    instrument,
    rejection: undefined,
  }));
  admitPlans(state, plans, emit);
}

/**
 * Adds one plan, or two plans of which the execution of one ends the other. Emits `plan_accepted`
 * for each, then what follows from prices already reached.
 */
export function admitPlans(state: State, plans: readonly Plan[], emit: Emit): void {
  assert(plans.length <= 2, "at most two plans are paired");
  const [first, second] = plans;
  if (first !== undefined && second !== undefined) {
    assert(first.user === second.user, "paired plans belong to one user");
    assert(first.instrument === second.instrument, "paired plans are in one instrument");
    first.pairedId = second.id;
    second.pairedId = first.id;
  }
  for (const plan of plans) {
    state.plans.add(plan);
    const row = state.positions.find(plan.user, plan.instrument);
    const mode = row === 0 ? "crossed" : wordAt(MARGIN_MODES, state.positions.marginMode.get(row));
    emitPlanAccepted(plan, mode, emit);
  }
  for (const plan of plans) watchPlan(state, plan, emit);
}
