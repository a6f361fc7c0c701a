/** All that lending keeps: terms, what is owed, the pools' funds, accounts being unwound. */

import { indexIn, REALMS, type Realm } from "../base/vocabulary.ts";
import { type Atoms, atoms, ZERO_ATOMS } from "../money/units.ts";
import { LoanTable } from "./loan-table.ts";
import { LoanTermsIndex, MARGIN_RULES_DEFAULT, type MarginRules } from "./loan-terms.ts";
import { PoolLosses } from "./pool-losses.ts";

/** The selling of a margin account's collateral to repay its loans. */
export type Unwind = {
  readonly id: number;
  readonly user: number;
  /** Index of the margin wallet. */
  readonly wallet: number;
  /** Index + 1 of the isolated instrument, or 0. */
  readonly instrument: number;
  /** Index + 1 of the only coin to be repaid, or 0 for all. */
  readonly currency: number;
  /** Forced by risk; else asked for as a flash repayment. */
  readonly isForced: boolean;
  /** The next step is not due before. */
  nextAtMs: number;
  /** Steps in which the book offered nothing within the bound; it widens with each. */
  misses: number;
};

const CURRENCY_RADIX = 256;

/** What the lending pools were endowed with, less what they have written off. */
export class PoolFunds {
  readonly #funds = new Map<number, Atoms>();

  of(realm: Realm, currency: number): Atoms {
    return this.#funds.get(indexIn(REALMS, realm) * CURRENCY_RADIX + currency) ?? ZERO_ATOMS;
  }

  add(realm: Realm, currency: number, amount: bigint): void {
    const key = indexIn(REALMS, realm) * CURRENCY_RADIX + currency;
    this.#funds.set(key, atoms(this.of(realm, currency) + amount));
  }
}

export type Lending = {
  rules: MarginRules;
  readonly terms: LoanTermsIndex;
  readonly loans: LoanTable;
  readonly poolFunds: PoolFunds;
  readonly poolLosses: PoolLosses;
  /** When the sweep under way or the last one began. */
  sweptAtMs: number;
  /** By the key of the account, in the order in which they began. */
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
