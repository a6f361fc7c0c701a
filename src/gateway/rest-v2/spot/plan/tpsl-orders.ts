/** Orders with a trigger price in the lists of spot orders (tpslType tpsl). */

import type { Instrument } from "../../../../core/instruments/instrument.ts";
import type { LivePlan } from "../../../../projections/live/live-plan.ts";
import { CLOSED_PLAN_STATUSES } from "../../../../projections/live/plan-status.ts";
import { wireId } from "../../../../wire/ids.ts";
import { type OrderView, orderViewOfPlan } from "../../../../wire/order-view.ts";
import { planViewOfRow } from "../../../../wire/plan-view.ts";
import { priceText } from "../../../../wire/texts.ts";
import {
  closedSpotOrderRow,
  openSpotOrderRow,
  spotOrderRow,
} from "../../../../wire/v2/spot-order-rows.ts";
import type { PrivateContext } from "../../../http/endpoint.ts";
import { findPlan } from "../../../orders/find-plan.ts";
import { findOrder } from "../../shared/find-orders.ts";
import { indexesOf, spotInstruments } from "../../shared/instruments.ts";
import { endedWindowOf, idBound, idFilter, openWindowOf } from "../../shared/paging.ts";

interface ListRequest {
  readonly symbol?: string;
  readonly orderId?: string;
  readonly idLessThan?: string;
  readonly startTime?: number;
  readonly endTime?: number;
  readonly limit: number;
}

const SPAN_DAYS_MAX = 90;

/** Returns the pending ones, newest first. */
export function pendingTpslOrders(
  context: PrivateContext,
  instruments: readonly Instrument[],
  request: ListRequest,
) {
  const { exchange, principal } = context;
  const { fromMs, toMs } = openWindowOf(context, request);
  const planId = idFilter(request.orderId);
  const below = idBound(request.idLessThan) ?? Number.POSITIVE_INFINITY;
  const indexes = new Set(indexesOf(instruments));
  return exchange.live.plans
    .of(principal.userIndex)
    .filter(
      (plan) =>
        indexes.has(plan.instrument) &&
        plan.planId < below &&
        (planId === undefined || plan.planId === planId) &&
        plan.createdAtMs >= fromMs &&
        plan.createdAtMs <= toMs,
    )
    .slice(0, request.limit)
    .flatMap((plan) => {
      const instrument = exchange.accounts.instrumentAt(plan.instrument);
      if (instrument === undefined) return [];
      const order = orderViewOfPlan(plan, undefined);
      const row = openSpotOrderRow(exchange.accounts, principal.uid, instrument, order);
      return [{ ...row, ...tpslMembers(instrument, plan) }];
    });
}

/** Members by which a row differs from that of an order without a trigger price. */
function tpslMembers(instrument: Instrument, plan: LivePlan) {
  return { tpslType: "tpsl", triggerPrice: priceText(instrument, plan.triggerPrice) };
}

/** Returns a plan as an order, with the fills of the order that it placed. */
async function orderOfPlan(context: PrivateContext, plan: LivePlan): Promise<OrderView> {
  const { executeOrderId } = plan;
  if (executeOrderId === 0) return orderViewOfPlan(plan, undefined);
  return orderViewOfPlan(plan, await findOrder(context, { orderId: wireId(executeOrderId) }));
}

/** Returns the row of the caller's tpsl order by either id, `orderId` first; pending or final. */
export async function findTpslOrder(
  context: PrivateContext,
  named: { readonly orderId?: string; readonly clientOid?: string },
) {
  const { accounts } = context.exchange;
  const plan = await findPlan(context, {
    instruments: indexesOf(spotInstruments(context, undefined)),
    planId: idFilter(named.orderId),
    clientOrderId: named.orderId === undefined ? named.clientOid : undefined,
  });
  const instrument = plan === undefined ? undefined : accounts.instrumentAt(plan.instrument);
  if (plan === undefined || instrument === undefined) return undefined;
  const order = await orderOfPlan(context, plan);
  const row = spotOrderRow(accounts, context.principal.uid, instrument, order);
  return { ...row, ...tpslMembers(instrument, plan) };
}

/** Returns the executed, failed and cancelled ones, newest first, with their fills. */
export async function closedTpslOrders(context: PrivateContext, request: ListRequest) {
  const { exchange, principal } = context;
  const rules = { spanDaysMax: SPAN_DAYS_MAX, ageDaysMax: SPAN_DAYS_MAX };
  const { rows } = await exchange.history.plans({
    ...endedWindowOf(context, request, rules),
    user: principal.userIndex,
    instruments: indexesOf(spotInstruments(context, request.symbol)),
    statuses: CLOSED_PLAN_STATUSES,
    planId: idFilter(request.orderId),
    idLessThan: idBound(request.idLessThan),
    limit: request.limit,
  });
  const views = rows.map(planViewOfRow).map(async (plan) => {
    const instrument = exchange.accounts.instrumentAt(plan.instrument);
    if (instrument === undefined) return undefined;
    const order = await orderOfPlan(context, plan);
    const row = closedSpotOrderRow(exchange.accounts, principal.uid, instrument, order);
    return { ...row, ...tpslMembers(instrument, plan) };
  });
  return (await Promise.all(views)).filter((row) => row !== undefined);
}
