import { defineEndpoint } from "../../../http/endpoint.ts";
import { UNIT_READ_V2 } from "../../../institutional/unit-endpoint.ts";
import { unitRepayments } from "../../../institutional/unit-record-parts.ts";

export const listUnitRepayments = defineEndpoint({
  ...UNIT_READ_V2,
  ...unitRepayments,
  paths: ["/api/v2/spot/ins-loan/repaid-history"],
});
