import { defineEndpoint } from "../../http/endpoint.ts";
import { UNIT_READ_V3 } from "../../institutional/unit-endpoint.ts";
import { unitLoans } from "../../institutional/unit-record-parts.ts";

export const listUnitLoans = defineEndpoint({
  ...UNIT_READ_V3,
  ...unitLoans,
  paths: ["/api/v3/ins-loan/loan-order"],
});
