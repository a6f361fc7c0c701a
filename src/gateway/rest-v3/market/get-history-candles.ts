import { Type } from "typebox";
import { candleRowsSchema } from "../../../wire/candle-row.ts";
import { defineEndpoint } from "../../http/endpoint.ts";
import { limit } from "../../http/fields.ts";
import { CANDLE_FIELDS, CANDLES_DESCRIPTION, candleRowsOf } from "./candle-rows.ts";

const HISTORY_CANDLES_MAX = 100;

/** Longest span of one query, in days. */
const SPAN_DAYS_MAX = 90;

export const getHistoryCandles = defineEndpoint({
  method: "GET",
  paths: ["/api/v3/market/history-candles"],
  version: "v3",
  summary: "Older candles of last, mark or index price",
  description: `${CANDLES_DESCRIPTION} At most 90 days per query.`,
  access: { kind: "public" },
  limit: { perSecond: 20, per: "ip" },
  request: Type.Object({
    ...CANDLE_FIELDS,
    limit: limit({ default: HISTORY_CANDLES_MAX, max: HISTORY_CANDLES_MAX }),
  }),
  response: candleRowsSchema,
  handle: (context, request) => candleRowsOf(context, request, SPAN_DAYS_MAX),
});
