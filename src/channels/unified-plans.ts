/** Records of v3 strategy orders, on the channel strategy-order and in REST lists. */
import type { LivePlan } from "../projections/live/live-plan.ts";
import { type ChannelInstrument, priceText, sizeText } from "./channel-instrument.ts";
import { PLAN_STATUSES_V3, TRIGGERS_V3 } from "./plan-words.ts";
import { wireId } from "./wire-id.ts";

/** Take-profit and stop-loss kinds; the others are of type `trigger`. */
export function isTpsl(plan: LivePlan): boolean {
  return plan.planKind !== "normal" && plan.planKind !== "trailing";
}

function isProfit(plan: LivePlan): boolean {
  return plan.planKind === "profit" || plan.planKind === "position_profit";
}

function limitText(instrument: ChannelInstrument, plan: LivePlan | undefined): string {
  return plan === undefined || plan.price === 0 ? "" : priceText(instrument, plan.price);
}

/** The members of take-profit and stop-loss; empty where there is none. */
function legsOf(instrument: ChannelInstrument, legs: readonly LivePlan[]) {
  const profit = legs.find(isProfit);
  const loss = legs.find((leg) => !isProfit(leg));
  return {
    triggerType: profit === undefined ? "stopLoss" : loss === undefined ? "takeProfit" : "",
    takeProfit: profit === undefined ? "" : priceText(instrument, profit.triggerPrice),
    tpTriggerBy: profit === undefined ? "" : TRIGGERS_V3[profit.triggerBy],
    tpOrderType: profit?.orderType ?? "",
    tpLimitPrice: limitText(instrument, profit),
    stopLoss: loss === undefined ? "" : priceText(instrument, loss.triggerPrice),
    slTriggerBy: loss === undefined ? "" : TRIGGERS_V3[loss.triggerBy],
    slOrderType: loss?.orderType ?? "",
    slLimitPrice: limitText(instrument, loss),
    triggerBy: "",
    triggerPrice: "",
    triggerOrderType: "",
    triggerOrderPrice: "",
  };
}

/** The members of a trigger order, and the exits that its order is to bring. */
function triggerOf(instrument: ChannelInstrument, plan: LivePlan) {
  const text = (price: number): string => (price === 0 ? "" : priceText(instrument, price));
  const typeOf = (trigger: number, limit: number): string => {
    if (trigger === 0) return "";
    return limit === 0 ? "market" : "limit";
  };
  return {
    triggerType: "",
    takeProfit: text(plan.profitTrigger),
    tpTriggerBy: plan.profitTrigger === 0 ? "" : TRIGGERS_V3[plan.profitBy],
    tpOrderType: typeOf(plan.profitTrigger, plan.profitPrice),
    tpLimitPrice: text(plan.profitPrice),
    stopLoss: text(plan.lossTrigger),
    slTriggerBy: plan.lossTrigger === 0 ? "" : TRIGGERS_V3[plan.lossBy],
    slOrderType: typeOf(plan.lossTrigger, plan.lossPrice),
    slLimitPrice: text(plan.lossPrice),
    triggerBy: TRIGGERS_V3[plan.triggerBy],
    triggerPrice: priceText(instrument, plan.triggerPrice),
    triggerOrderType: plan.orderType,
    triggerOrderPrice: text(plan.price),
  };
}

/** The position that a plan opens or closes; empty in one-way mode, where an order may flip it. */
function positionOf(plan: LivePlan): string {
  if (plan.positionSide !== "net") return plan.positionSide;
  if (!isTpsl(plan)) return "";
  return plan.side === "sell" ? "long" : "short";
}

/** `twin` is the other one of a take-profit and stop-loss that are shown as one order. */
export function strategyOrder(
  instrument: ChannelInstrument,
  plan: LivePlan,
  twin: LivePlan | undefined,
) {
  const legs = twin === undefined ? [plan] : [plan, twin];
  return {
    symbol: instrument.symbol,
    orderId: wireId(plan.planId),
    clientOid: plan.clientOrderId,
    qty: plan.size === 0 ? "" : sizeText(instrument, plan.size),
    side: plan.side,
    posSide: positionOf(plan),
    reduceOnly: plan.reduceOnly ? "yes" : "no",
    type: isTpsl(plan) ? "tpsl" : "trigger",
    status: PLAN_STATUSES_V3[plan.status],
    ...(isTpsl(plan) ? legsOf(instrument, legs) : triggerOf(instrument, plan)),
    createdTime: `${plan.createdAtMs}`,
    updatedTime: `${plan.updatedAtMs}`,
  };
}
