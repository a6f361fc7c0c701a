/**
 * Values in US dollars for display. They are integers in 10^-20 dollars, precise enough for any
 * amount times any price: sums are exact and rounded once, when they are written. The core's rule
 * `usdRateOf` decides which coins are dollars and how the others are priced.
 */
import { assert } from "../core/base/assert.ts";
import type { Realm } from "../core/base/vocabulary.ts";
import type { Currency } from "../core/instruments/instrument.ts";
import type { UsdRate } from "../core/instruments/usd-price.ts";
import { formatRatio } from "../core/money/decimals.ts";
import type { LiveAccounts } from "../projections/live/live-accounts.ts";

const USD_DECIMALS = 20;
const USD_SCALE = 10n ** BigInt(USD_DECIMALS);
/** Rates of the core are in hundred-millionths of a dollar. */
const RATE_SCALE = 10n ** BigInt(USD_DECIMALS - 8);
/** Decimals of texts. */
const SHOWN_DECIMALS = 8;

/** Converts amounts to dollars at the prices of one moment. */
export class UsdValues {
  readonly #accounts: LiveAccounts;
  readonly #realm: Realm;
  readonly #rates = new Map<number, UsdRate>();

  constructor(accounts: LiveAccounts, realm: Realm) {
    this.#accounts = accounts;
    this.#realm = realm;
  }

  /** Returns the value of an amount in atoms, in 10^-20 dollars. */
  of(amount: bigint, currency: Currency): bigint {
    const { bottom, top } = this.#rate(currency);
    assert(RATE_SCALE % bottom === 0n, "coins and prices together have at most 20 decimals");
    return amount * top * (RATE_SCALE / bottom);
  }

  /** Returns 10^-20 dollars converted to a coin; 0 while the coin has no price. */
  textIn(usd: bigint, code: string): string {
    const currency = this.#accounts.currency(code);
    if (currency === undefined) return "0";
    const { bottom, top } = this.#rate(currency);
    const coin = 10n ** BigInt(currency.decimals);
    return formatRatio(usd * bottom, top * coin * RATE_SCALE, SHOWN_DECIMALS);
  }

  #rate(currency: Currency): UsdRate {
    let rate = this.#rates.get(currency.index);
    if (rate === undefined) {
      rate = this.#accounts.usdRate(this.#realm, currency);
      this.#rates.set(currency.index, rate);
    }
    return rate;
  }
}

/** Returns 10^-20 dollars as a text in dollars. */
export function usdText(usd: bigint): string {
  return formatRatio(usd, USD_SCALE, SHOWN_DECIMALS);
}
