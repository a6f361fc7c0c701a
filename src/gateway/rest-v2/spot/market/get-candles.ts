import { Type } from "typebox";
import { defineEndpoint } from "../../../http/endpoint.ts";
import { enumeration, limit, symbol } from "../../../http/fields.ts";
import { WINDOW_FIELDS } from "../../shared/paging.ts";
import { GRANULARITIES, SPOT_CANDLES_ENDPOINT } from "./candle-rows.ts";

export const getSpotCandles = defineEndpoint({
  ...SPOT_CANDLES_ENDPOINT,
  paths: ["/api/v2/spot/market/candles"],
  summary: "Candles of a spot symbol",
  request: Type.Object({
    symbol: symbol(),
    granularity: enumeration(GRANULARITIES),
    ...WINDOW_FIELDS,
    limit: limit({ default: 100, max: 1_000 }),
  }),
});
