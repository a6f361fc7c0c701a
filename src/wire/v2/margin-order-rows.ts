/** Margin orders of v2, in REST (specification) and pushed (websocket.md section 8.4). */
import { type Static, Type } from "typebox";
import { hasPrice } from "../../core/base/word-traits.ts";
import type { LiveFill } from "../../projections/live/live-order.ts";
import { orderAverageText } from "../average-price.ts";
import { wireId } from "../ids.ts";
import { currencyCode, type ListedInstrument, type Listings } from "../listings.ts";
import type { OrderView } from "../order-view.ts";
import type { Without } from "../row-types.ts";
import { lotsText } from "../sizes.ts";
import { amountText, knownPriceText, priceText, valueText } from "../texts.ts";
import {
  LISTED_ORDER_STATUSES_V2,
  LOAN_TYPE_WORDS,
  ORDER_TYPE_WORDS,
  POINT_SOURCES_V2,
  SIDE_WORDS,
  SPOT_ORDER_STATUSES_V2,
  STP_MODE_WORDS,
  TIME_IN_FORCE_WORDS,
  timeInForceWord,
} from "../words/order-words.ts";
import { wordField } from "../words/word-field.ts";
import { type FeeV2, feeDetail, limitNotional } from "./order-members.ts";

export const marginOrderRowSchema = Type.Object({
  symbol: Type.String(),
  orderType: wordField(ORDER_TYPE_WORDS),
  enterPointSource: wordField(POINT_SOURCES_V2),
  orderId: Type.String(),
  clientOid: Type.String(),
  loanType: wordField(LOAN_TYPE_WORDS),
  price: Type.String(),
  side: wordField(SIDE_WORDS),
  status: wordField(LISTED_ORDER_STATUSES_V2),
  baseSize: Type.String({ description: "Ordered in base coin" }),
  quoteSize: Type.String({ description: "In quote coin; of a market order by base size empty" }),
  priceAvg: Type.String(),
  size: Type.String({ description: "Filled in base coin" }),
  amount: Type.String({ description: "Filled in quote coin" }),
  force: wordField(TIME_IN_FORCE_WORDS),
  cTime: Type.String(),
  uTime: Type.String(),
});
export type MarginOrderRow = Static<typeof marginOrderRowSchema>;

type OrderedMembers = Pick<MarginOrderRow, "baseSize" | "quoteSize">;

/**
 * Ordered base and quote: the order has one, the other is computed from its limit price. A market
 * order has no price: the quote of one that is given in base is empty, because clients (ccxt) take
 * a number for the cost, and the base of one that is given in quote is 0, because they read its
 * filled size only beside a `baseSize`.
 */
function orderedMembers(
  listings: Listings,
  instrument: ListedInstrument,
  order: OrderView,
): OrderedMembers {
  if (order.quoteAmount > 0n) {
    const quoteSize = amountText(listings, instrument.quote, order.quoteAmount);
    return { baseSize: "0", quoteSize };
  }
  const baseSize = lotsText(instrument, order.size);
  if (!hasPrice(order.orderType)) return { baseSize, quoteSize: "" };
  const notional = limitNotional(listings, instrument, order);
  return { baseSize, quoteSize: amountText(listings, instrument.quote, notional) };
}

export function marginOrderRow(
  listings: Listings,
  instrument: ListedInstrument,
  order: OrderView,
): MarginOrderRow {
  return {
    symbol: instrument.symbol,
    orderType: ORDER_TYPE_WORDS[order.orderType],
    enterPointSource: POINT_SOURCES_V2[order.source],
    orderId: wireId(order.orderId),
    clientOid: order.clientOrderId,
    loanType: LOAN_TYPE_WORDS[order.loanType],
    price: priceText(instrument, order.price),
    side: SIDE_WORDS[order.side],
    status: LISTED_ORDER_STATUSES_V2[order.status],
    ...orderedMembers(listings, instrument, order),
    priceAvg: orderAverageText(listings, instrument, order),
    size: lotsText(instrument, order.filled),
    amount: valueText(listings, instrument, order.filledNotional),
    force: timeInForceWord(order),
    cTime: String(order.createdAtMs),
    uTime: String(order.updatedAtMs),
  };
}

/** Fields that only REST has, or that the channels name or word differently. */
type RestAlone = "symbol" | "priceAvg" | "size" | "amount" | "status";

/** An order on the channels orders-crossed and orders-isolated. */
export type MarginOrderPush = Without<MarginOrderRow, RestAlone> & {
  /** As `symbol` of REST. */
  readonly instId: string;
  readonly status: (typeof SPOT_ORDER_STATUSES_V2)[OrderView["status"]];
  readonly stpMode: (typeof STP_MODE_WORDS)[OrderView["stpMode"]];
  /** Empty unless a fill caused the push. */
  readonly fillPrice: string;
  /** As `size` of REST. */
  readonly baseVolume: string;
  /** As `amount` of REST. */
  readonly fillTotalAmount: string;
  readonly feeDetail: readonly FeeV2[];
};

/** Returns an order after a change. */
export function marginOrderPush(
  listings: Listings,
  instrument: ListedInstrument,
  order: OrderView,
  fill: LiveFill | undefined,
): MarginOrderPush {
  const isUncharged = currencyCode(listings, order.feeCurrency) === "";
  return {
    instId: instrument.symbol,
    orderId: wireId(order.orderId),
    clientOid: order.clientOrderId,
    orderType: ORDER_TYPE_WORDS[order.orderType],
    force: timeInForceWord(order),
    side: SIDE_WORDS[order.side],
    price: knownPriceText(instrument, order.price),
    ...orderedMembers(listings, instrument, order),
    status: SPOT_ORDER_STATUSES_V2[order.status],
    loanType: LOAN_TYPE_WORDS[order.loanType],
    stpMode: STP_MODE_WORDS[order.stpMode],
    fillPrice: fill === undefined ? "" : priceText(instrument, fill.price),
    baseVolume: lotsText(instrument, order.filled),
    fillTotalAmount: valueText(listings, instrument, order.filledNotional),
    feeDetail: isUncharged ? [] : [feeDetail(listings, order.feeCurrency, order.feeTotal)],
    enterPointSource: POINT_SOURCES_V2[order.source],
    cTime: `${order.createdAtMs}`,
    uTime: `${order.updatedAtMs}`,
  };
}
