import { defineEndpoint } from "../../http/endpoint.ts";
import { UNIT_READ_V3 } from "../../institutional/unit-endpoint.ts";
import { riskUnits } from "../../institutional/unit-parts.ts";

export const getRiskUnits = defineEndpoint({
  ...UNIT_READ_V3,
  ...riskUnits,
  paths: ["/api/v3/ins-loan/risk-unit"],
});
