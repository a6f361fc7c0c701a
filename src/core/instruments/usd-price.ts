/**
 * Values in US dollars, in whole hundred-millionths. Values of assets are rounded down, values of
 * requirements up.
 */

import { assert } from "../base/assert.ts";
import { CURRENCIES_MAX, INDEX_AGE_MS_MAX } from "../base/limits.ts";
import { indexIn, REALMS } from "../base/vocabulary.ts";
import type { Atoms } from "../money/units.ts";
import type { State } from "../state.ts";
import { isIndexFresh } from "./index-freshness.ts";
import type { Currency } from "./instrument.ts";

/** US dollars in units of 10^-8. */
export type UsdE8 = bigint & { readonly unit: "usd-e8" };
export const ZERO_USD = 0n as UsdE8;

const USD_DECIMALS = 8;

/** Value of one atom in units of 10^-8 dollars, as the fraction top ÷ bottom. */
export type UsdRate = { readonly top: bigint; readonly bottom: bigint };

function keyOf(realm: number, currency: number): number {
  assert(currency >= 0 && currency < CURRENCIES_MAX, "a priced coin is a listed currency");
  return realm * CURRENCIES_MAX + currency;
}

/**
 * Rebuilds the lists of instruments that price each coin in dollars, spot before futures. Call it
 * when an instrument is listed or a coin becomes a dollar.
 */
export function linkUsdPrices(state: State): void {
  state.usdPricedBy.clear();
  for (const isFutures of [false, true]) {
    for (const instrument of state.instruments) {
      if (instrument.isFutures !== isFutures) continue;
      if (state.collaterals[instrument.quote]?.isDollar !== true) continue;
      const key = keyOf(indexIn(REALMS, instrument.realm), instrument.base);
      const known = state.usdPricedBy.get(key);
      if (known === undefined) state.usdPricedBy.set(key, [instrument.index]);
      else known.push(instrument.index);
    }
  }
}

const UNKNOWN: UsdRate = { top: 0n, bottom: 1n };

function rateFrom(units: bigint, priceDecimals: number, currency: Currency): UsdRate {
  const shift = USD_DECIMALS - priceDecimals - currency.decimals;
  if (shift >= 0) return { top: units * 10n ** BigInt(shift), bottom: 1n };
  return { top: units, bottom: 10n ** BigInt(-shift) };
}

/**
 * Returns the price of a coin in a realm: the index of the first listed instrument that prices it
 * in a dollar coin, spot before futures; its last price while it has no index. A dollar coin
 * without an instrument is worth one dollar; any other coin without a price is worth nothing.
 */
export function usdRateOf(state: State, realm: number, currency: Currency): UsdRate {
  for (const index of state.usdPricedBy.get(keyOf(realm, currency.index)) ?? []) {
    const instrument = state.instruments[index];
    const price = priceAt(state, index);
    if (price === 0 || instrument === undefined) continue;
    return rateFrom(
      BigInt(price) * BigInt(instrument.tickStep),
      instrument.priceDecimals,
      currency,
    );
  }
  return state.collaterals[currency.index]?.isDollar === true ? rateFrom(1n, 0, currency) : UNKNOWN;
}

/** Prices of an atom: the lower and the higher of index and reference price. */
export type UsdRange = { readonly low: UsdRate; readonly high: UsdRate };

/**
 * Returns the price of a coin as `usdRateOf` does, together with the reference price where the
 * instrument has one. The reference price follows the index slowly, so that a wrong index price
 * moves one end of the range at once and the other end only step by step (decision 0036).
 */
export function usdRangeOf(state: State, realm: number, currency: Currency): UsdRange {
  for (const index of state.usdPricedBy.get(keyOf(realm, currency.index)) ?? []) {
    const instrument = state.instruments[index];
    const price = priceAt(state, index);
    if (price === 0 || instrument === undefined) continue;
    const reference = state.prices[index]?.reference || price;
    const [low, high] = [Math.min(price, reference), Math.max(price, reference)].map((ticks) =>
      rateFrom(BigInt(ticks) * BigInt(instrument.tickStep), instrument.priceDecimals, currency),
    );
    assert(low !== undefined && high !== undefined, "a range has two ends");
    return { low, high };
  }
  const rate = usdRateOf(state, realm, currency);
  return { low: rate, high: rate };
}

/** Returns the index price of an instrument, its last price while it has no index, or 0. */
function priceAt(state: State, instrument: number): number {
  const prices = state.prices[instrument];
  if (prices === undefined) return 0;
  return prices.index === 0 ? prices.last : prices.index;
}

/** Whether the price of a coin is a fresh index price, or the coin needs none. */
export function isUsdRateFresh(
  state: State,
  realm: number,
  currency: Currency,
  ageMsMax = INDEX_AGE_MS_MAX,
): boolean {
  for (const index of state.usdPricedBy.get(keyOf(realm, currency.index)) ?? []) {
    if (priceAt(state, index) !== 0) return isIndexFresh(state, index, ageMsMax);
  }
  return state.collaterals[currency.index]?.isDollar === true;
}

/** Returns the value of an amount, rounded down (towards negative infinity). */
export function usdDown(rate: UsdRate, amount: bigint): UsdE8 {
  const value = amount * rate.top;
  if (value >= 0n) return (value / rate.bottom) as UsdE8;
  return -((-value + rate.bottom - 1n) / rate.bottom) as UsdE8;
}

/** Returns the value of a required amount ≥ 0, rounded up. */
export function usdUp(rate: UsdRate, amount: Atoms): UsdE8 {
  return ((amount * rate.top + rate.bottom - 1n) / rate.bottom) as UsdE8;
}

/** Returns the most atoms worth at most `usd` ≥ 0, or `undefined` while there is no price. */
export function atomsFor(rate: UsdRate, usd: bigint): bigint | undefined {
  return rate.top === 0n ? undefined : (usd * rate.bottom) / rate.top;
}
