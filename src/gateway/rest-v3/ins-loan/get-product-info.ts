import { defineEndpoint } from "../../http/endpoint.ts";
import { productTerms } from "../../institutional/product-parts.ts";
import { UNIT_READ_V3 } from "../../institutional/unit-endpoint.ts";

export const getUnitProduct = defineEndpoint({
  ...UNIT_READ_V3,
  ...productTerms,
  paths: ["/api/v3/ins-loan/product-infos"],
});
