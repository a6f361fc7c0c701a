import { fillsEndpoint } from "./fills-endpoint.ts";

export const listMixFillHistory = fillsEndpoint(
  "/api/v2/mix/order/fill-history",
  "Futures fills of the last 90 days, newest first",
);
