import type { Endpoint } from "../../../http/endpoint.ts";
import { getMixCandles } from "./get-candles.ts";
import { getContracts } from "./get-contracts.ts";
import { getCurrentFundingRate } from "./get-current-funding-rate.ts";
import { getMixDiscountRate } from "./get-discount-rate.ts";
import { getMixFeeLevels } from "./get-fee-levels.ts";
import { getFundingTime } from "./get-funding-time.ts";
import { getMixHistoryCandles } from "./get-history-candles.ts";
import { getMixHistoryIndexCandles } from "./get-history-index-candles.ts";
import { getMixHistoryMarkCandles } from "./get-history-mark-candles.ts";
import { getMixMergeDepth } from "./get-merge-depth.ts";
import { getMixOiLimit } from "./get-oi-limit.ts";
import { getOpenInterest } from "./get-open-interest.ts";
import { getPositionTiers } from "./get-position-tiers.ts";
import { getSymbolPrice } from "./get-symbol-price.ts";
import { getMixTicker } from "./get-ticker.ts";
import { getMixTickers } from "./get-tickers.ts";
import { getMixTrades } from "./get-trades.ts";
import { listFundingRates } from "./list-funding-rates.ts";
import { listMixTrades } from "./list-trades.ts";

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
  getMixOiLimit,
  getMixDiscountRate,
];
