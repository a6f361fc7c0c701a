/** Public trades of v2, in REST (rest-v2.md, fills) and on the channel `trade`. */
import { type Static, Type } from "typebox";
import type { Side } from "../../core/base/vocabulary.ts";
import type { LiveTrade } from "../../projections/live/live-trade.ts";
import { wireId } from "../ids.ts";
import type { ListedInstrument } from "../listings.ts";
import type { JsonOf, Without } from "../row-types.ts";
import { quantityText } from "../sizes.ts";
import { priceText } from "../texts.ts";
import { SIDE_WORDS } from "../words/order-words.ts";

export const tradeRowSchema = Type.Object({
  symbol: Type.String(),
  tradeId: Type.String(),
  side: Type.String({ description: "Direction of the taker" }),
  price: Type.String(),
  size: Type.String(),
  ts: Type.String(),
});
export type TradeRow = Static<typeof tradeRowSchema>;

/** The public part of a trade; a live trade is one. */
export type PublicTrade = Pick<LiveTrade, "tradeId" | "price" | "size" | "takerSide" | "timeMs">;

export function tradeRow(instrument: ListedInstrument, trade: PublicTrade): TradeRow {
  return {
    symbol: instrument.symbol,
    tradeId: wireId(trade.tradeId),
    side: SIDE_WORDS[trade.takerSide],
    price: priceText(instrument, trade.price),
    size: quantityText(instrument, trade.size, trade.price),
    ts: String(trade.timeMs),
  };
}

const PAST_SIDE_WORDS = {
  buy: "Buy",
  sell: "Sell",
} as const satisfies Readonly<Record<Side, string>>;

/** Returns a trade of the list of past spot trades, which alone writes the side with a capital. */
export function pastSpotTradeRow(instrument: ListedInstrument, trade: PublicTrade): TradeRow {
  return { ...tradeRow(instrument, trade), side: PAST_SIDE_WORDS[trade.takerSide] };
}

/** A trade on the channel `trade`, which names the symbol in its argument. */
export type TradePushV2 = Without<TradeRow, "symbol">;

export function tradePushJsonV2(
  instrument: ListedInstrument,
  trade: PublicTrade,
): JsonOf<TradePushV2> {
  const price = priceText(instrument, trade.price);
  const size = quantityText(instrument, trade.size, trade.price);
  const sides =
    `"side":"${SIDE_WORDS[trade.takerSide]}","tradeId":"${wireId(trade.tradeId)}"` as const;
  return `{"ts":"${trade.timeMs}","price":"${price}","size":"${size}",${sides}}` as const;
}
