import { defineEndpoint } from "../../../http/endpoint.ts";
import { productCoins } from "../../../institutional/product-parts.ts";
import { UNIT_READ_V2 } from "../../../institutional/unit-endpoint.ts";

export const getUnitCoins = defineEndpoint({
  ...UNIT_READ_V2,
  ...productCoins,
  paths: ["/api/v2/spot/ins-loan/ensure-coins-convert"],
});
