import type { Endpoint } from "../../../http/endpoint.ts";
import { getSpotCandles, getSpotHistoryCandles } from "./get-candles.ts";
import { getCoins } from "./get-coins.ts";
import { getSpotFeeLevels } from "./get-fee-levels.ts";
import { getSpotMergeDepth } from "./get-merge-depth.ts";
import { getSpotOrderBook } from "./get-order-book.ts";
import { getSpotSymbols } from "./get-symbols.ts";
import { getSpotTickers } from "./get-tickers.ts";
import { getSpotTrades, listSpotTrades } from "./get-trades.ts";

export const endpointsSpotMarketV2: readonly Endpoint[] = [
  getCoins,
  getSpotSymbols,
  getSpotTickers,
  getSpotOrderBook,
  getSpotMergeDepth,
  getSpotTrades,
  listSpotTrades,
  getSpotCandles,
  getSpotHistoryCandles,
  getSpotFeeLevels,
];
