/**
 * Prices of conversions (decision 0060). With the index prices of both coins in US dollars
 *
 *   price = from ÷ to × (1 − spread of from − spread of to),
 *
 * rounded down to ten significant digits. The amount that the exchange gives is rounded down, the
 * amount that it takes is rounded up, so that it gains the rest of less than an atom.
 */

import {
  CONVERSION_INDEX_AGE_MS_MAX,
  CONVERSION_PRICE_DECIMALS_MAX,
  CONVERSION_PRICE_DIGITS,
} from "../base/limits.ts";
import { indexIn, REALMS, type Realm } from "../base/vocabulary.ts";
import { isUsdRateFresh, type UsdRate, usdRateOf } from "../instruments/usd-price.ts";
import { ATOMS_MAX, type Atoms, atoms } from "../money/units.ts";
import { currencyAt, type State } from "../state.ts";
import type { ConversionPrice, ConversionTerms, ConvertedAmounts } from "./conversions.ts";

const WHOLE_E6 = 1_000_000n;
const FIRST_DIGIT = 10n ** BigInt(CONVERSION_PRICE_DIGITS - 1);

type Pair = { readonly fromCurrency: number; readonly toCurrency: number };

/** Fresh index rates of both coins; `undefined` while one is missing or too old. */
export function pairRates(
  state: State,
  realm: Realm,
  { fromCurrency, toCurrency }: Pair,
): { readonly from: UsdRate; readonly to: UsdRate } | undefined {
  const realmIndex = indexIn(REALMS, realm);
  const coins = [currencyAt(state, fromCurrency), currencyAt(state, toCurrency)];
  const isFresh = coins.every((coin) =>
    isUsdRateFresh(state, realmIndex, coin, CONVERSION_INDEX_AGE_MS_MAX),
  );
  if (!isFresh) return undefined;
  const [from, to] = coins.map((coin) => usdRateOf(state, realmIndex, coin));
  if (from === undefined || to === undefined || from.top === 0n || to.top === 0n) return undefined;
  return { from, to };
}

/** Rounds a price down to its digits; `undefined` when it has none within the bounds. */
export function roundedPrice(top: bigint, bottom: bigint): ConversionPrice | undefined {
  let decimals = 0;
  let scaled = top;
  while (scaled / bottom < FIRST_DIGIT && decimals < CONVERSION_PRICE_DECIMALS_MAX) {
    scaled *= 10n;
    decimals += 1;
  }
  let digits = scaled / bottom;
  if (digits === 0n || digits > BigInt(Number.MAX_SAFE_INTEGER)) return undefined;
  while (decimals > 0 && digits % 10n === 0n) {
    digits /= 10n;
    decimals -= 1;
  }
  return { digits: Number(digits), decimals };
}

/** Price of a pair at index rates less the spread. */
export function quotedPrice(
  state: State,
  terms: { readonly from: ConversionTerms; readonly to: ConversionTerms },
): ConversionPrice | undefined {
  const { from, to } = terms;
  const pair = { fromCurrency: from.currency, toCurrency: to.currency };
  const rates = pairRates(state, from.realm, pair);
  if (rates === undefined) return undefined;
  const kept = WHOLE_E6 - BigInt(from.spread) - BigInt(to.spread);
  const fromScale = 10n ** BigInt(currencyAt(state, from.currency).decimals);
  const toScale = 10n ** BigInt(currencyAt(state, to.currency).decimals);
  return roundedPrice(
    rates.from.top * rates.to.bottom * fromScale * kept,
    rates.from.bottom * rates.to.top * toScale * WHOLE_E6,
  );
}

/**
 * Amounts of a conversion at a price, of which one side is given; `undefined` when the other side
 * exceeds 64 bits.
 */
export function amountsAt(
  state: State,
  price: ConversionPrice,
  asked: Pair & { readonly isFromAmount: boolean; readonly amount: Atoms },
): ConvertedAmounts | undefined {
  const { amount, fromCurrency, isFromAmount, toCurrency } = asked;
  const top = BigInt(price.digits) * 10n ** BigInt(currencyAt(state, toCurrency).decimals);
  const { decimals } = currencyAt(state, fromCurrency);
  const bottom = 10n ** BigInt(price.decimals + decimals);
  const other = isFromAmount ? (amount * top) / bottom : (amount * bottom + top - 1n) / top;
  if (other > ATOMS_MAX) return undefined;
  const [fromAmount, toAmount] = isFromAmount ? [amount, atoms(other)] : [atoms(other), amount];
  return { fromCurrency, fromAmount, toCurrency, toAmount };
}
