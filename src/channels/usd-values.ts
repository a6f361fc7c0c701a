/**
 * Values in US dollars, which are only shown. They are whole numbers of 10^-20 dollars, fine enough
 * for any amount times any price, so that sums are exact and rounded once, when they are written.
 */
import { assert } from "../core/assert.ts";
import type { Currency, Instrument } from "../core/instruments/instrument.ts";
import { formatRatio } from "../core/money/decimals.ts";
import type { Realm } from "../core/vocabulary.ts";
import type { LiveAccounts } from "../projections/live/live-accounts.ts";

const USD_DECIMALS = 20;
const USD_SCALE = 10n ** BigInt(USD_DECIMALS);
/** Digits that are written. */
const SHOWN_DECIMALS = 8;

/** Currencies that stand for a dollar where no index says more precisely. */
const DOLLARS: readonly string[] = ["USDT", "USDC", "USD", "SUSDT", "SUSDC"];

/** A price as a fraction: dollars of one whole coin are units ÷ 10^decimals. */
interface UsdPrice {
  readonly units: bigint;
  readonly decimals: number;
}

function priceOf(accounts: LiveAccounts, instrument: Instrument): UsdPrice | undefined {
  const { index, last } = accounts.prices(instrument);
  const price = index === 0 ? last : index;
  if (price === 0) return undefined;
  const units = BigInt(price) * BigInt(instrument.tickStep);
  return { units, decimals: instrument.priceDecimals };
}

/** Whether a price of the instrument is dollars per `currency`. */
function isPricedIn(accounts: LiveAccounts, instrument: Instrument, currency: Currency): boolean {
  if (instrument.base !== currency.index) return false;
  return DOLLARS.includes(accounts.currencyAt(instrument.quote)?.code ?? "");
}

/**
 * The price of a coin: the index of its spot instrument, else of its first futures instrument; the
 * last price while there is no index. A dollar coin is 1 without an instrument of its own.
 */
function usdPrice(accounts: LiveAccounts, realm: Realm, currency: Currency): UsdPrice {
  const priced = accounts
    .instruments()
    .filter((one) => one.realm === realm && isPricedIn(accounts, one, currency));
  const spotFirst = [
    ...priced.filter(({ isFutures }) => !isFutures),
    ...priced.filter(({ isFutures }) => isFutures),
  ];
  for (const instrument of spotFirst) {
    const price = priceOf(accounts, instrument);
    if (price !== undefined) return price;
  }
  return { units: DOLLARS.includes(currency.code) ? 1n : 0n, decimals: 0 };
}

/** Dollars of amounts, by the prices of one moment. */
export class UsdValues {
  readonly #accounts: LiveAccounts;
  readonly #realm: Realm;
  readonly #prices = new Map<number, UsdPrice>();

  constructor(accounts: LiveAccounts, realm: Realm) {
    this.#accounts = accounts;
    this.#realm = realm;
  }

  /** The worth of an amount in atoms, in 10^-20 dollars. */
  of(amount: bigint, currency: Currency): bigint {
    const price = this.#price(currency);
    const shift = USD_DECIMALS - currency.decimals - price.decimals;
    assert(shift >= 0, "coins and prices together have at most 20 decimals");
    return amount * price.units * 10n ** BigInt(shift);
  }

  /** How many of a coin a number of 10^-20 dollars buys; 0 while the coin has no price. */
  textIn(usd: bigint, code: string): string {
    const currency = this.#accounts.currency(code);
    if (currency === undefined) return "0";
    const { units, decimals } = this.#price(currency);
    return formatRatio(usd * 10n ** BigInt(decimals), USD_SCALE * units, SHOWN_DECIMALS);
  }

  #price(currency: Currency): UsdPrice {
    let price = this.#prices.get(currency.index);
    if (price === undefined) {
      price = usdPrice(this.#accounts, this.#realm, currency);
      this.#prices.set(currency.index, price);
    }
    return price;
  }
}

/** Dollars as a text. */
export function usdText(usd: bigint): string {
  return formatRatio(usd, USD_SCALE, SHOWN_DECIMALS);
}
