import type { Realm } from "../core/base/vocabulary.ts";
import type { AdminOutcome } from "./admin-outcome.ts";

/** Terms of borrowing a coin against a pledge; undefined members keep their value. */
export interface PledgedLoanTermsChange {
  readonly realm: Realm;
  readonly coin: string;
  /** Bounds of one loan, decimal texts; a largest amount of "0" withdraws the coin. */
  readonly amountMin?: string | undefined;
  readonly amountMax?: string | undefined;
  /** Rates of a day by period, shares: "0.0002". */
  readonly flexibleRate?: string | undefined;
  readonly shortRate?: string | undefined;
  readonly longRate?: string | undefined;
  /** Lengths of the fixed periods. */
  readonly shortHours?: number | undefined;
  readonly longHours?: number | undefined;
  /** Open loans of the coin of a main account with its sub-accounts. */
  readonly accountLoansMax?: number | undefined;
}

/** Present terms; "0" as largest amount of a coin that is not lent. */
export type PledgedLoanTermsState = {
  readonly [N in keyof PledgedLoanTermsChange]-?: Exclude<PledgedLoanTermsChange[N], undefined>;
};

/** Terms of pledging a coin; undefined members keep their value. */
export interface PledgeTermsChange {
  readonly realm: Realm;
  readonly coin: string;
  /** Lines, loan-to-value ratios: "0.65". */
  readonly initial?: string | undefined;
  readonly supplement?: string | undefined;
  readonly forced?: string | undefined;
  /** Bounds of the pledge of a new loan; a largest amount of "0" withdraws the coin. */
  readonly amountMin?: string | undefined;
  readonly amountMax?: string | undefined;
  /** Largest amount pledged in the realm. */
  readonly heldMax?: string | undefined;
}

/** Present terms, and the amount that is pledged. */
export type PledgeTermsState = {
  readonly [N in keyof PledgeTermsChange]-?: Exclude<PledgeTermsChange[N], undefined>;
} & { readonly held: string };

/** A loan at its supplementary line or above. */
export interface CalledLoanState {
  readonly loanId: string;
  readonly user: number;
  readonly uid: string;
  readonly coin: string;
  readonly debt: string;
  readonly pledgeCoin: string;
  readonly pledge: string;
  /** Loan-to-value ratio, and the ratio at which the loan ends with its pledge. */
  readonly rate: string;
  readonly forced: string;
}

/** Actions on loans against pledges that the administrative routes call. */
export interface PledgeActions {
  listPledgedLoanTerms(): readonly PledgedLoanTermsState[];
  setPledgedLoanTerms(
    change: PledgedLoanTermsChange,
  ): Promise<AdminOutcome<PledgedLoanTermsChange>>;
  listPledgeTerms(): readonly PledgeTermsState[];
  setPledgeTerms(change: PledgeTermsChange): Promise<AdminOutcome<PledgeTermsChange>>;
  listCalledLoans(): readonly CalledLoanState[];
}
