import { Type } from "typebox";
import type { AmendPlan } from "../../../../core/commands/commands.ts";
import { NO_PRICE } from "../../../../core/money/units.ts";
import { wireId } from "../../../../wire/ids.ts";
import { defineEndpoint, type PrivateContext } from "../../../http/endpoint.ts";
import { decimal, productType, symbol } from "../../../http/fields.ts";
import { triggerFieldV2 } from "../../../http/word-fields.ts";
import { type ExitRequests, exitChange } from "../../../orders/exits.ts";
import { priceTicks } from "../../../orders/order-units.ts";
import { MIX_UNITS } from "../../../orders/v2-orders.ts";
import { mixInstruments } from "../../shared/instruments.ts";
import { orderTypeOf, PLAN_ID_FIELDS, unchangedPlan } from "../../shared/plan-requests.ts";
import { submitAccepted } from "../../shared/submit.ts";
import { callbackE4Of } from "./callback-ratio.ts";
import { modifiedPlan, newSizeOf, planIn } from "./modified-plan.ts";
import { entryKindField } from "./plan-types.ts";

const planRequest = Type.Object({
  ...PLAN_ID_FIELDS,
  productType: productType(),
  symbol: Type.Optional(symbol()),
  planType: Type.Optional(entryKindField()),
  newSize: Type.Optional(decimal()),
  newPrice: Type.Optional(decimal({ description: "0 makes it a market order" })),
  newCallbackRatio: Type.Optional(decimal()),
  newTriggerPrice: Type.Optional(decimal()),
  newTriggerType: Type.Optional(triggerFieldV2()),
  newStopSurplusTriggerPrice: Type.Optional(decimal({ description: "0 takes it away" })),
  newSurplusTriggerPrice: Type.Optional(decimal({ description: "The same; sent by clients" })),
  newStopSurplusExecutePrice: Type.Optional(decimal({ description: "0 for a market order" })),
  newStopSurplusTriggerType: Type.Optional(triggerFieldV2()),
  newStopLossTriggerPrice: Type.Optional(decimal({ description: "0 takes it away" })),
  newStopLossExecutePrice: Type.Optional(decimal({ description: "0 for a market order" })),
  newStopLossTriggerType: Type.Optional(triggerFieldV2()),
});

type PlanRequest = Type.Static<typeof planRequest>;

function newExitsOf(sent: PlanRequest): ExitRequests {
  return {
    profit: {
      trigger: sent.newStopSurplusTriggerPrice ?? sent.newSurplusTriggerPrice,
      limit: sent.newStopSurplusExecutePrice,
      by: sent.newStopSurplusTriggerType,
    },
    loss: {
      trigger: sent.newStopLossTriggerPrice,
      limit: sent.newStopLossExecutePrice,
      by: sent.newStopLossTriggerType,
    },
  };
}

function changeOf(context: PrivateContext, sent: PlanRequest): AmendPlan {
  const { plan, instrument } = planIn(context, sent, mixInstruments(context, sent));
  const priceOf = (text: string | undefined) =>
    text === undefined ? NO_PRICE : priceTicks(text, instrument, MIX_UNITS);
  const { newPrice, newSize } = sent;
  const price = priceOf(newPrice);
  return {
    ...unchangedPlan(context, plan.planId),
    triggerBy: sent.newTriggerType ?? "keep",
    triggerPrice: priceOf(sent.newTriggerPrice),
    callbackE4: sent.newCallbackRatio === undefined ? 0 : callbackE4Of(sent.newCallbackRatio),
    orderType: newPrice === undefined ? "keep" : orderTypeOf(price),
    price,
    size: newSizeOf(instrument, plan, newSize),
    exits: exitChange(instrument, MIX_UNITS, newExitsOf(sent), plan),
  };
}

export const modifyMixPlanOrder = defineEndpoint({
  method: "POST",
  paths: ["/api/v2/mix/order/modify-plan-order"],
  version: "v2",
  summary: "Change a pending trigger or trailing order, which keeps its id",
  description: "What is not sent stays. A trailing order that follows the price begins anew.",
  access: { kind: "private", permission: "contract_trade" },
  limit: { perSecond: 10, per: "uid" },
  request: planRequest,
  response: modifiedPlan,
  async handle(context, sent) {
    const { plan } = planIn(context, sent, mixInstruments(context, sent));
    const { clientOrderId } = plan;
    const { id } = await submitAccepted(context, changeOf(context, sent), "v2_mix");
    return { orderId: wireId(id), clientOid: clientOrderId };
  },
});
