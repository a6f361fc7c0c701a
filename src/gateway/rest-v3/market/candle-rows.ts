import { type Static, Type } from "typebox";
import {
  CANDLE_INTERVALS,
  candleStartMs,
  shiftedStartMs,
} from "../../../projections/live/candle-interval.ts";
import type { PriceKind } from "../../../projections/live/live-candles.ts";
import { candleRow } from "../../../wire/candle-row.ts";
import type { EndpointContext } from "../../http/endpoint.ts";
import { category, enumeration, symbol, timestampMs, word } from "../../http/fields.ts";
import { type WireError, wireError } from "../../http/wire-error.ts";
import { readCandles } from "../../market/read-candles.ts";
import { instrumentOf } from "../instrument-scope.ts";

/** Words for price kinds; premium candles have a wire word and are not served. */
const TYPE_WORDS = {
  last: "market",
  mark: "mark",
  index: "index",
  premium: "premium",
} as const satisfies Readonly<Record<PriceKind | "premium", string>>;

export const CANDLE_FIELDS = {
  category: category(),
  symbol: symbol(),
  interval: enumeration(CANDLE_INTERVALS, {
    description: "From 6H on counted from midnight in UTC+8, the ..utc ones from midnight UTC",
  }),
  startTime: Type.Optional(timestampMs()),
  endTime: Type.Optional(timestampMs()),
  type: word(TYPE_WORDS, { default: "last" }),
};

const windowFields = Type.Object(CANDLE_FIELDS);

type CandlesRequest = Static<typeof windowFields> & { readonly limit: number };

export const CANDLES_DESCRIPTION =
  "Rows of start, open, high, low, close, base volume and quote turnover, oldest first: the " +
  "newest within the times, or the first from startTime on when there is no endTime.";

/** Returns the end of a window; without one, `limit` candles after its start. */
function endMs({ startTime, endTime, interval, limit }: CandlesRequest) {
  if (endTime !== undefined || startTime === undefined) return endTime;
  const first = candleStartMs(interval, startTime);
  const isAligned = first === startTime;
  return shiftedStartMs(interval, first, isAligned ? limit - 1 : limit);
}

export async function candleRowsOf(
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
  const asked = { instrument, kind: type, interval, fromMs, toMs, limit: request.limit };
  const candles = await readCandles(exchange, asked);
  return candles.map((candle) => candleRow(exchange.accounts, instrument, candle));
}
