/** Rows of orders on margin (specification, Isolated margin open order). */
import { Type } from "typebox";
import { priceText, sizeText } from "../../../channels/channel-instrument.ts";
import { pointSourceWord } from "../../../channels/plan-words.ts";
import { wireId } from "../../../channels/wire-id.ts";
import type { Instrument } from "../../../core/instruments/instrument.ts";
import type { LoanType } from "../../../core/vocabulary.ts";
import type { ExchangeAccess } from "../../exchange-access.ts";
import type { OrderView } from "../shared/order-view.ts";
import { amountText, averageText, filledOf, valueText } from "../shared/texts.ts";

/** Loan types in the words of the wire. */
export const LOAN_TYPE_WORDS: Readonly<Record<LoanType, string>> = {
  normal: "normal",
  auto_borrow: "autoLoan",
  auto_repay: "autoRepay",
  auto_borrow_repay: "autoLoanAndRepay",
};

const STATUS_WORDS: Readonly<Record<OrderView["status"], string>> = {
  live: "live",
  partially_filled: "partially_fill",
  filled: "full_fill",
  cancelled: "cancelled",
};

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
    const quoteSize = amountText(exchange, instrument.quote, order.quoteAmount);
    return { baseSize: "0", quoteSize };
  }
  const worth = BigInt(order.price) * BigInt(order.size) * instrument.atomsPerTickLot;
  return {
    baseSize: sizeText(instrument, order.size),
    quoteSize: amountText(exchange, instrument.quote, worth),
  };
}

export function marginOrderOf(exchange: ExchangeAccess, instrument: Instrument, order: OrderView) {
  return {
    symbol: instrument.symbol,
    orderType: order.orderType,
    enterPointSource: pointSourceWord(order.source),
    orderId: wireId(order.orderId),
    clientOid: order.clientOrderId,
    loanType: LOAN_TYPE_WORDS[order.loanType],
    price: priceText(instrument, order.price),
    side: order.side,
    status: STATUS_WORDS[order.status],
    ...orderedOf(exchange, instrument, order),
    priceAvg: averageText(exchange, instrument, filledOf(order)) || "0",
    size: sizeText(instrument, order.filled),
    amount: valueText(exchange, instrument, order.filledValue),
    force: order.timeInForce,
    cTime: String(order.createdAtMs),
    uTime: String(order.updatedAtMs),
  };
}
