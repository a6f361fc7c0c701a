/** Rows of futures trigger orders (specification, Trigger order; rest-v2.md). */
import { Type } from "typebox";
import type { Instrument } from "../../../../core/instruments/instrument.ts";
import type { LivePlan } from "../../../../projections/live/live-plan.ts";
import { averagePriceText } from "../../../../wire/average-price.ts";
import { wireId } from "../../../../wire/ids.ts";
import { currencyCode } from "../../../../wire/listings.ts";
import type { OrderView } from "../../../../wire/order-view.ts";
import { callbackText, knownPriceText, priceText, sizeText } from "../../../../wire/texts.ts";
import {
  isHedged,
  orderSourceV2,
  POINT_SOURCES_V2,
  positionModeWord,
  requestSideV2,
  tradeSideV2,
} from "../../../../wire/words/order-words.ts";
import {
  PLAN_STATUSES_V2,
  PLAN_TYPES_V2,
  TRIGGER_TYPES_V2,
} from "../../../../wire/words/plan-words.ts";
import type { ExchangeAccess } from "../../../exchange-access.ts";

export const mixPlanRow = Type.Object({
  planType: Type.String(),
  symbol: Type.String(),
  size: Type.String({ description: "Empty for the whole position" }),
  orderId: Type.String(),
  executeOrderId: Type.String({ description: "The order it became; empty until then" }),
  clientOid: Type.String(),
  price: Type.String({ description: "Execution price; empty for a market order" }),
  executePrice: Type.String(),
  priceAvg: Type.String(),
  baseVolume: Type.String(),
  callbackRatio: Type.String({ description: "In percent; empty where nothing trails" }),
  triggerPrice: Type.String(),
  triggerType: Type.String(),
  planStatus: Type.String({
    description: "live, executing, executed, fail_execute, cancelled",
  }),
  side: Type.String(),
  posSide: Type.String(),
  marginCoin: Type.String(),
  marginMode: Type.String(),
  enterPointSource: Type.String(),
  tradeSide: Type.String(),
  posMode: Type.String(),
  orderType: Type.String(),
  orderSource: Type.String(),
  cTime: Type.String(),
  uTime: Type.String(),
  stopSurplusExecutePrice: Type.String(),
  stopSurplusTriggerPrice: Type.String(),
  stopSurplusTriggerType: Type.String(),
  stopLossExecutePrice: Type.String(),
  stopLossTriggerPrice: Type.String(),
  stopLossTriggerType: Type.String(),
});

/** Exits that the plan's order is to bring; empty where there is none. */
function exitsOf(instrument: Instrument, plan: LivePlan) {
  return {
    stopSurplusExecutePrice: knownPriceText(instrument, plan.profitPrice),
    stopSurplusTriggerPrice: knownPriceText(instrument, plan.profitTrigger),
    stopSurplusTriggerType: plan.profitTrigger === 0 ? "" : TRIGGER_TYPES_V2[plan.profitBy],
    stopLossExecutePrice: knownPriceText(instrument, plan.lossPrice),
    stopLossTriggerPrice: knownPriceText(instrument, plan.lossTrigger),
    stopLossTriggerType: plan.lossTrigger === 0 ? "" : TRIGGER_TYPES_V2[plan.lossBy],
  };
}

/** Average price of the order that the plan became; empty before its first fill. */
function averageOf(
  { accounts }: ExchangeAccess,
  instrument: Instrument,
  order: OrderView | undefined,
): string {
  if (order === undefined || order.filled === 0) return "";
  return averagePriceText(accounts, instrument, order.filledValue, order.filled);
}

/** `order` is the one that the plan became, if it did. */
export function mixPlanOf(
  exchange: ExchangeAccess,
  instrument: Instrument,
  plan: LivePlan,
  order: OrderView | undefined,
) {
  const price = knownPriceText(instrument, plan.price);
  return {
    planType: PLAN_TYPES_V2[plan.planKind],
    symbol: instrument.symbol,
    size: plan.size === 0 ? "" : sizeText(instrument, plan.size),
    orderId: wireId(plan.planId),
    executeOrderId: plan.executeOrderId === 0 ? "" : wireId(plan.executeOrderId),
    clientOid: plan.clientOrderId,
    price,
    executePrice: price,
    priceAvg: averageOf(exchange, instrument, order),
    baseVolume: order === undefined ? "" : sizeText(instrument, order.filled),
    callbackRatio: plan.callbackE4 === 0 ? "" : callbackText(plan.callbackE4),
    triggerPrice: priceText(instrument, plan.triggerPrice),
    triggerType: TRIGGER_TYPES_V2[plan.triggerBy],
    planStatus: PLAN_STATUSES_V2[plan.status],
    side: requestSideV2(plan),
    posSide: plan.positionSide,
    marginCoin: currencyCode(exchange.accounts, instrument.settle),
    marginMode: plan.marginMode,
    enterPointSource: POINT_SOURCES_V2[plan.source],
    tradeSide: tradeSideV2(plan, plan.source),
    posMode: positionModeWord(isHedged(plan)),
    orderType: plan.orderType,
    orderSource: orderSourceV2(`${plan.planKind}_plan`, plan.orderType),
    cTime: String(plan.createdAtMs),
    uTime: String(plan.updatedAtMs),
    ...exitsOf(instrument, plan),
  };
}
