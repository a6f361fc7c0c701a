/**
 * Take-profit and stop-loss of an opening order (trading-rules.md section 2.8, presets). They are
 * kept while the order is open. The first fill creates plans for the quantity that it opened, later
 * fills add to the size of these plans.
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
import { type Lots, lots } from "../money/units.ts";
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

/** Adds to the size of a plan. Returns false when the plan has ended or fired. */
function grow(state: State, planId: number, size: Lots, emit: Emit): boolean {
  const plan = state.plans.find(planId);
  if (plan === undefined || plan.phase === "fired") return false;
  assert(plan.parentOrderId !== 0, "only exits of an order grow with its fills");
  plan.terms = { ...plan.terms, size: lots(plan.terms.size + size) };
  emitPlanAmended(plan, emit);
  return true;
}

/**
 * Creates or extends the exits of an order after a fill that opened `size` lots. Emits
 * `plan_accepted` or `plan_amended` for each exit.
 */
export function protectFill(state: State, slot: number, size: Lots, emit: Emit): void {
  const kept = state.plans.orderExits.get(state.orders.id(slot));
  assert(kept !== undefined, "the exits of an order with that flag are kept");
  assert(size > 0, "an opening fill has a size");
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
