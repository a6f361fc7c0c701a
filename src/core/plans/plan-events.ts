/** Emits the events of plans and of order exits. */

import type { Rejection } from "../base/rejections.ts";
import type { MarginMode, PlanCancelReason } from "../base/vocabulary.ts";
import type { EventFields } from "../events/event-buffer.ts";
import type { Ticks } from "../money/units.ts";
import type { Emit } from "../state.ts";
import { type Exits, flatExits, type Plan, type PlanTerms } from "./plan.ts";

/** The fields that identify a plan. */
type PlanIds = Omit<EventFields<"plan_fired">, "price">;

function idsOf(plan: Plan): PlanIds {
  return { planId: plan.id, user: plan.user, instrument: plan.instrument };
}

/** Returns the event fields of the terms that an amendment may change. */
function termFields(terms: PlanTerms): Omit<EventFields<"plan_amended">, keyof PlanIds> {
  const { exits, ...others } = terms;
  return { ...others, ...flatExits(exits) };
}

/** Emits `plan_accepted`; `marginMode` is the user's mode in the instrument. */
export function emitPlanAccepted(plan: Plan, marginMode: MarginMode, emit: Emit): void {
  emit.write("plan_accepted", {
    ...idsOf(plan),
    planKind: plan.kind,
    side: plan.side,
    timeInForce: plan.timeInForce,
    positionSide: plan.positionSide,
    reduceOnly: plan.reduceOnly,
    stpMode: plan.stpMode,
    source: plan.source,
    marginMode,
    backing: plan.backing,
    pairedId: plan.pairedId,
    parentOrderId: plan.parentOrderId,
    sizingPriceE6: plan.sizingPriceE6,
    ...termFields(plan.terms),
    clientOrderId: plan.clientOrderId,
  });
}

export function emitPlanAmended(plan: Plan, emit: Emit): void {
  emit.write("plan_amended", { ...idsOf(plan), ...termFields(plan.terms) });
}

export function emitPlanActivated(plan: Plan, price: Ticks, emit: Emit): void {
  emit.write("plan_activated", { ...idsOf(plan), price });
}

export function emitPlanFired(plan: Plan, price: Ticks, emit: Emit): void {
  emit.write("plan_fired", { ...idsOf(plan), price });
}

export function emitPlanExecuted(plan: Plan, orderId: number, emit: Emit): void {
  emit.write("plan_executed", { ...idsOf(plan), orderId });
}

export function emitPlanFailed(plan: Plan, reason: Rejection, emit: Emit): void {
  emit.write("plan_failed", { ...idsOf(plan), reason });
}

export function emitPlanCancelled(plan: Plan, reason: PlanCancelReason, emit: Emit): void {
  emit.write("plan_cancelled", { ...idsOf(plan), reason });
}

/** Emits `order_exits_set` with the exits of an open order. */
export function emitOrderExits(
  order: { readonly id: number; readonly user: number; readonly instrument: number },
  exits: Exits,
  emit: Emit,
): void {
  const { id, instrument, user } = order;
  emit.write("order_exits_set", { orderId: id, user, instrument, ...flatExits(exits) });
}
