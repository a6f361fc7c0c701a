/** Strategy orders of v3, in REST lists and on the channel strategy-order (rest-v3.md). */
import { type Static, Type } from "typebox";
import type { PlanKind } from "../../core/base/vocabulary.ts";
import type { LivePlan } from "../../projections/live/live-plan.ts";
import { IS_PLAN_PENDING } from "../../projections/live/plan-status.ts";
import { wireId } from "../ids.ts";
import type { ListedInstrument, Listings } from "../listings.ts";
import type { Without } from "../row-types.ts";
import { orderSizeText } from "../sizes.ts";
import { amountText, knownPriceText, priceText } from "../texts.ts";
import { lowerCategoryOfOrder, wireCategoryOfOrder } from "../words/categories.ts";
import { ORDER_TYPE_WORDS, POSITION_SIDE_WORDS, SIDE_WORDS } from "../words/order-words.ts";
import { PLAN_STATUSES_V3, TRIGGERS_V3 } from "../words/plan-words.ts";
import { optionalWordField, wordField } from "../words/word-field.ts";
import { exitMembers } from "./exit-members.ts";

export const strategyRowSchema = Type.Object({
  orderId: Type.String(),
  clientOid: Type.String(),
  category: Type.String(),
  symbol: Type.String(),
  qty: Type.String({ description: "Amount of a spot market buy; empty for the whole position" }),
  side: wordField(SIDE_WORDS),
  posSide: optionalWordField(POSITION_SIDE_WORDS),
  reduceOnly: wordField({ yes: "YES", no: "NO" }),
  type: wordField({ tpsl: "tpsl", trigger: "trigger" }),
  status: wordField(PLAN_STATUSES_V3),
  triggerType: Type.String({ description: "takeProfit or stopLoss; empty for both and neither" }),
  tpTriggerBy: optionalWordField(TRIGGERS_V3),
  slTriggerBy: optionalWordField(TRIGGERS_V3),
  takeProfit: Type.String(),
  stopLoss: Type.String(),
  tpOrderType: optionalWordField(ORDER_TYPE_WORDS),
  slOrderType: optionalWordField(ORDER_TYPE_WORDS),
  tpLimitPrice: Type.String(),
  slLimitPrice: Type.String(),
  triggerBy: optionalWordField(TRIGGERS_V3),
  triggerPrice: Type.String(),
  triggerOrderType: optionalWordField(ORDER_TYPE_WORDS),
  triggerOrderPrice: Type.String(),
  createdTime: Type.String(),
  updatedTime: Type.String(),
});
export type StrategyRowV3 = Static<typeof strategyRowSchema>;

/** A strategy order on the channel, which writes categories and `reduceOnly` in lower case. */
export type StrategyPushV3 = Without<StrategyRowV3, "reduceOnly"> & {
  readonly reduceOnly: "yes" | "no";
};

/** Type of strategy order of a kind of plan, and which exit of a position it is. */
const STRATEGY_OF_KIND: Readonly<Record<PlanKind, "trigger" | "profit" | "loss">> = {
  normal: "trigger",
  trailing: "trigger",
  profit: "profit",
  loss: "loss",
  moving: "loss",
  position_profit: "profit",
  position_loss: "loss",
};

/** Whether a plan is of type `tpsl`: a take-profit or stop-loss. The others are `trigger`. */
export function isTpsl(plan: Pick<LivePlan, "planKind">): boolean {
  return STRATEGY_OF_KIND[plan.planKind] !== "trigger";
}

function limitText(instrument: ListedInstrument, plan: LivePlan | undefined): string {
  return plan === undefined ? "" : knownPriceText(instrument, plan.price);
}

type TriggerMembers = Pick<
  StrategyRowV3,
  | ("triggerType" | "triggerBy" | "triggerPrice" | "triggerOrderType" | "triggerOrderPrice")
  | ("takeProfit" | "tpTriggerBy" | "tpOrderType" | "tpLimitPrice")
  | ("stopLoss" | "slTriggerBy" | "slOrderType" | "slLimitPrice")
>;

/** Take-profit and stop-loss of a position; members of an absent one are empty. */
function tpslMembers(instrument: ListedInstrument, legs: readonly LivePlan[]): TriggerMembers {
  const profit = legs.find((leg) => STRATEGY_OF_KIND[leg.planKind] === "profit");
  const loss = legs.find((leg) => STRATEGY_OF_KIND[leg.planKind] === "loss");
  return {
    triggerType: profit === undefined ? "stopLoss" : loss === undefined ? "takeProfit" : "",
    takeProfit: profit === undefined ? "" : priceText(instrument, profit.triggerPrice),
    tpTriggerBy: profit === undefined ? "" : TRIGGERS_V3[profit.triggerBy],
    tpOrderType: profit === undefined ? "" : ORDER_TYPE_WORDS[profit.orderType],
    tpLimitPrice: limitText(instrument, profit),
    stopLoss: loss === undefined ? "" : priceText(instrument, loss.triggerPrice),
    slTriggerBy: loss === undefined ? "" : TRIGGERS_V3[loss.triggerBy],
    slOrderType: loss === undefined ? "" : ORDER_TYPE_WORDS[loss.orderType],
    slLimitPrice: limitText(instrument, loss),
    triggerBy: "",
    triggerPrice: "",
    triggerOrderType: "",
    triggerOrderPrice: "",
  };
}

/** Members of a trigger order, and the exits of the order that it will place. */
function triggerMembers(instrument: ListedInstrument, plan: LivePlan): TriggerMembers {
  return {
    triggerType: "",
    ...exitMembers(instrument, plan),
    triggerBy: TRIGGERS_V3[plan.triggerBy],
    triggerPrice: priceText(instrument, plan.triggerPrice),
    triggerOrderType: ORDER_TYPE_WORDS[plan.orderType],
    triggerOrderPrice: knownPriceText(instrument, plan.price),
  };
}

/** The position that a plan opens or closes; empty in one-way mode, where an order may flip it. */
function positionSide(plan: LivePlan): StrategyRowV3["posSide"] {
  if (plan.positionSide !== "net") return POSITION_SIDE_WORDS[plan.positionSide];
  if (!isTpsl(plan)) return "";
  return plan.side === "sell" ? "long" : "short";
}

/** Amount of a spot market buy, else the size; empty for the whole position. */
function quantityText(listings: Listings, instrument: ListedInstrument, plan: LivePlan): string {
  if (plan.quoteAmount > 0n) return amountText(listings, instrument.quote, plan.quoteAmount);
  return plan.size === 0 ? "" : orderSizeText(instrument, plan);
}

/** Take-profit and stop-loss of a position only reduce it, in hedge mode too. */
function reducesOnly(instrument: ListedInstrument, plan: LivePlan): boolean {
  return plan.reduceOnly || (instrument.isFutures && isTpsl(plan));
}

/** A plan, and the other half if it is of a pair of take-profit and stop-loss. */
export type StrategyHalves = { readonly plan: LivePlan; readonly other: LivePlan | undefined };

/** Returns the halves while both are pending, first the one whose id the strategy order has. */
export function halvesOf(plan: LivePlan, other: LivePlan | undefined): StrategyHalves {
  if (other === undefined || !IS_PLAN_PENDING[plan.status]) return { plan, other: undefined };
  return other.planId < plan.planId ? { plan: other, other: plan } : { plan, other };
}

function rowInCategory(
  category: string,
  listings: Listings,
  instrument: ListedInstrument,
  { plan, other }: StrategyHalves,
): StrategyRowV3 {
  const legs = other === undefined ? [plan] : [plan, other];
  return {
    category,
    symbol: instrument.symbol,
    orderId: wireId(plan.planId),
    clientOid: plan.clientOrderId,
    qty: quantityText(listings, instrument, plan),
    side: SIDE_WORDS[plan.side],
    posSide: positionSide(plan),
    reduceOnly: reducesOnly(instrument, plan) ? "YES" : "NO",
    type: isTpsl(plan) ? "tpsl" : "trigger",
    status: PLAN_STATUSES_V3[plan.status],
    ...(isTpsl(plan) ? tpslMembers(instrument, legs) : triggerMembers(instrument, plan)),
    createdTime: `${plan.createdAtMs}`,
    updatedTime: `${plan.updatedAtMs}`,
  };
}

/** Returns the row of a plan in REST; `other` completes a pair of take-profit and stop-loss. */
export function strategyRows(
  listings: Listings,
  plan: LivePlan,
  other: LivePlan | undefined,
): StrategyRowV3[] {
  const instrument = listings.instrumentAt(plan.instrument);
  if (instrument === undefined) return [];
  const category = wireCategoryOfOrder(instrument.category, plan.backing);
  return [rowInCategory(category, listings, instrument, { plan, other })];
}

/** A plan on the channel strategy-order. */
export function strategyPush(
  listings: Listings,
  instrument: ListedInstrument,
  halves: StrategyHalves,
): StrategyPushV3 {
  const category = lowerCategoryOfOrder(instrument.category, halves.plan.backing);
  const row = rowInCategory(category, listings, instrument, halves);
  return { ...row, reduceOnly: row.reduceOnly === "YES" ? "yes" : "no" };
}
