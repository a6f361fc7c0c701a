/** Margin accounts and loan terms, read from the core's own state, as in `LiveAccounts`. */

import type { Realm } from "../../core/base/vocabulary.ts";
import type { Currency, Instrument } from "../../core/instruments/instrument.ts";
import type { Atoms } from "../../core/money/units.ts";
import { type PoolQuotaRead, readPoolQuota } from "../../core/reads/eligibility-reads.ts";
import {
  type LoanTermsRead,
  type MarginAccountKey,
  type MarginCoinRead,
  type MarginRulesRead,
  type RiskRead,
  readBorrowable,
  readLoanTerms,
  readMarginCoins,
  readMarginRules,
  readMovable,
  readRisk,
} from "../../core/reads/loan-reads.ts";
import type { State } from "../../core/state.ts";

export class LiveLending {
  readonly #state: State;

  constructor(state: State) {
    this.#state = state;
  }

  get rules(): MarginRulesRead {
    return readMarginRules(this.#state);
  }

  /** Loan terms of an isolated instrument or of crossed margin; empty without lending. */
  terms(realm: Realm, instrument: Instrument | undefined): readonly LoanTermsRead[] {
    return readLoanTerms(this.#state, realm, instrument);
  }

  /**
   * Coin of the figures of a margin account, the one that no pair prices; 0 without lending. The
   * account is crossed margin without an instrument.
   */
  figuresCurrency(realm: Realm, instrument: Instrument | undefined): number {
    const terms = this.terms(realm, instrument);
    return terms.find(({ pricedBy }) => pricedBy === undefined)?.currency ?? 0;
  }

  /** What the pool of a coin lets its borrowers owe. */
  quota(realm: Realm, currency: Currency): PoolQuotaRead {
    return readPoolQuota(this.#state, realm, currency.index);
  }

  /** All coins of an account, also those it never held; empty without lending. */
  coins(place: MarginAccountKey): MarginCoinRead[] {
    return readMarginCoins(this.#state, place);
  }

  /** `undefined` while a price is missing. */
  risk(place: MarginAccountKey): RiskRead | undefined {
    return readRisk(this.#state, place);
  }

  borrowable(place: MarginAccountKey, currency: Currency): Atoms {
    return readBorrowable(this.#state, place, currency);
  }

  movable(place: MarginAccountKey, currency: Currency): Atoms {
    return readMovable(this.#state, place, currency);
  }
}
