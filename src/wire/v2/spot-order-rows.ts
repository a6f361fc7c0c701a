/** Spot orders and fills of v2, in REST (specification) and pushed (websocket.md section 8.2). */
import { type Static, Type } from "typebox";
import type { FillRow } from "../../projections/history/tables.ts";
import type { LiveFill } from "../../projections/live/live-order.ts";
import { orderAverageText } from "../average-price.ts";
import { wireId } from "../ids.ts";
import { currencyCode, type ListedInstrument, type Listings } from "../listings.ts";
import type { OrderView } from "../order-view.ts";
import type { Without } from "../row-types.ts";
import { lotsText } from "../sizes.ts";
import { amountText, feeTextV2, knownPriceText, priceText, valueText } from "../texts.ts";
import {
  cancelReasonWordV2,
  LISTED_ORDER_STATUSES_V2,
  ORDER_TYPE_WORDS,
  POINT_SOURCES_V2,
  ROLE_WORDS,
  SIDE_WORDS,
  SPOT_ORDER_STATUSES_V2,
  STP_MODE_WORDS,
  spotOrderSourceV2,
  TIME_IN_FORCE_WORDS,
  timeInForceWord,
} from "../words/order-words.ts";
import { wordField } from "../words/word-field.ts";
import {
  type FeePush,
  type FillMembers,
  feeDetail,
  feeSchema,
  feesPush,
  fillMembers,
  notionalText,
} from "./order-members.ts";

const IDENTITY = {
  userId: Type.String(),
  symbol: Type.String(),
  orderId: Type.String(),
  clientOid: Type.String(),
};

const TERMS = {
  size: Type.String({ description: "Quote amount of a market buy, else base" }),
  orderType: wordField(ORDER_TYPE_WORDS),
  side: wordField(SIDE_WORDS),
  force: wordField(TIME_IN_FORCE_WORDS),
  status: wordField(SPOT_ORDER_STATUSES_V2),
  priceAvg: Type.String(),
  baseVolume: Type.String(),
  quoteVolume: Type.String(),
  enterPointSource: wordField(POINT_SOURCES_V2),
  orderSource: Type.String(),
  cTime: Type.String(),
  uTime: Type.String(),
  tpslType: Type.String(),
  triggerPrice: Type.Union([Type.String(), Type.Null()]),
};

export const spotOrderRowSchema = Type.Object({
  ...IDENTITY,
  ...TERMS,
  price: Type.String(),
  baseCoin: Type.String(),
  quoteCoin: Type.String(),
  feeDetail: Type.String({ description: "JSON as text, empty before the first fill" }),
  cancelReason: Type.String(),
});

export type SpotOrderRow = Static<typeof spotOrderRowSchema>;

export const closedSpotOrderRowSchema = Type.Object({
  ...spotOrderRowSchema.properties,
  status: wordField(LISTED_ORDER_STATUSES_V2),
});

export type ClosedSpotOrderRow = Static<typeof closedSpotOrderRowSchema>;

export const openSpotOrderRowSchema = Type.Object({
  ...IDENTITY,
  ...TERMS,
  basePrice: Type.String({ description: "Average price; priceAvg has the order's price" }),
  presetTakeProfitPrice: Type.String(),
  executeTakeProfitPrice: Type.String(),
  presetStopLossPrice: Type.String(),
  executeStopLossPrice: Type.String(),
});

export type OpenSpotOrderRow = Static<typeof openSpotOrderRowSchema>;

export const spotFillRowSchema = Type.Object({
  userId: Type.String(),
  symbol: Type.String(),
  orderId: Type.String(),
  tradeId: Type.String(),
  orderType: wordField(ORDER_TYPE_WORDS),
  side: wordField(SIDE_WORDS),
  priceAvg: Type.String(),
  size: Type.String(),
  amount: Type.String(),
  feeDetail: feeSchema,
  tradeScope: wordField(ROLE_WORDS),
  cTime: Type.String(),
  uTime: Type.String(),
});
export type SpotFillRow = Static<typeof spotFillRowSchema>;

/** Both forms of the fee detail as JSON text; amounts are JSON numbers, written as decimals. */
function feeDetailJson(listings: Listings, order: OrderView): string {
  if (order.filled === 0) return "";
  const fee = feeTextV2(listings, order.feeCurrency, order.feeTotal);
  const coin = JSON.stringify(currencyCode(listings, order.feeCurrency));
  const current = `{"c":0,"d":0,"deduction":false,"r":${fee},"t":${fee},"totalDeductionFee":0}`;
  const ofCoin = `"feeCoinCode":${coin},"totalDeductionFee":0,"totalFee":${fee}`;
  const former = `{"deduction":false,${ofCoin}}`;
  return `{"newFees":${current},${coin}:${former}}`;
}

type SharedMembers = Pick<SpotOrderRow, keyof SpotOrderRow & keyof OpenSpotOrderRow>;

/** Members of open and of closed orders. */
function sharedMembers(
  listings: Listings,
  uid: string,
  instrument: ListedInstrument,
  order: OrderView,
): Without<SharedMembers, "priceAvg"> {
  return {
    userId: uid,
    symbol: instrument.symbol,
    orderId: wireId(order.orderId),
    clientOid: order.clientOrderId,
    size:
      order.size === 0
        ? amountText(listings, instrument.quote, order.quoteAmount)
        : lotsText(instrument, order.size),
    orderType: ORDER_TYPE_WORDS[order.orderType],
    side: SIDE_WORDS[order.side],
    force: timeInForceWord(order),
    status: SPOT_ORDER_STATUSES_V2[order.status],
    baseVolume: lotsText(instrument, order.filled),
    quoteVolume: valueText(listings, instrument, order.filledNotional),
    enterPointSource: POINT_SOURCES_V2[order.source],
    orderSource: spotOrderSourceV2(order.orderType),
    cTime: String(order.createdAtMs),
    uTime: String(order.updatedAtMs),
    tpslType: "normal",
    triggerPrice: null,
  };
}

function averageText(listings: Listings, instrument: ListedInstrument, order: OrderView): string {
  return orderAverageText(listings, instrument, order);
}

/** A row of order queries; `uid` is that of the user. */
export function spotOrderRow(
  listings: Listings,
  uid: string,
  instrument: ListedInstrument,
  order: OrderView,
): SpotOrderRow {
  return {
    ...sharedMembers(listings, uid, instrument, order),
    price: priceText(instrument, order.price),
    priceAvg: averageText(listings, instrument, order),
    baseCoin: currencyCode(listings, instrument.base),
    quoteCoin: currencyCode(listings, instrument.quote),
    feeDetail: feeDetailJson(listings, order),
    cancelReason: cancelReasonWordV2(order),
  };
}

/** A row of the list of closed orders, whose status words the specification names. */
export function closedSpotOrderRow(
  listings: Listings,
  uid: string,
  instrument: ListedInstrument,
  order: OrderView,
): ClosedSpotOrderRow {
  const row = spotOrderRow(listings, uid, instrument, order);
  return { ...row, status: LISTED_ORDER_STATUSES_V2[order.status] };
}

/** A row of open orders, where clients expect the order's price under `priceAvg`. */
export function openSpotOrderRow(
  listings: Listings,
  uid: string,
  instrument: ListedInstrument,
  order: OrderView,
): OpenSpotOrderRow {
  const { exits } = order;
  return {
    ...sharedMembers(listings, uid, instrument, order),
    priceAvg: priceText(instrument, order.price),
    basePrice: averageText(listings, instrument, order),
    presetTakeProfitPrice: knownPriceText(instrument, exits.profitTrigger),
    executeTakeProfitPrice: knownPriceText(instrument, exits.profitPrice),
    presetStopLossPrice: knownPriceText(instrument, exits.lossTrigger),
    executeStopLossPrice: knownPriceText(instrument, exits.lossPrice),
  };
}

/** Fields that only REST has, or that the channel names differently. */
type RestAlone =
  | ("userId" | "symbol" | "baseVolume" | "quoteVolume" | "baseCoin" | "quoteCoin")
  | ("orderSource" | "tpslType" | "triggerPrice" | "cancelReason" | "feeDetail");

/** An order on the channel `orders` of spot. */
export type SpotOrderPush = Without<SpotOrderRow, RestAlone> &
  Partial<FillMembers> & {
    /** As `symbol` of REST. */
    readonly instId: string;
    readonly newSize: string;
    readonly notional: string;
    /** As `baseVolume` of REST; the channel has the size of the fill there. */
    readonly accBaseVolume: string;
    readonly stpMode: (typeof STP_MODE_WORDS)[OrderView["stpMode"]];
    readonly feeDetail: readonly FeePush[];
  };

/** An order after a change; `fill` is the fill that caused it. */
export function spotOrderPush(
  listings: Listings,
  instrument: ListedInstrument,
  order: OrderView,
  fill: LiveFill | undefined,
): SpotOrderPush {
  const notional = notionalText(listings, instrument, order);
  const isQuoteSized = order.size === 0;
  const baseSize = lotsText(instrument, order.size);
  return {
    instId: instrument.symbol,
    orderId: wireId(order.orderId),
    clientOid: order.clientOrderId,
    price: knownPriceText(instrument, order.price),
    size: order.side === "buy" ? notional : baseSize,
    newSize: isQuoteSized ? notional : baseSize,
    notional,
    orderType: ORDER_TYPE_WORDS[order.orderType],
    force: timeInForceWord(order),
    side: SIDE_WORDS[order.side],
    ...(fill === undefined ? {} : fillMembers(listings, instrument, fill)),
    accBaseVolume: lotsText(instrument, order.filled),
    priceAvg: averageText(listings, instrument, order),
    status: SPOT_ORDER_STATUSES_V2[order.status],
    cTime: `${order.createdAtMs}`,
    uTime: `${order.updatedAtMs}`,
    stpMode: STP_MODE_WORDS[order.stpMode],
    feeDetail: feesPush(listings, order),
    enterPointSource: POINT_SOURCES_V2[order.source],
  };
}

/** A row of the user's fills; its `tradeId` is the id of the fill, by which pages continue. */
export function spotFillRow(
  listings: Listings,
  uid: string,
  instrument: ListedInstrument,
  fill: FillRow,
): SpotFillRow {
  return {
    userId: uid,
    symbol: instrument.symbol,
    orderId: wireId(fill.orderId),
    tradeId: wireId(fill.id),
    orderType: ORDER_TYPE_WORDS[fill.orderType],
    side: SIDE_WORDS[fill.side],
    priceAvg: priceText(instrument, fill.price),
    size: lotsText(instrument, fill.size),
    amount: valueText(listings, instrument, fill.value),
    feeDetail: feeDetail(listings, fill.feeCurrency, fill.fee),
    tradeScope: ROLE_WORDS[fill.role],
    cTime: String(fill.createdAtMs),
    uTime: String(fill.createdAtMs),
  };
}

/** A fill on the channel `fill` of spot: without the user, its fees as a list. */
export type SpotFillPush = Without<SpotFillRow, "userId" | "feeDetail"> & {
  readonly feeDetail: readonly SpotFillRow["feeDetail"][];
};

export function spotFillPush(
  listings: Listings,
  instrument: ListedInstrument,
  order: OrderView,
  fill: LiveFill,
): SpotFillPush {
  return {
    orderId: wireId(fill.orderId),
    tradeId: wireId(fill.fillId),
    symbol: instrument.symbol,
    orderType: ORDER_TYPE_WORDS[order.orderType],
    side: SIDE_WORDS[fill.side],
    priceAvg: priceText(instrument, fill.price),
    size: lotsText(instrument, fill.size),
    amount: valueText(listings, instrument, fill.value),
    tradeScope: ROLE_WORDS[fill.role],
    feeDetail: [feeDetail(listings, fill.feeCurrency, fill.fee)],
    cTime: `${fill.timeMs}`,
    uTime: `${fill.timeMs}`,
  };
}
