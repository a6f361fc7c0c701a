/** Rows of the public channels, as JSON text of the member `data` of a push. */
import type { Candle } from "../../projections/live/candle-series.ts";
import type { Ticker } from "../../projections/live/live-tickers.ts";
import type { LiveTrade } from "../../projections/live/live-trade.ts";
import type { BookVersion, SidesJson, UpdateVersion } from "../../wire/book-levels.ts";
import { candlePushV3, candleRowInUsdt } from "../../wire/candle-row.ts";
import type { Dialect } from "../../wire/dialect.ts";
import type { ListedInstrument, Listings } from "../../wire/listings.ts";
import { bookPushJsonV2, depthPushJsonV2 } from "../../wire/v2/depth-rows.ts";
import { mixTickerPush, spotTickerPush } from "../../wire/v2/ticker-rows.ts";
import { tradePushJsonV2 } from "../../wire/v2/trade-rows.ts";
import { bookPushJsonV3, depthPushJsonV3 } from "../../wire/v3/book-rows.ts";
import { tickerPush } from "../../wire/v3/ticker-rows.ts";
import { tradePushJsonV3 } from "../../wire/v3/trade-rows.ts";

/** Writers of the public rows of one dialect. */
export interface PublicRows {
  readonly ticker: (listings: Listings, instrument: ListedInstrument, ticker: Ticker) => string;
  readonly trade: (instrument: ListedInstrument, trade: LiveTrade) => string;
  readonly candle: (listings: Listings, instrument: ListedInstrument, candle: Candle) => string;
  /** The best levels of a book. */
  readonly depth: (sides: SidesJson, version: BookVersion) => string;
  /** The whole book or its changes. */
  readonly book: (sides: SidesJson, version: UpdateVersion) => string;
}

const V2_ROWS: PublicRows = {
  ticker(listings, instrument, ticker) {
    const row = instrument.isFutures
      ? mixTickerPush(listings, instrument, ticker)
      : spotTickerPush(listings, instrument, ticker);
    return JSON.stringify(row);
  },
  trade: tradePushJsonV2,
  candle: (...candle) => JSON.stringify(candleRowInUsdt(...candle)),
  depth: depthPushJsonV2,
  book: bookPushJsonV2,
};

const V3_ROWS: PublicRows = {
  ticker: (...ticker) => JSON.stringify(tickerPush(...ticker)),
  trade: tradePushJsonV3,
  candle: (...candle) => JSON.stringify(candlePushV3(...candle)),
  depth: depthPushJsonV3,
  book: bookPushJsonV3,
};

export const PUBLIC_ROWS: Readonly<Record<Dialect, PublicRows>> = { v2: V2_ROWS, v3: V3_ROWS };
