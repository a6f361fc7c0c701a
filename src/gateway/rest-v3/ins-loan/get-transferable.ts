import { defineEndpoint } from "../../http/endpoint.ts";
import { UNIT_READ_V3 } from "../../institutional/unit-endpoint.ts";
import { unitTransferable } from "../../institutional/unit-parts.ts";

export const getUnitTransferable = defineEndpoint({
  ...UNIT_READ_V3,
  ...unitTransferable,
  paths: ["/api/v3/ins-loan/transfered"],
});
