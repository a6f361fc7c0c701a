/** What the interface shows of conversions between coins. */

import { type Realm, WALLETS, wordAt } from "../base/vocabulary.ts";
import { dayResultOf, inventoryOf } from "../converting/conversion-limits.ts";
import {
  type ConversionRules,
  type ConversionTerms,
  conversionTermsOf,
} from "../converting/conversions.ts";
import { convertedWallet } from "../converting/convert.ts";
import type { Currency } from "../instruments/instrument.ts";
import type { Atoms } from "../money/units.ts";
import { currencyAt, type State, userAt } from "../state.ts";
import { readBalance } from "./account-reads.ts";

/** A coin that a user may convert, and the amount that the user can give. */
export type ConvertibleRead = {
  readonly currency: Currency;
  readonly terms: ConversionTerms;
  readonly available: Atoms;
};

/** All coins that convert in the realm of a user, in the order of their terms. */
export function readConvertible(state: State, userIndex: number): ConvertibleRead[] {
  const user = userAt(state, userIndex);
  const wallet = wordAt(WALLETS, convertedWallet(user));
  return state.conversions.terms
    .filter(({ realm }) => realm === user.realm)
    .map((terms) => {
      const currency = currencyAt(state, terms.currency);
      const { available } = readBalance(state, userIndex, wallet, currency);
      return { currency, terms, available };
    });
}

/** Inventory of a coin, its change in the present day, and its terms where it converts. */
export type InventoryRead = {
  readonly terms: ConversionTerms | undefined;
  readonly inventory: Atoms;
  readonly net: Atoms;
};

export function readInventory(state: State, realm: Realm, currency: number): InventoryRead {
  const { conversions } = state;
  return {
    terms: conversionTermsOf(conversions, realm, currency),
    inventory: inventoryOf(state, realm, currency),
    net: conversions.day.netOf(realm, currency, state.timeMs),
  };
}

export type ConversionRulesRead = ConversionRules & {
  /** Result of the day for the exchange at present index prices, in 10^-8 US dollars. */
  readonly dayResult: bigint;
  readonly openQuotes: number;
};

export function readConversionRules(state: State, realm: Realm): ConversionRulesRead {
  const { quotes, rules } = state.conversions;
  const dayResult = dayResultOf(state, realm);
  return { ...rules[realm], dayResult, openQuotes: quotes.inRealm(realm) };
}
