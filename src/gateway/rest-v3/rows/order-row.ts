/** Orders as v3 lists them (rest-v3.md, Get Order Details). */

import { type Static, Type } from "typebox";
import { unifiedExits } from "../../../channels/private/unified-plans.ts";
import { assert } from "../../../core/assert.ts";
import type { Instrument } from "../../../core/instruments/instrument.ts";
import type { LiveAccounts } from "../../../projections/live/live-accounts.ts";
import { averagePriceText } from "../../../wire/average-price.ts";
import { wireId } from "../../../wire/ids.ts";
import { valueCurrency } from "../../../wire/listings.ts";
import type { OrderView } from "../../../wire/order-view.ts";
import { coinText, priceText, sizeText } from "../../../wire/texts.ts";
import { wireCategoryOfOrder } from "../../../wire/words/categories.ts";
import {
  cancelReasonWord,
  EXEC_TYPES,
  hedgeTradeSide,
  positionModeWord,
} from "../../../wire/words/order-words.ts";

export const feeDetailSchema = Type.Array(
  Type.Object({
    feeCoin: Type.String(),
    fee: Type.String({ description: "Positive when paid; empty before the first fill" }),
  }),
);

export const orderRowSchema = Type.Object({
  orderId: Type.String(),
  clientOid: Type.String(),
  category: Type.String(),
  symbol: Type.String(),
  orderType: Type.String(),
  side: Type.String(),
  price: Type.String({ description: "0 for a market order" }),
  qty: Type.String({ description: "0 for an order given by amount" }),
  amount: Type.String({ description: "Quote amount of a spot market buy, else 0" }),
  cumExecQty: Type.String(),
  cumExecValue: Type.String(),
  avgPrice: Type.String(),
  priceAvg: Type.String({ description: "As avgPrice" }),
  baseVolume: Type.String({ description: "As cumExecQty" }),
  quoteVolume: Type.String({ description: "As cumExecValue" }),
  timeInForce: Type.String(),
  orderStatus: Type.String({ description: "new, partially_filled, filled or cancelled" }),
  posSide: Type.String({ description: "long or short; net in one-way mode; empty on spot" }),
  holdMode: Type.String(),
  posMode: Type.Optional(Type.String({ description: "As holdMode, on futures" })),
  tradeSide: Type.String({ description: "open or close; empty on spot" }),
  marginMode: Type.String({ description: "crossed; empty on spot" }),
  reduceOnly: Type.String({ description: "YES or NO" }),
  feeDetail: feeDetailSchema,
  stpMode: Type.String(),
  cancelReason: Type.String(),
  cancelSource: Type.String({ description: "As cancelReason" }),
  execType: Type.String(),
  takeProfit: Type.String({ description: "Of exits that the order brings; empty without" }),
  tpTriggerBy: Type.String(),
  tpOrderType: Type.String(),
  tpLimitPrice: Type.String(),
  stopLoss: Type.String(),
  slTriggerBy: Type.String(),
  slOrderType: Type.String(),
  slLimitPrice: Type.String(),
  createdTime: Type.String(),
  updatedTime: Type.String(),
});
export type OrderRowV3 = Static<typeof orderRowSchema>;

function positionFields(order: OrderView, instrument: Instrument, accounts: LiveAccounts) {
  if (!instrument.isFutures) {
    const isHedge = accounts.isHedge(order.user, "usdt_futures");
    const marginMode = order.backing === "unified_margin" ? "crossed" : "";
    return { posSide: "", holdMode: positionModeWord(isHedge), tradeSide: "", marginMode };
  }
  const isHedge = order.positionSide !== "net";
  const oneWaySide = order.reduceOnly ? "close" : "open";
  const holdMode = positionModeWord(isHedge);
  return {
    posSide: order.positionSide,
    holdMode,
    posMode: holdMode,
    tradeSide: isHedge ? hedgeTradeSide(order) : oneWaySide,
    marginMode: "crossed",
  };
}

/** The row of an order; its instrument is listed. */
export function orderRow(order: OrderView, accounts: LiveAccounts): OrderRowV3 {
  const instrument = accounts.instrumentAt(order.instrument);
  assert(instrument !== undefined, "an order is on a listed instrument");
  const valued = accounts.currencyAt(valueCurrency(instrument));
  const { filled, filledValue } = order;
  const average = averagePriceText(accounts, instrument, filledValue, filled);
  const quantity = sizeText(instrument, filled);
  const value = coinText(valued, filledValue);
  const feeCoin = filled === 0 ? undefined : accounts.currencyAt(order.feeCurrency);
  const fee = feeCoin === undefined ? "" : coinText(feeCoin, order.feeTotal);
  const cancelReason = cancelReasonWord(order.closeReason);
  return {
    orderId: wireId(order.orderId),
    clientOid: order.clientOrderId,
    category: wireCategoryOfOrder(instrument.category, order.backing),
    symbol: instrument.symbol,
    orderType: order.orderType,
    side: order.side,
    price: priceText(instrument, order.price),
    qty: sizeText(instrument, order.size),
    amount: coinText(valued, order.quoteAmount),
    cumExecQty: quantity,
    cumExecValue: value,
    avgPrice: average,
    priceAvg: average,
    baseVolume: quantity,
    quoteVolume: value,
    timeInForce: order.timeInForce,
    orderStatus: order.status,
    ...positionFields(order, instrument, accounts),
    reduceOnly: order.reduceOnly ? "YES" : "NO",
    feeDetail: [{ feeCoin: feeCoin?.code ?? "", fee }],
    stpMode: order.stpMode,
    cancelReason,
    cancelSource: cancelReason,
    execType: EXEC_TYPES[order.source],
    ...unifiedExits(instrument, order.exits),
    createdTime: String(order.createdAtMs),
    updatedTime: String(order.updatedAtMs),
  };
}
