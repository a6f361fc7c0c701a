import { defineEndpoint } from "../../http/endpoint.ts";
import { productCoins } from "../../institutional/product-parts.ts";
import { UNIT_READ_V3 } from "../../institutional/unit-endpoint.ts";

export const getUnitCoins = defineEndpoint({
  ...UNIT_READ_V3,
  ...productCoins,
  paths: ["/api/v3/ins-loan/ensure-coins-convert"],
});
