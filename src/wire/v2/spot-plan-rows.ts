/** Spot trigger orders of v2, in REST (rest-v2.md) and pushed (websocket.md section 8.2). */
import { type Static, Type } from "typebox";
import type { LivePlan } from "../../projections/live/live-plan.ts";
import { wireId } from "../ids.ts";
import type { ListedInstrument, Listings } from "../listings.ts";
import type { Without } from "../row-types.ts";
import { lotsText } from "../sizes.ts";
import { amountText, knownPriceText, priceText } from "../texts.ts";
import {
  ORDER_TYPE_WORDS,
  POINT_SOURCES_V2,
  SIDE_WORDS,
  STP_MODE_WORDS,
} from "../words/order-words.ts";
import { PLAN_STATUSES_V2, TRIGGER_TYPES_V2 } from "../words/plan-words.ts";
import { wordField } from "../words/word-field.ts";

export const spotPlanRowSchema = Type.Object({
  orderId: Type.String(),
  clientOid: Type.String(),
  symbol: Type.String(),
  size: Type.String({ description: "Quote amount where planType is total, else base" }),
  executePrice: Type.String({ description: "Empty for a market order" }),
  triggerPrice: Type.String(),
  status: wordField(PLAN_STATUSES_V2),
  orderType: wordField(ORDER_TYPE_WORDS),
  side: wordField(SIDE_WORDS),
  planType: wordField({ amount: "amount", total: "total" }),
  triggerType: wordField(TRIGGER_TYPES_V2),
  enterPointSource: wordField(POINT_SOURCES_V2),
  uTime: Type.String(),
  cTime: Type.String(),
});
export type SpotPlanRow = Static<typeof spotPlanRowSchema>;

export function spotPlanRow(
  listings: Listings,
  instrument: ListedInstrument,
  plan: LivePlan,
): SpotPlanRow {
  const isByQuote = plan.quoteAmount > 0n;
  return {
    orderId: wireId(plan.planId),
    clientOid: plan.clientOrderId,
    symbol: instrument.symbol,
    size: isByQuote
      ? amountText(listings, instrument.quote, plan.quoteAmount)
      : lotsText(instrument, plan.size),
    executePrice: knownPriceText(instrument, plan.price),
    triggerPrice: priceText(instrument, plan.triggerPrice),
    status: PLAN_STATUSES_V2[plan.status],
    orderType: ORDER_TYPE_WORDS[plan.orderType],
    side: SIDE_WORDS[plan.side],
    planType: isByQuote ? "total" : "amount",
    triggerType: TRIGGER_TYPES_V2[plan.triggerBy],
    enterPointSource: POINT_SOURCES_V2[plan.source],
    uTime: String(plan.updatedAtMs),
    cTime: String(plan.createdAtMs),
  };
}

/** A plan on the channel orders-algo of spot. */
export type SpotPlanPush = Without<SpotPlanRow, "symbol"> & {
  /** As `symbol` of REST. */
  readonly instId: string;
  /** As `executePrice`. */
  readonly price: string;
  /** As `size`. */
  readonly actualSize: string;
  readonly stpMode: (typeof STP_MODE_WORDS)[LivePlan["stpMode"]];
};

export function spotPlanPush(
  listings: Listings,
  instrument: ListedInstrument,
  plan: LivePlan,
): SpotPlanPush {
  const { symbol, ...row } = spotPlanRow(listings, instrument, plan);
  return {
    ...row,
    instId: symbol,
    price: row.executePrice,
    actualSize: row.size,
    stpMode: STP_MODE_WORDS[plan.stpMode],
  };
}
