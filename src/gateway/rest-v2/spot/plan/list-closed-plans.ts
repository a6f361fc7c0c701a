import { Type } from "typebox";
import { CLOSED_PLAN_STATUSES } from "../../../../projections/live/plan-status.ts";
import { planViewOfRow } from "../../../../wire/plan-view.ts";
import { defineEndpoint } from "../../../http/endpoint.ts";
import { indexesOf, spotInstruments } from "../../shared/instruments.ts";
import { endedWindowOf, idBound } from "../../shared/paging.ts";
import { SPOT_LIST_FIELDS } from "../list-fields.ts";
import { planPage, planPageOf, SPAN_DAYS_MAX } from "./plan-page.ts";

export const listClosedSpotPlans = defineEndpoint({
  method: "GET",
  paths: ["/api/v2/spot/trade/history-plan-order"],
  version: "v2",
  summary: "Executed, failed and cancelled spot trigger orders of the last 90 days, newest first",
  access: { kind: "private", permission: "read" },
  limit: { perSecond: 20, per: "uid" },
  request: Type.Object(SPOT_LIST_FIELDS),
  response: planPage,
  async handle(context, request) {
    const rules = { spanDaysMax: SPAN_DAYS_MAX, ageDaysMax: SPAN_DAYS_MAX };
    const { rows, hasMore } = await context.exchange.history.plans({
      ...endedWindowOf(context, request, rules),
      user: context.principal.userIndex,
      instruments: indexesOf(spotInstruments(context, request.symbol)),
      statuses: CLOSED_PLAN_STATUSES,
      idLessThan: idBound(request.idLessThan),
      limit: request.limit,
    });
    return planPageOf(context, rows.map(planViewOfRow), hasMore);
  },
});
