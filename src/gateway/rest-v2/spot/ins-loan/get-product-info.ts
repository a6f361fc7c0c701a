import { defineEndpoint } from "../../../http/endpoint.ts";
import { productTerms } from "../../../institutional/product-parts.ts";
import { UNIT_READ_V2 } from "../../../institutional/unit-endpoint.ts";

export const getUnitProduct = defineEndpoint({
  ...UNIT_READ_V2,
  ...productTerms,
  paths: ["/api/v2/spot/ins-loan/product-infos"],
});
