import { Type } from "typebox";
import {
  CANDLE_INTERVALS,
  type CandleInterval,
} from "../../../../projections/live/candle-interval.ts";
import type { PriceKind } from "../../../../projections/live/live-candles.ts";
import { candleRow, candleRowsSchema } from "../../../../wire/candle-row.ts";
import { defineEndpoint, type Endpoint, type EndpointContext } from "../../../http/endpoint.ts";
import { enumeration, limit, word } from "../../../http/fields.ts";
import { candleWindow } from "../../../market/candle-window.ts";
import { readCandles } from "../../../market/read-candles.ts";
import { mixInstrument, type NamedContract } from "../../shared/instruments.ts";
import { WINDOW_FIELDS } from "../../shared/paging.ts";
import { CONTRACT_FIELDS } from "./contract-fields.ts";

const LINE_WORDS = {
  last: "MARKET",
  mark: "MARK",
  index: "INDEX",
} as const satisfies Readonly<Record<PriceKind, string>>;
/** Longest span between start and end, in days. */
const SPAN_DAYS_MAX = 90;

const DESCRIPTION =
  "Rows of start, open, high, low, close, base volume and quote volume, oldest first: the newest " +
  "that start before endTime.";

async function candleRowsOf(
  context: EndpointContext,
  request: NamedContract & {
    readonly granularity: CandleInterval;
    readonly kLineType: PriceKind;
    readonly startTime?: number;
    readonly endTime?: number;
    readonly limit: number;
  },
): Promise<string[][]> {
  const { errors, exchange } = context;
  const window = candleWindow(request, { errors, spanDaysMax: SPAN_DAYS_MAX });
  const instrument = mixInstrument(context, request);
  const asked = {
    instrument,
    kind: request.kLineType,
    interval: request.granularity,
    ...window,
    limit: request.limit,
  };
  const candles = await readCandles(exchange, asked);
  return candles.map((candle) => candleRow(exchange.accounts, instrument, candle));
}

export function candlesEndpoint(of: {
  readonly path: string;
  readonly summary: string;
  readonly kind: PriceKind;
  readonly limitMax: number;
}): Endpoint {
  return defineEndpoint({
    method: "GET",
    paths: [of.path],
    version: "v2",
    summary: of.summary,
    description: DESCRIPTION,
    access: { kind: "public" },
    limit: { perSecond: 20, per: "ip" },
    request: Type.Object({
      ...CONTRACT_FIELDS,
      granularity: enumeration(CANDLE_INTERVALS),
      ...WINDOW_FIELDS,
      kLineType: word(LINE_WORDS, { default: of.kind }),
      limit: limit({ default: 100, max: of.limitMax }),
    }),
    response: candleRowsSchema,
    handle: candleRowsOf,
  });
}
