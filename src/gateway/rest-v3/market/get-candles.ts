import { type Static, Type } from "typebox";
import {
  CANDLE_INTERVALS,
  candleStartMs,
  shiftedStartMs,
} from "../../../projections/live/candle-interval.ts";
import type { PriceKind } from "../../../projections/live/live-candles.ts";
import { candleRow, candleRowsSchema } from "../../../wire/candle-row.ts";
import { defineEndpoint, type EndpointContext } from "../../http/endpoint.ts";
import { category, enumeration, limit, symbol, timestampMs } from "../../http/fields.ts";
import { DAY_MS } from "../../http/time-range.ts";
import { type WireError, wireError } from "../../http/wire-error.ts";
import { readCandles } from "../../market/read-candles.ts";
import { instrumentOf, TRADED_CATEGORIES } from "../instrument-scope.ts";

const CANDLES_DEFAULT = 100;
const CANDLES_MAX = 1_000;
const HISTORY_CANDLES_MAX = 100;
/** Longest span of one query, in days. */
const SPAN_DAYS_MAX = 90;

const KINDS = { market: "last", mark: "mark", index: "index" } as const satisfies Readonly<
  Record<string, PriceKind>
>;

const FIELDS = {
  category: category(TRADED_CATEGORIES),
  symbol: symbol(),
  interval: enumeration(CANDLE_INTERVALS, {
    description: "From 6H on counted from midnight in UTC+8, the ..utc ones from midnight UTC",
  }),
  startTime: Type.Optional(timestampMs()),
  endTime: Type.Optional(timestampMs()),
  type: enumeration(["market", "mark", "index", "premium"], { default: "market" }),
};
const windowFields = Type.Object(FIELDS);
type CandlesRequest = Static<typeof windowFields> & { readonly limit: number };

const DESCRIPTION =
  "Rows of start, open, high, low, close, base volume and quote turnover, oldest first: the " +
  "newest within the times, or the first from startTime on when there is no endTime.";

/** The end of a window without one: as many candles after its start as are asked for. */
function endMs({ startTime, endTime, interval, limit }: CandlesRequest) {
  if (endTime !== undefined || startTime === undefined) return endTime;
  const first = candleStartMs(interval, startTime);
  const isAligned = first === startTime;
  return shiftedStartMs(interval, first, isAligned ? limit - 1 : limit);
}

async function rowsOf(
  context: EndpointContext,
  request: CandlesRequest,
): Promise<string[][] | WireError> {
  const { errors, exchange } = context;
  const { startTime: fromMs, endTime, interval, type } = request;
  if (fromMs !== undefined && endTime !== undefined && fromMs > endTime) {
    throw errors.startAfterEnd();
  }
  const instrument = instrumentOf(context, request.category, request.symbol);
  if (type === "premium") return wireError("40805");
  const toMs = endMs(request);
  const asked = { instrument, kind: KINDS[type], interval, fromMs, toMs, limit: request.limit };
  const candles = await readCandles(exchange, asked);
  return candles.map((candle) => candleRow(exchange.accounts, instrument, candle));
}

export const getCandles = defineEndpoint({
  method: "GET",
  paths: ["/api/v3/market/candles"],
  version: "v3",
  summary: "Candles of last, mark or index price",
  description: DESCRIPTION,
  access: { kind: "public" },
  limit: { perSecond: 20, per: "ip" },
  request: Type.Object({
    ...FIELDS,
    limit: limit({ default: CANDLES_DEFAULT, max: CANDLES_MAX }),
  }),
  response: candleRowsSchema,
  handle: rowsOf,
});

export const getHistoryCandles = defineEndpoint({
  method: "GET",
  paths: ["/api/v3/market/history-candles"],
  version: "v3",
  summary: "Older candles of last, mark or index price",
  description: `${DESCRIPTION} At most 90 days per query.`,
  access: { kind: "public" },
  limit: { perSecond: 20, per: "ip" },
  request: Type.Object({
    ...FIELDS,
    limit: limit({ default: HISTORY_CANDLES_MAX, max: HISTORY_CANDLES_MAX }),
  }),
  response: candleRowsSchema,
  handle(context, request) {
    const { startTime, endTime } = request;
    const spanMs = startTime === undefined || endTime === undefined ? 0 : endTime - startTime;
    if (spanMs > SPAN_DAYS_MAX * DAY_MS) throw context.errors.spanTooLong(SPAN_DAYS_MAX);
    return rowsOf(context, request);
  },
});
