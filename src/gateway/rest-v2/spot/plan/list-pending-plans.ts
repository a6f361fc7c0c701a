import { Type } from "typebox";
import { defineEndpoint } from "../../../http/endpoint.ts";
import { limit, symbol } from "../../../http/fields.ts";
import { timesAsked } from "../../../http/time-range.ts";
import { indexesOf, spotInstruments } from "../../shared/instruments.ts";
import { idBound, PAGE_FIELDS, windowOf } from "../../shared/paging.ts";
import { planPage, planPageOf, SPAN_DAYS_MAX } from "./plan-page.ts";

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
  response: planPage,
  handle(context, request) {
    const { limit: rows } = request;
    const { endTime, startTime } = timesAsked(request);
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
    return planPageOf(context, plans.slice(0, rows), plans.length > rows);
  },
});
