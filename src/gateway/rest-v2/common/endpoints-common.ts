import type { Endpoint } from "../../http/endpoint.ts";
import { getAllTradeRates } from "./get-all-trade-rates.ts";
import { getTradeRate } from "./get-trade-rate.ts";

export const endpointsCommonV2: readonly Endpoint[] = [getTradeRate, getAllTradeRates];
