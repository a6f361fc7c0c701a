/** A plan's way under watch: as new, after a change, and when its opening order fills. */

import { unreachable } from "../base/assert.ts";
import { MARGIN_MODES, wordAt } from "../base/vocabulary.ts";
import { PLAN_KIND_TRAITS } from "../base/word-traits.ts";
import { type Emit, instrumentAt, nextId, type State } from "../state.ts";
import { observePrices, sourcePrice } from "./observe-price.ts";
import type { Plan } from "./plan.ts";
import { emitPlanAccepted } from "./plan-events.ts";

/** What the maker of a plan decides. */
export type PlanDraft = Omit<
  Plan,
  "id" | "createdAtMs" | "phase" | "isRising" | "heapAt" | "group" | "twin"
>;

export function newPlan(state: State, draft: PlanDraft): Plan {
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
    createdAtMs: state.timeMs,
    terms: draft.terms,
    twin: 0,
    phase: "waiting",
    isRising: false,
    heapAt: 0,
    group: undefined,
  };
}

/**
 * Take-profits wait on the gaining side, stop-losses on the losing one, whatever the price is now;
 * the others wait for the price to come from where it is (trading-rules.md section 2.8).
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

/** Watches the price for a plan in the table; one that is already reached acts at once. */
export function watchPlan(state: State, plan: Plan, emit: Emit): void {
  plan.isRising = isRisingNow(state, plan);
  state.plans.watchOf(plan).wait(plan);
  observePrices(state, instrumentAt(state, plan.instrument), emit);
}

/**
 * As `admitPlans`, for the exits that a command asks for: the outcome's id is that of the first,
 * its items are all.
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

/** Takes in one plan, or two that end with each other. Emits `plan_accepted` for each first. */
export function admitPlans(state: State, plans: readonly Plan[], emit: Emit): void {
  const [one, other] = plans;
  if (one !== undefined && other !== undefined) {
    one.twin = other.id;
    other.twin = one.id;
  }
  for (const plan of plans) {
    state.plans.add(plan);
    const row = state.positions.find(plan.user, plan.instrument);
    const mode = row === 0 ? "crossed" : wordAt(MARGIN_MODES, state.positions.marginMode.get(row));
    emitPlanAccepted(plan, mode, emit);
  }
  for (const plan of plans) watchPlan(state, plan, emit);
}
