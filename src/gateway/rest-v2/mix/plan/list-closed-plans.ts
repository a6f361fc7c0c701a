import { Type } from "typebox";
import { CLOSED_PLAN_STATUSES, type PlanStatus } from "../../../../projections/live/plan-status.ts";
import { planViewOfRow } from "../../../../wire/plan-view.ts";
import { defineEndpoint } from "../../../http/endpoint.ts";
import { enumeration } from "../../../http/fields.ts";
import { indexesOf, mixInstruments } from "../../shared/instruments.ts";
import { idBound, idFilter, windowOf } from "../../shared/paging.ts";
import { PLAN_FILTERS, planPage, planPageOf } from "./plan-page.ts";
import { kindsOfListedType } from "./plan-types.ts";

const STATUSES = {
  executed: ["executed"],
  fail_trigger: ["failed"],
  fail_execute: ["failed"],
  cancelled: ["cancelled"],
} as const satisfies Readonly<Record<string, readonly PlanStatus[]>>;
type StatusWord = keyof typeof STATUSES;

export const listClosedMixPlans = defineEndpoint({
  method: "GET",
  paths: ["/api/v2/mix/order/orders-plan-history"],
  version: "v2",
  summary: "Executed, failed and cancelled trigger orders of the last 90 days, newest first",
  access: { kind: "private", permission: "read" },
  limit: { perSecond: 10, per: "uid" },
  request: Type.Object({
    ...PLAN_FILTERS,
    planStatus: Type.Optional(enumeration(Object.keys(STATUSES) as StatusWord[])),
  }),
  response: planPage,
  async handle(context, request) {
    const { planStatus } = request;
    const rules = { spanDaysMax: 90, ageDaysMax: 90 };
    const { rows } = await context.exchange.history.plans({
      ...windowOf(context, request, rules),
      user: context.principal.userIndex,
      instruments: indexesOf(mixInstruments(context, request)),
      kinds: kindsOfListedType(request.planType),
      statuses: planStatus === undefined ? CLOSED_PLAN_STATUSES : STATUSES[planStatus],
      planId: idFilter(request.orderId),
      clientOrderId: request.orderId === undefined ? request.clientOid : undefined,
      idLessThan: idBound(request.idLessThan),
      limit: request.limit,
    });
    return planPageOf(context, rows.map(planViewOfRow));
  },
});
