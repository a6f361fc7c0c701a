/** State of lending on classic margin: terms, loans, funds of the pools, unwindings in progress. */

import { LoanTable } from "./loan-table.ts";
import { LoanTermsIndex, MARGIN_RULES_DEFAULT, type MarginRules } from "./loan-terms.ts";
import { PoolFunds } from "./pool-funds.ts";
import { PoolLosses } from "./pool-losses.ts";

/** Sale of a margin account's collateral to repay its loans. */
export type Unwind = {
  readonly id: number;
  readonly user: number;
  /** Index of the margin wallet. */
  readonly wallet: number;
  /** Index + 1 of the isolated instrument, or 0. */
  readonly instrument: number;
  /** Index + 1 of the only coin to be repaid, or 0 for all. */
  readonly currency: number;
  /** True for a liquidation, false for a flash repayment that the user requested. */
  readonly isForced: boolean;
  /** Earliest time of the next step. */
  nextAtMs: number;
  /** Steps in which the book offered nothing within the price bound, which widens with each. */
  misses: number;
};

export type Lending = {
  rules: MarginRules;
  readonly terms: LoanTermsIndex;
  readonly loans: LoanTable;
  readonly poolFunds: PoolFunds;
  readonly poolLosses: PoolLosses;
  /** Start of the current sweep over all loans, or of the last one. */
  sweptAtMs: number;
  /** By key of the margin account, in the order in which they began. */
  readonly unwinds: Map<number, Unwind>;
};

export function createLending(): Lending {
  return {
    rules: MARGIN_RULES_DEFAULT,
    terms: new LoanTermsIndex(),
    loans: new LoanTable(),
    poolFunds: new PoolFunds(),
    poolLosses: new PoolLosses(),
    sweptAtMs: 0,
    unwinds: new Map(),
  };
}
