import type { EligibleLoanRead } from "../../../core/reads/eligibility-reads.ts";
import type { PrivateContext } from "../../http/endpoint.ts";
import { coinOf } from "../coins.ts";

/** Returns what the account may borrow, of one coin if named; throws 25201 for an unknown coin. */
export function eligibleLoans(
  context: PrivateContext,
  code: string | undefined,
): readonly EligibleLoanRead[] {
  const named = code === undefined ? undefined : coinOf(context, code);
  const loans = context.exchange.accounts.eligibility.loans(context.principal.userIndex);
  return loans.filter(({ currency }) => named === undefined || currency === named);
}
