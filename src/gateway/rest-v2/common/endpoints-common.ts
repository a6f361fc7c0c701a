import type { Endpoint } from "../../http/endpoint.ts";
import { getAllTradeRates, getTradeRate } from "./get-trade-rates.ts";

export const endpointsCommonV2: readonly Endpoint[] = [getTradeRate, getAllTradeRates];
