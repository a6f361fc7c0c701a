/** Commands of conversions between coins against the exchange (decision 0060). */
import { REALMS } from "../base/vocabulary.ts";
import type { GroupedFields } from "./schema.ts";

export const CONVERSION_COMMANDS = {
  /**
   * Terms of converting a coin. Amounts are those of one conversion; a largest amount of 0
   * withdraws the coin. `spreadE6` is the coin's part of the spread, in millionths. `netMax` is the
   * largest change of the exchange's inventory of the coin in a day.
   */
  set_conversion_terms: {
    realm: REALMS,
    currency: "int",
    amountMin: "money",
    amountMax: "money",
    spreadE6: "int",
    netMax: "money",
  },

  /**
   * Rules of all conversions of a realm: largest numbers of open quotes, of the realm and of a main
   * account with its sub-accounts; the value that such an account may convert in a day; the loss in
   * a day after which conversions stop, both in US dollars.
   */
  set_conversion_rules: {
    realm: REALMS,
    quotesMax: "int",
    accountQuotesMax: "int",
    accountDayUsdMax: "int",
    dayLossUsdMax: "int",
  },

  /** Requests a price. `amount` is given in `fromCurrency` or, else, wanted in `toCurrency`. */
  quote_conversion: {
    user: "int",
    fromCurrency: "int",
    toCurrency: "int",
    isFromAmount: "flag",
    amount: "money",
  },

  /** Accepts a quote; all terms repeat those of the quote. */
  convert: {
    user: "int",
    quoteId: "int",
    fromCurrency: "int",
    fromAmount: "money",
    toCurrency: "int",
    toAmount: "money",
    priceDigits: "int",
    priceDecimals: "int",
  },
} as const satisfies Readonly<Record<string, GroupedFields>>;
