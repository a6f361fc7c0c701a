/**
 * Limits of the exchange's risk from conversions (decision 0060). They are checked when a price is
 * quoted and again when the quote is accepted.
 */

import { exchangeUserOf, type User } from "../accounts/user.ts";
import { assert } from "../base/assert.ts";
import type { Rejection } from "../base/rejections.ts";
import { indexIn, REALMS, type Realm } from "../base/vocabulary.ts";
import { type UsdE8, usdDown, usdRateOf, usdUp } from "../instruments/usd-price.ts";
import { WALLET_INDEX } from "../ledger/ledger.ts";
import type { Atoms } from "../money/units.ts";
import { currencyAt, type State } from "../state.ts";
import { type ConvertedAmounts, conversionTermsOf } from "./conversions.ts";

const USD = 100_000_000n;

/** Inventory of the exchange in a coin, in atoms; never below zero. */
export function inventoryOf(state: State, realm: Realm, currency: number): Atoms {
  const { ledger } = state;
  const account = ledger.find(exchangeUserOf(realm), WALLET_INDEX.conversion, currency);
  const balance = ledger.balance(account);
  assert(balance >= 0n, "the inventory of conversions is never overdrawn");
  return balance;
}

/**
 * Result of the day's conversions for the exchange: changes of its inventory at present index
 * prices, in 10^-8 US dollars; below zero for a loss.
 */
export function dayResultOf(state: State, realm: Realm): bigint {
  const { day } = state.conversions;
  const realmIndex = indexIn(REALMS, realm);
  let sum = 0n;
  for (const coin of state.currencies) {
    const net = day.netOf(realm, coin.index, state.timeMs);
    if (net !== 0n) sum += usdDown(usdRateOf(state, realmIndex, coin), net);
  }
  return sum;
}

/** Whether the inventory of a coin would change by more than its terms allow in a day. */
function exceedsNet(state: State, realm: Realm, currency: number, change: bigint): boolean {
  const terms = conversionTermsOf(state.conversions, realm, currency);
  const before = state.conversions.day.netOf(realm, currency, state.timeMs);
  const after = before + change;
  const [size, sizeBefore] = [after < 0n ? -after : after, before < 0n ? -before : before];
  return size > (terms?.netMax ?? 0n) && size > sizeBefore;
}

/** Value of the amount that the user gives, at index prices, rounded up. */
export function convertedUsd(state: State, realm: Realm, converted: ConvertedAmounts): UsdE8 {
  const coin = currencyAt(state, converted.fromCurrency);
  return usdUp(usdRateOf(state, indexIn(REALMS, realm), coin), converted.fromAmount);
}

/** Why the exchange does not convert these amounts today, or `undefined`. */
export function limitRefusal(
  state: State,
  user: User,
  converted: ConvertedAmounts,
): Rejection | undefined {
  const { fromAmount, fromCurrency, toAmount, toCurrency } = converted;
  const { realm } = user;
  const { day, rules } = state.conversions;
  const { accountDayUsdMax, dayLossUsdMax } = rules[realm];
  const usd = day.usdOf(user.parent, state.timeMs) + convertedUsd(state, realm, converted);
  if (usd > BigInt(accountDayUsdMax) * USD) return "conversion_account_limit_reached";
  const isRefused =
    inventoryOf(state, realm, toCurrency) < toAmount ||
    exceedsNet(state, realm, fromCurrency, fromAmount) ||
    exceedsNet(state, realm, toCurrency, -toAmount) ||
    dayResultOf(state, realm) < -BigInt(dayLossUsdMax) * USD;
  return isRefused ? "conversion_limit_reached" : undefined;
}
