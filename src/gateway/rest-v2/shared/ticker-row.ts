/** Rows of tickers (rest-v2.md, spot and futures tickers). */
import { Type } from "typebox";
import type { Instrument } from "../../../core/instruments/instrument.ts";
import { changeFraction, type Ticker } from "../../../projections/live/live-tickers.ts";
import { knownPriceText, rateE8Text, sizeText } from "../../../wire/texts.ts";
import { volumeTexts } from "../../../wire/volumes.ts";
import { deliveryWordsOf } from "../../../wire/words/delivery-words.ts";
import type { ExchangeAccess } from "../../exchange-access.ts";

const SHARED = {
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
};

export const spotTickerRow = Type.Object({ ...SHARED, open: Type.String() });

export const mixTickerRow = Type.Object({
  ...SHARED,
  open24h: Type.String(),
  indexPrice: Type.String(),
  markPrice: Type.String(),
  fundingRate: Type.String(),
  holdingAmount: Type.String(),
  deliveryStartTime: Type.Union([Type.String(), Type.Null()]),
  deliveryTime: Type.Union([Type.String(), Type.Null()]),
  deliveryStatus: Type.String(),
});

function sharedOf(exchange: ExchangeAccess, instrument: Instrument, ticker: Ticker) {
  const price = (value: Ticker["last"]): string => knownPriceText(instrument, value);
  const { volume24h: volume, turnover24h: turnover } = ticker;
  const { base, quote } = volumeTexts(exchange.accounts, instrument, { volume, turnover });
  return {
    symbol: instrument.symbol,
    lastPr: price(ticker.last),
    askPr: price(ticker.askPrice),
    bidPr: price(ticker.bidPrice),
    askSz: sizeText(instrument, ticker.askSize),
    bidSz: sizeText(instrument, ticker.bidSize),
    high24h: price(ticker.high24h),
    low24h: price(ticker.low24h),
    change24h: changeFraction(ticker.open24h, ticker.last),
    changeUtc24h: changeFraction(ticker.openUtc, ticker.last),
    baseVolume: base,
    quoteVolume: quote,
    usdtVolume: quote,
    openUtc: price(ticker.openUtc),
    ts: String(ticker.timeMs),
  };
}

export function spotTickerOf(exchange: ExchangeAccess, instrument: Instrument) {
  const ticker = exchange.live.ticker(instrument.index);
  if (ticker === undefined) return [];
  const open = knownPriceText(instrument, ticker.open24h);
  return [{ ...sharedOf(exchange, instrument, ticker), open }];
}

export function mixTickerOf(exchange: ExchangeAccess, instrument: Instrument) {
  const ticker = exchange.live.ticker(instrument.index);
  if (ticker === undefined) return [];
  const delivery = deliveryWordsOf(instrument, ticker.timeMs);
  return [
    {
      ...sharedOf(exchange, instrument, ticker),
      open24h: knownPriceText(instrument, ticker.open24h),
      indexPrice: knownPriceText(instrument, ticker.index),
      markPrice: knownPriceText(instrument, ticker.mark),
      fundingRate: rateE8Text(ticker.fundingRate),
      holdingAmount: sizeText(instrument, ticker.openInterest),
      deliveryStartTime: delivery.deliveryStartTime || null,
      deliveryTime: delivery.deliveryTime || null,
      deliveryStatus: delivery.deliveryStatus,
    },
  ];
}
