import { Type } from "typebox";
import type { AmendPlan } from "../../../../core/commands/commands.ts";
import type { Instrument } from "../../../../core/instruments/instrument.ts";
import { type Lots, NO_PRICE, ZERO_LOTS } from "../../../../core/money/units.ts";
import type { LivePlan } from "../../../../projections/live/live-plan.ts";
import { wireId } from "../../../../wire/ids.ts";
import { defineEndpoint, type PrivateContext } from "../../../http/endpoint.ts";
import { coin, decimal, enumeration, productType, symbol } from "../../../http/fields.ts";
import { exitChange } from "../../../orders/exits.ts";
import { priceTicks, sizeLots } from "../../../orders/order-units.ts";
import { MIX_UNITS } from "../../../orders/v2-orders.ts";
import { rejectionError } from "../../../rejection-codes.ts";
import { mixInstrument, mixInstruments } from "../../shared/instruments.ts";
import {
  orderTypeOf,
  PLAN_ID_FIELDS,
  pendingPlan,
  planIds,
  sourceOf,
  triggerType,
  unchangedPlan,
} from "../../shared/plan-requests.ts";
import { submitAccepted } from "../../shared/submit.ts";
import { callbackE4Of } from "./callback-ratio.ts";

const response = Type.Object({ orderId: Type.String(), clientOid: Type.String() });

/** The caller's plan in scope; one on another contract is as unknown as none. */
function planIn(
  context: PrivateContext,
  named: { readonly orderId?: string; readonly clientOid?: string },
  instruments: readonly Instrument[],
): { plan: LivePlan; instrument: Instrument } {
  const plan = pendingPlan(context, planIds(context, named, "v2_mix"), "v2_mix");
  const instrument = instruments.find(({ index }) => index === plan.instrument);
  if (instrument === undefined) throw rejectionError("plan_not_found", "v2_mix");
  return { plan, instrument };
}

/** A new size; 0, which would keep the old one, is refused. */
function newSizeOf(instrument: Instrument, text: string | undefined): Lots {
  if (text === undefined) return ZERO_LOTS;
  const size = sizeLots(text, instrument, MIX_UNITS);
  if (size === ZERO_LOTS) throw rejectionError("size_below_minimum", "v2_mix");
  return size;
}

const planRequest = Type.Object({
  ...PLAN_ID_FIELDS,
  productType: productType(),
  symbol: Type.Optional(symbol()),
  planType: Type.Optional(enumeration(["normal_plan", "track_plan"])),
  newSize: Type.Optional(decimal()),
  newPrice: Type.Optional(decimal({ description: "0 makes it a market order" })),
  newCallbackRatio: Type.Optional(decimal()),
  newTriggerPrice: Type.Optional(decimal()),
  newTriggerType: Type.Optional(triggerType()),
  newStopSurplusTriggerPrice: Type.Optional(decimal({ description: "0 takes it away" })),
  newSurplusTriggerPrice: Type.Optional(decimal({ description: "The same; sent by clients" })),
  newStopSurplusExecutePrice: Type.Optional(decimal()),
  newStopSurplusTriggerType: Type.Optional(triggerType()),
  newStopLossTriggerPrice: Type.Optional(decimal({ description: "0 takes it away" })),
  newStopLossExecutePrice: Type.Optional(decimal()),
  newStopLossTriggerType: Type.Optional(triggerType()),
});
type PlanRequest = Type.Static<typeof planRequest>;

function changeOf(context: PrivateContext, sent: PlanRequest): AmendPlan {
  const { plan, instrument } = planIn(context, sent, mixInstruments(context, sent));
  const priceOf = (text: string | undefined) =>
    text === undefined ? NO_PRICE : priceTicks(text, instrument, MIX_UNITS);
  const { newPrice, newSize } = sent;
  const profit = sent.newStopSurplusTriggerPrice ?? sent.newSurplusTriggerPrice;
  const price = priceOf(newPrice);
  return {
    ...unchangedPlan(context, plan.planId),
    triggerBy: sent.newTriggerType === undefined ? "keep" : sourceOf(sent.newTriggerType),
    triggerPrice: priceOf(sent.newTriggerPrice),
    callbackE4: sent.newCallbackRatio === undefined ? 0 : callbackE4Of(sent.newCallbackRatio),
    orderType: newPrice === undefined ? "keep" : orderTypeOf(price),
    price,
    size: newSizeOf(instrument, newSize),
    exits: exitChange(instrument, MIX_UNITS, {
      profit: {
        trigger: profit,
        limit: sent.newStopSurplusExecutePrice,
        by: sourceOf(sent.newStopSurplusTriggerType),
      },
      loss: {
        trigger: sent.newStopLossTriggerPrice,
        limit: sent.newStopLossExecutePrice,
        by: sourceOf(sent.newStopLossTriggerType),
      },
    }),
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
  response,
  async handle(context, sent) {
    const { plan } = planIn(context, sent, mixInstruments(context, sent));
    const { clientOrderId } = plan;
    const { id } = await submitAccepted(context, changeOf(context, sent), "v2_mix");
    return { orderId: wireId(id), clientOid: clientOrderId };
  },
});

const tpslRequest = Type.Object({
  ...PLAN_ID_FIELDS,
  marginCoin: coin(),
  productType: productType(),
  symbol: symbol(),
  triggerPrice: decimal(),
  triggerType: Type.Optional(triggerType()),
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
  response,
  async handle(context, sent) {
    const { plan, instrument } = planIn(context, sent, [mixInstrument(context, sent)]);
    const { clientOrderId } = plan;
    const { executePrice, rangeRate, size } = sent;
    const price =
      executePrice === undefined ? NO_PRICE : priceTicks(executePrice, instrument, MIX_UNITS);
    const command: AmendPlan = {
      ...unchangedPlan(context, plan.planId),
      triggerBy: sent.triggerType === undefined ? "keep" : sourceOf(sent.triggerType),
      triggerPrice: priceTicks(sent.triggerPrice, instrument, MIX_UNITS),
      callbackE4: rangeRate === undefined ? 0 : callbackE4Of(rangeRate),
      orderType: executePrice === undefined ? "keep" : orderTypeOf(price),
      price,
      size: newSizeOf(instrument, size),
    };
    const { id } = await submitAccepted(context, command, "v2_mix");
    return { orderId: wireId(id), clientOid: clientOrderId };
  },
});
