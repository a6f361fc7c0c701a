import type { CandleInterval } from "../../../../projections/live/candle-interval.ts";
import { candleRowInUsdt, candleRowsSchema } from "../../../../wire/candle-row.ts";
import type { EndpointContext } from "../../../http/endpoint.ts";
import { candleWindow } from "../../../market/candle-window.ts";
import { readCandles } from "../../../market/read-candles.ts";
import { spotInstrument } from "../../shared/instruments.ts";

/** Intervals by their words on spot (rest-v2.md, spot candles). */
const INTERVALS = {
  // Listed separately: without regard to case it would match the month.
  "1m": "1m",
  "1min": "1m",
  "3min": "3m",
  "5min": "5m",
  "15min": "15m",
  "30min": "30m",
  "1h": "1H",
  "4h": "4H",
  "6h": "6H",
  "12h": "12H",
  "1day": "1D",
  "3day": "3D",
  "1week": "1W",
  "1M": "1M",
  "6Hutc": "6Hutc",
  "12Hutc": "12Hutc",
  "1Dutc": "1Dutc",
  "3Dutc": "3Dutc",
  "1Wutc": "1Wutc",
  "1Mutc": "1Mutc",
} as const satisfies Readonly<Record<string, CandleInterval>>;

type Granularity = keyof typeof INTERVALS;

export const GRANULARITIES = Object.keys(INTERVALS) as Granularity[];

async function candleRowsOf(
  context: EndpointContext,
  request: {
    readonly symbol: string;
    readonly granularity: Granularity;
    readonly startTime?: number;
    readonly endTime?: number;
    readonly limit: number;
  },
): Promise<string[][]> {
  const window = candleWindow(request, context);
  const instrument = spotInstrument(context, request.symbol);
  const interval = INTERVALS[request.granularity];
  const asked = { instrument, kind: "last", interval, ...window, limit: request.limit } as const;
  const candles = await readCandles(context.exchange, asked);
  const { accounts } = context.exchange;
  return candles.map((candle) => candleRowInUsdt(accounts, instrument, candle));
}

/** Common parts of the endpoints of spot candles. */
export const SPOT_CANDLES_ENDPOINT = {
  method: "GET",
  version: "v2",
  description:
    "Rows of start, open, high, low, close, base volume, USDT volume and quote volume, oldest " +
    "first: the newest that start before endTime.",
  access: { kind: "public" },
  limit: { perSecond: 20, per: "ip" },
  response: candleRowsSchema,
  handle: candleRowsOf,
} as const;
