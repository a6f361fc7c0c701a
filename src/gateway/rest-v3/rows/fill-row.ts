/** A user's fills as v3 lists them (rest-v3.md, Get Fill History). */
import { type Static, Type } from "typebox";
import { assert } from "../../../core/assert.ts";
import type { FillRow } from "../../../projections/history/tables.ts";
import type { LiveAccounts } from "../../../projections/live/live-accounts.ts";
import { wireId } from "../../../wire/ids.ts";
import { valueCurrency } from "../../../wire/listings.ts";
import { coinText, priceText, sizeText } from "../../../wire/texts.ts";
import { wireCategoryOfOrder } from "../../../wire/words/categories.ts";
import { positionModeWord } from "../../../wire/words/order-words.ts";
import { feeDetailSchema } from "./order-row.ts";

export const fillRowSchema = Type.Object({
  execId: Type.String({ description: "This side of the trade" }),
  execLinkId: Type.String({ description: "The trade, the same for both sides" }),
  orderId: Type.String(),
  clientOid: Type.String(),
  category: Type.String(),
  symbol: Type.String(),
  orderType: Type.String(),
  side: Type.String(),
  posSide: Type.String({ description: "long or short; net in one-way mode; empty on spot" }),
  posMode: Type.Optional(Type.String({ description: "The position mode, on futures" })),
  execPrice: Type.String(),
  execQty: Type.String(),
  execValue: Type.String(),
  tradeScope: Type.String({ description: "taker or maker" }),
  tradeSide: Type.String({ description: "open or close; empty on spot" }),
  feeDetail: feeDetailSchema,
  createdTime: Type.String(),
  updatedTime: Type.String(),
  execPnl: Type.String({ description: "Realised by this fill, without its fee" }),
});
export type FillRowV3 = Static<typeof fillRowSchema>;

/** The row of a fill; its instrument is listed. */
export function fillRow(fill: FillRow, accounts: LiveAccounts): FillRowV3 {
  const instrument = accounts.instrumentAt(fill.instrument);
  assert(instrument !== undefined, "a fill is on a listed instrument");
  const valued = accounts.currencyAt(valueCurrency(instrument));
  const feeCoin = accounts.currencyAt(fill.feeCurrency);
  const { isFutures } = instrument;
  const posMode = isFutures ? { posMode: positionModeWord(fill.positionSide !== "net") } : {};
  const tradeSide = fill.closesPosition ? "close" : "open";
  return {
    execId: wireId(fill.id),
    execLinkId: wireId(fill.tradeId),
    orderId: wireId(fill.orderId),
    clientOid: fill.clientOrderId,
    category: wireCategoryOfOrder(instrument.category, fill.backing),
    symbol: instrument.symbol,
    orderType: fill.orderType,
    side: fill.side,
    posSide: isFutures ? fill.positionSide : "",
    ...posMode,
    execPrice: priceText(instrument, fill.price),
    execQty: sizeText(instrument, fill.size),
    execValue: coinText(valued, fill.value),
    tradeScope: fill.role,
    tradeSide: isFutures ? tradeSide : "",
    feeDetail: [{ feeCoin: feeCoin?.code ?? "", fee: coinText(feeCoin, fill.fee) }],
    createdTime: String(fill.createdAtMs),
    updatedTime: String(fill.createdAtMs),
    execPnl: coinText(isFutures ? feeCoin : valued, fill.realisedPnl),
  };
}
