import { crossedAmountEndpoint } from "./crossed-amount-endpoint.ts";
import { BORROWABLE } from "./max-amounts.ts";

export const getCrossedMaxBorrowable = crossedAmountEndpoint(BORROWABLE);
