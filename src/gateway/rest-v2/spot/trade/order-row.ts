/** Rows of spot orders and fills (specification, Spot historical order, Spot fill). */
import { Type } from "typebox";
import type { Instrument } from "../../../../core/instruments/instrument.ts";
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
  orderSourceV2,
  POINT_SOURCES_V2,
  SPOT_ORDER_STATUSES_V2,
} from "../../../../wire/words/order-words.ts";
import type { ExchangeAccess } from "../../../exchange-access.ts";
import type { PrivateContext } from "../../../http/endpoint.ts";

const IDENTITY = {
  userId: Type.String(),
  symbol: Type.String(),
  orderId: Type.String(),
  clientOid: Type.String(),
};

const TERMS = {
  size: Type.String({ description: "Quote amount of a market buy, else base" }),
  orderType: Type.String(),
  side: Type.String(),
  force: Type.String(),
  status: Type.String({ description: "live, partially_filled, filled, cancelled" }),
  priceAvg: Type.String(),
  baseVolume: Type.String(),
  quoteVolume: Type.String(),
  enterPointSource: Type.String(),
  orderSource: Type.String(),
  cTime: Type.String(),
  uTime: Type.String(),
  tpslType: Type.String(),
  triggerPrice: Type.Union([Type.String(), Type.Null()]),
};

export const spotOrderRow = Type.Object({
  ...IDENTITY,
  ...TERMS,
  price: Type.String(),
  baseCoin: Type.String(),
  quoteCoin: Type.String(),
  feeDetail: Type.String({ description: "JSON as text, empty before the first fill" }),
  cancelReason: Type.String(),
});

export const openSpotOrderRow = Type.Object({
  ...IDENTITY,
  ...TERMS,
  basePrice: Type.String({ description: "Average price; priceAvg has the order's price" }),
  presetTakeProfitPrice: Type.String(),
  executeTakeProfitPrice: Type.String(),
  presetStopLossPrice: Type.String(),
  executeStopLossPrice: Type.String(),
});

export const spotFillRow = Type.Object({
  userId: Type.String(),
  symbol: Type.String(),
  orderId: Type.String(),
  tradeId: Type.String(),
  orderType: Type.String(),
  side: Type.String(),
  priceAvg: Type.String(),
  size: Type.String(),
  amount: Type.String(),
  feeDetail: Type.Object({
    deduction: Type.String(),
    feeCoin: Type.String(),
    totalDeductionFee: Type.String(),
    totalFee: Type.String({ description: "Negative for a fee paid" }),
  }),
  tradeScope: Type.String(),
  cTime: Type.String(),
  uTime: Type.String(),
});

/** Both forms of the fee detail as JSON text; amounts are JSON numbers, written as decimals. */
function feeDetailJson(exchange: ExchangeAccess, order: OrderView): string {
  if (order.filled === 0) return "";
  const fee = feeTextV2(exchange.accounts, order.feeCurrency, order.feeTotal);
  const coin = JSON.stringify(currencyCode(exchange.accounts, order.feeCurrency));
  const current = `{"c":0,"d":0,"deduction":false,"r":${fee},"t":${fee},"totalDeductionFee":0}`;
  const ofCoin = `"feeCoinCode":${coin},"totalDeductionFee":0,"totalFee":${fee}`;
  const former = `{"deduction":false,${ofCoin}}`;
  return `{"newFees":${current},${coin}:${former}}`;
}

function identityOf(context: PrivateContext, instrument: Instrument, order: OrderView) {
  return {
    userId: context.principal.uid,
    symbol: instrument.symbol,
    orderId: wireId(order.orderId),
    clientOid: order.clientOrderId,
  };
}

function termsOf(exchange: ExchangeAccess, instrument: Instrument, order: OrderView) {
  return {
    size:
      order.size === 0
        ? amountText(exchange.accounts, instrument.quote, order.quoteAmount)
        : sizeText(instrument, order.size),
    orderType: order.orderType,
    side: order.side,
    force: order.timeInForce,
    status: SPOT_ORDER_STATUSES_V2[order.status],
    baseVolume: sizeText(instrument, order.filled),
    quoteVolume: valueText(exchange.accounts, instrument, order.filledValue),
    enterPointSource: POINT_SOURCES_V2[order.source],
    orderSource: orderSourceV2(order.source, order.orderType),
    cTime: String(order.createdAtMs),
    uTime: String(order.updatedAtMs),
    tpslType: "normal",
    triggerPrice: null as string | null,
  };
}

const averageOf = (exchange: ExchangeAccess, instrument: Instrument, order: OrderView): string =>
  averagePriceText(exchange.accounts, instrument, order.filledValue, order.filled);

/** A row of order queries and of closed orders. */
export function spotOrderOf(context: PrivateContext, instrument: Instrument, order: OrderView) {
  const { exchange } = context;
  return {
    ...identityOf(context, instrument, order),
    ...termsOf(exchange, instrument, order),
    price: priceText(instrument, order.price),
    priceAvg: averageOf(exchange, instrument, order),
    baseCoin: currencyCode(exchange.accounts, instrument.base),
    quoteCoin: currencyCode(exchange.accounts, instrument.quote),
    feeDetail: feeDetailJson(exchange, order),
    cancelReason: cancelReasonWordV2(order),
  };
}

/** A row of open orders, where clients expect the order's price under `priceAvg`. */
export function openSpotOrderOf(context: PrivateContext, instrument: Instrument, order: OrderView) {
  const { exits } = order;
  return {
    ...identityOf(context, instrument, order),
    ...termsOf(context.exchange, instrument, order),
    priceAvg: priceText(instrument, order.price),
    basePrice: averageOf(context.exchange, instrument, order),
    presetTakeProfitPrice: knownPriceText(instrument, exits.profitTrigger),
    executeTakeProfitPrice: knownPriceText(instrument, exits.profitPrice),
    presetStopLossPrice: knownPriceText(instrument, exits.lossTrigger),
    executeStopLossPrice: knownPriceText(instrument, exits.lossPrice),
  };
}

/** A row of the caller's fills; its `tradeId` is the fill's own id, which pages the list. */
export function spotFillOf(context: PrivateContext, instrument: Instrument, fill: FillRow) {
  const { exchange, principal } = context;
  return {
    userId: principal.uid,
    symbol: instrument.symbol,
    orderId: wireId(fill.orderId),
    tradeId: wireId(fill.id),
    orderType: fill.orderType,
    side: fill.side,
    priceAvg: priceText(instrument, fill.price),
    size: sizeText(instrument, fill.size),
    amount: valueText(exchange.accounts, instrument, fill.value),
    feeDetail: {
      deduction: "no",
      feeCoin: currencyCode(exchange.accounts, fill.feeCurrency),
      totalDeductionFee: "0",
      totalFee: feeTextV2(exchange.accounts, fill.feeCurrency, fill.fee),
    },
    tradeScope: fill.role,
    cTime: String(fill.createdAtMs),
    uTime: String(fill.createdAtMs),
  };
}
