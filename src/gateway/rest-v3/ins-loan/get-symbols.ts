import { defineEndpoint } from "../../http/endpoint.ts";
import { productSymbols } from "../../institutional/product-parts.ts";
import { UNIT_READ_V3 } from "../../institutional/unit-endpoint.ts";

export const getUnitSymbols = defineEndpoint({
  ...UNIT_READ_V3,
  ...productSymbols,
  paths: ["/api/v3/ins-loan/symbols"],
});
