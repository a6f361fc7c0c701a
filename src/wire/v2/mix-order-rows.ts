/** Futures orders and fills of v2, in REST (rest-v2.md) and pushed (websocket.md section 8.3). */
import { type Static, Type } from "typebox";
import type { FillRow } from "../../projections/history/tables.ts";
import type { LiveFill } from "../../projections/live/live-order.ts";
import { orderAverageText } from "../average-price.ts";
import { wireId } from "../ids.ts";
import { currencyCode, type ListedInstrument, type Listings } from "../listings.ts";
import type { OrderView } from "../order-view.ts";
import type { Without } from "../row-types.ts";
import { faceText, filledText, fillText, orderSizeText } from "../sizes.ts";
import { amountText, feeTextV2, knownPriceText, priceText, quoteText } from "../texts.ts";
import { mixOrderSource } from "../words/order-source-v2.ts";
import {
  cancelReasonWord,
  cancelReasonWordV2,
  isHedged,
  isOpening,
  MARGIN_MODE_WORDS,
  MIX_ORDER_STATUSES_V2,
  ORDER_TYPE_WORDS,
  POINT_SOURCES_V2,
  POSITION_MODE_WORDS,
  POSITION_SIDE_WORDS,
  positionModeWord,
  ROLE_WORDS,
  requestSideV2,
  SIDE_WORDS,
  STP_MODE_WORDS,
  TIME_IN_FORCE_WORDS,
  TRADE_SIDE_WORDS,
  timeInForceWord,
  tradeSideV2,
} from "../words/order-words.ts";
import { TRIGGER_TYPES_V2 } from "../words/plan-words.ts";
import { optionalWordField, wordField } from "../words/word-field.ts";
import {
  type FeePush,
  type FillMembers,
  feeDetail,
  feeSchema,
  feesPush,
  fillMembers,
  notionalText,
} from "./order-members.ts";

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
  side: wordField(SIDE_WORDS, {
    description: "In hedge mode buy for the long, sell for the short position",
  }),
  force: wordField(TIME_IN_FORCE_WORDS),
  totalProfits: Type.String(),
  posSide: wordField(POSITION_SIDE_WORDS),
  marginCoin: Type.String(),
  leverage: Type.String(),
  marginMode: wordField(MARGIN_MODE_WORDS),
  reduceOnly: wordField(
    { yes: "YES", no: "NO" },
    { description: "YES as well when closing in hedge mode" },
  ),
  enterPointSource: wordField(POINT_SOURCES_V2),
  tradeSide: Type.String(),
  newTradeSide: wordField(TRADE_SIDE_WORDS, {
    description: "close for an order that can only close, as reduceOnly says",
  }),
  posMode: wordField(POSITION_MODE_WORDS),
  orderType: wordField(ORDER_TYPE_WORDS),
  orderSource: Type.String(),
  cancelReason: Type.String(),
  posAvg: Type.String({ description: "Always empty: fills and positions have the prices" }),
  liqPrice: Type.String({ description: "Always empty: positions have it" }),
  presetStopSurplusPrice: Type.String(),
  presetStopSurplusType: optionalWordField(TRIGGER_TYPES_V2),
  presetStopSurplusExecutePrice: Type.String(),
  presetStopLossPrice: Type.String(),
  presetStopLossType: optionalWordField(TRIGGER_TYPES_V2),
  presetStopLossExecutePrice: Type.String(),
  cTime: Type.String(),
  uTime: Type.String(),
};

export const mixOrderRowSchema = Type.Object({
  ...ORDER_FIELDS,
  status: wordField(MIX_ORDER_STATUSES_V2),
});
export type MixOrderRow = Static<typeof mixOrderRowSchema>;
export const mixOrderDetailSchema = Type.Object({
  ...ORDER_FIELDS,
  state: wordField(MIX_ORDER_STATUSES_V2),
});
export type MixOrderDetail = Static<typeof mixOrderDetailSchema>;

export const mixFillRowSchema = Type.Object({
  tradeId: Type.String(),
  symbol: Type.String(),
  marginCoin: Type.String(),
  orderId: Type.String(),
  clientOid: Type.String(),
  price: Type.String(),
  baseVolume: Type.String({ description: "In base coin" }),
  quoteVolume: Type.String({ description: "Notional in quote coin" }),
  feeDetail: Type.Array(feeSchema),
  side: wordField(SIDE_WORDS),
  profit: Type.String(),
  enterPointSource: wordField(POINT_SOURCES_V2),
  tradeSide: Type.String(),
  posMode: wordField(POSITION_MODE_WORDS),
  tradeScope: wordField(ROLE_WORDS),
  cTime: Type.String(),
});
export type MixFillRow = Static<typeof mixFillRowSchema>;

type PresetMembers = Pick<
  MixOrderRow,
  | ("presetStopSurplusPrice" | "presetStopSurplusType" | "presetStopSurplusExecutePrice")
  | ("presetStopLossPrice" | "presetStopLossType" | "presetStopLossExecutePrice")
>;

/** Take-profit and stop-loss of the order; empty if it has none. */
function presetMembers(instrument: ListedInstrument, { exits }: OrderView): PresetMembers {
  return {
    presetStopSurplusPrice: knownPriceText(instrument, exits.profitTrigger),
    presetStopSurplusType: exits.profitTrigger === 0 ? "" : TRIGGER_TYPES_V2[exits.profitBy],
    presetStopSurplusExecutePrice: knownPriceText(instrument, exits.profitPrice),
    presetStopLossPrice: knownPriceText(instrument, exits.lossTrigger),
    presetStopLossType: exits.lossTrigger === 0 ? "" : TRIGGER_TYPES_V2[exits.lossBy],
    presetStopLossExecutePrice: knownPriceText(instrument, exits.lossPrice),
  };
}

function averageText(listings: Listings, instrument: ListedInstrument, order: OrderView): string {
  return orderAverageText(listings, instrument, order);
}

/** Whether an order can only close: in hedge mode by its sides, else because it says so. */
function closesPosition(order: OrderView): boolean {
  return isHedged(order) ? !isOpening(order) : order.reduceOnly;
}

function orderMembers(
  listings: Listings,
  instrument: ListedInstrument,
  order: OrderView,
): Without<MixOrderRow, "status"> {
  const isFilled = order.filled > 0;
  const closes = closesPosition(order);
  return {
    symbol: instrument.symbol,
    size: orderSizeText(instrument, order),
    orderId: wireId(order.orderId),
    clientOid: order.clientOrderId,
    baseVolume: filledText(instrument, order),
    quoteVolume: quoteText(listings, instrument, order.filled, order.filledNotional),
    fee: isFilled ? feeTextV2(listings, order.feeCurrency, order.feeTotal) : "",
    price: knownPriceText(instrument, order.price),
    priceAvg: isFilled ? averageText(listings, instrument, order) : "",
    side: SIDE_WORDS[requestSideV2(order)],
    force: timeInForceWord(order),
    totalProfits: amountText(listings, instrument.settle, order.realisedPnl),
    posSide: POSITION_SIDE_WORDS[order.positionSide],
    marginCoin: currencyCode(listings, instrument.settle),
    leverage: String(order.leverage),
    marginMode: MARGIN_MODE_WORDS[order.marginMode],
    reduceOnly: closes ? "YES" : "NO",
    enterPointSource: POINT_SOURCES_V2[order.source],
    tradeSide: tradeSideV2(order, order.source),
    newTradeSide: TRADE_SIDE_WORDS[closes ? "close" : "open"],
    posMode: positionModeWord(isHedged(order)),
    orderType: ORDER_TYPE_WORDS[order.orderType],
    orderSource: mixOrderSource(order),
    cancelReason: cancelReasonWordV2(order),
    posAvg: "",
    liqPrice: "",
    ...presetMembers(instrument, order),
    cTime: String(order.createdAtMs),
    uTime: String(order.updatedAtMs),
  };
}

/** A row of order lists. */
export function mixOrderRow(
  listings: Listings,
  instrument: ListedInstrument,
  order: OrderView,
): MixOrderRow {
  const members = orderMembers(listings, instrument, order);
  return { ...members, status: MIX_ORDER_STATUSES_V2[order.status] };
}

/** The same order in order detail, where the status is called `state`. */
export function mixOrderDetail(
  listings: Listings,
  instrument: ListedInstrument,
  order: OrderView,
): MixOrderDetail {
  const members = orderMembers(listings, instrument, order);
  return { ...members, state: MIX_ORDER_STATUSES_V2[order.status] };
}

/** Fields that only REST has, or that the channel names differently. */
type RestAlone =
  | ("symbol" | "baseVolume" | "quoteVolume" | "fee" | "orderSource")
  | ("newTradeSide" | "posAvg" | "liqPrice");
/** Fields with other words on the channel. */
type WrittenOtherwise = "reduceOnly";

/** An order on the channel `orders` of futures. */
export type MixOrderPush = Without<MixOrderRow, RestAlone | WrittenOtherwise> &
  Partial<FillMembers> & {
    /** As `symbol` of REST. */
    readonly instId: string;
    readonly reduceOnly: "yes" | "no";
    readonly notionalUsd: string;
    /** As `baseVolume` of REST; the channel has the size of the fill there. */
    readonly accBaseVolume: string;
    readonly feeDetail: readonly FeePush[];
    /** Profit realised by the fill that caused the push. */
    readonly pnl: string;
    readonly stpMode: (typeof STP_MODE_WORDS)[OrderView["stpMode"]];
    readonly fillNotionalUsd?: string;
  };

/** An order after a change; `fill` is the fill that caused it. */
export function mixOrderPush(
  listings: Listings,
  instrument: ListedInstrument,
  order: OrderView,
  fill: LiveFill | undefined,
): MixOrderPush {
  const { isInverse, settle } = instrument;
  const filled =
    fill === undefined
      ? {}
      : {
          ...fillMembers(listings, instrument, fill),
          fillNotionalUsd: quoteText(listings, instrument, fill.size, fill.value),
        };
  return {
    instId: instrument.symbol,
    orderId: wireId(order.orderId),
    clientOid: order.clientOrderId,
    price: priceText(instrument, order.price),
    size: orderSizeText(instrument, order),
    posMode: positionModeWord(isHedged(order)),
    enterPointSource: POINT_SOURCES_V2[order.source],
    tradeSide: tradeSideV2(order, order.source),
    notionalUsd: isInverse
      ? faceText(instrument, order.size)
      : notionalText(listings, instrument, order),
    orderType: ORDER_TYPE_WORDS[order.orderType],
    force: timeInForceWord(order),
    side: SIDE_WORDS[requestSideV2(order)],
    posSide: POSITION_SIDE_WORDS[order.positionSide],
    marginMode: MARGIN_MODE_WORDS[order.marginMode],
    marginCoin: currencyCode(listings, settle),
    ...filled,
    accBaseVolume: filledText(instrument, order),
    priceAvg: averageText(listings, instrument, order),
    status: MIX_ORDER_STATUSES_V2[order.status],
    cancelReason: cancelReasonWord(order),
    leverage: `${order.leverage}`,
    feeDetail: feesPush(listings, order),
    totalProfits: amountText(listings, settle, order.realisedPnl),
    pnl: amountText(listings, settle, fill?.realisedPnl ?? 0n),
    reduceOnly: closesPosition(order) ? "yes" : "no",
    ...presetMembers(instrument, order),
    stpMode: STP_MODE_WORDS[order.stpMode],
    cTime: `${order.createdAtMs}`,
    uTime: `${order.updatedAtMs}`,
  };
}

/** A row of fills; its `tradeId` is the fill's own id, its `side` the direction of the trade. */
export function mixFillRow(
  listings: Listings,
  instrument: ListedInstrument,
  fill: FillRow,
): MixFillRow {
  return {
    tradeId: wireId(fill.id),
    symbol: instrument.symbol,
    marginCoin: currencyCode(listings, instrument.settle),
    orderId: wireId(fill.orderId),
    clientOid: fill.clientOrderId,
    price: priceText(instrument, fill.price),
    baseVolume: fillText(instrument, fill),
    quoteVolume: quoteText(listings, instrument, fill.size, fill.value),
    feeDetail: [feeDetail(listings, fill.feeCurrency, fill.fee)],
    side: SIDE_WORDS[fill.side],
    profit: amountText(listings, instrument.settle, fill.realisedPnl),
    enterPointSource: POINT_SOURCES_V2[fill.source],
    tradeSide: tradeSideV2(fill, fill.source),
    posMode: positionModeWord(isHedged(fill)),
    tradeScope: ROLE_WORDS[fill.role],
    cTime: String(fill.createdAtMs),
  };
}

/** A fill on the channel `fill` of futures. */
export type MixFillPush = Without<MixFillRow, "enterPointSource" | "marginCoin"> & {
  readonly orderType: (typeof ORDER_TYPE_WORDS)[OrderView["orderType"]];
  readonly uTime: string;
};

export function mixFillPush(
  listings: Listings,
  instrument: ListedInstrument,
  order: OrderView,
  fill: LiveFill,
): MixFillPush {
  return {
    orderId: wireId(fill.orderId),
    clientOid: order.clientOrderId,
    tradeId: wireId(fill.fillId),
    symbol: instrument.symbol,
    side: SIDE_WORDS[fill.side],
    orderType: ORDER_TYPE_WORDS[order.orderType],
    posMode: positionModeWord(isHedged(fill)),
    price: priceText(instrument, fill.price),
    baseVolume: fillText(instrument, fill),
    quoteVolume: quoteText(listings, instrument, fill.size, fill.value),
    profit: amountText(listings, instrument.settle, fill.realisedPnl),
    tradeSide: tradeSideV2(fill, order.source),
    tradeScope: ROLE_WORDS[fill.role],
    feeDetail: [feeDetail(listings, fill.feeCurrency, fill.fee)],
    cTime: `${fill.timeMs}`,
    uTime: `${fill.timeMs}`,
  };
}
