import { Type } from "typebox";
import { wireId } from "../../../../wire/ids.ts";
import { defineEndpoint } from "../../../http/endpoint.ts";
import { decimal } from "../../../http/fields.ts";
import { orderTypeField } from "../../../http/word-fields.ts";
import { priceTicks } from "../../../orders/order-units.ts";
import { SPOT_UNITS } from "../../../orders/v2-orders.ts";
import { rejectionError } from "../../../rejection-codes.ts";
import { PLAN_ID_FIELDS, pendingPlan, planIds, unchangedPlan } from "../../shared/plan-requests.ts";
import { submitAccepted } from "../../shared/submit.ts";
import { planIdsSchema, planOrderTerms } from "./plan-order-terms.ts";

export const modifySpotPlanOrder = defineEndpoint({
  method: "POST",
  paths: ["/api/v2/spot/trade/modify-plan-order"],
  version: "v2",
  summary: "Change a pending spot trigger order, which keeps its id",
  access: { kind: "private", permission: "spot_trade" },
  limit: { perSecond: 20, per: "uid" },
  request: Type.Object({
    ...PLAN_ID_FIELDS,
    triggerPrice: decimal(),
    orderType: orderTypeField(),
    executePrice: Type.Optional(decimal()),
    size: decimal(),
  }),
  response: planIdsSchema,
  async handle(context, request) {
    const plan = pendingPlan(context, planIds(context, request, "v2_spot"), "v2_spot");
    const instrument = context.exchange.accounts.instrumentAt(plan.instrument);
    if (instrument === undefined || instrument.isFutures) {
      throw rejectionError("plan_not_found", "v2_spot");
    }
    const { clientOrderId } = plan;
    const { id } = await submitAccepted(
      context,
      {
        ...unchangedPlan(context, plan.planId),
        triggerPrice: priceTicks(request.triggerPrice, instrument, SPOT_UNITS),
        ...planOrderTerms(context, instrument, plan.side, request),
      },
      "v2_spot",
    );
    return { orderId: wireId(id), clientOid: clientOrderId };
  },
});
