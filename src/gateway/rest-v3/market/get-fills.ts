import { Type } from "typebox";
import { wireId } from "../../../wire/ids.ts";
import { priceText, sizeText } from "../../../wire/texts.ts";
import { SIDE_WORDS } from "../../../wire/words/order-words.ts";
import { defineEndpoint } from "../../http/endpoint.ts";
import { category, limit, symbol } from "../../http/fields.ts";
import { instrumentOf, TRADED_CATEGORIES } from "../instrument-scope.ts";

const TRADES_MAX = 100;

export const getPublicFills = defineEndpoint({
  method: "GET",
  paths: ["/api/v3/market/fills"],
  version: "v3",
  summary: "The latest trades of a symbol, newest first",
  access: { kind: "public" },
  limit: { perSecond: 20, per: "ip" },
  request: Type.Object({
    category: category(TRADED_CATEGORIES),
    symbol: symbol(),
    limit: limit({ default: TRADES_MAX, max: TRADES_MAX }),
  }),
  response: Type.Array(
    Type.Object({
      execId: Type.String({ description: "Of the trade" }),
      execLinkId: Type.String({ description: "As execId: links it with the fills of its owners" }),
      price: Type.String(),
      size: Type.String(),
      side: Type.String({ description: "Direction of the taker" }),
      ts: Type.String(),
    }),
  ),
  handle(context, request) {
    const instrument = instrumentOf(context, request.category, request.symbol);
    const { trades } = context.exchange.live;
    return trades.page(instrument.index, { limit: request.limit }).map((trade) => {
      const id = wireId(trade.tradeId);
      return {
        execId: id,
        execLinkId: id,
        price: priceText(instrument, trade.price),
        size: sizeText(instrument, trade.size),
        side: SIDE_WORDS[trade.takerSide],
        ts: String(trade.timeMs),
      };
    });
  },
});
