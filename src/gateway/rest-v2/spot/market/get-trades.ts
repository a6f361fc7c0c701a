import { Type } from "typebox";
import { tradeRowSchema } from "../../../../wire/v2/trade-rows.ts";
import { defineEndpoint } from "../../../http/endpoint.ts";
import { limit, symbol } from "../../../http/fields.ts";
import { spotInstrument } from "../../shared/instruments.ts";
import { recentTrades } from "../../shared/market-rows.ts";

export const getSpotTrades = defineEndpoint({
  method: "GET",
  paths: ["/api/v2/spot/market/fills"],
  version: "v2",
  summary: "The newest trades of a spot symbol",
  access: { kind: "public" },
  limit: { perSecond: 10, per: "ip" },
  request: Type.Object({ symbol: symbol(), limit: limit({ default: 100, max: 500 }) }),
  response: Type.Array(tradeRowSchema),
  handle(context, request) {
    const instrument = spotInstrument(context, request.symbol);
    return recentTrades(context.exchange, instrument, request.limit);
  },
});
