import { defineEndpoint } from "../../../http/endpoint.ts";
import { UNIT_READ_V2 } from "../../../institutional/unit-endpoint.ts";
import { unitTransferable } from "../../../institutional/unit-parts.ts";

export const getUnitTransferable = defineEndpoint({
  ...UNIT_READ_V2,
  ...unitTransferable,
  paths: ["/api/v2/spot/ins-loan/transfered"],
});
