import { Type } from "typebox";
import type { LivePlan } from "../../../../projections/live/live-plan.ts";
import { wireId } from "../../../../wire/ids.ts";
import { planViewOfRow } from "../../../../wire/plan-view.ts";
import { subOrderRowSchema, subOrderRows } from "../../../../wire/sub-order-row.ts";
import { spotPlanRow, spotPlanRowSchema } from "../../../../wire/v2/spot-plan-rows.ts";
import { defineEndpoint, type PrivateContext } from "../../../http/endpoint.ts";
import { id, limit, symbol } from "../../../http/fields.ts";
import { findPlan } from "../../../orders/find-plan.ts";
import { rejectionError } from "../../../rejection-codes.ts";
import { indexesOf, spotInstruments } from "../../shared/instruments.ts";
import { idBound, idFilter, PAGE_FIELDS, windowOf } from "../../shared/paging.ts";

const SPAN_DAYS_MAX = 90;

const page = Type.Object({
  nextFlag: Type.Boolean({ description: "Whether older rows follow" }),
  idLessThan: Type.String({ description: "To continue with; empty without rows" }),
  orderList: Type.Array(spotPlanRowSchema),
});

function pageOf(context: PrivateContext, plans: readonly LivePlan[], nextFlag: boolean) {
  const { exchange } = context;
  const last = plans.at(-1);
  return {
    nextFlag,
    idLessThan: last === undefined ? "" : wireId(last.planId),
    orderList: plans.flatMap((plan) => {
      const instrument = exchange.accounts.instrumentAt(plan.instrument);
      return instrument === undefined ? [] : [spotPlanRow(exchange.accounts, instrument, plan)];
    }),
  };
}

export const listPendingSpotPlans = defineEndpoint({
  method: "GET",
  paths: ["/api/v2/spot/trade/current-plan-order"],
  version: "v2",
  summary: "Pending spot trigger orders, newest first",
  access: { kind: "private", permission: "read" },
  limit: { perSecond: 20, per: "uid" },
  request: Type.Object({
    symbol: Type.Optional(symbol()),
    ...PAGE_FIELDS,
    limit: limit({ default: 20, max: 100 }),
  }),
  response: page,
  handle(context, request) {
    const { startTime, endTime, limit: rows } = request;
    if (startTime !== undefined && endTime !== undefined) {
      windowOf(context, request, { spanDaysMax: SPAN_DAYS_MAX });
    }
    const instruments = new Set(indexesOf(spotInstruments(context, request.symbol)));
    const below = idBound(request.idLessThan) ?? Number.POSITIVE_INFINITY;
    const plans = context.exchange.live.plans
      .of(context.principal.userIndex)
      .filter(
        (plan) =>
          instruments.has(plan.instrument) &&
          plan.planId < below &&
          plan.createdAtMs >= (startTime ?? 0) &&
          plan.createdAtMs <= (endTime ?? Number.POSITIVE_INFINITY),
      );
    return pageOf(context, plans.slice(0, rows), plans.length > rows);
  },
});

export const listClosedSpotPlans = defineEndpoint({
  method: "GET",
  paths: ["/api/v2/spot/trade/history-plan-order"],
  version: "v2",
  summary: "Executed, failed and cancelled spot trigger orders of the last 90 days, newest first",
  access: { kind: "private", permission: "read" },
  limit: { perSecond: 20, per: "uid" },
  request: Type.Object({
    symbol: Type.Optional(symbol()),
    ...PAGE_FIELDS,
    limit: limit({ default: 100, max: 100 }),
  }),
  response: page,
  async handle(context, request) {
    const rules = { spanDaysMax: SPAN_DAYS_MAX, ageDaysMax: SPAN_DAYS_MAX };
    const { rows, hasMore } = await context.exchange.history.plans({
      ...windowOf(context, request, rules),
      user: context.principal.userIndex,
      instruments: indexesOf(spotInstruments(context, request.symbol)),
      statuses: ["executed", "failed", "cancelled"],
      idLessThan: idBound(request.idLessThan),
      limit: request.limit,
    });
    return pageOf(context, rows.map(planViewOfRow), hasMore);
  },
});

export const getSpotPlanSubOrder = defineEndpoint({
  method: "GET",
  paths: ["/api/v2/spot/trade/plan-sub-order"],
  version: "v2",
  summary: "The order that a spot trigger order became, or is becoming",
  access: { kind: "private", permission: "read" },
  limit: { perSecond: 20, per: "uid" },
  request: Type.Object({ planOrderId: id() }),
  response: Type.Array(subOrderRowSchema),
  async handle(context, request) {
    const instruments = indexesOf(spotInstruments(context, undefined));
    const planId = idFilter(request.planOrderId) ?? 0;
    const plan = await findPlan(context, { instruments, planId });
    if (plan === undefined) throw rejectionError("plan_not_found", "v2_spot");
    return subOrderRows(context.exchange.accounts, plan);
  },
});
