import { Type } from "typebox";
import { candleRowsSchema } from "../../../../wire/candle-row.ts";
import { defineEndpoint } from "../../../http/endpoint.ts";
import { enumeration, limit, symbol, timestampMs } from "../../../http/fields.ts";
import { CANDLES_DESCRIPTION, candleRowsOf, GRANULARITIES } from "./candle-rows.ts";

export const getSpotHistoryCandles = defineEndpoint({
  method: "GET",
  paths: ["/api/v2/spot/market/history-candles"],
  version: "v2",
  summary: "Older candles of a spot symbol, up to a time",
  description: CANDLES_DESCRIPTION,
  access: { kind: "public" },
  limit: { perSecond: 20, per: "ip" },
  request: Type.Object({
    symbol: symbol(),
    granularity: enumeration(GRANULARITIES),
    endTime: timestampMs(),
    limit: limit({ default: 100, max: 200, clamp: true }),
  }),
  response: candleRowsSchema,
  handle: candleRowsOf,
});
