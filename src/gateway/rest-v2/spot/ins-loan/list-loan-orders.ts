import { defineEndpoint } from "../../../http/endpoint.ts";
import { UNIT_READ_V2 } from "../../../institutional/unit-endpoint.ts";
import { unitLoans } from "../../../institutional/unit-record-parts.ts";

export const listUnitLoans = defineEndpoint({
  ...UNIT_READ_V2,
  ...unitLoans,
  paths: ["/api/v2/spot/ins-loan/loan-order"],
});
