/** Records of the v3 channels order, fill and fast-fill (websocket.md sections 6.1 and 6.4). */

import type { LiveFill, LiveOrder } from "../../projections/live/live-order.ts";
import { averagePriceText } from "../../wire/average-price.ts";
import { wireId } from "../../wire/ids.ts";
import {
  currencyCode,
  type ListedInstrument,
  type Listings,
  valueCurrency,
} from "../../wire/listings.ts";
import { amountText, knownPriceText, priceText, sizeText } from "../../wire/texts.ts";
import { lowerCategoryOfOrder } from "../../wire/words/categories.ts";
import {
  cancelReasonWord,
  hedgeTradeSide,
  isHedged,
  ORDER_STATUSES_V3_PUSH,
  positionModeWord,
} from "../../wire/words/order-words.ts";

/** What futures orders carry beside the members of every order. */
function futuresOrder(
  listings: Listings,
  instrument: ListedInstrument,
  order: LiveOrder,
): Readonly<Record<string, string>> {
  const hedged = isHedged(order);
  const holdMode = positionModeWord(hedged);
  return {
    holdMode,
    // Clients tell futures from spot by this member.
    posMode: holdMode,
    holdSide: order.positionSide,
    tradeSide: hedged ? hedgeTradeSide(order) : "",
    marginMode: "crossed",
    marginCoin: currencyCode(listings, instrument.settle),
    leverage: `${order.leverage}`,
  };
}

const SPOT_ORDER = {
  holdMode: "",
  holdSide: "",
  tradeSide: "",
  marginMode: "",
  marginCoin: "",
  leverage: "",
} as const;

function spotOrder({ backing }: LiveOrder): Readonly<Record<string, string>> {
  return backing === "unified_margin" ? { ...SPOT_ORDER, marginMode: "crossed" } : SPOT_ORDER;
}

/** An order after a change; `fill` is the fill that caused it. */
export function unifiedOrder(
  listings: Listings,
  instrument: ListedInstrument,
  order: LiveOrder,
  fill: LiveFill | undefined,
): Readonly<Record<string, unknown>> {
  const isSpot = instrument.category === "spot";
  const cancelReason = cancelReasonWord(order.closeReason);
  const isQuoteSized = order.size === 0;
  return {
    category: lowerCategoryOfOrder(instrument.category, order.backing),
    symbol: instrument.symbol,
    orderId: wireId(order.orderId),
    clientOid: order.clientOrderId,
    price: knownPriceText(instrument, order.price),
    qty: isQuoteSized ? "" : sizeText(instrument, order.size),
    amount: isQuoteSized ? amountText(listings, instrument.quote, order.quoteAmount) : "",
    side: order.side,
    orderType: order.orderType,
    timeInForce: order.timeInForce,
    ...(isSpot ? spotOrder(order) : futuresOrder(listings, instrument, order)),
    reduceOnly: order.reduceOnly ? "yes" : "no",
    orderStatus: ORDER_STATUSES_V3_PUSH[order.status],
    cancelReason,
    cancelSource: cancelReason,
    cumExecQty: sizeText(instrument, order.filled),
    cumExecValue: amountText(listings, valueCurrency(instrument), order.filledValue),
    avgPrice: averagePriceText(listings, instrument, order.filledValue, order.filled),
    totalProfit: isSpot ? "0" : amountText(listings, instrument.settle, order.realisedPnl),
    feeDetail: feeDetail(listings, order.feeCurrency, order.feeTotal),
    stpMode: order.stpMode,
    delegateType: "normal",
    ...(fill === undefined ? {} : { tradeId: wireId(fill.fillId) }),
    createdTime: `${order.createdAtMs}`,
    updatedTime: `${order.updatedAtMs}`,
  };
}

/** A paid fee is positive on v3; before the first fill there is none. */
function feeDetail(
  listings: Listings,
  currency: number,
  fee: bigint,
): readonly { readonly feeCoin: string; readonly fee: string }[] {
  const feeCoin = currencyCode(listings, currency);
  return feeCoin === "" ? [] : [{ feeCoin, fee: amountText(listings, currency, fee) }];
}

/** What fill and fast-fill share. */
function fillHead(
  instrument: ListedInstrument,
  order: LiveOrder,
  fill: LiveFill,
): Readonly<Record<string, string>> {
  return {
    category: lowerCategoryOfOrder(instrument.category, order.backing),
    symbol: instrument.symbol,
    orderId: wireId(fill.orderId),
    clientOid: order.clientOrderId,
    execId: wireId(fill.fillId),
    side: fill.side,
    holdSide: instrument.category === "spot" ? "" : fill.positionSide,
    tradeScope: fill.role,
    execPrice: priceText(instrument, fill.price),
    execQty: sizeText(instrument, fill.size),
    execTime: `${fill.timeMs}`,
    updatedTime: `${fill.timeMs}`,
  };
}

export function unifiedFastFill(
  instrument: ListedInstrument,
  order: LiveOrder,
  fill: LiveFill,
): Readonly<Record<string, unknown>> {
  return fillHead(instrument, order, fill);
}

export function unifiedFill(
  listings: Listings,
  instrument: ListedInstrument,
  order: LiveOrder,
  fill: LiveFill,
): Readonly<Record<string, unknown>> {
  const isSpot = instrument.category === "spot";
  return {
    ...fillHead(instrument, order, fill),
    execLinkId: wireId(fill.tradeId),
    orderType: order.orderType,
    tradeSide: isSpot ? "" : fill.closesPosition ? "close" : "open",
    execValue: amountText(listings, valueCurrency(instrument), fill.value),
    execPnl: isSpot ? "0" : amountText(listings, instrument.settle, fill.realisedPnl),
    feeDetail: feeDetail(listings, fill.feeCurrency, fill.fee),
  };
}
