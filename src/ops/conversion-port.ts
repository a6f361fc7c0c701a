import type { Realm } from "../core/base/vocabulary.ts";
import type { AdminOutcome } from "./admin-outcome.ts";

/** Terms of converting a coin; undefined members keep their value. Amounts are decimal texts. */
export interface ConversionTermsChange {
  readonly realm: Realm;
  readonly coin: string;
  /** Bounds of one conversion; a largest amount of "0" withdraws the coin. */
  readonly amountMin?: string | undefined;
  readonly amountMax?: string | undefined;
  /** Part of the coin in the spread, a share: "0.0005". */
  readonly spread?: string | undefined;
  /** Largest change of the inventory in a UTC day, up or down. */
  readonly netMax?: string | undefined;
}

export interface ConversionTermsState {
  readonly realm: Realm;
  readonly coin: string;
  readonly amountMin: string;
  /** "0" for a coin that does not convert. */
  readonly amountMax: string;
  readonly spread: string;
  readonly netMax: string;
  readonly inventory: string;
  /** Change of the inventory in the present day. */
  readonly net: string;
}

/** Rules of the conversions of a realm; undefined members keep their value. */
export interface ConversionRulesChange {
  readonly realm: Realm;
  readonly quotesMax?: number | undefined;
  readonly accountQuotesMax?: number | undefined;
  readonly accountDayUsdMax?: number | undefined;
  readonly dayLossUsdMax?: number | undefined;
}

export interface ConversionRulesState {
  readonly realm: Realm;
  readonly quotesMax: number;
  readonly accountQuotesMax: number;
  readonly accountDayUsdMax: number;
  readonly dayLossUsdMax: number;
  /** Result of the day for the exchange at present index prices, in US dollars. */
  readonly dayResult: string;
  readonly openQuotes: number;
}

/** Actions on conversions that the administrative routes call. */
export interface ConversionActions {
  listConversionTerms(): readonly ConversionTermsState[];
  setConversionTerms(change: ConversionTermsChange): Promise<AdminOutcome<ConversionTermsChange>>;
  listConversionRules(): readonly ConversionRulesState[];
  setConversionRules(change: ConversionRulesChange): Promise<AdminOutcome<ConversionRulesChange>>;
}
