/**
 * Take-profit and stop-loss of an opening order: kept while it is open, made plans as it fills
 * (trading-rules.md section 2.8, presets). Each fill protects what it opened: the first makes the
 * plans, later ones add to their size.
 */

import {
  ORDER_BACKINGS,
  ORDER_SOURCES,
  type OrderSource,
  POSITION_SIDES,
  type PositionSide,
  SIDES,
} from "../base/vocabulary.ts";
import { type Lots, lots } from "../money/units.ts";
import type { Emit, State } from "../state.ts";
import { admitPlans, newPlan } from "./admit-plan.ts";
import { type Exit, type Exits, exitTerms, hasExits, type Plan } from "./plan.ts";
import { emitOrderExits, emitPlanAmended } from "./plan-events.ts";
import type { OrderExits } from "./plan-table.ts";

/** Keeps the exits of an order that nothing has filled. Emits `order_exits_set`. */
export function keepOrderExits(state: State, slot: number, exits: Exits, emit: Emit): void {
  const { orders, plans } = state;
  const id = orders.id(slot);
  if (hasExits(exits)) plans.orderExits.set(id, { exits, profitPlan: 0, lossPlan: 0 });
  else plans.orderExits.delete(id);
  emitOrderExits({ id, user: orders.user(slot), instrument: orders.instrument(slot) }, exits, emit);
}

/** The plan that closes what an order opened. */
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
    terms: exitTerms(leg.exit, size),
  });
}

/** Adds to a pending plan; false when there is none any more, or its order is on the way. */
function grow(state: State, planId: number, size: Lots, emit: Emit): boolean {
  const plan = state.plans.find(planId);
  if (plan === undefined || plan.phase === "fired") return false;
  plan.terms = { ...plan.terms, size: lots(plan.terms.size + size) };
  emitPlanAmended(plan, emit);
  return true;
}

/** A fill opened `size`. Emits `plan_accepted` or `plan_amended` for each exit of its order. */
export function protectFill(state: State, slot: number, size: Lots, emit: Emit): void {
  const kept = state.plans.orderExits.get(state.orders.id(slot)) as OrderExits;
  const made: Plan[] = [];
  const { loss, profit } = kept.exits;
  if (profit.trigger !== 0 && !grow(state, kept.profitPlan, size, emit)) {
    const plan = exitPlan(state, slot, { kind: "profit", exit: profit }, size);
    kept.profitPlan = plan.id;
    made.push(plan);
  }
  if (loss.trigger !== 0 && !grow(state, kept.lossPlan, size, emit)) {
    const plan = exitPlan(state, slot, { kind: "loss", exit: loss }, size);
    kept.lossPlan = plan.id;
    made.push(plan);
  }
  admitPlans(state, made, emit);
}
