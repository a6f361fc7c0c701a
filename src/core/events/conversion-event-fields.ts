/** Events of conversions between coins (decision 0060). */
import { REALMS, WALLETS } from "../base/vocabulary.ts";
import type { Fields } from "../commands/schema.ts";

export const CONVERSION_EVENTS = {
  conversion_terms_changed: { realm: REALMS, currency: "int" },
  conversion_rules_changed: { realm: REALMS },

  /** A price was quoted: `priceDigits` × 10^-`priceDecimals` coins for one coin given. */
  conversion_quoted: {
    quoteId: "int",
    user: "int",
    fromCurrency: "int",
    fromAmount: "money",
    toCurrency: "int",
    toAmount: "money",
    priceDigits: "int",
    priceDecimals: "int",
    expiresAtMs: "int",
  },

  /**
   * A quote was accepted: the exchange's inventory received `fromAmount` and paid `toAmount`.
   * Balances are those of the user's wallet after it.
   */
  conversion_executed: {
    conversionId: "int",
    quoteId: "int",
    user: "int",
    wallet: WALLETS,
    fromCurrency: "int",
    fromAmount: "money",
    fromBalance: "money",
    toCurrency: "int",
    toAmount: "money",
    toBalance: "money",
    priceDigits: "int",
    priceDecimals: "int",
  },
} as const satisfies Readonly<Record<string, Fields>>;
