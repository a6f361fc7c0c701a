import type { Endpoint } from "./http/endpoint.ts";
import { endpointsV2 } from "./rest-v2/endpoints-v2.ts";
import { endpointsPublicV3 } from "./rest-v3/public/endpoints-public.ts";
import { endpointsTradeV3 } from "./rest-v3/trade/endpoints-trade.ts";

/** Every REST endpoint of the product: router, documentation and coverage are made from it. */
export function listEndpoints(): readonly Endpoint[] {
  return [...endpointsV2, ...endpointsPublicV3, ...endpointsTradeV3];
}
