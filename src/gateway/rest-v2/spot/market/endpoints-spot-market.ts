import type { Endpoint } from "../../../http/endpoint.ts";
import { getSpotCandles } from "./get-candles.ts";
import { getCoins } from "./get-coins.ts";
import { getSpotFeeLevels } from "./get-fee-levels.ts";
import { getSpotHistoryCandles } from "./get-history-candles.ts";
import { getSpotMergeDepth } from "./get-merge-depth.ts";
import { getSpotOrderBook } from "./get-order-book.ts";
import { getSupportSymbols } from "./get-support-symbols.ts";
import { getSpotSymbols } from "./get-symbols.ts";
import { getSpotTickers } from "./get-tickers.ts";
import { getSpotTrades } from "./get-trades.ts";
import { listSpotTrades } from "./list-trades.ts";

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
  getSupportSymbols,
];
