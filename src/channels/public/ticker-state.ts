import { formatTrimmed } from "../../core/money/decimals.ts";
import { changeFraction, type Ticker } from "../../projections/live/live-tickers.ts";
import type { LiveViews } from "../../projections/live/live-views.ts";
import type { ListedInstrument, Listings } from "../../wire/listings.ts";
import { priceText, sizeText } from "../../wire/texts.ts";
import { deliveryWordsOf } from "../../wire/words/delivery-words.ts";
import type { Dialect } from "./book-levels.ts";
import type { FeedState } from "./conflated-feed.ts";

const FUNDING_RATE_DECIMALS = 8;

/** The parts of a ticker that both dialects write, as texts; an absent price is empty. */
interface TickerTexts {
  readonly price: (value: number) => string;
  readonly size: (value: number) => string;
  readonly baseVolume: string;
  readonly quoteVolume: string;
  readonly fundingRate: string;
}

function textsOf(instrument: ListedInstrument, listings: Listings, ticker: Ticker): TickerTexts {
  const size = sizeText(instrument, ticker.volume24h);
  const valued = instrument.isInverse ? instrument.settle : instrument.quote;
  const decimals = listings.currencyAt(valued)?.decimals ?? 0;
  const value = formatTrimmed(ticker.turnover24h, decimals);
  return {
    price: (price) => (price === 0 ? "" : priceText(instrument, price)),
    size: (lots) => sizeText(instrument, lots),
    baseVolume: instrument.isInverse ? value : size,
    quoteVolume: instrument.isInverse ? size : value,
    fundingRate: formatTrimmed(ticker.fundingRate, FUNDING_RATE_DECIMALS),
  };
}

/** websocket.md section 5.1. */
function tickerV3(instrument: ListedInstrument, ticker: Ticker, texts: TickerTexts): string {
  const { price, size } = texts;
  const delivery = deliveryWordsOf(instrument, ticker.timeMs);
  const futures =
    instrument.category === "spot"
      ? {}
      : {
          indexPrice: price(ticker.index),
          markPrice: price(ticker.mark),
          fundingRate: texts.fundingRate,
          nextFundingTime: `${ticker.nextFundingTimeMs}`,
          openInterest: size(ticker.openInterest),
          deliveryStartTime: delivery.deliveryStartTime,
          deliveryTime: delivery.deliveryTime,
          deliveryStatus: delivery.deliveryStatus,
        };
  return JSON.stringify([
    {
      symbol: instrument.symbol,
      lastPrice: price(ticker.last),
      openPrice24h: price(ticker.open24h),
      highPrice24h: price(ticker.high24h),
      lowPrice24h: price(ticker.low24h),
      ask1Price: price(ticker.askPrice),
      ask1Size: size(ticker.askSize),
      bid1Price: price(ticker.bidPrice),
      bid1Size: size(ticker.bidSize),
      price24hPcnt: changeFraction(ticker.open24h, ticker.last),
      volume24h: texts.baseVolume,
      turnover24h: texts.quoteVolume,
      ...futures,
      ts: `${ticker.timeMs}`,
    },
  ]);
}

/** websocket.md section 8.1. */
function tickerV2(instrument: ListedInstrument, ticker: Ticker, texts: TickerTexts): string {
  const { price, size } = texts;
  const change24h = changeFraction(ticker.open24h, ticker.last);
  const shared = {
    instId: instrument.symbol,
    lastPr: price(ticker.last),
    open24h: price(ticker.open24h),
    high24h: price(ticker.high24h),
    low24h: price(ticker.low24h),
    change24h,
    bidPr: price(ticker.bidPrice),
    askPr: price(ticker.askPrice),
    bidSz: size(ticker.bidSize),
    askSz: size(ticker.askSize),
    baseVolume: texts.baseVolume,
    quoteVolume: texts.quoteVolume,
    openUtc: price(ticker.openUtc),
  };
  const rest =
    instrument.category === "spot"
      ? { changeUtc24h: changeFraction(ticker.openUtc, ticker.last) }
      : {
          fundingRate: texts.fundingRate,
          nextFundingTime: `${ticker.nextFundingTimeMs}`,
          markPrice: price(ticker.mark),
          indexPrice: price(ticker.index),
          holdingAmount: size(ticker.openInterest),
          symbolType: instrument.deliveryAtMs === 0 ? "1" : "2",
          symbol: instrument.symbol,
          deliveryPrice: "0",
        };
  return JSON.stringify([{ ...shared, ...rest, ts: `${ticker.timeMs}` }]);
}

/** The ticker channel of one instrument. */
export function tickerState(options: {
  readonly dialect: Dialect;
  readonly instrument: ListedInstrument;
  readonly listings: Listings;
  readonly views: LiveViews;
}): FeedState {
  const { dialect, instrument, listings, views } = options;
  return {
    version: () => views.ticker(instrument.index)?.seq ?? 0,
    dataJson() {
      const ticker = views.ticker(instrument.index);
      if (ticker === undefined) return "[]";
      const texts = textsOf(instrument, listings, ticker);
      return dialect === "v3"
        ? tickerV3(instrument, ticker, texts)
        : tickerV2(instrument, ticker, texts);
    },
  };
}
