/** Emits the events of plans and of order exits. */

import type { Rejection } from "../base/rejections.ts";
import {
  indexIn,
  MARGIN_MODES,
  type MarginMode,
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
} from "../base/vocabulary.ts";
import { type Exits, flatExits } from "../commands/exits.ts";
import { textWords } from "../events/event-buffer.ts";
import { eventLayout } from "../events/event-layout.ts";
import type { Ticks } from "../money/units.ts";
import type { Emit } from "../state.ts";
import type { Plan } from "./plan.ts";

const ACCEPTED = eventLayout("plan_accepted");
const AMENDED = eventLayout("plan_amended");
const FIRED = eventLayout("plan_fired");
const EXECUTED = eventLayout("plan_executed");
const CANCELLED = eventLayout("plan_cancelled");

/** Emits `plan_accepted`; `marginMode` is the user's mode in the instrument. */
export function emitPlanAccepted(plan: Plan, marginMode: MarginMode, emit: Emit): void {
  const { clientOrderId, terms } = plan;
  const { loss, profit } = terms.exits;
  const place = emit.open(ACCEPTED.header, textWords(clientOrderId));
  const { moneyWords, numberWords } = emit;
  numberWords[place + ACCEPTED.planId] = plan.id;
  numberWords[place + ACCEPTED.user] = plan.user;
  numberWords[place + ACCEPTED.instrument] = plan.instrument;
  numberWords[place + ACCEPTED.planKind] = indexIn(PLAN_KINDS, plan.kind);
  numberWords[place + ACCEPTED.side] = indexIn(SIDES, plan.side);
  numberWords[place + ACCEPTED.timeInForce] = indexIn(TIMES_IN_FORCE, plan.timeInForce);
  numberWords[place + ACCEPTED.positionSide] = indexIn(POSITION_SIDES, plan.positionSide);
  numberWords[place + ACCEPTED.reduceOnly] = plan.reduceOnly ? 1 : 0;
  numberWords[place + ACCEPTED.stpMode] = indexIn(STP_MODES, plan.stpMode);
  numberWords[place + ACCEPTED.source] = indexIn(ORDER_SOURCES, plan.source);
  numberWords[place + ACCEPTED.marginMode] = indexIn(MARGIN_MODES, marginMode);
  numberWords[place + ACCEPTED.backing] = indexIn(ORDER_BACKINGS, plan.backing);
  numberWords[place + ACCEPTED.pairedId] = plan.pairedId;
  numberWords[place + ACCEPTED.parentOrderId] = plan.parentOrderId;
  numberWords[place + ACCEPTED.sizingPriceE6] = plan.sizingPriceE6;
  numberWords[place + ACCEPTED.triggerBy] = indexIn(TRIGGER_SOURCES, terms.triggerBy);
  numberWords[place + ACCEPTED.triggerPrice] = terms.triggerPrice;
  numberWords[place + ACCEPTED.callbackE4] = terms.callbackE4;
  numberWords[place + ACCEPTED.orderType] = indexIn(ORDER_TYPES, terms.orderType);
  numberWords[place + ACCEPTED.price] = terms.price;
  numberWords[place + ACCEPTED.size] = terms.size;
  moneyWords[place + ACCEPTED.quoteAmount] = terms.quoteAmount;
  numberWords[place + ACCEPTED.profitTrigger] = profit.trigger;
  numberWords[place + ACCEPTED.profitBy] = indexIn(TRIGGER_SOURCES, profit.by);
  numberWords[place + ACCEPTED.profitPrice] = profit.price;
  numberWords[place + ACCEPTED.lossTrigger] = loss.trigger;
  numberWords[place + ACCEPTED.lossBy] = indexIn(TRIGGER_SOURCES, loss.by);
  numberWords[place + ACCEPTED.lossPrice] = loss.price;
  emit.writeText(place + ACCEPTED.clientOrderId, clientOrderId);
}

/** Emits `plan_amended` with the terms that an amendment may change. */
export function emitPlanAmended(plan: Plan, emit: Emit): void {
  const { terms } = plan;
  const { loss, profit } = terms.exits;
  const place = emit.open(AMENDED.header);
  const { moneyWords, numberWords } = emit;
  numberWords[place + AMENDED.planId] = plan.id;
  numberWords[place + AMENDED.user] = plan.user;
  numberWords[place + AMENDED.instrument] = plan.instrument;
  numberWords[place + AMENDED.triggerBy] = indexIn(TRIGGER_SOURCES, terms.triggerBy);
  numberWords[place + AMENDED.triggerPrice] = terms.triggerPrice;
  numberWords[place + AMENDED.callbackE4] = terms.callbackE4;
  numberWords[place + AMENDED.orderType] = indexIn(ORDER_TYPES, terms.orderType);
  numberWords[place + AMENDED.price] = terms.price;
  numberWords[place + AMENDED.size] = terms.size;
  moneyWords[place + AMENDED.quoteAmount] = terms.quoteAmount;
  numberWords[place + AMENDED.profitTrigger] = profit.trigger;
  numberWords[place + AMENDED.profitBy] = indexIn(TRIGGER_SOURCES, profit.by);
  numberWords[place + AMENDED.profitPrice] = profit.price;
  numberWords[place + AMENDED.lossTrigger] = loss.trigger;
  numberWords[place + AMENDED.lossBy] = indexIn(TRIGGER_SOURCES, loss.by);
  numberWords[place + AMENDED.lossPrice] = loss.price;
}

export function emitPlanActivated(plan: Plan, price: Ticks, emit: Emit): void {
  const { id, instrument, user } = plan;
  emit.write("plan_activated", { planId: id, user, instrument, price });
}

export function emitPlanFired(plan: Plan, price: Ticks, emit: Emit): void {
  const place = emit.open(FIRED.header);
  const { numberWords } = emit;
  numberWords[place + FIRED.planId] = plan.id;
  numberWords[place + FIRED.user] = plan.user;
  numberWords[place + FIRED.instrument] = plan.instrument;
  numberWords[place + FIRED.price] = price;
}

export function emitPlanExecuted(plan: Plan, orderId: number, emit: Emit): void {
  const place = emit.open(EXECUTED.header);
  const { numberWords } = emit;
  numberWords[place + EXECUTED.planId] = plan.id;
  numberWords[place + EXECUTED.user] = plan.user;
  numberWords[place + EXECUTED.instrument] = plan.instrument;
  numberWords[place + EXECUTED.orderId] = orderId;
}

export function emitPlanFailed(plan: Plan, reason: Rejection, emit: Emit): void {
  const { id, instrument, user } = plan;
  emit.write("plan_failed", { planId: id, user, instrument, reason });
}

export function emitPlanCancelled(plan: Plan, reason: PlanCancelReason, emit: Emit): void {
  const place = emit.open(CANCELLED.header);
  const { numberWords } = emit;
  numberWords[place + CANCELLED.planId] = plan.id;
  numberWords[place + CANCELLED.user] = plan.user;
  numberWords[place + CANCELLED.instrument] = plan.instrument;
  numberWords[place + CANCELLED.reason] = indexIn(PLAN_CANCEL_REASONS, reason);
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
