import { Type } from "typebox";
import { candleRowsSchema } from "../../../wire/candle-row.ts";
import { defineEndpoint } from "../../http/endpoint.ts";
import { limit } from "../../http/fields.ts";
import { CANDLE_FIELDS, CANDLES_DESCRIPTION, candleRowsOf } from "./candle-rows.ts";

const CANDLES_DEFAULT = 100;

const CANDLES_MAX = 1_000;

export const getCandles = defineEndpoint({
  method: "GET",
  paths: ["/api/v3/market/candles"],
  version: "v3",
  summary: "Candles of last, mark or index price",
  description: CANDLES_DESCRIPTION,
  access: { kind: "public" },
  limit: { perSecond: 20, per: "ip" },
  request: Type.Object({
    ...CANDLE_FIELDS,
    limit: limit({ default: CANDLES_DEFAULT, max: CANDLES_MAX }),
  }),
  response: candleRowsSchema,
  handle: (context, request) => candleRowsOf(context, request),
});
