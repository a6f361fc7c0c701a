import { isolatedAmountsEndpoint } from "./isolated-amounts-endpoint.ts";
import { BORROWABLE } from "./max-amounts.ts";

export const getIsolatedMaxBorrowable = isolatedAmountsEndpoint(BORROWABLE);
