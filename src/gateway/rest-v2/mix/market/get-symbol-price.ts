import { Type } from "typebox";
import { knownPriceText } from "../../../../wire/texts.ts";
import { defineEndpoint } from "../../../http/endpoint.ts";
import { mixInstrument } from "../../shared/instruments.ts";
import { CONTRACT_FIELDS } from "./contract-fields.ts";

export const getSymbolPrice = defineEndpoint({
  method: "GET",
  paths: ["/api/v2/mix/market/symbol-price"],
  version: "v2",
  summary: "Last, index and mark price of a contract",
  access: { kind: "public" },
  limit: { perSecond: 20, per: "ip" },
  request: Type.Object(CONTRACT_FIELDS),
  response: Type.Array(
    Type.Object({
      symbol: Type.String(),
      price: Type.String(),
      indexPrice: Type.String(),
      markPrice: Type.String(),
      ts: Type.String(),
    }),
  ),
  handle(context, request) {
    const instrument = mixInstrument(context, request);
    const ticker = context.exchange.live.ticker(instrument.index);
    if (ticker === undefined) return [];
    return [
      {
        symbol: instrument.symbol,
        price: knownPriceText(instrument, ticker.last),
        indexPrice: knownPriceText(instrument, ticker.index),
        markPrice: knownPriceText(instrument, ticker.mark),
        ts: String(ticker.timeMs),
      },
    ];
  },
});
