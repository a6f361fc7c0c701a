import { isolatedAmountsEndpoint } from "./isolated-amounts-endpoint.ts";
import { MOVABLE } from "./max-amounts.ts";

export const getIsolatedMaxTransferOut = isolatedAmountsEndpoint(MOVABLE);
