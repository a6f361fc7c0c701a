/** Tickers of v3, in REST (rest-v3.md, tickers) and on the channel `ticker` (websocket.md 5.1). */
import { type Static, Type } from "typebox";
import { changeFraction, type Ticker } from "../../projections/live/live-tickers.ts";
import type { ListedInstrument, Listings } from "../listings.ts";
import type { Without } from "../row-types.ts";
import { quantityText } from "../sizes.ts";
import { knownPriceText, rateE8Text } from "../texts.ts";
import { tickerVolumes } from "../volumes.ts";
import { wireCategoryOf } from "../words/categories.ts";
import { deliveryWordsOf } from "../words/delivery-words.ts";

/** Fields of futures alone. */
const futuresSchema = Type.Object({
  indexPrice: Type.String(),
  markPrice: Type.String(),
  fundingRate: Type.String(),
  openInterest: Type.String(),
  deliveryStartTime: Type.String(),
  deliveryTime: Type.String(),
  deliveryStatus: Type.String(),
});
type FuturesMembers = Static<typeof futuresSchema>;

export const tickerRowSchema = Type.Object({
  category: Type.String(),
  symbol: Type.String(),
  lastPrice: Type.String({ description: "Empty before the first trade, as are the others" }),
  openPrice24h: Type.String(),
  highPrice24h: Type.String(),
  lowPrice24h: Type.String(),
  ask1Price: Type.String({ description: "Empty while nobody asks" }),
  bid1Price: Type.String({ description: "Empty while nobody bids" }),
  bid1Size: Type.String(),
  ask1Size: Type.String(),
  price24hPcnt: Type.String({ description: "Fraction: 0.01 is 1 %" }),
  volume24h: Type.String({ description: "In base coin" }),
  turnover24h: Type.String({ description: "In quote coin" }),
  ...Type.Partial(futuresSchema).properties,
  ts: Type.String(),
});
export type TickerRow = Static<typeof tickerRowSchema>;

/** Fields of futures alone on the channel. */
type FuturesPush = FuturesMembers & { readonly nextFundingTime: string };

function futuresPush(instrument: ListedInstrument, ticker: Ticker): FuturesPush {
  const delivery = deliveryWordsOf(instrument, ticker.timeMs);
  return {
    indexPrice: knownPriceText(instrument, ticker.index),
    markPrice: knownPriceText(instrument, ticker.mark),
    fundingRate: rateE8Text(ticker.fundingRate),
    nextFundingTime: `${ticker.nextFundingTimeMs}`,
    openInterest: quantityText(instrument, ticker.openInterest, ticker.mark),
    deliveryStartTime: delivery.deliveryStartTime,
    deliveryTime: delivery.deliveryTime,
    deliveryStatus: delivery.deliveryStatus,
  };
}

function futuresMembers(instrument: ListedInstrument, ticker: Ticker): FuturesMembers {
  const { nextFundingTime, ...members } = futuresPush(instrument, ticker);
  return members;
}

/** Fields of both rows that are written in the same order. */
type DayMembers = Pick<
  TickerRow,
  "symbol" | "lastPrice" | "openPrice24h" | "highPrice24h" | "lowPrice24h"
>;

function dayMembers(instrument: ListedInstrument, ticker: Ticker): DayMembers {
  return {
    symbol: instrument.symbol,
    lastPrice: knownPriceText(instrument, ticker.last),
    openPrice24h: knownPriceText(instrument, ticker.open24h),
    highPrice24h: knownPriceText(instrument, ticker.high24h),
    lowPrice24h: knownPriceText(instrument, ticker.low24h),
  };
}

/** The row of a ticker in REST. */
export function tickerRow(
  listings: Listings,
  instrument: ListedInstrument,
  ticker: Ticker,
): TickerRow {
  const volumes = tickerVolumes(listings, instrument, ticker);
  return {
    category: wireCategoryOf(instrument.category),
    ...dayMembers(instrument, ticker),
    ask1Price: knownPriceText(instrument, ticker.askPrice),
    bid1Price: knownPriceText(instrument, ticker.bidPrice),
    bid1Size: quantityText(instrument, ticker.bidSize, ticker.bidPrice),
    ask1Size: quantityText(instrument, ticker.askSize, ticker.askPrice),
    price24hPcnt: changeFraction(ticker.open24h, ticker.last),
    volume24h: volumes.base,
    turnover24h: volumes.quote,
    ...(instrument.isFutures ? futuresMembers(instrument, ticker) : {}),
    ts: String(ticker.timeMs),
  };
}

/** A ticker on the channel, whose argument names the product line. */
export type TickerPush = Without<TickerRow, "category"> & Partial<FuturesPush>;

/** Members in the order of the specification, which differs from that of REST. */
export function tickerPush(
  listings: Listings,
  instrument: ListedInstrument,
  ticker: Ticker,
): TickerPush {
  const volumes = tickerVolumes(listings, instrument, ticker);
  return {
    ...dayMembers(instrument, ticker),
    ask1Price: knownPriceText(instrument, ticker.askPrice),
    ask1Size: quantityText(instrument, ticker.askSize, ticker.askPrice),
    bid1Price: knownPriceText(instrument, ticker.bidPrice),
    bid1Size: quantityText(instrument, ticker.bidSize, ticker.bidPrice),
    price24hPcnt: changeFraction(ticker.open24h, ticker.last),
    volume24h: volumes.base,
    turnover24h: volumes.quote,
    ...(instrument.isFutures ? futuresPush(instrument, ticker) : {}),
    ts: `${ticker.timeMs}`,
  };
}
