import { crossedAmountEndpoint } from "./crossed-amount-endpoint.ts";
import { MOVABLE } from "./max-amounts.ts";

export const getCrossedMaxTransferOut = crossedAmountEndpoint(MOVABLE);
