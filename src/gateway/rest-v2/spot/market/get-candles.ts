import { Type } from "typebox";
import { candleRowsSchema } from "../../../../wire/candle-row.ts";
import { defineEndpoint } from "../../../http/endpoint.ts";
import { enumeration, limit, symbol } from "../../../http/fields.ts";
import { WINDOW_FIELDS } from "../../shared/paging.ts";
import { CANDLES_DESCRIPTION, candleRowsOf, GRANULARITIES } from "./candle-rows.ts";

export const getSpotCandles = defineEndpoint({
  method: "GET",
  paths: ["/api/v2/spot/market/candles"],
  version: "v2",
  summary: "Candles of a spot symbol",
  description: CANDLES_DESCRIPTION,
  access: { kind: "public" },
  limit: { perSecond: 20, per: "ip" },
  request: Type.Object({
    symbol: symbol(),
    granularity: enumeration(GRANULARITIES),
    ...WINDOW_FIELDS,
    limit: limit({ default: 100, max: 1_000, clamp: true }),
  }),
  response: candleRowsSchema,
  handle: candleRowsOf,
});
