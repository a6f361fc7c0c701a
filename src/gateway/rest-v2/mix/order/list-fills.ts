import { fillsEndpoint } from "./fills-endpoint.ts";

export const listMixFills = fillsEndpoint("/api/v2/mix/order/fills", "Futures fills, newest first");
