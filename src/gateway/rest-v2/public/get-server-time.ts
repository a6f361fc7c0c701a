import { serverTimeEndpoint } from "../../market/server-time-endpoint.ts";

export const getServerTime = serverTimeEndpoint("v2");
