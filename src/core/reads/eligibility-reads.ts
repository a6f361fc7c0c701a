/** Reads of the live state: what the terms of the exchange let one unified account use now. */

import type { User } from "../accounts/user.ts";
import type { Realm } from "../base/vocabulary.ts";
import { isAdvanced } from "../base/word-traits.ts";
import { lendableOf } from "../borrowing/debt-refusal.ts";
import { poolLimitOf } from "../borrowing/pool-share.ts";
import { orderRefusal } from "../institutional/unit-refusals.ts";
import type { Collateral } from "../instruments/collateral.ts";
import type { Currency, Instrument } from "../instruments/instrument.ts";
import { debtTermsOf } from "../lending/debt-margin.ts";
import { type LoanTerms, principalMaxOf } from "../lending/loan-terms.ts";
import { collateralFor } from "../margin/unified-margin.ts";
import type { Atoms } from "../money/units.ts";
import { isAllowedAtLevel } from "../orders/placing-refusal.ts";
import { type State, userAt } from "../state.ts";

/**
 * Whether a user may buy or open in an instrument now: in the user's realm, online, allowed by the
 * account level and by the loans of the user's risk unit.
 */
export function readIsEligible(state: State, userIndex: number, instrument: Instrument): boolean {
  const user = userAt(state, userIndex);
  if (instrument.realm !== user.realm || instrument.status !== "online") return false;
  if (!isAllowedAtLevel(user, instrument)) return false;
  const opening = { isBuy: true, isClosing: false };
  return orderRefusal(state, user, instrument, opening) === undefined;
}

/** Coins that a user may borrow, with their terms; a basic or classic account may borrow none. */
function borrowedTerms(state: State, user: User): { currency: Currency; terms: LoanTerms }[] {
  if (!user.isUnified || !isAdvanced(user.level)) return [];
  return state.currencies.flatMap((currency) => {
    const terms = debtTermsOf(state, user, currency.index);
    return terms === undefined || terms.tiers.length === 0 ? [] : [{ currency, terms }];
  });
}

/** What a lending pool lets its borrowers owe. */
export type PoolQuotaRead = {
  /** The most that a main account and its sub-accounts may owe together. */
  readonly familyLimit: Atoms;
  /** Unlent amount of the pool. */
  readonly remaining: Atoms;
};

export function readPoolQuota(state: State, realm: Realm, currency: number): PoolQuotaRead {
  return {
    familyLimit: poolLimitOf(state, realm, currency),
    remaining: lendableOf(state, realm, currency),
  };
}

export type EligibleLoanRead = PoolQuotaRead & {
  readonly currency: Currency;
  readonly terms: LoanTerms;
  /** The most that the account may owe. */
  readonly limit: Atoms;
};

/** Coins that a unified account may borrow, with their limits, in listing order. */
export function readEligibleLoans(state: State, userIndex: number): EligibleLoanRead[] {
  const user = userAt(state, userIndex);
  return borrowedTerms(state, user).map(({ currency, terms }) => ({
    currency,
    terms,
    limit: principalMaxOf(terms),
    ...readPoolQuota(state, user.realm, currency.index),
  }));
}

/** Coins that count as margin of a user's account at its level, in listing order. */
export function readEligibleCollaterals(
  state: State,
  userIndex: number,
): { readonly currency: Currency; readonly collateral: Collateral }[] {
  const user = userAt(state, userIndex);
  return state.currencies.flatMap((currency) => {
    const collateral = collateralFor(state, user, currency.index);
    return collateral.tiers.length === 0 ? [] : [{ currency, collateral }];
  });
}
