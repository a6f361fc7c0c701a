/** Futures trigger orders of v2, in REST (rest-v2.md) and pushed (websocket.md section 8.3). */
import { type Static, Type } from "typebox";
import type { LivePlan } from "../../projections/live/live-plan.ts";
import { orderAverageText } from "../average-price.ts";
import { wireId } from "../ids.ts";
import { currencyCode, type ListedInstrument, type Listings } from "../listings.ts";
import type { OrderView } from "../order-view.ts";
import type { Without } from "../row-types.ts";
import { filledText, orderSizeText } from "../sizes.ts";
import { callbackText, knownPriceText, priceText } from "../texts.ts";
import {
  hedgeTradeSide,
  isHedged,
  MARGIN_MODE_WORDS,
  ORDER_TYPE_WORDS,
  orderSourceV2,
  POINT_SOURCES_V2,
  POSITION_MODE_WORDS,
  POSITION_SIDE_WORDS,
  positionModeWord,
  requestSideV2,
  SIDE_WORDS,
  STP_MODE_WORDS,
  tradeSideV2,
} from "../words/order-words.ts";
import {
  PLAN_PUSH_TYPES_V2,
  PLAN_STATUSES_V2,
  PLAN_TYPES_V2,
  TRIGGER_TYPES_V2,
} from "../words/plan-words.ts";
import { optionalWordField, wordField } from "../words/word-field.ts";

export const mixPlanRowSchema = Type.Object({
  planType: wordField(PLAN_TYPES_V2),
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
  triggerType: wordField(TRIGGER_TYPES_V2),
  planStatus: wordField(PLAN_STATUSES_V2),
  side: wordField(SIDE_WORDS),
  posSide: wordField(POSITION_SIDE_WORDS),
  marginCoin: Type.String(),
  marginMode: wordField(MARGIN_MODE_WORDS),
  enterPointSource: wordField(POINT_SOURCES_V2),
  tradeSide: Type.String(),
  posMode: wordField(POSITION_MODE_WORDS),
  orderType: wordField(ORDER_TYPE_WORDS),
  orderSource: Type.String(),
  cTime: Type.String(),
  uTime: Type.String(),
  presetStopSurplusPrice: Type.String({ description: "As stopSurplusTriggerPrice" }),
  stopSurplusExecutePrice: Type.String({ description: "Empty for a market order" }),
  stopSurplusTriggerPrice: Type.String(),
  stopSurplusTriggerType: optionalWordField(TRIGGER_TYPES_V2),
  presetStopLossPrice: Type.String({ description: "As stopLossTriggerPrice" }),
  stopLossExecutePrice: Type.String({ description: "Empty for a market order" }),
  stopLossTriggerPrice: Type.String(),
  stopLossTriggerType: optionalWordField(TRIGGER_TYPES_V2),
});
export type MixPlanRow = Static<typeof mixPlanRowSchema>;

/** Average price of the order that the plan placed; empty before its first fill. */
function averageText(
  listings: Listings,
  instrument: ListedInstrument,
  order: OrderView | undefined,
): string {
  if (order === undefined || order.filled === 0) return "";
  return orderAverageText(listings, instrument, order);
}

/** Returns a plan in REST; `order` is the order that it placed, if any. */
export function mixPlanRow(
  listings: Listings,
  instrument: ListedInstrument,
  plan: LivePlan,
  order: OrderView | undefined,
): MixPlanRow {
  const price = knownPriceText(instrument, plan.price);
  const profitTrigger = knownPriceText(instrument, plan.profitTrigger);
  const lossTrigger = knownPriceText(instrument, plan.lossTrigger);
  return {
    planType: PLAN_TYPES_V2[plan.planKind],
    symbol: instrument.symbol,
    size: plan.size === 0 ? "" : orderSizeText(instrument, plan),
    orderId: wireId(plan.planId),
    executeOrderId: plan.executeOrderId === 0 ? "" : wireId(plan.executeOrderId),
    clientOid: plan.clientOrderId,
    price,
    executePrice: price,
    priceAvg: averageText(listings, instrument, order),
    baseVolume: order === undefined ? "" : filledText(instrument, order),
    callbackRatio: plan.callbackE4 === 0 ? "" : callbackText(plan.callbackE4),
    triggerPrice: priceText(instrument, plan.triggerPrice),
    triggerType: TRIGGER_TYPES_V2[plan.triggerBy],
    planStatus: PLAN_STATUSES_V2[plan.status],
    side: SIDE_WORDS[requestSideV2(plan)],
    posSide: POSITION_SIDE_WORDS[plan.positionSide],
    marginCoin: currencyCode(listings, instrument.settle),
    marginMode: MARGIN_MODE_WORDS[plan.marginMode],
    enterPointSource: POINT_SOURCES_V2[plan.source],
    tradeSide: tradeSideV2(plan, plan.source),
    posMode: positionModeWord(isHedged(plan)),
    orderType: ORDER_TYPE_WORDS[plan.orderType],
    orderSource: orderSourceV2(`${plan.planKind}_plan`, plan.orderType),
    cTime: String(plan.createdAtMs),
    uTime: String(plan.updatedAtMs),
    presetStopSurplusPrice: profitTrigger,
    stopSurplusExecutePrice: knownPriceText(instrument, plan.profitPrice),
    stopSurplusTriggerPrice: profitTrigger,
    stopSurplusTriggerType: plan.profitTrigger === 0 ? "" : TRIGGER_TYPES_V2[plan.profitBy],
    presetStopLossPrice: lossTrigger,
    stopLossExecutePrice: knownPriceText(instrument, plan.lossPrice),
    stopLossTriggerPrice: lossTrigger,
    stopLossTriggerType: plan.lossTrigger === 0 ? "" : TRIGGER_TYPES_V2[plan.lossBy],
  };
}

/** Fields that only REST has, or that the channel names or words differently. */
type RestAlone =
  | ("symbol" | "executeOrderId" | "priceAvg" | "baseVolume" | "callbackRatio")
  | ("planStatus" | "marginMode" | "orderSource" | "planType")
  | ("stopSurplusExecutePrice" | "stopLossExecutePrice")
  | ("presetStopSurplusPrice" | "presetStopLossPrice");

/** A plan on the channel orders-algo of futures. */
export type MixPlanPush = Without<MixPlanRow, RestAlone> & {
  /** As `symbol` of REST. */
  readonly instId: string;
  readonly planType: (typeof PLAN_PUSH_TYPES_V2)[LivePlan["planKind"]];
  /** As `planStatus` of REST. */
  readonly status: MixPlanRow["planStatus"];
  /** As `size`. */
  readonly actualSize: string;
  readonly stpMode: (typeof STP_MODE_WORDS)[LivePlan["stpMode"]];
  /** Empty before the plan fired. */
  readonly triggerTime: string;
  /** As `stopSurplusExecutePrice` of REST. */
  readonly stopSurplusPrice: string;
  /** As `stopLossExecutePrice` of REST. */
  readonly stopLossPrice: string;
};

export function mixPlanPush(
  listings: Listings,
  instrument: ListedInstrument,
  plan: LivePlan,
): MixPlanPush {
  const hedged = isHedged(plan);
  const price = knownPriceText(instrument, plan.price);
  const size = plan.size === 0 ? "" : orderSizeText(instrument, plan);
  return {
    instId: instrument.symbol,
    orderId: wireId(plan.planId),
    clientOid: plan.clientOrderId,
    triggerPrice: priceText(instrument, plan.triggerPrice),
    triggerType: TRIGGER_TYPES_V2[plan.triggerBy],
    price,
    executePrice: price,
    orderType: ORDER_TYPE_WORDS[plan.orderType],
    status: PLAN_STATUSES_V2[plan.status],
    enterPointSource: POINT_SOURCES_V2[plan.source],
    stpMode: STP_MODE_WORDS[plan.stpMode],
    cTime: `${plan.createdAtMs}`,
    uTime: `${plan.updatedAtMs}`,
    triggerTime: plan.firedAtMs === 0 ? "" : `${plan.firedAtMs}`,
    planType: PLAN_PUSH_TYPES_V2[plan.planKind],
    size,
    actualSize: size,
    side: SIDE_WORDS[requestSideV2(plan)],
    tradeSide: hedged ? hedgeTradeSide(plan) : `${plan.side}_single`,
    posSide: POSITION_SIDE_WORDS[plan.positionSide],
    marginCoin: currencyCode(listings, instrument.settle),
    posMode: positionModeWord(hedged),
    stopSurplusPrice: knownPriceText(instrument, plan.profitPrice),
    stopSurplusTriggerPrice: knownPriceText(instrument, plan.profitTrigger),
    stopSurplusTriggerType: plan.profitTrigger === 0 ? "" : TRIGGER_TYPES_V2[plan.profitBy],
    stopLossPrice: knownPriceText(instrument, plan.lossPrice),
    stopLossTriggerPrice: knownPriceText(instrument, plan.lossTrigger),
    stopLossTriggerType: plan.lossTrigger === 0 ? "" : TRIGGER_TYPES_V2[plan.lossBy],
  };
}
