/** Records of v3 strategy orders, on the channel strategy-order and in REST lists. */

import type { LivePlan } from "../../projections/live/live-plan.ts";
import type { OrderExits } from "../../projections/live/order-exits.ts";
import { wireId } from "../../wire/ids.ts";
import type { ListedInstrument, Listings } from "../../wire/listings.ts";
import { amountText, knownPriceText, priceText, sizeText } from "../../wire/texts.ts";
import { PLAN_STATUSES_V3, TRIGGERS_V3 } from "../../wire/words/plan-words.ts";

/** Take-profit and stop-loss kinds; the others are of type `trigger`. */
export function isTpsl(plan: LivePlan): boolean {
  return plan.planKind !== "normal" && plan.planKind !== "trailing";
}

function isProfit(plan: LivePlan): boolean {
  return plan.planKind === "profit" || plan.planKind === "position_profit";
}

function limitText(instrument: ListedInstrument, plan: LivePlan | undefined): string {
  return plan === undefined || plan.price === 0 ? "" : priceText(instrument, plan.price);
}

/** The members of take-profit and stop-loss; empty where there is none. */
function legsOf(instrument: ListedInstrument, legs: readonly LivePlan[]) {
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

/** The exits that an order or plan brings; members of those that it does not bring are empty. */
export function unifiedExits(instrument: ListedInstrument, exits: OrderExits) {
  const typeOf = (trigger: number, limit: number): string => {
    if (trigger === 0) return "";
    return limit === 0 ? "market" : "limit";
  };
  return {
    takeProfit: knownPriceText(instrument, exits.profitTrigger),
    tpTriggerBy: exits.profitTrigger === 0 ? "" : TRIGGERS_V3[exits.profitBy],
    tpOrderType: typeOf(exits.profitTrigger, exits.profitPrice),
    tpLimitPrice: knownPriceText(instrument, exits.profitPrice),
    stopLoss: knownPriceText(instrument, exits.lossTrigger),
    slTriggerBy: exits.lossTrigger === 0 ? "" : TRIGGERS_V3[exits.lossBy],
    slOrderType: typeOf(exits.lossTrigger, exits.lossPrice),
    slLimitPrice: knownPriceText(instrument, exits.lossPrice),
  };
}

/** The members of a trigger order, and the exits that its order is to bring. */
function triggerOf(instrument: ListedInstrument, plan: LivePlan) {
  return {
    triggerType: "",
    ...unifiedExits(instrument, plan),
    triggerBy: TRIGGERS_V3[plan.triggerBy],
    triggerPrice: priceText(instrument, plan.triggerPrice),
    triggerOrderType: plan.orderType,
    triggerOrderPrice: knownPriceText(instrument, plan.price),
  };
}

/** The position that a plan opens or closes; empty in one-way mode, where an order may flip it. */
function positionOf(plan: LivePlan): string {
  if (plan.positionSide !== "net") return plan.positionSide;
  if (!isTpsl(plan)) return "";
  return plan.side === "sell" ? "long" : "short";
}

/** Amount of a spot market buy, else the size; empty for the whole position. */
function quantityOf(listings: Listings, instrument: ListedInstrument, plan: LivePlan): string {
  if (plan.quoteAmount > 0n) return amountText(listings, instrument.quote, plan.quoteAmount);
  return plan.size === 0 ? "" : sizeText(instrument, plan.size);
}

/** `twin` is the other one of a take-profit and stop-loss that are shown as one order. */
export function strategyOrder(
  listings: Listings,
  instrument: ListedInstrument,
  plan: LivePlan,
  twin: LivePlan | undefined,
) {
  const legs = twin === undefined ? [plan] : [plan, twin];
  return {
    symbol: instrument.symbol,
    orderId: wireId(plan.planId),
    clientOid: plan.clientOrderId,
    qty: quantityOf(listings, instrument, plan),
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
