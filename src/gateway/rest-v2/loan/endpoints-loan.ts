import type { Endpoint } from "../../http/endpoint.ts";
import { loansOf } from "../../pledged-loans/endpoints-loan.ts";
import { getLoanCoins } from "./get-loan-coins.ts";

/** Loans against a pledge. */
export const endpointsLoanV2: readonly Endpoint[] = [getLoanCoins, ...loansOf("v2")];
