import type { Endpoint } from "./http/endpoint.ts";
import { endpointsV2 } from "./rest-v2/endpoints-v2.ts";
import { endpointsV3 } from "./rest-v3/endpoints-v3.ts";

/** Every REST endpoint of the product: router, documentation and coverage are made from it. */
export function listEndpoints(): readonly Endpoint[] {
  return [...endpointsV2, ...endpointsV3];
}
