import type { Endpoint } from "./http/endpoint.ts";
import { endpointsPublicV2 } from "./rest-v2/public/endpoints-public.ts";
import { endpointsPublicV3 } from "./rest-v3/public/endpoints-public.ts";

/** Every REST endpoint of the product: router, documentation and coverage are made from it. */
export function listEndpoints(): readonly Endpoint[] {
  return [...endpointsPublicV2, ...endpointsPublicV3];
}
