/** Orders as v3 lists them (rest-v3.md, Get Order Details) and pushes them (websocket.md 6.1). */
import { type Static, Type } from "typebox";
import { notional } from "../../core/money/arithmetic.ts";
import type { LiveAccounts } from "../../projections/live/live-accounts.ts";
import { type LiveFill, NO_CURRENCY } from "../../projections/live/live-order.ts";
import { orderAverageText } from "../average-price.ts";
import { wireId } from "../ids.ts";
import { currencyCode, instrumentOf, type ListedInstrument, type Listings } from "../listings.ts";
import type { OrderView } from "../order-view.ts";
import type { Without } from "../row-types.ts";
import { filledText, orderSizeText } from "../sizes.ts";
import { amountText, knownPriceText, priceText, quoteText, valueText } from "../texts.ts";
import {
  isMarginCategory,
  lowerCategoryOfOrder,
  wireCategoryOfOrder,
} from "../words/categories.ts";
import {
  cancelReasonWord,
  EXEC_TYPES,
  hedgeTradeSide,
  isHedged,
  ORDER_STATUSES_V3,
  ORDER_STATUSES_V3_PUSH,
  ORDER_TYPE_WORDS,
  POSITION_MODE_WORDS,
  POSITION_SIDE_WORDS,
  positionModeWord,
  SIDE_WORDS,
  STP_MODE_WORDS,
  TIME_IN_FORCE_WORDS,
  TRADE_SIDE_WORDS,
  timeInForceWord,
} from "../words/order-words.ts";
import { optionalWordField, wordField } from "../words/word-field.ts";
import { exitMembers, ORDER_EXIT_FIELDS, orderExitMembers } from "./exit-members.ts";
import { feeDetail, feeDetailSchema } from "./fee-detail.ts";

export const orderRowSchema = Type.Object({
  orderId: Type.String(),
  clientOid: Type.String(),
  category: Type.String(),
  symbol: Type.String(),
  orderType: wordField(ORDER_TYPE_WORDS),
  side: wordField(SIDE_WORDS),
  price: Type.String({ description: "0 for a market order" }),
  qty: Type.String({ description: "0 for an order given by amount" }),
  amount: Type.String({
    description: "Quote amount of a spot order: as ordered, or price × qty; empty on futures",
  }),
  cumExecQty: Type.String(),
  cumExecValue: Type.String(),
  avgPrice: Type.String(),
  priceAvg: Type.String({ description: "As avgPrice" }),
  baseVolume: Type.String({ description: "As cumExecQty" }),
  quoteVolume: Type.String({ description: "As cumExecValue" }),
  timeInForce: wordField(TIME_IN_FORCE_WORDS),
  orderStatus: wordField(ORDER_STATUSES_V3),
  posSide: optionalWordField(POSITION_SIDE_WORDS, {
    description: "long or short; net in one-way mode; empty on spot",
  }),
  holdMode: optionalWordField(POSITION_MODE_WORDS, { description: "Empty on spot" }),
  posMode: Type.Optional(
    wordField(POSITION_MODE_WORDS, { description: "As holdMode, on futures" }),
  ),
  tradeSide: optionalWordField(TRADE_SIDE_WORDS, { description: "open or close; empty on spot" }),
  marginMode: Type.String({ description: "crossed; empty on spot" }),
  reduceOnly: wordField({ yes: "YES", no: "NO" }),
  feeDetail: feeDetailSchema,
  stpMode: wordField(STP_MODE_WORDS),
  cancelReason: Type.String(),
  cancelSource: Type.String({ description: "As cancelReason" }),
  execType: wordField(EXEC_TYPES),
  ...ORDER_EXIT_FIELDS,
  createdTime: Type.String(),
  updatedTime: Type.String(),
});
export type OrderRowV3 = Static<typeof orderRowSchema>;

type PositionMembers = Pick<
  OrderRowV3,
  "holdMode" | "marginMode" | "posMode" | "posSide" | "tradeSide"
>;

function positionMembers(order: OrderView, instrument: ListedInstrument): PositionMembers {
  if (!instrument.isFutures) {
    return {
      posSide: "",
      holdMode: "",
      tradeSide: "",
      marginMode: isMarginCategory(order.backing) ? "crossed" : "",
    };
  }
  const hedged = isHedged(order);
  const holdMode = positionModeWord(hedged);
  const oneWaySide = order.reduceOnly ? "close" : "open";
  return {
    posSide: POSITION_SIDE_WORDS[order.positionSide],
    holdMode,
    posMode: holdMode,
    tradeSide: hedged ? hedgeTradeSide(order) : oneWaySide,
    marginMode: "crossed",
  };
}

/** Quote amount of a spot order: as it was ordered, or its price × size; 0 for a market sell. */
function orderedAmountText(
  listings: Listings,
  instrument: ListedInstrument,
  { price, quoteAmount, size }: OrderView,
): string {
  if (instrument.isFutures) return "";
  const amount = quoteAmount > 0n ? quoteAmount : notional(price, size, instrument.atomsPerTickLot);
  return valueText(listings, instrument, amount);
}

/** The row of an order in REST; its instrument is listed. */
export function orderRow(order: OrderView, accounts: LiveAccounts): OrderRowV3 {
  const instrument = instrumentOf(accounts, order);
  const { filled, filledNotional } = order;
  const average = orderAverageText(accounts, instrument, order);
  const quantity = filledText(instrument, order);
  const value = quoteText(accounts, instrument, filled, filledNotional);
  const cancelReason = cancelReasonWord(order);
  return {
    orderId: wireId(order.orderId),
    clientOid: order.clientOrderId,
    category: wireCategoryOfOrder(instrument.category, order.backing),
    symbol: instrument.symbol,
    orderType: ORDER_TYPE_WORDS[order.orderType],
    side: SIDE_WORDS[order.side],
    price: priceText(instrument, order.price),
    qty: orderSizeText(instrument, order),
    amount: orderedAmountText(accounts, instrument, order),
    cumExecQty: quantity,
    cumExecValue: value,
    avgPrice: average,
    priceAvg: average,
    baseVolume: quantity,
    quoteVolume: value,
    timeInForce: timeInForceWord(order),
    orderStatus: ORDER_STATUSES_V3[order.status],
    ...positionMembers(order, instrument),
    reduceOnly: order.reduceOnly ? "YES" : "NO",
    feeDetail: feeDetail(accounts, filled === 0 ? NO_CURRENCY : order.feeCurrency, order.feeTotal),
    stpMode: STP_MODE_WORDS[order.stpMode],
    cancelReason,
    cancelSource: cancelReason,
    execType: EXEC_TYPES[order.source],
    ...orderExitMembers(instrument, order.exits),
    createdTime: String(order.createdAtMs),
    updatedTime: String(order.updatedAtMs),
  };
}

/** Fields that only REST has, or that the channel names differently. */
type RestAlone =
  | ("priceAvg" | "baseVolume" | "quoteVolume" | "execType")
  | ("takeProfit" | "stopLoss");
/** Fields with other words on the channel. */
type WrittenOtherwise = ("holdMode" | "orderStatus" | "reduceOnly") | keyof Exits;
/** Empty, not null, where the order brings no exits. */
type Exits = Omit<ReturnType<typeof exitMembers>, "takeProfit" | "stopLoss">;

/** An order on the channel `order`. */
export type OrderPushV3 = Without<OrderRowV3, RestAlone | WrittenOtherwise> &
  Exits & {
    readonly holdMode: OrderRowV3["holdMode"] | "";
    readonly orderStatus: (typeof ORDER_STATUSES_V3_PUSH)[OrderView["status"]];
    readonly reduceOnly: "yes" | "no";
    /** As `posSide`. */
    readonly holdSide: OrderRowV3["posSide"];
    /** As `takeProfit` of REST. */
    readonly takeprofit: string;
    /** As `stopLoss` of REST. */
    readonly stoploss: string;
    /** No order is matched in another way than by price and time. */
    readonly matchType: "";
    readonly marginCoin: string;
    readonly leverage: string;
    readonly totalProfit: string;
    readonly delegateType: "normal";
    /** Of the fill that caused the push. */
    readonly tradeId?: string;
    /** Of the modification that caused the push, if it had one. */
    readonly requestId?: string;
  };

/** The change that a push reports: a fill, a modification with a request id, or another one. */
export type OrderPushCause = {
  readonly fill: LiveFill | undefined;
  readonly requestId: string | undefined;
};

type PositionMembersPush = Pick<
  OrderPushV3,
  | ("holdMode" | "posMode" | "posSide" | "holdSide" | "tradeSide")
  | ("marginMode" | "marginCoin" | "leverage")
>;

function futuresMembersPush(
  listings: Listings,
  instrument: ListedInstrument,
  order: OrderView,
): PositionMembersPush {
  const hedged = isHedged(order);
  const holdMode = positionModeWord(hedged);
  const posSide = POSITION_SIDE_WORDS[order.positionSide];
  return {
    holdMode,
    // Clients distinguish futures from spot by this member.
    posMode: holdMode,
    posSide,
    holdSide: posSide,
    tradeSide: hedged ? hedgeTradeSide(order) : "",
    marginMode: "crossed",
    marginCoin: currencyCode(listings, instrument.settle),
    leverage: `${order.leverage}`,
  };
}

const SPOT_MEMBERS_PUSH: PositionMembersPush = {
  holdMode: "",
  posSide: "",
  holdSide: "",
  tradeSide: "",
  marginMode: "",
  marginCoin: "",
  leverage: "",
};

const MARGIN_MEMBERS_PUSH: PositionMembersPush = { ...SPOT_MEMBERS_PUSH, marginMode: "crossed" };

function spotMembersPush({ backing }: OrderView): PositionMembersPush {
  return isMarginCategory(backing) ? MARGIN_MEMBERS_PUSH : SPOT_MEMBERS_PUSH;
}

/** An order after a change. Market orders have no price here. */
export function orderPush(
  listings: Listings,
  instrument: ListedInstrument,
  order: OrderView,
  { fill, requestId }: OrderPushCause,
): OrderPushV3 {
  const { isFutures } = instrument;
  const cancelReason = cancelReasonWord(order);
  const isQuoteSized = order.size === 0;
  const { stopLoss, takeProfit, ...exits } = exitMembers(instrument, order.exits);
  return {
    category: lowerCategoryOfOrder(instrument.category, order.backing),
    symbol: instrument.symbol,
    orderId: wireId(order.orderId),
    clientOid: order.clientOrderId,
    price: knownPriceText(instrument, order.price),
    qty: isQuoteSized ? "" : orderSizeText(instrument, order),
    amount: orderedAmountText(listings, instrument, order),
    side: SIDE_WORDS[order.side],
    orderType: ORDER_TYPE_WORDS[order.orderType],
    timeInForce: timeInForceWord(order),
    ...(isFutures ? futuresMembersPush(listings, instrument, order) : spotMembersPush(order)),
    reduceOnly: order.reduceOnly ? "yes" : "no",
    orderStatus: ORDER_STATUSES_V3_PUSH[order.status],
    cancelReason,
    cancelSource: cancelReason,
    cumExecQty: filledText(instrument, order),
    cumExecValue: quoteText(listings, instrument, order.filled, order.filledNotional),
    avgPrice: orderAverageText(listings, instrument, order),
    totalProfit: isFutures ? amountText(listings, instrument.settle, order.realisedPnl) : "0",
    feeDetail:
      order.feeCurrency === NO_CURRENCY
        ? []
        : feeDetail(listings, order.feeCurrency, order.feeTotal),
    stpMode: STP_MODE_WORDS[order.stpMode],
    takeprofit: takeProfit,
    stoploss: stopLoss,
    ...exits,
    matchType: "",
    delegateType: "normal",
    ...(fill === undefined ? {} : { tradeId: wireId(fill.fillId) }),
    ...(requestId === undefined ? {} : { requestId }),
    createdTime: `${order.createdAtMs}`,
    updatedTime: `${order.updatedAtMs}`,
  };
}
