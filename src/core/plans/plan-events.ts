/** The events of a plan's life, written in the field order of `events.ts`. */
import { EVENT_INDEX } from "../event-buffer.ts";
import type { Ticks } from "../money/units.ts";
import { REJECTIONS, type Rejection } from "../rejections.ts";
import type { Emit } from "../state.ts";
import {
  indexIn,
  ORDER_BACKINGS,
  ORDER_SOURCES,
  ORDER_TYPES,
  PLAN_CANCEL_REASONS,
  PLAN_KINDS,
  type PlanCancelReason,
  POSITION_SIDES,
  SIDES,
  STP_MODES,
  TIMES_IN_FORCE,
  TRIGGER_SOURCES,
} from "../vocabulary.ts";
import type { Exits, Plan, PlanTerms } from "./plan.ts";

function begin(kind: number, plan: Plan, emit: Emit): void {
  emit.begin(kind);
  emit.num(plan.id);
  emit.num(plan.user);
  emit.num(plan.instrument);
}

function writeExits(exits: Exits, emit: Emit): void {
  for (const exit of [exits.profit, exits.loss]) {
    emit.num(exit.trigger);
    emit.num(indexIn(TRIGGER_SOURCES, exit.by));
    emit.num(exit.price);
  }
}

function writeTerms(terms: PlanTerms, emit: Emit): void {
  emit.num(indexIn(TRIGGER_SOURCES, terms.triggerBy));
  emit.num(terms.triggerPrice);
  emit.num(terms.callbackE4);
  emit.num(indexIn(ORDER_TYPES, terms.orderType));
  emit.num(terms.price);
  emit.num(terms.size);
  emit.money(terms.quoteAmount);
  writeExits(terms.exits, emit);
}

/** `marginMode` is the index of the mode that stands for the user and instrument. */
export function emitPlanAccepted(plan: Plan, marginMode: number, emit: Emit): void {
  begin(EVENT_INDEX.plan_accepted, plan, emit);
  emit.num(indexIn(PLAN_KINDS, plan.kind));
  emit.num(indexIn(SIDES, plan.side));
  emit.num(indexIn(TIMES_IN_FORCE, plan.timeInForce));
  emit.num(indexIn(POSITION_SIDES, plan.positionSide));
  emit.flag(plan.reduceOnly);
  emit.num(indexIn(STP_MODES, plan.stpMode));
  emit.num(indexIn(ORDER_SOURCES, plan.source));
  emit.num(marginMode);
  emit.num(indexIn(ORDER_BACKINGS, plan.backing));
  emit.num(plan.twin);
  emit.num(plan.parentOrderId);
  writeTerms(plan.terms, emit);
  emit.text(plan.clientOrderId);
  emit.end();
}

export function emitPlanAmended(plan: Plan, emit: Emit): void {
  begin(EVENT_INDEX.plan_amended, plan, emit);
  writeTerms(plan.terms, emit);
  emit.end();
}

export function emitPlanActivated(plan: Plan, price: Ticks, emit: Emit): void {
  begin(EVENT_INDEX.plan_activated, plan, emit);
  emit.num(price);
  emit.end();
}

export function emitPlanFired(plan: Plan, price: Ticks, emit: Emit): void {
  begin(EVENT_INDEX.plan_fired, plan, emit);
  emit.num(price);
  emit.end();
}

export function emitPlanExecuted(plan: Plan, orderId: number, emit: Emit): void {
  begin(EVENT_INDEX.plan_executed, plan, emit);
  emit.num(orderId);
  emit.end();
}

export function emitPlanFailed(plan: Plan, reason: Rejection, emit: Emit): void {
  begin(EVENT_INDEX.plan_failed, plan, emit);
  emit.num(REJECTIONS.indexOf(reason));
  emit.end();
}

export function emitPlanCancelled(plan: Plan, reason: PlanCancelReason, emit: Emit): void {
  begin(EVENT_INDEX.plan_cancelled, plan, emit);
  emit.num(indexIn(PLAN_CANCEL_REASONS, reason));
  emit.end();
}

/** `order` names the order by its ids. */
export function emitOrderExits(
  order: { readonly id: number; readonly user: number; readonly instrument: number },
  exits: Exits,
  emit: Emit,
): void {
  emit.begin(EVENT_INDEX.order_exits_set);
  emit.num(order.id);
  emit.num(order.user);
  emit.num(order.instrument);
  writeExits(exits, emit);
  emit.end();
}
