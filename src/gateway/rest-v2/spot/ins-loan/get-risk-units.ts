import { defineEndpoint } from "../../../http/endpoint.ts";
import { UNIT_READ_V2 } from "../../../institutional/unit-endpoint.ts";
import { riskUnits } from "../../../institutional/unit-parts.ts";

export const getRiskUnits = defineEndpoint({
  ...UNIT_READ_V2,
  ...riskUnits,
  paths: ["/api/v2/spot/ins-loan/risk-unit"],
});
