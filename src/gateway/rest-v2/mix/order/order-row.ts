/** Rows of futures orders and fills (rest-v2.md, order detail, orders-history, fills). */

import { Type } from "typebox";
import type { Instrument } from "../../../../core/instruments/instrument.ts";
import { ORDER_SOURCES, ORDER_TYPES, SIDES } from "../../../../core/vocabulary.ts";
import type { FillRow } from "../../../../projections/history/tables.ts";
import { averagePriceText } from "../../../../wire/average-price.ts";
import { wireId } from "../../../../wire/ids.ts";
import { currencyCode } from "../../../../wire/listings.ts";
import type { OrderView } from "../../../../wire/order-view.ts";
import {
  amountText,
  feeTextV2,
  knownPriceText,
  priceText,
  sizeText,
  valueText,
} from "../../../../wire/texts.ts";
import {
  cancelReasonWordV2,
  isHedged,
  isOpening,
  MIX_ORDER_STATUSES_V2,
  orderSourceV2,
  POINT_SOURCES_V2,
  positionModeWord,
  requestSideV2,
  tradeSideV2,
} from "../../../../wire/words/order-words.ts";
import { TRIGGER_TYPES_V2 } from "../../../../wire/words/plan-words.ts";
import type { ExchangeAccess } from "../../../exchange-access.ts";

const ORDER_FIELDS = {
  symbol: Type.String(),
  size: Type.String(),
  orderId: Type.String(),
  clientOid: Type.String(),
  baseVolume: Type.String({ description: "Filled size" }),
  quoteVolume: Type.String(),
  fee: Type.String({ description: "Negative for a fee paid; empty before the first fill" }),
  price: Type.String({ description: "Empty for a market order" }),
  priceAvg: Type.String({ description: "Empty before the first fill" }),
  side: Type.String({ description: "In hedge mode buy for the long, sell for the short position" }),
  force: Type.String(),
  totalProfits: Type.String(),
  posSide: Type.String(),
  marginCoin: Type.String(),
  leverage: Type.String(),
  marginMode: Type.String(),
  reduceOnly: Type.String({ description: "YES or NO; YES as well when closing in hedge mode" }),
  enterPointSource: Type.String(),
  tradeSide: Type.String(),
  posMode: Type.String(),
  orderType: Type.String(),
  orderSource: Type.String(),
  cancelReason: Type.String(),
  presetStopSurplusPrice: Type.String(),
  presetStopSurplusType: Type.String(),
  presetStopSurplusExecutePrice: Type.String(),
  presetStopLossPrice: Type.String(),
  presetStopLossType: Type.String(),
  presetStopLossExecutePrice: Type.String(),
  cTime: Type.String(),
  uTime: Type.String(),
};

export const mixOrderRow = Type.Object({ ...ORDER_FIELDS, status: Type.String() });
export const mixOrderDetail = Type.Object({ ...ORDER_FIELDS, state: Type.String() });

export const mixFillRow = Type.Object({
  tradeId: Type.String(),
  symbol: Type.String(),
  marginCoin: Type.String(),
  orderId: Type.String(),
  clientOid: Type.String(),
  price: Type.String(),
  baseVolume: Type.String({ description: "In the unit of the order's size" }),
  quoteVolume: Type.String({ description: "Value of it; of an inverse contract in its coin" }),
  feeDetail: Type.Array(
    Type.Object({
      deduction: Type.String(),
      feeCoin: Type.String(),
      totalDeductionFee: Type.String(),
      totalFee: Type.String({ description: "Negative for a fee paid" }),
    }),
  ),
  side: Type.String(),
  profit: Type.String(),
  enterPointSource: Type.String(),
  tradeSide: Type.String(),
  posMode: Type.String(),
  tradeScope: Type.String(),
  cTime: Type.String(),
});

/** What the word for an order's source is made of. */
type Nature = Pick<OrderView, "orderType" | "side" | "source">;

/** A delivery names the position that it closed; all that liquidation does has one word. */
function sourceWordOf({ orderType, side, source }: Nature): string {
  if (source === "liquidation" || source === "reduction") return "liquidation";
  if (source !== "delivery") return orderSourceV2(source, orderType);
  return side === "sell" ? "delivery_close_long" : "delivery_close_short";
}

/** The filter that finds the orders of a source word: everything that is called so. */
export function natureOf(word: string) {
  const natures: Nature[] = [];
  for (const source of ORDER_SOURCES) {
    for (const orderType of ORDER_TYPES) {
      for (const side of SIDES) natures.push({ source, orderType, side });
    }
  }
  const called = natures.filter((nature) => sourceWordOf(nature) === word);
  const distinct = <N extends keyof Nature>(name: N) => [
    ...new Set(called.map((nature) => nature[name])),
  ];
  const [sources, orderTypes] = [distinct("source"), distinct("orderType")];
  return { sources, orderTypes, sides: distinct("side") };
}

/** Take-profit and stop-loss that the order brings; empty where it has none. */
function presetsOf(instrument: Instrument, { exits }: OrderView) {
  return {
    presetStopSurplusPrice: knownPriceText(instrument, exits.profitTrigger),
    presetStopSurplusType: exits.profitTrigger === 0 ? "" : TRIGGER_TYPES_V2[exits.profitBy],
    presetStopSurplusExecutePrice: knownPriceText(instrument, exits.profitPrice),
    presetStopLossPrice: knownPriceText(instrument, exits.lossTrigger),
    presetStopLossType: exits.lossTrigger === 0 ? "" : TRIGGER_TYPES_V2[exits.lossBy],
    presetStopLossExecutePrice: knownPriceText(instrument, exits.lossPrice),
  };
}

function orderOf(exchange: ExchangeAccess, instrument: Instrument, order: OrderView) {
  const isFilled = order.filled > 0;
  const closes = isHedged(order) ? !isOpening(order) : order.reduceOnly;
  return {
    symbol: instrument.symbol,
    size: sizeText(instrument, order.size),
    orderId: wireId(order.orderId),
    clientOid: order.clientOrderId,
    baseVolume: sizeText(instrument, order.filled),
    quoteVolume: valueText(exchange.accounts, instrument, order.filledValue),
    fee: isFilled ? feeTextV2(exchange.accounts, order.feeCurrency, order.feeTotal) : "",
    price: order.price === 0 ? "" : priceText(instrument, order.price),
    priceAvg: isFilled
      ? averagePriceText(exchange.accounts, instrument, order.filledValue, order.filled)
      : "",
    side: requestSideV2(order),
    force: order.timeInForce,
    totalProfits: amountText(exchange.accounts, instrument.settle, order.realisedPnl),
    posSide: order.positionSide,
    marginCoin: currencyCode(exchange.accounts, instrument.settle),
    leverage: String(order.leverage),
    marginMode: order.marginMode,
    reduceOnly: closes ? "YES" : "NO",
    enterPointSource: POINT_SOURCES_V2[order.source],
    tradeSide: tradeSideV2(order, order.source),
    posMode: positionModeWord(isHedged(order)),
    orderType: order.orderType,
    orderSource: sourceWordOf(order),
    cancelReason: cancelReasonWordV2(order),
    ...presetsOf(instrument, order),
    cTime: String(order.createdAtMs),
    uTime: String(order.updatedAtMs),
  };
}

/** A row of order lists. */
export function mixOrderOf(exchange: ExchangeAccess, instrument: Instrument, order: OrderView) {
  return { ...orderOf(exchange, instrument, order), status: MIX_ORDER_STATUSES_V2[order.status] };
}

/** The same order in order detail, where the status is called `state`. */
export function mixDetailOf(exchange: ExchangeAccess, instrument: Instrument, order: OrderView) {
  return { ...orderOf(exchange, instrument, order), state: MIX_ORDER_STATUSES_V2[order.status] };
}

/** A row of fills; its `tradeId` is the fill's own id, its `side` the direction of the trade. */
export function mixFillOf(exchange: ExchangeAccess, instrument: Instrument, fill: FillRow) {
  return {
    tradeId: wireId(fill.id),
    symbol: instrument.symbol,
    marginCoin: currencyCode(exchange.accounts, instrument.settle),
    orderId: wireId(fill.orderId),
    clientOid: fill.clientOrderId,
    price: priceText(instrument, fill.price),
    baseVolume: sizeText(instrument, fill.size),
    quoteVolume: valueText(exchange.accounts, instrument, fill.value),
    feeDetail: [
      {
        deduction: "no",
        feeCoin: currencyCode(exchange.accounts, fill.feeCurrency),
        totalDeductionFee: "0",
        totalFee: feeTextV2(exchange.accounts, fill.feeCurrency, fill.fee),
      },
    ],
    side: fill.side,
    profit: amountText(exchange.accounts, instrument.settle, fill.realisedPnl),
    enterPointSource: POINT_SOURCES_V2[fill.source],
    tradeSide: tradeSideV2(fill, fill.source),
    posMode: positionModeWord(isHedged(fill)),
    tradeScope: fill.role,
    cTime: String(fill.createdAtMs),
  };
}
