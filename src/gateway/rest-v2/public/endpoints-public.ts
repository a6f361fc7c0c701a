import type { Endpoint } from "../../http/endpoint.ts";
import { getAnnouncements } from "./get-announcements.ts";
import { getServerTime } from "./get-server-time.ts";

export const endpointsPublicV2: readonly Endpoint[] = [getServerTime, getAnnouncements];
