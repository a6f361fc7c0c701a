import { Type } from "typebox";
import type { AmendPlan } from "../../../../core/commands/commands.ts";
import { NO_PRICE } from "../../../../core/money/units.ts";
import { wireId } from "../../../../wire/ids.ts";
import { defineEndpoint } from "../../../http/endpoint.ts";
import { coin, decimal, productType, symbol } from "../../../http/fields.ts";
import { triggerFieldV2 } from "../../../http/word-fields.ts";
import { priceTicks } from "../../../orders/order-units.ts";
import { MIX_UNITS } from "../../../orders/v2-orders.ts";
import { mixInstrument } from "../../shared/instruments.ts";
import { orderTypeOf, PLAN_ID_FIELDS, unchangedPlan } from "../../shared/plan-requests.ts";
import { submitAccepted } from "../../shared/submit.ts";
import { callbackE4Of } from "./callback-ratio.ts";
import { modifiedPlan, newSizeOf, planIn } from "./modified-plan.ts";

const tpslRequest = Type.Object({
  ...PLAN_ID_FIELDS,
  marginCoin: coin(),
  productType: productType(),
  symbol: symbol(),
  triggerPrice: decimal(),
  triggerType: Type.Optional(triggerFieldV2()),
  executePrice: Type.Optional(decimal({ description: "0 makes it a market order" })),
  size: Type.Optional(decimal({ description: "Not for the whole position" })),
  rangeRate: Type.Optional(decimal()),
});

export const modifyMixTpslOrder = defineEndpoint({
  method: "POST",
  paths: ["/api/v2/mix/order/modify-tpsl-order"],
  version: "v2",
  summary: "Change a pending take-profit or stop-loss, which keeps its id",
  access: { kind: "private", permission: "contract_trade" },
  limit: { perSecond: 10, per: "uid" },
  request: tpslRequest,
  response: modifiedPlan,
  async handle(context, sent) {
    const { plan, instrument } = planIn(context, sent, [mixInstrument(context, sent)]);
    const { clientOrderId } = plan;
    const { executePrice, rangeRate, size } = sent;
    const price =
      executePrice === undefined ? NO_PRICE : priceTicks(executePrice, instrument, MIX_UNITS);
    const command: AmendPlan = {
      ...unchangedPlan(context, plan.planId),
      triggerBy: sent.triggerType ?? "keep",
      triggerPrice: priceTicks(sent.triggerPrice, instrument, MIX_UNITS),
      callbackE4: rangeRate === undefined ? 0 : callbackE4Of(rangeRate),
      orderType: executePrice === undefined ? "keep" : orderTypeOf(price),
      price,
      size: newSizeOf(instrument, plan, size),
    };
    const { id } = await submitAccepted(context, command, "v2_mix");
    return { orderId: wireId(id), clientOid: clientOrderId };
  },
});
