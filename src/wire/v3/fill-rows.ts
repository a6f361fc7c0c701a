/** Fills as v3 lists them (rest-v3.md, Get Fill History) and pushes them (websocket.md 6.4). */
import { type Static, Type } from "typebox";
import { assert } from "../../core/base/assert.ts";
import type { FillRow } from "../../projections/history/tables.ts";
import type { LiveAccounts } from "../../projections/live/live-accounts.ts";
import type { LiveFill } from "../../projections/live/live-order.ts";
import { wireId } from "../ids.ts";
import type { ListedInstrument, Listings } from "../listings.ts";
import type { OrderView } from "../order-view.ts";
import type { Without } from "../row-types.ts";
import { fillText } from "../sizes.ts";
import { amountText, priceText, quoteText, valueText } from "../texts.ts";
import { lowerCategoryOfOrder, wireCategoryOfOrder } from "../words/categories.ts";
import {
  isHedged,
  ORDER_TYPE_WORDS,
  POSITION_MODE_WORDS,
  POSITION_SIDE_WORDS,
  positionModeWord,
  ROLE_WORDS,
  SIDE_WORDS,
  TRADE_SIDE_WORDS,
} from "../words/order-words.ts";
import { optionalWordField, wordField } from "../words/word-field.ts";
import { feeDetail, feeDetailSchema } from "./fee-detail.ts";

export const fillRowSchema = Type.Object({
  execId: Type.String({ description: "This side of the trade" }),
  execLinkId: Type.String({ description: "The trade, the same for both sides" }),
  orderId: Type.String(),
  clientOid: Type.String(),
  category: Type.String(),
  symbol: Type.String(),
  orderType: wordField(ORDER_TYPE_WORDS),
  side: wordField(SIDE_WORDS),
  posSide: optionalWordField(POSITION_SIDE_WORDS, {
    description: "long or short; net in one-way mode; empty on spot",
  }),
  posMode: Type.Optional(wordField(POSITION_MODE_WORDS, { description: "On futures" })),
  execPrice: Type.String(),
  execQty: Type.String(),
  execValue: Type.String(),
  tradeScope: wordField(ROLE_WORDS),
  tradeSide: optionalWordField(TRADE_SIDE_WORDS, { description: "open or close; empty on spot" }),
  feeDetail: feeDetailSchema,
  createdTime: Type.String(),
  updatedTime: Type.String(),
  execPnl: Type.String({ description: "Realised by this fill, without its fee" }),
  isRPI: Type.Literal("NO", { description: "No order is a retail price improvement" }),
});
export type FillRowV3 = Static<typeof fillRowSchema>;

/** The row of a fill in REST; its instrument is listed. */
export function fillRow(fill: FillRow, accounts: LiveAccounts): FillRowV3 {
  const instrument = accounts.instrumentAt(fill.instrument);
  assert(instrument !== undefined, "a fill is on a listed instrument");
  const { isFutures } = instrument;
  const posMode = isFutures ? { posMode: positionModeWord(isHedged(fill)) } : {};
  const tradeSide = fill.closesPosition ? "close" : "open";
  const execPnl = isFutures
    ? amountText(accounts, fill.feeCurrency, fill.realisedPnl)
    : valueText(accounts, instrument, fill.realisedPnl);
  return {
    execId: wireId(fill.id),
    execLinkId: wireId(fill.tradeId),
    orderId: wireId(fill.orderId),
    clientOid: fill.clientOrderId,
    category: wireCategoryOfOrder(instrument.category, fill.backing),
    symbol: instrument.symbol,
    orderType: ORDER_TYPE_WORDS[fill.orderType],
    side: SIDE_WORDS[fill.side],
    posSide: isFutures ? POSITION_SIDE_WORDS[fill.positionSide] : "",
    ...posMode,
    execPrice: priceText(instrument, fill.price),
    execQty: fillText(instrument, fill),
    execValue: quoteText(accounts, instrument, fill.size, fill.value),
    tradeScope: ROLE_WORDS[fill.role],
    tradeSide: isFutures ? tradeSide : "",
    feeDetail: feeDetail(accounts, fill.feeCurrency, fill.fee),
    createdTime: String(fill.createdAtMs),
    updatedTime: String(fill.createdAtMs),
    execPnl,
    isRPI: "NO",
  };
}

/** The channel names the position side and the time of the fill differently. */
type RestAlone = "createdTime" | "isRPI" | "posMode" | "posSide";

/** A fill on the channel `fill`. */
export type FillPushV3 = Without<FillRowV3, RestAlone> & {
  /** As `posSide` of REST. */
  readonly holdSide: FillRowV3["posSide"];
  /** As `createdTime` of REST. */
  readonly execTime: string;
  readonly isRPI: "no";
};

/** A fill on the channel `fast-fill`, with fewer fields. */
export type FastFillPushV3 = Without<
  FillPushV3,
  "execLinkId" | "execPnl" | "execValue" | "feeDetail" | "isRPI" | "orderType" | "tradeSide"
>;

export function fastFillPush(
  instrument: ListedInstrument,
  order: OrderView,
  fill: LiveFill,
): FastFillPushV3 {
  return {
    category: lowerCategoryOfOrder(instrument.category, order.backing),
    symbol: instrument.symbol,
    orderId: wireId(fill.orderId),
    clientOid: order.clientOrderId,
    execId: wireId(fill.fillId),
    side: SIDE_WORDS[fill.side],
    holdSide: instrument.isFutures ? POSITION_SIDE_WORDS[fill.positionSide] : "",
    tradeScope: ROLE_WORDS[fill.role],
    execPrice: priceText(instrument, fill.price),
    execQty: fillText(instrument, fill),
    execTime: `${fill.timeMs}`,
    updatedTime: `${fill.timeMs}`,
  };
}

export function fillPush(
  listings: Listings,
  instrument: ListedInstrument,
  order: OrderView,
  fill: LiveFill,
): FillPushV3 {
  const { isFutures } = instrument;
  const tradeSide = fill.closesPosition ? "close" : "open";
  return {
    ...fastFillPush(instrument, order, fill),
    execLinkId: wireId(fill.tradeId),
    orderType: ORDER_TYPE_WORDS[order.orderType],
    tradeSide: isFutures ? tradeSide : "",
    execValue: quoteText(listings, instrument, fill.size, fill.value),
    execPnl: isFutures ? amountText(listings, instrument.settle, fill.realisedPnl) : "0",
    feeDetail: feeDetail(listings, fill.feeCurrency, fill.fee),
    isRPI: "no",
  };
}
