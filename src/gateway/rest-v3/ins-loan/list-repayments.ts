import { defineEndpoint } from "../../http/endpoint.ts";
import { UNIT_READ_V3 } from "../../institutional/unit-endpoint.ts";
import { unitRepayments } from "../../institutional/unit-record-parts.ts";

export const listUnitRepayments = defineEndpoint({
  ...UNIT_READ_V3,
  ...unitRepayments,
  paths: ["/api/v3/ins-loan/repaid-history"],
});
