/** Orders as v3 lists them (rest-v3.md, Get Order Details). */
import { type Static, Type } from "typebox";
import { averagePriceText } from "../../../channels/average-price.ts";
import { cancelReasonV3 } from "../../../channels/cancel-reason.ts";
import { priceText, sizeText } from "../../../channels/channel-instrument.ts";
import { execTypeOf } from "../../../channels/order-words.ts";
import { unifiedExits } from "../../../channels/private/unified-plans.ts";
import { wireId } from "../../../channels/wire-id.ts";
import { assert } from "../../../core/assert.ts";
import type { Instrument } from "../../../core/instruments/instrument.ts";
import type { PositionSide, Side } from "../../../core/vocabulary.ts";
import type { OrderRow } from "../../../projections/history/tables.ts";
import type { LiveAccounts } from "../../../projections/live/live-accounts.ts";
import type { LiveOrder } from "../../../projections/live/live-order.ts";
import { exitsFromText } from "../../../projections/live/order-exits.ts";
import { wireCategoryOfOrder } from "../../orders/wire-categories.ts";
import { amountText, valueCurrencyOf } from "./value-texts.ts";

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

/** What a row needs of an order, be it in memory or from the history. */
export type OrderRecord = Omit<LiveOrder, "lastFill" | "seq" | "leverage" | "realisedPnl">;

/** An order of the history as the live view would show it. */
export function orderRecordOf(row: OrderRow): OrderRecord {
  return {
    ...row,
    orderId: row.id,
    exits: exitsFromText(row.exits),
    status: row.status === "live" ? "new" : row.status,
    closeReason: row.closeReason === "none" ? undefined : row.closeReason,
  };
}

/** Words of a user's position mode. */
export function holdModeOf(isHedge: boolean): "hedge_mode" | "one_way_mode" {
  return isHedge ? "hedge_mode" : "one_way_mode";
}

/** Whether a hedge-mode order opens or closes its position. */
export function hedgeTradeSide(positionSide: PositionSide, side: Side): "open" | "close" {
  return (positionSide === "long") === (side === "buy") ? "open" : "close";
}

function positionFields(order: OrderRecord, instrument: Instrument, accounts: LiveAccounts) {
  if (!instrument.isFutures) {
    const isHedge = accounts.isHedge(order.user, "usdt_futures");
    const marginMode = order.backing === "unified_margin" ? "crossed" : "";
    return { posSide: "", holdMode: holdModeOf(isHedge), tradeSide: "", marginMode };
  }
  const isHedge = order.positionSide !== "net";
  const oneWaySide = order.reduceOnly ? "close" : "open";
  const holdMode = holdModeOf(isHedge);
  return {
    posSide: order.positionSide,
    holdMode,
    posMode: holdMode,
    tradeSide: isHedge ? hedgeTradeSide(order.positionSide, order.side) : oneWaySide,
    marginMode: "crossed",
  };
}

/** The row of an order; its instrument is listed. */
export function orderRow(order: OrderRecord, accounts: LiveAccounts): OrderRowV3 {
  const instrument = accounts.instrumentAt(order.instrument);
  assert(instrument !== undefined, "an order is on a listed instrument");
  const valued = valueCurrencyOf(accounts, instrument);
  const { filled, filledValue } = order;
  const average = averagePriceText(accounts, instrument, filledValue, filled);
  const quantity = sizeText(instrument, filled);
  const value = amountText(filledValue, valued);
  const feeCoin = filled === 0 ? undefined : accounts.currencyAt(order.feeCurrency);
  const fee = feeCoin === undefined ? "" : amountText(order.feeTotal, feeCoin);
  const cancelReason = cancelReasonV3(order.closeReason);
  return {
    orderId: wireId(order.orderId),
    clientOid: order.clientOrderId,
    category: wireCategoryOfOrder(instrument.category, order.backing),
    symbol: instrument.symbol,
    orderType: order.orderType,
    side: order.side,
    price: priceText(instrument, order.price),
    qty: sizeText(instrument, order.size),
    amount: amountText(order.quoteAmount, valued),
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
    execType: execTypeOf(order.source),
    ...unifiedExits(instrument, order.exits),
    createdTime: String(order.createdAtMs),
    updatedTime: String(order.updatedAtMs),
  };
}
