import { Type } from "typebox";
import { subOrderRowSchema, subOrderRows } from "../../../../wire/sub-order-row.ts";
import { defineEndpoint } from "../../../http/endpoint.ts";
import { id } from "../../../http/fields.ts";
import { findPlan } from "../../../orders/find-plan.ts";
import { rejectionError } from "../../../rejection-codes.ts";
import { indexesOf, spotInstruments } from "../../shared/instruments.ts";
import { idFilter } from "../../shared/paging.ts";

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
