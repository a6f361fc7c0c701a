/** Places the orders of fired plans: a step of each tick, bounded in work. */

import { isClientIdKept } from "../accounts/closed-client-ids.ts";
import { assert } from "../base/assert.ts";
import { idText } from "../base/id-text.ts";
import { PLANS_PER_TICK_MAX } from "../base/limits.ts";
import { positionAt } from "../base/position-handle.ts";
import type { Rejection } from "../base/rejections.ts";
import { hasPrice, isTrading, PLAN_KIND_TRAITS } from "../base/word-traits.ts";
import { unborrowed } from "../borrowing/borrowed-amount.ts";
import type { PlaceOrder } from "../commands/commands.ts";
import { flatExits } from "../commands/exits.ts";
import type { Instrument } from "../instruments/instrument.ts";
import { spendable } from "../margin/coverage.ts";
import { type Lots, lots } from "../money/units.ts";
import { cancelClosingExcess } from "../orders/close-order.ts";
import { collateralLimit } from "../orders/order-checks.ts";
import { placeOrder } from "../orders/place-order.ts";
import { endPlan, removePlan } from "../plans/cancel-plans.ts";
import { hasExits, isPositionBound, isWholePosition, type Plan } from "../plans/plan.ts";
import { emitPlanExecuted, emitPlanFailed } from "../plans/plan-events.ts";
import { walletOf } from "../positions/backing.ts";
import { closedSide } from "../positions/exposure.ts";
import { type Emit, instrumentAt, type State, userAt } from "../state.ts";
import { heldAgainst, isClosing } from "./plan-checks.ts";

/**
 * Returns the size that a spot exit sells. The exit of an order sells at most what the user has of
 * the coin, because the fee of the buy was taken from it; on margin, too, it takes no loan for the
 * rest. An exit that the user placed sells the size that it states.
 */
function sellable(state: State, instrument: Instrument, plan: Plan): Lots {
  const { backing, parentOrderId, terms } = plan;
  if (parentOrderId === 0) return terms.size;
  const user = userAt(state, plan.user);
  const account = state.ledger.find(user.index, walletOf(user, instrument), instrument.base);
  const available =
    backing === "default"
      ? spendable(state, user, account)
      : unborrowed(state, user, instrument.base);
  const availableLots = available / instrument.baseAtomsPerLot;
  return availableLots < BigInt(plan.terms.size) ? lots(Number(availableLots)) : plan.terms.size;
}

/**
 * Whether resting orders that only close the position give way to the order of a plan: in one-way
 * mode to that of any plan, by the rule of reduce-only orders; in hedge mode to that of an exit of
 * the position, because an exit that failed beside them would leave the position without it.
 */
function takesPrecedence(plan: Plan): boolean {
  return plan.positionSide === "net" || isPositionBound(plan.kind);
}

/**
 * Returns the size to place, or the reason why the plan fails. A closing order takes at most what
 * can be closed, and at most the largest size of an order.
 */
function sizeOf(state: State, instrument: Instrument, plan: Plan): Lots | Rejection {
  const { orderType, size } = plan.terms;
  if (!instrument.isFutures) {
    return isPositionBound(plan.kind) ? sellable(state, instrument, plan) : size;
  }
  if (!isClosing(plan)) return size;
  const { held, free } = heldAgainst(state, plan.user, plan.instrument, plan.side === "buy");
  if (held === 0) return "no_position";
  const closable = takesPrecedence(plan) ? held : free;
  if (closable === 0) return "insufficient_position";
  assert(closable > 0 && closable <= held, "closing orders do not exceed the position");
  const wanted = isWholePosition(plan.kind) ? closable : Math.min(size, closable);
  const max = hasPrice(orderType) ? instrument.sizeLotsMax : instrument.sizeLotsMarketMax;
  return lots(Math.min(wanted, max));
}

/**
 * Returns type, price and time in force of the order. A market order that buys a size of a spot
 * pair is placed as an immediate-or-cancel order at the upper price band.
 */
function pricingOf(state: State, instrument: Instrument, plan: Plan) {
  const { orderType, price, quoteAmount } = plan.terms;
  const isSizedBuy = !hasPrice(orderType) && plan.side === "buy" && quoteAmount === 0n;
  if (instrument.isFutures || !isSizedBuy) {
    return { orderType, price, timeInForce: plan.timeInForce };
  }
  const limit = collateralLimit(state, instrument, true);
  return { orderType: "limit", price: limit, timeInForce: "ioc" } as const;
}

/**
 * Returns the client id of a plan's order: the text of the plan's id, by which clients look for the
 * order. Empty if an order of the user has it already: that must not keep the plan from being
 * executed. No order is known by that text as its own id, which is the plan's.
 */
function clientIdOfOrder(state: State, plan: Plan): string {
  const text = idText(plan.id);
  const isTaken =
    state.orders.clientIds.find(plan.user, text) !== 0 ||
    isClientIdKept(userAt(state, plan.user), "order", text, state.timeMs);
  return isTaken ? "" : text;
}

/**
 * In hedge mode, frees the size that an exit closes of resting closing orders, the oldest first. In
 * one-way mode they are cancelled as the exit's reduce-only order is placed.
 */
function makeRoom(state: State, plan: Plan, size: Lots, emit: Emit): void {
  if (plan.positionSide === "net" || !isClosing(plan) || !takesPrecedence(plan)) return;
  const row = state.positions.find(plan.user, plan.instrument);
  cancelClosingExcess(state, positionAt(row, closedSide(plan.side === "buy")), size, emit);
}

function orderOf(state: State, instrument: Instrument, plan: Plan, size: Lots): PlaceOrder {
  const { backing } = plan;
  const { exits, quoteAmount } = plan.terms;
  const { orderType, price, timeInForce } = pricingOf(state, instrument, plan);
  return {
    kind: "place_order",
    user: plan.user,
    instrument: plan.instrument,
    side: plan.side,
    orderType,
    timeInForce,
    positionSide: plan.positionSide,
    reduceOnly: plan.reduceOnly,
    stpMode: plan.stpMode,
    price,
    size,
    quoteAmount,
    clientOrderId: clientIdOfOrder(state, plan),
    source: PLAN_KIND_TRAITS[plan.kind].source,
    exits: hasExits(exits) ? flatExits(exits) : undefined,
    margin: backing === "default" ? undefined : { backing, loanType: "normal" },
    sizing: plan.sizingPriceE6 === 0 ? undefined : { priceE6: plan.sizingPriceE6 },
  };
}

function executePlan(state: State, instrument: Instrument, plan: Plan, emit: Emit): void {
  const { outcome, plans } = state;
  assert(plan.phase === "fired", "an executed plan has fired");
  const size = sizeOf(state, instrument, plan);
  const { pairedId } = plan;
  removePlan(state, plan);
  if (typeof size === "string") return emitPlanFailed(plan, size, emit);
  makeRoom(state, plan, size, emit);
  outcome.rejection = undefined;
  placeOrder(state, orderOf(state, instrument, plan, size), emit);
  if (outcome.rejection !== undefined) return emitPlanFailed(plan, outcome.rejection, emit);
  emitPlanExecuted(plan, outcome.id, emit);
  const paired = plans.find(pairedId);
  if (paired !== undefined) endPlan(state, paired, "twin_executed", emit);
}

/**
 * Places the orders of at most `PLANS_PER_TICK_MAX` fired plans, by instrument and in the order in
 * which they fired. Emits the events of placing, then `plan_executed` or `plan_failed`. Plans of a
 * halted instrument wait.
 */
export function executePlans(state: State, emit: Emit): void {
  let remaining = PLANS_PER_TICK_MAX;
  for (const index of state.plans.firedInstruments()) {
    const instrument = instrumentAt(state, index);
    if (!isTrading(instrument.status)) continue;
    for (const plan of state.plans.firedOf(index, remaining)) {
      remaining -= 1;
      // The order of an earlier plan may have closed the position and so cancelled this plan.
      if (state.plans.find(plan.id) === plan) executePlan(state, instrument, plan, emit);
    }
  }
  assert(remaining >= 0, "a tick executes a bounded number of plans");
  const { outcome } = state;
  outcome.rejection = undefined;
  outcome.id = 0;
  outcome.replacedReduceOnly = false;
}

/** Whether a further tick could place a fired plan. */
export function hasFiredPlans(state: State): boolean {
  return state.plans
    .firedInstruments()
    .some((index) => isTrading(instrumentAt(state, index).status));
}
