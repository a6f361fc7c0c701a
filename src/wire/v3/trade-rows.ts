/** Public trades of v3, in REST (rest-v3.md, fills) and on the channel `publicTrade`. */
import { type Static, Type } from "typebox";
import type { LiveTrade } from "../../projections/live/live-trade.ts";
import { wireId } from "../ids.ts";
import type { ListedInstrument } from "../listings.ts";
import type { JsonOf, Renamed } from "../row-types.ts";
import { quantityText } from "../sizes.ts";
import { priceText } from "../texts.ts";
import { SIDE_WORDS } from "../words/order-words.ts";

export const tradeRowSchema = Type.Object({
  execId: Type.String({ description: "Of the trade" }),
  execLinkId: Type.String({ description: "As execId: links it with the fills of its owners" }),
  price: Type.String(),
  size: Type.String(),
  side: Type.String({ description: "Direction of the taker" }),
  ts: Type.String(),
  isRPI: Type.Literal("NO", { description: "No order is a retail price improvement" }),
});
export type TradeRow = Static<typeof tradeRowSchema>;

export function tradeRow(instrument: ListedInstrument, trade: LiveTrade): TradeRow {
  const id = wireId(trade.tradeId);
  return {
    execId: id,
    execLinkId: id,
    price: priceText(instrument, trade.price),
    size: quantityText(instrument, trade.size, trade.price),
    side: SIDE_WORDS[trade.takerSide],
    ts: String(trade.timeMs),
    isRPI: "NO",
  };
}

/** Names of the fields of a trade on the channel `publicTrade`. */
interface PushNames {
  readonly execId: "i";
  readonly execLinkId: "L";
  readonly price: "p";
  readonly size: "v";
  readonly side: "S";
  readonly ts: "T";
}

/** A trade on the channel `publicTrade`. Clients read the price from `p` or from `P`. */
export type TradePushV3 = Renamed<Omit<TradeRow, "isRPI">, PushNames> & {
  readonly P: string;
  readonly isRPI: "no";
};

export function tradePushJsonV3(
  instrument: ListedInstrument,
  trade: LiveTrade,
): JsonOf<TradePushV3> {
  const id = wireId(trade.tradeId);
  const price = priceText(instrument, trade.price);
  const size = quantityText(instrument, trade.size, trade.price);
  const ids = `"i":"${id}","L":"${id}"` as const;
  const prices = `"p":"${price}","P":"${price}"` as const;
  const side = SIDE_WORDS[trade.takerSide];
  const rest = `"S":"${side}","T":"${trade.timeMs}","isRPI":"no"` as const;
  return `{${ids},${prices},"v":"${size}",${rest}}` as const;
}
