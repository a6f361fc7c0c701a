import type { Endpoint } from "../../http/endpoint.ts";
import { getServerTime } from "./get-server-time.ts";

export const endpointsPublicV3: readonly Endpoint[] = [getServerTime];
