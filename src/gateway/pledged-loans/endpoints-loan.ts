import type { Endpoint } from "../http/endpoint.ts";
import type { ApiVersion } from "../http/parameter-errors.ts";
import { borrowEndpoints } from "./borrow.ts";
import { loanDebtsEndpoints } from "./get-loan-debts.ts";
import { loanInterestEndpoints } from "./get-loan-interest.ts";
import { borrowHistoryEndpoints } from "./list-borrow-history.ts";
import { ongoingLoansEndpoints } from "./list-ongoing-loans.ts";
import { pledgeHistoryEndpoints } from "./list-pledge-history.ts";
import { reductionsEndpoints } from "./list-reductions.ts";
import { repayHistoryEndpoints } from "./list-repay-history.ts";
import { repayLoanEndpoints } from "./repay-loan.ts";
import { revisePledgeEndpoints } from "./revise-pledge.ts";

const LOANS: readonly Endpoint[] = [
  ...loanInterestEndpoints,
  ...borrowEndpoints,
  ...ongoingLoansEndpoints,
  ...borrowHistoryEndpoints,
  ...repayLoanEndpoints,
  ...repayHistoryEndpoints,
  ...revisePledgeEndpoints,
  ...pledgeHistoryEndpoints,
  ...loanDebtsEndpoints,
  ...reductionsEndpoints,
];

/** Returns the endpoints of loans against a pledge of one version; each lists the coins itself. */
export function loansOf(version: ApiVersion): readonly Endpoint[] {
  return LOANS.filter((endpoint) => endpoint.version === version);
}
