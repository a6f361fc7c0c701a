/**
 * What coins may be borrowed for, and the rules of all margin accounts (trading-rules.md section
 * 6). Terms belong to a coin of an isolated instrument or, in crossed margin, of a realm.
 */

import { elementAt } from "../base/list.ts";
import { indexIn, REALMS, type Realm } from "../base/vocabulary.ts";
import type { Instrument } from "../instruments/instrument.ts";
import { type Atoms, atoms, type RateE6, type RateE8, rateE6 } from "../money/units.ts";

/** Principal up to `amountMax` may be borrowed with this leverage and maintenance. */
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
  /** The coin is valued and sold by this one; undefined for the coin that values are told in. */
  readonly pricedBy: Instrument | undefined;
  readonly dailyRate: RateE8;
  readonly amountMin: Atoms;
  /** Unified accounts: of the debt that an unrealised loss makes, what costs no interest. */
  readonly interestFree: Atoms;
  /** Smallest amounts first; at least one. */
  readonly tiers: readonly LoanTier[];
};

export type MarginRules = {
  /** Funds may be moved out while the risk rate stays at or below it. */
  readonly warningRisk: RateE6;
  /** From here on an account is liquidated. */
  readonly liquidationRisk: RateE6;
  /** Of what a forced repayment repays. */
  readonly liquidationFee: RateE6;
  /** The share of the collateral price that a forced sale or purchase loses at most. */
  readonly haircut: RateE6;
  /** On top of the index price when debts of a unified account are paid with other coins. */
  readonly repaymentSpread: RateE6;
  /** What a parent account, its sub-accounts included, may so repay in an hour; 0 forbids it. */
  readonly repaymentHourlyUsd: number;
  /** Of a lending pool, what a parent account with its sub-accounts may borrow; 1 for no limit. */
  readonly poolShare: RateE6;
  /** Of a lending pool, what it may lose in a clock hour before it stops; 1 for no limit. */
  readonly poolLossShare: RateE6;
};

/** A parent account may borrow the whole pool. */
export const NO_POOL_SHARE = rateE6(1_000_000);

/** A pool lends on whatever it has lost. */
export const NO_POOL_LOSS_SHARE = rateE6(1_000_000);

/** What is in force until it is set: the sample figures of the interface. */
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

const NONE: readonly LoanTerms[] = [];
const NOWHERE: readonly number[] = [];
const CURRENCY_RADIX = 256;

/** Terms by place: crossed margin of each realm, and each isolated instrument. */
export class LoanTermsIndex {
  /** By realm index, then in the order of currencies. */
  readonly #crossed: readonly LoanTerms[][] = REALMS.map(() => []);
  /** By instrument index + 1; base before quote. */
  readonly #isolated = new Map<number, LoanTerms[]>();
  /** By realm and currency, the places of its terms: 0 for crossed margin, or index + 1. */
  readonly #places = new Map<number, number[]>();

  /**
   * The coins of crossed margin (`instrument` 0) or of an isolated instrument (index + 1), which
   * none of another realm has.
   */
  of(realm: Realm, instrument: number): readonly LoanTerms[] {
    if (instrument === 0) return this.#crossed[indexIn(REALMS, realm)] ?? NONE;
    const isolated = this.#isolated.get(instrument);
    return isolated?.[0]?.realm === realm ? isolated : NONE;
  }

  find(realm: Realm, instrument: number, currency: number): LoanTerms | undefined {
    return this.of(realm, instrument).find((terms) => terms.currency === currency);
  }

  /** Where a coin has terms in a realm: 0 for crossed margin, index + 1 of isolated instruments. */
  placesOf(realm: Realm, currency: number): readonly number[] {
    return this.#places.get(indexIn(REALMS, realm) * CURRENCY_RADIX + currency) ?? NOWHERE;
  }

  /** The coin that values are told in comes last, the others in the order of currencies. */
  set(terms: LoanTerms): void {
    const { currency, instrument, realm } = terms;
    const places = this.placesOf(realm, currency);
    if (!places.includes(instrument)) {
      this.#places.set(indexIn(REALMS, realm) * CURRENCY_RADIX + currency, [...places, instrument]);
    }
    const list = [...this.of(realm, instrument).filter((one) => one.currency !== currency), terms];
    list.sort((a, b) => rankOf(a) - rankOf(b));
    if (instrument === 0) this.#crossed[indexIn(REALMS, realm)]?.splice(0, list.length, ...list);
    else this.#isolated.set(instrument, list);
  }

  /** The terms of crossed margin, by realm. */
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

/** The tier of a principal; the last one also for principals beyond it. */
export function tierOf(terms: LoanTerms, principal: Atoms): LoanTier {
  const tier = terms.tiers.find(({ amountMax }) => principal <= amountMax);
  return tier ?? elementAt(terms.tiers, terms.tiers.length - 1);
}

/** The most that may be borrowed of a coin at all; 0 when it is collateral only. */
export function principalMaxOf(terms: LoanTerms): Atoms {
  return terms.tiers[terms.tiers.length - 1]?.amountMax ?? atoms(0n);
}
