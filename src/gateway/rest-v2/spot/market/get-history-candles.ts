import { Type } from "typebox";
import { defineEndpoint } from "../../../http/endpoint.ts";
import { enumeration, limit, symbol, timestampMs } from "../../../http/fields.ts";
import { GRANULARITIES, SPOT_CANDLES_ENDPOINT } from "./candle-rows.ts";

export const getSpotHistoryCandles = defineEndpoint({
  ...SPOT_CANDLES_ENDPOINT,
  paths: ["/api/v2/spot/market/history-candles"],
  summary: "Older candles of a spot symbol, up to a time",
  request: Type.Object({
    symbol: symbol(),
    granularity: enumeration(GRANULARITIES),
    endTime: timestampMs(),
    limit: limit({ default: 100, max: 200 }),
  }),
});
