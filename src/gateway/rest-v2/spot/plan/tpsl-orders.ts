/** Orders with a trigger price in the lists of spot orders (tpslType tpsl). */

import type { Instrument } from "../../../../core/instruments/instrument.ts";
import { CLOSED_PLAN_STATUSES } from "../../../../projections/live/plan-status.ts";
import { wireId } from "../../../../wire/ids.ts";
import { orderViewOfPlan } from "../../../../wire/order-view.ts";
import { planViewOfRow } from "../../../../wire/plan-view.ts";
import { priceText } from "../../../../wire/texts.ts";
import { closedSpotOrderRow, openSpotOrderRow } from "../../../../wire/v2/spot-order-rows.ts";
import type { PrivateContext } from "../../../http/endpoint.ts";
import { findOrder } from "../../shared/find-orders.ts";
import { indexesOf, spotInstruments } from "../../shared/instruments.ts";
import { idBound, idFilter, windowOf } from "../../shared/paging.ts";

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
  const { startTime = 0, endTime = Number.POSITIVE_INFINITY } = request;
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
        plan.createdAtMs >= startTime &&
        plan.createdAtMs <= endTime,
    )
    .slice(0, request.limit)
    .flatMap((plan) => {
      const instrument = exchange.accounts.instrumentAt(plan.instrument);
      if (instrument === undefined) return [];
      const row = openSpotOrderRow(
        context.exchange.accounts,
        context.principal.uid,
        instrument,
        orderViewOfPlan(plan, undefined),
      );
      const triggerPrice = priceText(instrument, plan.triggerPrice);
      return [{ ...row, tpslType: "tpsl", triggerPrice }];
    });
}

/** Returns the executed, failed and cancelled ones, newest first, with their fills. */
export async function closedTpslOrders(context: PrivateContext, request: ListRequest) {
  const { exchange, principal } = context;
  const rules = { spanDaysMax: SPAN_DAYS_MAX, ageDaysMax: SPAN_DAYS_MAX };
  const { rows } = await exchange.history.plans({
    ...windowOf(context, request, rules),
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
    const became =
      plan.executeOrderId === 0
        ? undefined
        : await findOrder(context, { orderId: wireId(plan.executeOrderId) });
    const row = closedSpotOrderRow(
      context.exchange.accounts,
      context.principal.uid,
      instrument,
      orderViewOfPlan(plan, became),
    );
    return { ...row, tpslType: "tpsl", triggerPrice: priceText(instrument, plan.triggerPrice) };
  });
  return (await Promise.all(views)).filter((row) => row !== undefined);
}
