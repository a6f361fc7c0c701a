/** Tickers of v2, in REST (rest-v2.md, tickers) and on the channel `ticker` (websocket.md 8.1). */
import { type Static, Type } from "typebox";
import { changeFraction, type Ticker } from "../../projections/live/live-tickers.ts";
import type { ListedInstrument, Listings } from "../listings.ts";
import type { Without } from "../row-types.ts";
import { quantityText } from "../sizes.ts";
import { knownPriceText, rateE8Text } from "../texts.ts";
import { tickerVolumes } from "../volumes.ts";
import { deliveryWordsOf } from "../words/delivery-words.ts";

const sharedSchema = Type.Object({
  symbol: Type.String(),
  lastPr: Type.String(),
  askPr: Type.String(),
  bidPr: Type.String(),
  askSz: Type.String(),
  bidSz: Type.String(),
  high24h: Type.String(),
  low24h: Type.String(),
  change24h: Type.String({ description: "Fraction: 0.01 is 1 %" }),
  changeUtc24h: Type.String(),
  baseVolume: Type.String(),
  quoteVolume: Type.String(),
  usdtVolume: Type.String(),
  openUtc: Type.String(),
  ts: Type.String(),
});
type SharedMembers = Static<typeof sharedSchema>;

export const spotTickerRowSchema = Type.Object({
  ...sharedSchema.properties,
  open: Type.String(),
});
export type SpotTickerRow = Static<typeof spotTickerRowSchema>;

export const mixTickerRowSchema = Type.Object({
  ...sharedSchema.properties,
  open24h: Type.String(),
  indexPrice: Type.String(),
  markPrice: Type.String(),
  fundingRate: Type.String(),
  holdingAmount: Type.String(),
  deliveryStartTime: Type.Union([Type.String(), Type.Null()]),
  deliveryTime: Type.Union([Type.String(), Type.Null()]),
  deliveryStatus: Type.String(),
});
export type MixTickerRow = Static<typeof mixTickerRowSchema>;

/** Members of spot and futures rows in REST. */
function sharedMembers(
  listings: Listings,
  instrument: ListedInstrument,
  ticker: Ticker,
): SharedMembers {
  const { base, quote } = tickerVolumes(listings, instrument, ticker);
  return {
    symbol: instrument.symbol,
    lastPr: knownPriceText(instrument, ticker.last),
    askPr: knownPriceText(instrument, ticker.askPrice),
    bidPr: knownPriceText(instrument, ticker.bidPrice),
    askSz: quantityText(instrument, ticker.askSize, ticker.askPrice),
    bidSz: quantityText(instrument, ticker.bidSize, ticker.bidPrice),
    high24h: knownPriceText(instrument, ticker.high24h),
    low24h: knownPriceText(instrument, ticker.low24h),
    change24h: changeFraction(ticker.open24h, ticker.last),
    changeUtc24h: changeFraction(ticker.openUtc, ticker.last),
    baseVolume: base,
    quoteVolume: quote,
    usdtVolume: quote,
    openUtc: knownPriceText(instrument, ticker.openUtc),
    ts: String(ticker.timeMs),
  };
}

/** The row of a spot symbol in REST. */
export function spotTickerRow(
  listings: Listings,
  instrument: ListedInstrument,
  ticker: Ticker,
): SpotTickerRow {
  const open = knownPriceText(instrument, ticker.open24h);
  return { ...sharedMembers(listings, instrument, ticker), open };
}

/** The row of a contract in REST. */
export function mixTickerRow(
  listings: Listings,
  instrument: ListedInstrument,
  ticker: Ticker,
): MixTickerRow {
  const delivery = deliveryWordsOf(instrument, ticker.timeMs);
  return {
    ...sharedMembers(listings, instrument, ticker),
    open24h: knownPriceText(instrument, ticker.open24h),
    indexPrice: knownPriceText(instrument, ticker.index),
    markPrice: knownPriceText(instrument, ticker.mark),
    fundingRate: rateE8Text(ticker.fundingRate),
    holdingAmount: quantityText(instrument, ticker.openInterest, ticker.mark),
    deliveryStartTime: delivery.deliveryStartTime || null,
    deliveryTime: delivery.deliveryTime || null,
    deliveryStatus: delivery.deliveryStatus,
  };
}

type SharedPush = Without<SharedMembers, "symbol" | "changeUtc24h" | "usdtVolume" | "ts"> & {
  readonly instId: string;
  readonly open24h: string;
};

/** A spot ticker on the channel, where `open` is named as on futures. */
export type SpotTickerPush = Without<SpotTickerRow, "symbol" | "usdtVolume" | "open"> & SharedPush;

/** Fields of futures that the channel leaves out. */
type MixRestOnly =
  | ("usdtVolume" | "changeUtc24h")
  | ("deliveryStartTime" | "deliveryTime" | "deliveryStatus");

/** A futures ticker on the channel. */
export type MixTickerPush = Without<MixTickerRow, MixRestOnly> &
  SharedPush & {
    readonly nextFundingTime: string;
    /** `1` for a perpetual, `2` for a dated contract. */
    readonly symbolType: "1" | "2";
    readonly deliveryPrice: string;
  };

/** Members of spot and futures tickers on the channel. */
function sharedPush(listings: Listings, instrument: ListedInstrument, ticker: Ticker): SharedPush {
  const { base, quote } = tickerVolumes(listings, instrument, ticker);
  return {
    instId: instrument.symbol,
    lastPr: knownPriceText(instrument, ticker.last),
    open24h: knownPriceText(instrument, ticker.open24h),
    high24h: knownPriceText(instrument, ticker.high24h),
    low24h: knownPriceText(instrument, ticker.low24h),
    change24h: changeFraction(ticker.open24h, ticker.last),
    bidPr: knownPriceText(instrument, ticker.bidPrice),
    askPr: knownPriceText(instrument, ticker.askPrice),
    bidSz: quantityText(instrument, ticker.bidSize, ticker.bidPrice),
    askSz: quantityText(instrument, ticker.askSize, ticker.askPrice),
    baseVolume: base,
    quoteVolume: quote,
    openUtc: knownPriceText(instrument, ticker.openUtc),
  };
}

export function spotTickerPush(
  listings: Listings,
  instrument: ListedInstrument,
  ticker: Ticker,
): SpotTickerPush {
  return {
    ...sharedPush(listings, instrument, ticker),
    changeUtc24h: changeFraction(ticker.openUtc, ticker.last),
    ts: `${ticker.timeMs}`,
  };
}

export function mixTickerPush(
  listings: Listings,
  instrument: ListedInstrument,
  ticker: Ticker,
): MixTickerPush {
  return {
    ...sharedPush(listings, instrument, ticker),
    fundingRate: rateE8Text(ticker.fundingRate),
    nextFundingTime: `${ticker.nextFundingTimeMs}`,
    markPrice: knownPriceText(instrument, ticker.mark),
    indexPrice: knownPriceText(instrument, ticker.index),
    holdingAmount: quantityText(instrument, ticker.openInterest, ticker.mark),
    symbolType: instrument.deliveryAtMs === 0 ? "1" : "2",
    symbol: instrument.symbol,
    deliveryPrice: "0",
    ts: `${ticker.timeMs}`,
  };
}
