/** Rows of futures orders and fills (rest-v2.md, order detail, orders-history, fills). */
import { Type } from "typebox";
import { priceText, sizeText } from "../../../../channels/channel-instrument.ts";
import { isHedged, isOpening, tradeSideOf } from "../../../../channels/order-words.ts";
import {
  orderSourceWord,
  pointSourceWord,
  TRIGGER_TYPES_V2,
} from "../../../../channels/plan-words.ts";
import { wireId } from "../../../../channels/wire-id.ts";
import type { Instrument } from "../../../../core/instruments/instrument.ts";
import {
  ORDER_SOURCES,
  ORDER_TYPES,
  type PositionSide,
  SIDES,
  type Side,
} from "../../../../core/vocabulary.ts";
import type { FillRow, OrderStatus } from "../../../../projections/history/tables.ts";
import type { ExchangeAccess } from "../../../exchange-access.ts";
import { cancelReasonOf, type OrderView } from "../../shared/order-view.ts";
import {
  amountText,
  averageText,
  currencyCode,
  feeText,
  filledOf,
  knownPriceText,
  valueText,
} from "../../shared/texts.ts";

const STATUSES: Readonly<Record<OrderStatus, string>> = {
  live: "live",
  partially_filled: "partially_filled",
  filled: "filled",
  cancelled: "canceled",
};

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

interface Sides {
  readonly side: Side;
  readonly positionSide: PositionSide;
}

export function positionModeOf(isHedge: boolean): string {
  return isHedge ? "hedge_mode" : "one_way_mode";
}

/** What the word for an order's source is made of. */
type Nature = Pick<OrderView, "orderType" | "side" | "source">;

/** A delivery names the position that it closed; all that liquidation does has one word. */
function sourceWordOf({ orderType, side, source }: Nature): string {
  if (source === "liquidation" || source === "reduction") return "liquidation";
  if (source !== "delivery") return orderSourceWord(source, orderType);
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

/** In hedge mode `side` follows the position, as in requests. */
export function requestSideOf(of: Sides): Side {
  if (!isHedged(of)) return of.side;
  return of.positionSide === "long" ? "buy" : "sell";
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
    quoteVolume: valueText(exchange, instrument, order.filledValue),
    fee: isFilled ? feeText(exchange, order.feeCurrency, order.feeTotal) : "",
    price: order.price === 0 ? "" : priceText(instrument, order.price),
    priceAvg: averageText(exchange, instrument, filledOf(order)),
    side: requestSideOf(order),
    force: order.timeInForce,
    totalProfits: amountText(exchange, instrument.settle, order.realisedPnl),
    posSide: order.positionSide,
    marginCoin: currencyCode(exchange, instrument.settle),
    leverage: String(order.leverage),
    marginMode: order.marginMode,
    reduceOnly: closes ? "YES" : "NO",
    enterPointSource: pointSourceWord(order.source),
    tradeSide: tradeSideOf(order, order.source),
    posMode: positionModeOf(isHedged(order)),
    orderType: order.orderType,
    orderSource: sourceWordOf(order),
    cancelReason: cancelReasonOf(order),
    ...presetsOf(instrument, order),
    cTime: String(order.createdAtMs),
    uTime: String(order.updatedAtMs),
  };
}

/** A row of order lists. */
export function mixOrderOf(exchange: ExchangeAccess, instrument: Instrument, order: OrderView) {
  return { ...orderOf(exchange, instrument, order), status: STATUSES[order.status] };
}

/** The same order in order detail, where the status is called `state`. */
export function mixDetailOf(exchange: ExchangeAccess, instrument: Instrument, order: OrderView) {
  return { ...orderOf(exchange, instrument, order), state: STATUSES[order.status] };
}

/** A row of fills; its `tradeId` is the fill's own id, its `side` the direction of the trade. */
export function mixFillOf(exchange: ExchangeAccess, instrument: Instrument, fill: FillRow) {
  return {
    tradeId: wireId(fill.id),
    symbol: instrument.symbol,
    marginCoin: currencyCode(exchange, instrument.settle),
    orderId: wireId(fill.orderId),
    clientOid: fill.clientOrderId,
    price: priceText(instrument, fill.price),
    baseVolume: sizeText(instrument, fill.size),
    quoteVolume: valueText(exchange, instrument, fill.value),
    feeDetail: [
      {
        deduction: "no",
        feeCoin: currencyCode(exchange, fill.feeCurrency),
        totalDeductionFee: "0",
        totalFee: feeText(exchange, fill.feeCurrency, fill.fee),
      },
    ],
    side: fill.side,
    profit: amountText(exchange, instrument.settle, fill.realisedPnl),
    enterPointSource: pointSourceWord(fill.source),
    tradeSide: tradeSideOf(fill, fill.source),
    posMode: positionModeOf(isHedged(fill)),
    tradeScope: fill.role,
    cTime: String(fill.createdAtMs),
  };
}
