/** Names of instruments that the operator lists: which coins and symbols a category allows. */
import type { Category, Realm } from "../../core/base/vocabulary.ts";
import { CATEGORY_TRAITS } from "../../core/base/word-traits.ts";
import type { Currency } from "../../core/instruments/instrument.ts";
import { underlyingOf } from "../../market-model/underlying.ts";

type CategoryNames = {
  /** Quote coin; undefined on spot, where any coin is. */
  readonly quote: string | undefined;
  readonly settlesIn: "quote" | "base";
  readonly isPractice: boolean;
  /** What follows the base coin in a symbol; undefined for the quote coin. */
  readonly suffix: string | undefined;
};

const NAMES: Readonly<Record<Category, CategoryNames>> = {
  spot: { quote: undefined, settlesIn: "quote", isPractice: false, suffix: undefined },
  usdt_futures: { quote: "USDT", settlesIn: "quote", isPractice: false, suffix: "USDT" },
  usdc_futures: { quote: "USDC", settlesIn: "quote", isPractice: false, suffix: "PERP" },
  coin_futures: { quote: "USD", settlesIn: "base", isPractice: false, suffix: "USD" },
  susdt_futures: { quote: "SUSDT", settlesIn: "quote", isPractice: true, suffix: "SUSDT" },
  susdc_futures: { quote: "SUSDC", settlesIn: "quote", isPractice: true, suffix: "SPERP" },
  scoin_futures: { quote: "SUSD", settlesIn: "base", isPractice: true, suffix: "SUSD" },
};

/** A month of futures markets and a year, in the symbol of a dated contract: Z26. */
const DATED_SUFFIX = /^[FGHJKMNQUVXZ]\d{2}$/;
const COIN_CODE = /^(?=.*[A-Z])[A-Z0-9]{2,16}$/;

/** Returns the quote coin of an instrument of a category; undefined where a spot pair has none. */
export function quoteOf(category: Category, given: string | undefined): string | undefined {
  return NAMES[category].quote ?? given;
}

export function settlesInBase(category: Category): boolean {
  return NAMES[category].settlesIn === "base";
}

/** Whether a symbol is that of a dated contract. */
export function isDatedSymbol(category: Category, base: string, symbol: string): boolean {
  const { suffix } = NAMES[category];
  const name = `${base}${suffix}`;
  return (
    suffix !== undefined && symbol.startsWith(name) && DATED_SUFFIX.test(symbol.slice(name.length))
  );
}

/** What is wrong with a code of a new coin; undefined for nothing. */
export function coinFault(code: string, isPractice: boolean): string | undefined {
  if (!COIN_CODE.test(code)) {
    return "a code of 2 to 16 upper-case letters and digits with a letter among them";
  }
  const underlying = underlyingOf(code);
  if (isPractice && !code.startsWith("S")) {
    return "the code of a practice coin begins with S";
  }
  if (!isPractice && underlying !== code) {
    return `${code} is the code of the practice coin of ${underlying}, whose price it would have`;
  }
  return undefined;
}

type Named = {
  readonly category: Category;
  readonly realm: Realm;
  readonly symbol: string;
  readonly base: Currency;
  readonly quote: Currency;
};

/** What is wrong with the coins and the symbol of a listing; undefined for nothing. */
export function namesFault({ base, category, quote, realm, symbol }: Named): string | undefined {
  const names = NAMES[category];
  if (names.isPractice && realm !== "live") {
    return "practice instruments are listed in the live realm";
  }
  if (base.index === quote.index) return "base and quote are two different coins";
  if (names.quote !== undefined && quote.code !== names.quote) {
    return `${category} are quoted in ${names.quote}, got ${quote.code}`;
  }
  const isPractice = [base, quote].map((coin) => coin.isPractice);
  if (isPractice.some((is) => is !== names.isPractice)) {
    return names.isPractice
      ? `${category} have practice coins, got ${base.code} and ${quote.code}`
      : `${category} has no practice coins, got ${base.code} and ${quote.code}`;
  }
  const name = `${base.code}${names.suffix ?? quote.code}`;
  if (symbol === name || isDatedSymbol(category, base.code, symbol)) return undefined;
  const { isFutures } = CATEGORY_TRAITS[category];
  const dated = isFutures ? `, or ${name}Z26 with the month and year of a dated contract` : "";
  return `the symbol of these coins in ${category} is ${name}${dated}`;
}
