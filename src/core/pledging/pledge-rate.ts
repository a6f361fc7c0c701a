/**
 * Loan-to-value ratios of pledges (decision 0068), computed exactly from index prices:
 *
 *   rate = (principal + interest) × price of the loan ÷ (pledge × price of the pledge)
 *
 * What grants a user something (a loan, a part of the pledge) takes the higher of index and
 * reference price for the loan and the lower for the pledge, so that no single price grants it.
 */

import { PLEDGE_RATE_E6_MAX } from "../base/limits.ts";
import { indexIn, REALMS, type Realm } from "../base/vocabulary.ts";
import { isUsdRateFresh, type UsdRate, usdRangeOf, usdRateOf } from "../instruments/usd-price.ts";
import type { Atoms, RateE6 } from "../money/units.ts";
import { currencyAt, type State } from "../state.ts";

const E6 = 1_000_000n;

/** Prices of an atom of the borrowed coin and of the pledged one. */
export type PledgeRates = { readonly loan: UsdRate; readonly pledge: UsdRate };

/** Coins of a loan, open or requested. */
export type PledgePair = {
  readonly realm: Realm;
  readonly currency: number;
  readonly pledgeCurrency: number;
};

/** Index prices of both coins, at most `ageMsMax` old; `undefined` while one is missing. */
export function freshRates(
  state: State,
  { currency, pledgeCurrency, realm }: PledgePair,
  ageMsMax: number,
): PledgeRates | undefined {
  const realmIndex = indexIn(REALMS, realm);
  const [loan, pledge] = [currencyAt(state, currency), currencyAt(state, pledgeCurrency)];
  const areFresh =
    isUsdRateFresh(state, realmIndex, loan, ageMsMax) &&
    isUsdRateFresh(state, realmIndex, pledge, ageMsMax);
  if (!areFresh) return undefined;
  return {
    loan: usdRateOf(state, realmIndex, loan),
    pledge: usdRateOf(state, realmIndex, pledge),
  };
}

/** The same prices, each at the worse of index and reference price for the user. */
export function grantingRates(
  state: State,
  pair: PledgePair,
  ageMsMax: number,
): PledgeRates | undefined {
  if (freshRates(state, pair, ageMsMax) === undefined) return undefined;
  const realmIndex = indexIn(REALMS, pair.realm);
  return {
    loan: usdRangeOf(state, realmIndex, currencyAt(state, pair.currency)).high,
    pledge: usdRangeOf(state, realmIndex, currencyAt(state, pair.pledgeCurrency)).low,
  };
}

/** Value of a debt beyond a line of the pledge's value; below zero within the line. */
export function beyondLine(
  { loan, pledge: held }: PledgeRates,
  { debt, pledge }: { readonly debt: bigint; readonly pledge: bigint },
  line: RateE6,
): bigint {
  return debt * loan.top * held.bottom * E6 - pledge * held.top * loan.bottom * BigInt(line);
}

/** Loan-to-value ratio in millionths, rounded up; the largest one without any pledge. */
export function rateE6Of(
  { loan, pledge: held }: PledgeRates,
  { debt, pledge }: { readonly debt: bigint; readonly pledge: bigint },
): number {
  const bottom = pledge * held.top * loan.bottom;
  if (bottom === 0n) return debt === 0n ? 0 : PLEDGE_RATE_E6_MAX;
  const rate = (debt * loan.top * held.bottom * E6 + bottom - 1n) / bottom;
  return rate > BigInt(PLEDGE_RATE_E6_MAX) ? PLEDGE_RATE_E6_MAX : Number(rate);
}

/** Present ratio of a loan at index prices of any age, for reports; 0 without prices. */
export function reportedRateE6(
  state: State,
  pair: PledgePair,
  amounts: { readonly debt: bigint; readonly pledge: bigint },
): number {
  const realmIndex = indexIn(REALMS, pair.realm);
  const loan = usdRateOf(state, realmIndex, currencyAt(state, pair.currency));
  const pledge = usdRateOf(state, realmIndex, currencyAt(state, pair.pledgeCurrency));
  return loan.top === 0n || pledge.top === 0n ? 0 : rateE6Of({ loan, pledge }, amounts);
}

/** Largest debt within a line of a pledge; may exceed 64 bits. */
export function debtWithin({ loan, pledge }: PledgeRates, held: Atoms, line: RateE6): bigint {
  return (held * pledge.top * loan.bottom * BigInt(line)) / (pledge.bottom * loan.top * E6);
}

/** Smallest pledge that keeps a debt within a line; may exceed 64 bits. */
export function pledgeWithin({ loan, pledge }: PledgeRates, debt: bigint, line: RateE6): bigint {
  const top = debt * loan.top * pledge.bottom * E6;
  const bottom = loan.bottom * pledge.top * BigInt(line);
  return (top + bottom - 1n) / bottom;
}

/** Pledge that pays an amount of the borrowed coin with a surcharge, rounded up. */
export function pledgeFor({ loan, pledge }: PledgeRates, amount: bigint, fee: RateE6): bigint {
  const top = amount * loan.top * pledge.bottom * (E6 + BigInt(fee));
  const bottom = loan.bottom * pledge.top * E6;
  return (top + bottom - 1n) / bottom;
}

/** Amount of the borrowed coin that a pledge pays with a surcharge, rounded down. */
export function paidBy({ loan, pledge }: PledgeRates, held: bigint, fee: RateE6): bigint {
  const top = held * pledge.top * loan.bottom * E6;
  return top / (pledge.bottom * loan.top * (E6 + BigInt(fee)));
}
