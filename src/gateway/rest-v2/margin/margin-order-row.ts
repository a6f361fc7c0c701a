/** Rows of orders on margin (specification, Isolated margin open order). */
import { Type } from "typebox";
import type { Instrument } from "../../../core/instruments/instrument.ts";
import { averagePriceText } from "../../../wire/average-price.ts";
import { wireId } from "../../../wire/ids.ts";
import type { OrderView } from "../../../wire/order-view.ts";
import { amountText, priceText, sizeText, valueText } from "../../../wire/texts.ts";
import {
  LOAN_TYPE_WORDS,
  MARGIN_ORDER_STATUSES_V2,
  POINT_SOURCES_V2,
} from "../../../wire/words/order-words.ts";
import type { ExchangeAccess } from "../../exchange-access.ts";

export const marginOrderRow = Type.Object({
  symbol: Type.String(),
  orderType: Type.String(),
  enterPointSource: Type.String(),
  orderId: Type.String(),
  clientOid: Type.String(),
  loanType: Type.String(),
  price: Type.String(),
  side: Type.String(),
  status: Type.String({ description: "live, partially_fill, full_fill, cancelled" }),
  baseSize: Type.String({ description: "Ordered in base coin" }),
  quoteSize: Type.String({ description: "Ordered in quote coin" }),
  priceAvg: Type.String(),
  size: Type.String({ description: "Filled in base coin" }),
  amount: Type.String({ description: "Filled in quote coin" }),
  force: Type.String(),
  cTime: Type.String(),
  uTime: Type.String(),
});

/** Base and quote of what was ordered: one is told by the order, the other by its price. */
function orderedOf(exchange: ExchangeAccess, instrument: Instrument, order: OrderView) {
  if (order.quoteAmount > 0n) {
    const quoteSize = amountText(exchange.accounts, instrument.quote, order.quoteAmount);
    return { baseSize: "0", quoteSize };
  }
  const worth = BigInt(order.price) * BigInt(order.size) * instrument.atomsPerTickLot;
  return {
    baseSize: sizeText(instrument, order.size),
    quoteSize: amountText(exchange.accounts, instrument.quote, worth),
  };
}

export function marginOrderOf(exchange: ExchangeAccess, instrument: Instrument, order: OrderView) {
  return {
    symbol: instrument.symbol,
    orderType: order.orderType,
    enterPointSource: POINT_SOURCES_V2[order.source],
    orderId: wireId(order.orderId),
    clientOid: order.clientOrderId,
    loanType: LOAN_TYPE_WORDS[order.loanType],
    price: priceText(instrument, order.price),
    side: order.side,
    status: MARGIN_ORDER_STATUSES_V2[order.status],
    ...orderedOf(exchange, instrument, order),
    priceAvg: averagePriceText(exchange.accounts, instrument, order.filledValue, order.filled),
    size: sizeText(instrument, order.filled),
    amount: valueText(exchange.accounts, instrument, order.filledValue),
    force: order.timeInForce,
    cTime: String(order.createdAtMs),
    uTime: String(order.updatedAtMs),
  };
}
