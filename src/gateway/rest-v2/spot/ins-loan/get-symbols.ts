import { defineEndpoint } from "../../../http/endpoint.ts";
import { productSymbols } from "../../../institutional/product-parts.ts";
import { UNIT_READ_V2 } from "../../../institutional/unit-endpoint.ts";

export const getUnitSymbols = defineEndpoint({
  ...UNIT_READ_V2,
  ...productSymbols,
  paths: ["/api/v2/spot/ins-loan/symbols"],
});
