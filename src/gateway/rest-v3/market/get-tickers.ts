import { type Static, Type } from "typebox";
import type { Instrument } from "../../../core/instruments/instrument.ts";
import { changeFraction, type Ticker } from "../../../projections/live/live-tickers.ts";
import { knownPriceText, rateE8Text, sizeText } from "../../../wire/texts.ts";
import { volumeTexts } from "../../../wire/volumes.ts";
import { wireCategoryOf } from "../../../wire/words/categories.ts";
import { deliveryWordsOf } from "../../../wire/words/delivery-words.ts";
import type { ExchangeAccess } from "../../exchange-access.ts";
import { defineEndpoint } from "../../http/endpoint.ts";
import { category, symbol } from "../../http/fields.ts";
import { instrumentsOf, TRADED_CATEGORIES } from "../instrument-scope.ts";

const futuresFields = Type.Object({
  indexPrice: Type.String(),
  markPrice: Type.String(),
  fundingRate: Type.String(),
  openInterest: Type.String(),
  deliveryStartTime: Type.String(),
  deliveryTime: Type.String(),
  deliveryStatus: Type.String(),
});

const tickerRow = Type.Object({
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
  ...Type.Partial(futuresFields).properties,
  ts: Type.String(),
});

function futuresRow(instrument: Instrument, ticker: Ticker): Static<typeof futuresFields> {
  const delivery = deliveryWordsOf(instrument, ticker.timeMs);
  return {
    indexPrice: knownPriceText(instrument, ticker.index),
    markPrice: knownPriceText(instrument, ticker.mark),
    fundingRate: rateE8Text(ticker.fundingRate),
    openInterest: sizeText(instrument, ticker.openInterest),
    deliveryStartTime: delivery.deliveryStartTime,
    deliveryTime: delivery.deliveryTime,
    deliveryStatus: delivery.deliveryStatus,
  };
}

function rowsOf(exchange: ExchangeAccess, instrument: Instrument): Static<typeof tickerRow>[] {
  const ticker = exchange.live.ticker(instrument.index);
  if (ticker === undefined) return [];
  const { volume24h: volume, turnover24h: turnover } = ticker;
  const volumes = volumeTexts(exchange.accounts, instrument, { volume, turnover });
  return [
    {
      category: wireCategoryOf(instrument.category),
      symbol: instrument.symbol,
      lastPrice: knownPriceText(instrument, ticker.last),
      openPrice24h: knownPriceText(instrument, ticker.open24h),
      highPrice24h: knownPriceText(instrument, ticker.high24h),
      lowPrice24h: knownPriceText(instrument, ticker.low24h),
      ask1Price: knownPriceText(instrument, ticker.askPrice),
      bid1Price: knownPriceText(instrument, ticker.bidPrice),
      bid1Size: sizeText(instrument, ticker.bidSize),
      ask1Size: sizeText(instrument, ticker.askSize),
      price24hPcnt: changeFraction(ticker.open24h, ticker.last),
      volume24h: volumes.base,
      turnover24h: volumes.quote,
      ...(instrument.isFutures ? futuresRow(instrument, ticker) : {}),
      ts: String(ticker.timeMs),
    },
  ];
}

export const getTickers = defineEndpoint({
  method: "GET",
  paths: ["/api/v3/market/tickers"],
  version: "v3",
  summary: "Last and best prices and 24-hour figures of one symbol or a whole category",
  access: { kind: "public" },
  limit: { perSecond: 20, per: "ip" },
  request: Type.Object({
    category: category(TRADED_CATEGORIES),
    symbol: Type.Optional(symbol()),
  }),
  response: Type.Array(tickerRow),
  handle(context, request) {
    const instruments = instrumentsOf(context, request.category, request.symbol);
    return instruments.flatMap((instrument) => rowsOf(context.exchange, instrument));
  },
});
