import { Type } from "typebox";
import { defineEndpoint } from "../../http/endpoint.ts";
import { discountRateRow, discountRateRows } from "./discount-rate-row.ts";

export const getDiscountRate = defineEndpoint({
  method: "GET",
  paths: ["/api/v3/market/discount-rate"],
  version: "v3",
  summary: "What coins count for as margin of a unified account",
  access: { kind: "public" },
  limit: { perSecond: 20, per: "ip" },
  request: Type.Object({}),
  response: discountRateRows,
  handle: (context) => context.exchange.accounts.collaterals().map(discountRateRow),
});
