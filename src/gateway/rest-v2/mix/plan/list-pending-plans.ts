import { Type } from "typebox";
import { defineEndpoint, type PrivateContext } from "../../../http/endpoint.ts";
import { type TimesRequest, timesAsked } from "../../../http/time-range.ts";
import { indexesOf, mixInstruments } from "../../shared/instruments.ts";
import { idBound, idFilter, type Window, windowOf } from "../../shared/paging.ts";
import { PLAN_FILTERS, planPage, planPageOf, SPAN_DAYS_MAX } from "./plan-page.ts";
import { kindsOfListedType } from "./plan-types.ts";

/**
 * Returns the window of the list: all of it without times; with one of them, the longest span on
 * its other side (specification, Get Pending Trigger Order).
 */
function windowAsked(context: PrivateContext, request: TimesRequest): Window {
  const { endTime, startTime } = timesAsked(request);
  const isBounded = startTime !== undefined || endTime !== undefined;
  if (!isBounded) return { fromMs: 0, toMs: undefined };
  return windowOf(context, request, { spanDaysMax: SPAN_DAYS_MAX });
}

export const listPendingMixPlans = defineEndpoint({
  method: "GET",
  paths: ["/api/v2/mix/order/orders-plan-pending"],
  version: "v2",
  summary: "Pending trigger, trailing, take-profit and stop-loss orders, newest first",
  access: { kind: "private", permission: "read" },
  limit: { perSecond: 10, per: "uid" },
  request: Type.Object(PLAN_FILTERS),
  response: planPage,
  handle(context, request) {
    const { clientOid } = request;
    const { fromMs, toMs = Number.POSITIVE_INFINITY } = windowAsked(context, request);
    const instruments = new Set(indexesOf(mixInstruments(context, request)));
    const kinds = kindsOfListedType(request.planType);
    const planId = idFilter(request.orderId);
    const below = idBound(request.idLessThan) ?? Number.POSITIVE_INFINITY;
    const plans = context.exchange.live.plans
      .of(context.principal.userIndex)
      .filter(
        (plan) =>
          instruments.has(plan.instrument) &&
          kinds.includes(plan.planKind) &&
          plan.planId < below &&
          (planId === undefined || plan.planId === planId) &&
          (planId !== undefined || clientOid === undefined || plan.clientOrderId === clientOid) &&
          plan.createdAtMs >= fromMs &&
          plan.createdAtMs <= toMs,
      );
    return planPageOf(context, plans.slice(0, request.limit));
  },
});
