/**
 * Take-profit and stop-loss of an opening order (trading-rules.md section 2.8, presets). They are
 * kept while the order is open. The first fill creates plans for the quantity that it opened, later
 * fills add to the size of these plans until one has fired.
 */

import { assert } from "../base/assert.ts";
import {
  ORDER_BACKINGS,
  ORDER_SOURCES,
  type OrderSource,
  POSITION_SIDES,
  type PositionSide,
  SIDES,
} from "../base/vocabulary.ts";
import type { Exit, Exits } from "../commands/exits.ts";
import { type Lots, lots, NO_PRICE } from "../money/units.ts";
import type { Emit, State } from "../state.ts";
import { admitPlans, newPlan } from "./admit-plan.ts";
import { exitTerms, hasExits, type Plan } from "./plan.ts";
import { emitOrderExits, emitPlanAmended } from "./plan-events.ts";

/** Sets the exits of an order without fills. Emits `order_exits_set`. */
export function keepOrderExits(state: State, slot: number, exits: Exits, emit: Emit): void {
  const { orders, plans } = state;
  const id = orders.id(slot);
  assert(id !== 0, "exits belong to an open order");
  if (hasExits(exits)) plans.orderExits.set(id, { exits, profitPlan: 0, lossPlan: 0 });
  else plans.orderExits.delete(id);
  emitOrderExits({ id, user: orders.user(slot), instrument: orders.instrument(slot) }, exits, emit);
}

/** Creates the plan that closes `size` of the position that an order opened. */
function exitPlan(
  state: State,
  slot: number,
  leg: { readonly kind: "profit" | "loss"; readonly exit: Exit },
  size: Lots,
): Plan {
  const { orders } = state;
  const positionSide: PositionSide = POSITION_SIDES[orders.positionSide(slot)] ?? "net";
  const source: OrderSource = ORDER_SOURCES[orders.source(slot)] ?? "api";
  const isFutures = state.instruments[orders.instrument(slot)]?.isFutures === true;
  return newPlan(state, {
    user: orders.user(slot),
    instrument: orders.instrument(slot),
    kind: leg.kind,
    side: SIDES[orders.isBuy(slot) ? 1 : 0] ?? "sell",
    timeInForce: "gtc",
    positionSide,
    reduceOnly: isFutures && positionSide === "net",
    stpMode: "none",
    source,
    backing: ORDER_BACKINGS[orders.backing(slot)] ?? "default",
    clientOrderId: "",
    parentOrderId: orders.id(slot),
    sizingPriceE6: orders.inverse.sizingPriceE6(slot),
    terms: exitTerms(leg.exit, size),
  });
}

/** Adds to the size of a plan. Emits `plan_amended`. */
function grow(plan: Plan, size: Lots, emit: Emit): void {
  assert(plan.parentOrderId !== 0, "only exits of an order grow with its fills");
  plan.terms = { ...plan.terms, size: lots(plan.terms.size + size) };
  emitPlanAmended(plan, emit);
}

/** Returns a plan that has not ended. */
function pendingPlan(state: State, planId: number): Plan | undefined {
  return planId === 0 ? undefined : state.plans.find(planId);
}

/**
 * Creates or extends the exits of an order after a fill that opened `size` lots. If one of them has
 * fired, the fill gets exits of its own: the execution of a plan ends the plan it is paired with,
 * which must not be the only one to protect the fill. Emits `plan_accepted` or `plan_amended` for
 * each exit.
 */
export function protectFill(state: State, slot: number, size: Lots, emit: Emit): void {
  const kept = state.plans.orderExits.get(state.orders.id(slot));
  assert(kept !== undefined, "the exits of an order with that flag are kept");
  assert(size > 0, "an opening fill has a size");
  const profitPlan = pendingPlan(state, kept.profitPlan);
  const lossPlan = pendingPlan(state, kept.lossPlan);
  const hasFired = profitPlan?.phase === "fired" || lossPlan?.phase === "fired";
  const made: Plan[] = [];
  /** Returns the id of the plan that protects the fill by the exit; 0 for no such exit. */
  const protect = (kind: "profit" | "loss", exit: Exit, pending: Plan | undefined): number => {
    if (exit.trigger === NO_PRICE) return 0;
    if (pending !== undefined && !hasFired) {
      grow(pending, size, emit);
      return pending.id;
    }
    const plan = exitPlan(state, slot, { kind, exit }, size);
    made.push(plan);
    return plan.id;
  };
  kept.profitPlan = protect("profit", kept.exits.profit, profitPlan);
  kept.lossPlan = protect("loss", kept.exits.loss, lossPlan);
  admitPlans(state, made, emit);
}
