import { type Static, Type } from "typebox";
import type { Instrument } from "../../../core/instruments/instrument.ts";
import {
  CANDLE_INTERVALS,
  type CandleInterval,
  candleStartMs,
  firstStartFrom,
  shiftedStartMs,
} from "../../../projections/live/candle-interval.ts";
import type { Candle } from "../../../projections/live/candle-series.ts";
import type { PriceKind } from "../../../projections/live/live-candles.ts";
import { candleRow } from "../../../wire/candle-row.ts";
import type { ExchangeAccess } from "../../exchange-access.ts";
import type { EndpointContext } from "../../http/endpoint.ts";
import { category, enumeration, symbol, timestampMs, word } from "../../http/fields.ts";
import { type WireError, wireError } from "../../http/wire-error.ts";
import { candleWindow } from "../../market/candle-window.ts";
import { firstCandleMs, readCandles } from "../../market/read-candles.ts";
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
  "newest that start before endTime, or the first from startTime on when there is no endTime.";

/** Returns the first `limit` candles that start at a time or later. */
async function candlesFrom(
  exchange: ExchangeAccess,
  asked: { readonly instrument: Instrument; readonly kind: PriceKind; readonly limit: number },
  interval: CandleInterval,
  startMs: number,
): Promise<readonly Candle[]> {
  const read = (fromMs: number) => {
    const firstMs = firstStartFrom(interval, fromMs);
    const toMs = shiftedStartMs(interval, firstMs, asked.limit - 1);
    return readCandles(exchange, { ...asked, interval, fromMs: firstMs, toMs });
  };
  const candles = await read(startMs);
  if (candles.length > 0) return candles;
  const firstMs = await firstCandleMs(exchange, asked);
  return firstMs === undefined || firstMs <= startMs ? [] : read(candleStartMs(interval, firstMs));
}

/** Rows of a request; throws 20001 and 00001 for its times, 25100 for its symbol. */
export async function candleRowsOf(
  context: EndpointContext,
  request: CandlesRequest,
  spanDaysMax?: number,
): Promise<string[][] | WireError> {
  const { errors, exchange } = context;
  const { interval, limit, type } = request;
  const window = candleWindow(request, { errors, ...(spanDaysMax && { spanDaysMax }) });
  const instrument = instrumentOf(context, request.category, request.symbol);
  if (type === "premium") return wireError("40805");
  const asked = { instrument, kind: type, limit };
  const candles =
    window.fromMs === undefined || window.toMs !== undefined
      ? await readCandles(exchange, { ...asked, interval, ...window })
      : await candlesFrom(exchange, asked, interval, window.fromMs);
  return candles.map((candle) => candleRow(exchange.accounts, instrument, candle));
}
