import { Type } from "typebox";
import { spotTickerRowSchema } from "../../../../wire/v2/ticker-rows.ts";
import { defineEndpoint } from "../../../http/endpoint.ts";
import { symbol } from "../../../http/fields.ts";
import { spotInstruments } from "../../shared/instruments.ts";
import { spotTickerOf } from "../../shared/ticker-row.ts";

export const getSpotTickers = defineEndpoint({
  method: "GET",
  paths: ["/api/v2/spot/market/tickers"],
  version: "v2",
  summary: "Tickers of one or all spot symbols",
  access: { kind: "public" },
  limit: { perSecond: 20, per: "ip" },
  request: Type.Object({ symbol: Type.Optional(symbol()) }),
  response: Type.Array(spotTickerRowSchema),
  handle(context, request) {
    const instruments = spotInstruments(context, request.symbol);
    return instruments.flatMap((instrument) => spotTickerOf(context.exchange, instrument));
  },
});
