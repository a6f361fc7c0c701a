import type { Endpoint } from "../http/endpoint.ts";
import { endpointsPublicV2 } from "./public/endpoints-public.ts";
import { endpointsSpotTradeV2 } from "./spot/endpoints-spot-trade.ts";

/** Every REST v2 endpoint. */
export const endpointsV2: readonly Endpoint[] = [...endpointsPublicV2, ...endpointsSpotTradeV2];
