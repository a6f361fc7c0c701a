/** Index price of a spot pair on the v2 channel `index-price` (websocket.md 8.1). */
import type { Ticker } from "../../projections/live/live-tickers.ts";
import type { ListedInstrument, Listings } from "../listings.ts";
import { priceText } from "../texts.ts";

export function indexPricePush(listings: Listings, instrument: ListedInstrument, ticker: Ticker) {
  return {
    symbol: instrument.symbol,
    baseCoin: listings.currencyAt(instrument.base)?.code ?? "",
    quoteCoin: listings.currencyAt(instrument.quote)?.code ?? "",
    indexPrice: priceText(instrument, ticker.index),
    ts: `${ticker.timeMs}`,
  };
}
