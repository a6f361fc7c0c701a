/**
 * Terms on which coins are lent, and the rules of all margin accounts (trading-rules.md section 6).
 * Terms belong to a coin of an isolated instrument or, in crossed margin, of a realm. Unified
 * accounts borrow on the terms of crossed margin.
 */

import { assert } from "../base/assert.ts";
import { elementAt } from "../base/list.ts";
import { indexIn, REALMS, type Realm } from "../base/vocabulary.ts";
import type { Instrument } from "../instruments/instrument.ts";
import { type Atoms, atoms, type RateE6, type RateE8, rateE6 } from "../money/units.ts";
import { poolKey } from "./pool-funds.ts";

/** Leverage and maintenance of a principal up to `amountMax`. */
export type LoanTier = {
  readonly amountMax: Atoms;
  readonly leverage: number;
  readonly maintenanceRate: RateE6;
};

export type LoanTerms = {
  readonly realm: Realm;
  /** Index + 1 of the isolated instrument, or 0. */
  readonly instrument: number;
  readonly currency: number;
  /** Instrument that prices and sells the coin; undefined for the money of the account. */
  readonly pricedBy: Instrument | undefined;
  readonly dailyRate: RateE8;
  readonly amountMin: Atoms;
  /** Unified accounts: interest-free part of a debt that an unrealised loss causes. */
  readonly interestFree: Atoms;
  /** In order of rising amounts; at least one. */
  readonly tiers: readonly LoanTier[];
};

export type MarginRules = {
  /** Funds may be moved out while the risk rate stays at or below this level. */
  readonly warningRisk: RateE6;
  /** Risk rate at which an account is liquidated. */
  readonly liquidationRisk: RateE6;
  /** Fee of a forced repayment, as a share of the amount repaid. */
  readonly liquidationFee: RateE6;
  /** Largest distance of forced sales and purchases from the collateral price. */
  readonly haircut: RateE6;
  /** Added to the index price when other coins of a unified account pay its debts. */
  readonly repaymentSpread: RateE6;
  /** Limit of such repayments per hour and parent account, in dollars; 0 forbids them. */
  readonly repaymentHourlyUsd: number;
  /** Share of a pool that a parent account with its sub-accounts may borrow; 1 for no limit. */
  readonly poolShare: RateE6;
  /** Share of a pool that it may lose in a clock hour before it pauses; 1 for no limit. */
  readonly poolLossShare: RateE6;
};

/** Pool share that limits no parent account. */
export const NO_POOL_SHARE = rateE6(1_000_000);

/** Loss share at which a pool never pauses. */
export const NO_POOL_LOSS_SHARE = rateE6(1_000_000);

/** Rules until the operator sets them: the sample figures of the interface. */
export const MARGIN_RULES_DEFAULT: MarginRules = {
  warningRisk: rateE6(800_000),
  liquidationRisk: rateE6(1_000_000),
  liquidationFee: rateE6(20_000),
  haircut: rateE6(50_000),
  repaymentSpread: rateE6(1_000),
  repaymentHourlyUsd: 1_000_000,
  poolShare: NO_POOL_SHARE,
  poolLossShare: NO_POOL_LOSS_SHARE,
};

const NO_TERMS: readonly LoanTerms[] = [];
const NO_INSTRUMENTS: readonly number[] = [];

/** Terms of crossed margin in each realm, and of each isolated instrument. */
export class LoanTermsIndex {
  /** By realm index, then in the order of currencies. */
  readonly #crossed: readonly LoanTerms[][] = REALMS.map(() => []);
  /** By instrument index + 1; base before quote. */
  readonly #isolated = new Map<number, LoanTerms[]>();
  /** By pool, where the coin has terms: 0 for crossed margin, or index + 1 of an instrument. */
  readonly #instruments = new Map<number, number[]>();

  /**
   * Terms of the coins of crossed margin (`instrument` 0) or of an isolated instrument (index + 1);
   * empty for an instrument of another realm.
   */
  of(realm: Realm, instrument: number): readonly LoanTerms[] {
    if (instrument === 0) return this.#crossed[indexIn(REALMS, realm)] ?? NO_TERMS;
    const isolated = this.#isolated.get(instrument);
    return isolated?.[0]?.realm === realm ? isolated : NO_TERMS;
  }

  find(realm: Realm, instrument: number, currency: number): LoanTerms | undefined {
    return this.of(realm, instrument).find((terms) => terms.currency === currency);
  }

  /** Where a coin has terms in a realm: 0 for crossed margin, index + 1 of isolated instruments. */
  instrumentsOf(realm: Realm, currency: number): readonly number[] {
    return this.#instruments.get(poolKey(realm, currency)) ?? NO_INSTRUMENTS;
  }

  /** Sets the terms of a coin. Lists are in the order of currencies, with the money last. */
  set(terms: LoanTerms): void {
    const { currency, instrument, realm } = terms;
    assert(terms.tiers.length > 0, "loan terms have at least one tier");
    const known = this.instrumentsOf(realm, currency);
    if (!known.includes(instrument)) {
      this.#instruments.set(poolKey(realm, currency), [...known, instrument]);
    }
    const others = this.of(realm, instrument).filter((other) => other.currency !== currency);
    const list = [...others, terms];
    list.sort((a, b) => rankOf(a) - rankOf(b));
    const priced = list.filter(({ pricedBy }) => pricedBy !== undefined);
    assert(list.length - priced.length <= 1, "a margin account has one money");
    if (instrument === 0) this.#crossed[indexIn(REALMS, realm)]?.splice(0, list.length, ...list);
    else this.#isolated.set(instrument, list);
  }

  /** Terms of crossed margin, by realm. */
  crossed(): readonly LoanTerms[] {
    return this.#crossed.flat();
  }

  /** All terms: crossed by realm, then isolated by instrument. */
  all(): readonly LoanTerms[] {
    const instruments = [...this.#isolated.keys()].sort((a, b) => a - b);
    const isolated = instruments.map((instrument) => this.#isolated.get(instrument) ?? []);
    return [...this.#crossed, ...isolated].flat();
  }
}

function rankOf(terms: LoanTerms): number {
  return terms.pricedBy === undefined ? Number.MAX_SAFE_INTEGER : terms.currency;
}

/** Tier of a principal; the last one for principals beyond all tiers. */
export function tierOf(terms: LoanTerms, principal: Atoms): LoanTier {
  const tier = terms.tiers.find(({ amountMax }) => principal <= amountMax);
  return tier ?? elementAt(terms.tiers, terms.tiers.length - 1);
}

/** Largest principal of a coin; 0 for a coin that is collateral only. */
export function principalMaxOf(terms: LoanTerms): Atoms {
  return terms.tiers[terms.tiers.length - 1]?.amountMax ?? atoms(0n);
}
