import type { Endpoint } from "../../http/endpoint.ts";
import { statisticsOf } from "../../market/statistics/endpoints-statistics.ts";
import { getCandles } from "./get-candles.ts";
import { getCurrentFundRate } from "./get-current-fund-rate.ts";
import { getDiscountRate } from "./get-discount-rate.ts";
import { getPublicFills } from "./get-fills.ts";
import { getHistoryCandles } from "./get-history-candles.ts";
import { getHistoryFundRate } from "./get-history-fund-rate.ts";
import { getIndexComponents } from "./get-index-components.ts";
import { getInstruments } from "./get-instruments.ts";
import { getLiquidations } from "./get-liquidations.ts";
import { getMarginLoans } from "./get-margin-loans.ts";
import { getOiLimit } from "./get-oi-limit.ts";
import { getOpenInterest } from "./get-open-interest.ts";
import { getOrderbook } from "./get-orderbook.ts";
import { getPositionTier } from "./get-position-tier.ts";
import { getRiskReserve } from "./get-risk-reserve.ts";
import { getRiskReserveAll } from "./get-risk-reserve-all.ts";
import { getRiskReserveHour } from "./get-risk-reserve-hour.ts";
import { getRpiOrderbook } from "./get-rpi-orderbook.ts";
import { getRpiSymbols } from "./get-rpi-symbols.ts";
import { getTickers } from "./get-tickers.ts";

export const endpointsMarketV3: readonly Endpoint[] = [
  getInstruments,
  getTickers,
  getOrderbook,
  getPublicFills,
  getCandles,
  getHistoryCandles,
  getCurrentFundRate,
  getHistoryFundRate,
  getOpenInterest,
  getOiLimit,
  getPositionTier,
  getDiscountRate,
  getMarginLoans,
  getIndexComponents,
  getRiskReserve,
  getRiskReserveHour,
  getRiskReserveAll,
  getLiquidations,
  getRpiSymbols,
  getRpiOrderbook,
  ...statisticsOf("v3"),
];
