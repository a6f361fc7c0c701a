import { formatTrimmed } from "../core/money/decimals.ts";
import type { Realm } from "../core/vocabulary.ts";
import type { LiveAccounts } from "../projections/live/live-accounts.ts";

/** Decimals of values in US dollars. */
const USD_DECIMALS = 8;
const DOLLARS: ReadonlySet<string> = new Set(["USDT", "USDC", "SUSDT", "SUSDC"]);

type Currency = NonNullable<ReturnType<LiveAccounts["currencyAt"]>>;

/** What currencies are worth in US dollars, for figures that are shown. */
export class Valuation {
  readonly #accounts: LiveAccounts;

  constructor(accounts: LiveAccounts) {
    this.#accounts = accounts;
  }

  /** Value of an amount in units of 10^-8 dollars, rounded down; 0 without a price. */
  usd(realm: Realm, currency: Currency, amount: bigint): bigint {
    if (DOLLARS.has(currency.code)) {
      return (amount * 10n ** BigInt(USD_DECIMALS)) / 10n ** BigInt(currency.decimals);
    }
    const code = currency.isPractice ? currency.code.slice(1) : currency.code;
    const instrument = this.#accounts.instrument(realm, "spot", `${code}USDT`);
    if (instrument === undefined) return 0n;
    const { last, index } = this.#accounts.prices(instrument);
    const price = BigInt(last > 0 ? last : index) * BigInt(instrument.tickStep);
    const scale = BigInt(currency.decimals + instrument.priceDecimals - USD_DECIMALS);
    const value = amount * price;
    return scale >= 0n ? value / 10n ** scale : value * 10n ** -scale;
  }

  usdText(realm: Realm, currency: Currency, amount: bigint): string {
    return formatTrimmed(this.usd(realm, currency, amount), USD_DECIMALS);
  }
}

/** A value in units of 10^-8 dollars as decimal text. */
export function usdText(value: bigint): string {
  return formatTrimmed(value, USD_DECIMALS);
}
