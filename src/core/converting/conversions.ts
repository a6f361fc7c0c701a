/** State of conversions: terms, open quotes, and the conversions of a day (decision 0060). */

import { assert } from "../base/assert.ts";
import { dayOf } from "../base/clock-hour.ts";
import {
  CONVERSION_ACCOUNT_QUOTES_MAX_DEFAULT,
  CONVERSION_QUOTES_MAX_DEFAULT,
} from "../base/limits.ts";
import { indexIn, REALMS, type Realm } from "../base/vocabulary.ts";
import { type Atoms, atoms, type RateE6, ZERO_ATOMS } from "../money/units.ts";

/** Terms of a coin that converts. */
export type ConversionTerms = {
  readonly realm: Realm;
  readonly currency: number;
  /** Bounds of one conversion, whichever side the coin is on, in atoms. */
  readonly amountMin: Atoms;
  readonly amountMax: Atoms;
  /** Part of the coin in the spread. */
  readonly spread: RateE6;
  /** Largest change of the inventory in a day, up or down, in atoms. */
  readonly netMax: Atoms;
};

/** Rules of all conversions of a realm; see `set_conversion_rules`. */
export type ConversionRules = {
  readonly quotesMax: number;
  readonly accountQuotesMax: number;
  readonly accountDayUsdMax: number;
  readonly dayLossUsdMax: number;
};

/** Rules until the operator sets others. */
export const CONVERSION_RULES_DEFAULT: ConversionRules = {
  quotesMax: CONVERSION_QUOTES_MAX_DEFAULT,
  accountQuotesMax: CONVERSION_ACCOUNT_QUOTES_MAX_DEFAULT,
  accountDayUsdMax: 1_000_000,
  dayLossUsdMax: 20_000,
};

/** Price in coins received for one coin given: `digits` × 10^-`decimals`. */
export type ConversionPrice = { readonly digits: number; readonly decimals: number };

/** Amounts of a conversion: what the user gives, and what the exchange gives for it. */
export type ConvertedAmounts = {
  readonly fromCurrency: number;
  readonly fromAmount: Atoms;
  readonly toCurrency: number;
  readonly toAmount: Atoms;
};

export type ConversionQuote = ConvertedAmounts & {
  readonly id: number;
  readonly user: number;
  readonly price: ConversionPrice;
  readonly expiresAtMs: number;
};

const CURRENCY_RADIX = 256;

function keyOf(realm: Realm, currency: number): number {
  return indexIn(REALMS, realm) * CURRENCY_RADIX + currency;
}

/** Open quotes in the order of their ids, which is that of their ends, and their numbers. */
export class ConversionQuotes {
  readonly #quotes = new Map<number, ConversionQuote>();
  readonly #byParent = new Map<number, number>();
  readonly #byRealm = new Map<Realm, number>();

  find(id: number): ConversionQuote | undefined {
    return this.#quotes.get(id);
  }

  values(): Iterable<ConversionQuote> {
    return this.#quotes.values();
  }

  get size(): number {
    return this.#quotes.size;
  }

  /** Number of quotes of a main account and its sub-accounts. */
  ofParent(parent: number): number {
    return this.#byParent.get(parent) ?? 0;
  }

  inRealm(realm: Realm): number {
    return this.#byRealm.get(realm) ?? 0;
  }

  add(quote: ConversionQuote, owner: { readonly parent: number; readonly realm: Realm }): void {
    assert(!this.#quotes.has(quote.id), "each quote has an id of its own");
    this.#quotes.set(quote.id, quote);
    this.#byParent.set(owner.parent, this.ofParent(owner.parent) + 1);
    this.#byRealm.set(owner.realm, this.inRealm(owner.realm) + 1);
  }

  remove(id: number, owner: { readonly parent: number; readonly realm: Realm }): void {
    assert(this.#quotes.delete(id), "a quote that is removed is open");
    const left = this.ofParent(owner.parent) - 1;
    if (left === 0) this.#byParent.delete(owner.parent);
    else this.#byParent.set(owner.parent, left);
    this.#byRealm.set(owner.realm, this.inRealm(owner.realm) - 1);
  }
}

/** Conversions of the current UTC day. */
export class ConversionDay {
  #day = 0;
  /** Change of the inventory, by realm and currency. */
  readonly #net = new Map<number, Atoms>();
  /** Value given by a main account and its sub-accounts, in 10^-8 US dollars. */
  readonly #byParent = new Map<number, bigint>();

  get day(): number {
    return this.#day;
  }

  netOf(realm: Realm, currency: number, timeMs: number): Atoms {
    if (dayOf(timeMs) !== this.#day) return ZERO_ATOMS;
    return this.#net.get(keyOf(realm, currency)) ?? ZERO_ATOMS;
  }

  usdOf(parent: number, timeMs: number): bigint {
    return dayOf(timeMs) === this.#day ? (this.#byParent.get(parent) ?? 0n) : 0n;
  }

  /** Counts a conversion; forgets earlier days. */
  add(
    converted: ConvertedAmounts & { readonly realm: Realm },
    by: { readonly parent: number; readonly usd: bigint },
    timeMs: number,
  ): void {
    assert(by.usd >= 0n, "a conversion has no negative value");
    this.begin(dayOf(timeMs));
    const { fromAmount, fromCurrency, realm, toAmount, toCurrency } = converted;
    const given = this.netOf(realm, fromCurrency, timeMs) + fromAmount;
    this.restoreNet(keyOf(realm, fromCurrency), atoms(given));
    const paid = this.netOf(realm, toCurrency, timeMs) - toAmount;
    this.restoreNet(keyOf(realm, toCurrency), atoms(paid));
    this.restoreUsd(by.parent, this.usdOf(by.parent, timeMs) + by.usd);
  }

  /** Begins a day, or continues it. */
  begin(day: number): void {
    if (day === this.#day) return;
    assert(day > this.#day, "days are counted in order of time");
    this.#day = day;
    this.#net.clear();
    this.#byParent.clear();
  }

  nets(): readonly (readonly [key: number, net: Atoms])[] {
    return [...this.#net].sort(([one], [other]) => one - other);
  }

  usds(): readonly (readonly [parent: number, usd: bigint])[] {
    return [...this.#byParent].sort(([one], [other]) => one - other);
  }

  restoreNet(key: number, net: Atoms): void {
    this.#net.set(key, net);
  }

  restoreUsd(parent: number, usd: bigint): void {
    this.#byParent.set(parent, usd);
  }
}

export type Conversions = {
  /** By realm and currency, in the order of their keys. */
  readonly terms: ConversionTerms[];
  readonly rules: Record<Realm, ConversionRules>;
  readonly quotes: ConversionQuotes;
  readonly day: ConversionDay;
};

export function createConversions(): Conversions {
  return {
    terms: [],
    rules: { live: CONVERSION_RULES_DEFAULT, demo: CONVERSION_RULES_DEFAULT },
    quotes: new ConversionQuotes(),
    day: new ConversionDay(),
  };
}

/** Terms of a coin, or `undefined` when it does not convert. */
export function conversionTermsOf(
  conversions: Conversions,
  realm: Realm,
  currency: number,
): ConversionTerms | undefined {
  return conversions.terms.find((one) => one.realm === realm && one.currency === currency);
}

/** Sets the terms of a coin, or removes them. */
export function replaceTerms(
  { terms }: Conversions,
  coin: { readonly realm: Realm; readonly currency: number },
  changed: ConversionTerms | undefined,
): void {
  const key = keyOf(coin.realm, coin.currency);
  const at = terms.findIndex((one) => keyOf(one.realm, one.currency) >= key);
  const found = at === -1 ? undefined : terms[at];
  const isKnown = found !== undefined && keyOf(found.realm, found.currency) === key;
  const added = changed === undefined ? [] : [changed];
  terms.splice(at === -1 ? terms.length : at, isKnown ? 1 : 0, ...added);
}
