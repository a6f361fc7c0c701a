import type { Endpoint } from "../../http/endpoint.ts";
import { getAdList } from "./get-ad-list.ts";

export const endpointsP2pV3: readonly Endpoint[] = [getAdList];
