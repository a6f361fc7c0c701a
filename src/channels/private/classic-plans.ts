/** Records of the v2 channel orders-algo (websocket.md sections 8.2 and 8.3). */

import type { PlanKind } from "../../core/vocabulary.ts";
import type { LivePlan } from "../../projections/live/live-plan.ts";
import { wireId } from "../../wire/ids.ts";
import { currencyCode, type ListedInstrument, type Listings } from "../../wire/listings.ts";
import { amountText, priceText, sizeText } from "../../wire/texts.ts";
import {
  hedgeTradeSide,
  isHedged,
  POINT_SOURCES_V2,
  positionModeWord,
  requestSideV2,
} from "../../wire/words/order-words.ts";
import { PLAN_STATUSES_V2, TRIGGER_TYPES_V2 } from "../../wire/words/plan-words.ts";

/** The channel's own words for the kinds of futures plans. */
const PLAN_TYPES: Readonly<Record<PlanKind, string>> = {
  normal: "pl",
  trailing: "track",
  profit: "tp",
  loss: "sl",
  moving: "mtpsl",
  position_profit: "ptp",
  position_loss: "psl",
};

/** Members of spot and futures records alike. */
function commonOf(instrument: ListedInstrument, plan: LivePlan) {
  const price = plan.price === 0 ? "" : priceText(instrument, plan.price);
  return {
    instId: instrument.symbol,
    orderId: wireId(plan.planId),
    clientOid: plan.clientOrderId,
    triggerPrice: priceText(instrument, plan.triggerPrice),
    triggerType: TRIGGER_TYPES_V2[plan.triggerBy],
    price,
    executePrice: price,
    orderType: plan.orderType,
    status: PLAN_STATUSES_V2[plan.status],
    enterPointSource: POINT_SOURCES_V2[plan.source],
    stpMode: plan.stpMode,
    cTime: `${plan.createdAtMs}`,
    uTime: `${plan.updatedAtMs}`,
  };
}

export function classicSpotPlan(
  listings: Listings,
  instrument: ListedInstrument,
  plan: LivePlan,
): Readonly<Record<string, unknown>> {
  const isByQuote = plan.quoteAmount > 0n;
  const size = isByQuote
    ? amountText(listings, instrument.quote, plan.quoteAmount)
    : sizeText(instrument, plan.size);
  return {
    ...commonOf(instrument, plan),
    planType: isByQuote ? "total" : "amount",
    size,
    actualSize: size,
    side: plan.side,
  };
}

/** In hedge mode `side` follows the position, as in requests. */
export function classicMixPlan(
  listings: Listings,
  instrument: ListedInstrument,
  plan: LivePlan,
): Readonly<Record<string, unknown>> {
  const hedged = isHedged(plan);
  const size = plan.size === 0 ? "" : sizeText(instrument, plan.size);
  const text = (price: number): string => (price === 0 ? "" : priceText(instrument, price));
  return {
    ...commonOf(instrument, plan),
    triggerTime: plan.firedAtMs === 0 ? "" : `${plan.firedAtMs}`,
    planType: PLAN_TYPES[plan.planKind],
    size,
    actualSize: size,
    side: requestSideV2(plan),
    tradeSide: hedged ? hedgeTradeSide(plan) : `${plan.side}_single`,
    posSide: plan.positionSide,
    marginCoin: currencyCode(listings, instrument.settle),
    posMode: positionModeWord(hedged),
    stopSurplusPrice: text(plan.profitPrice),
    stopSurplusTriggerPrice: text(plan.profitTrigger),
    stopSurplusTriggerType: plan.profitTrigger === 0 ? "" : TRIGGER_TYPES_V2[plan.profitBy],
    stopLossPrice: text(plan.lossPrice),
    stopLossTriggerPrice: text(plan.lossTrigger),
    stopLossTriggerType: plan.lossTrigger === 0 ? "" : TRIGGER_TYPES_V2[plan.lossBy],
  };
}
