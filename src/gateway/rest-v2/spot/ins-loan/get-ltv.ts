import { defineEndpoint } from "../../../http/endpoint.ts";
import { UNIT_READ_V2 } from "../../../institutional/unit-endpoint.ts";
import { unitRatio } from "../../../institutional/unit-parts.ts";

export const getUnitRatio = defineEndpoint({
  ...UNIT_READ_V2,
  ...unitRatio,
  paths: ["/api/v2/spot/ins-loan/ltv-convert"],
});
