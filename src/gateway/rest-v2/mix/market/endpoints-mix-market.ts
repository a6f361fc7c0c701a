import type { Endpoint } from "../../../http/endpoint.ts";
import {
  getMixCandles,
  getMixHistoryCandles,
  getMixHistoryIndexCandles,
  getMixHistoryMarkCandles,
} from "./get-candles.ts";
import { getContracts } from "./get-contracts.ts";
import { getMixFeeLevels } from "./get-fee-levels.ts";
import { getCurrentFundingRate, getFundingTime, listFundingRates } from "./get-funding.ts";
import { getMixMergeDepth } from "./get-merge-depth.ts";
import { getPositionTiers } from "./get-position-tiers.ts";
import { getOpenInterest, getSymbolPrice } from "./get-prices.ts";
import { getMixTicker, getMixTickers } from "./get-tickers.ts";
import { getMixTrades, listMixTrades } from "./get-trades.ts";

export const endpointsMixMarketV2: readonly Endpoint[] = [
  getContracts,
  getMixTickers,
  getMixTicker,
  getMixMergeDepth,
  getMixTrades,
  listMixTrades,
  getMixCandles,
  getMixHistoryCandles,
  getMixHistoryIndexCandles,
  getMixHistoryMarkCandles,
  getCurrentFundingRate,
  listFundingRates,
  getFundingTime,
  getSymbolPrice,
  getOpenInterest,
  getPositionTiers,
  getMixFeeLevels,
];
