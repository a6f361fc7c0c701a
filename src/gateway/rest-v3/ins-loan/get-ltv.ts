import { defineEndpoint } from "../../http/endpoint.ts";
import { UNIT_READ_V3 } from "../../institutional/unit-endpoint.ts";
import { unitRatio } from "../../institutional/unit-parts.ts";

export const getUnitRatio = defineEndpoint({
  ...UNIT_READ_V3,
  ...unitRatio,
  paths: ["/api/v3/ins-loan/ltv-convert"],
});
