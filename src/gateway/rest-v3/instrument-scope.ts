import type { Realm } from "../../core/base/vocabulary.ts";
import type { Instrument } from "../../core/instruments/instrument.ts";
import {
  categoryOfWire,
  FUTURES_CATEGORIES,
  type FuturesCategory,
} from "../../wire/words/categories.ts";
import type { ExchangeAccess } from "../exchange-access.ts";
import type { Category } from "../http/fields.ts";
import { isTraded, pairTermsOf } from "../market/pair-lending.ts";
import { rejectionError } from "../rejection-codes.ts";

/** Categories with instruments of their own: MARGIN trades the spot pairs whose coins are lent. */
export const TRADED_CATEGORIES = ["SPOT", ...FUTURES_CATEGORIES] as const;

/** Realm in which instruments are looked up. */
export interface RealmContext {
  readonly exchange: ExchangeAccess;
  readonly realm: Realm;
}

/** Returns the spot pairs of which both coins can be borrowed in a unified account. */
function marginInstruments({ exchange, realm }: RealmContext): readonly Instrument[] {
  const { accounts } = exchange;
  const terms = accounts.lending.terms(realm, undefined);
  return accounts.instrumentsOf(realm, "spot").filter((one) => isTraded(pairTermsOf(terms, one)));
}

/**
 * Returns the listed instruments of a category, or the one called `symbol`, in the realm of the
 * caller. Throws 25100 if the category does not list the symbol.
 */
export function instrumentsOf(
  context: RealmContext,
  category: Category,
  symbol: string | undefined,
): readonly Instrument[] {
  if (symbol !== undefined) return [instrumentOf(context, category, symbol)];
  if (category === "MARGIN") return marginInstruments(context);
  const known = categoryOfWire(category);
  return known === undefined ? [] : context.exchange.accounts.instrumentsOf(context.realm, known);
}

/** Returns one instrument by category and symbol; throws 25100 if there is none. */
export function instrumentOf(
  context: RealmContext,
  category: Category,
  symbol: string,
): Instrument {
  const known = categoryOfWire(category);
  const { accounts } = context.exchange;
  const instrument =
    category === "MARGIN"
      ? marginInstruments(context).find((one) => one.symbol === symbol)
      : known && accounts.instrument(context.realm, known, symbol);
  if (instrument === undefined) throw rejectionError("instrument_not_found", "v3");
  return instrument;
}

type TradedCategory = (typeof TRADED_CATEGORIES)[number];

/** Returns the instrument of the first category that lists the symbol; throws 25100. */
function firstNamed(
  { exchange, realm }: RealmContext,
  categories: readonly TradedCategory[],
  symbol: string,
): Instrument {
  for (const word of categories) {
    const known = categoryOfWire(word);
    const instrument = known && exchange.accounts.instrument(realm, known, symbol);
    if (instrument !== undefined) return instrument;
  }
  throw rejectionError("instrument_not_found", "v3");
}

/** Returns a futures instrument by symbol, in `category` if given; throws 25100. */
export function futuresInstrumentOf(
  context: RealmContext,
  category: FuturesCategory | undefined,
  symbol: string,
): Instrument {
  if (category !== undefined) return instrumentOf(context, category, symbol);
  return firstNamed(context, FUTURES_CATEGORIES, symbol);
}

/** Returns an instrument by symbol, in `category` if given, else contracts first; throws 25100. */
export function indexedInstrumentOf(
  context: RealmContext,
  category: TradedCategory | undefined,
  symbol: string,
): Instrument {
  if (category !== undefined) return instrumentOf(context, category, symbol);
  return firstNamed(context, [...FUTURES_CATEGORIES, "SPOT"], symbol);
}

/**
 * Returns the indexes of the instruments to which a list is restricted; undefined without a
 * restriction. Looks for a symbol without a category in all categories. Throws 25100.
 */
export function instrumentFilter(
  context: RealmContext,
  request: { readonly category?: Category; readonly symbol?: string },
): readonly number[] | undefined {
  const { category, symbol } = request;
  if (category !== undefined) {
    return instrumentsOf(context, category, symbol).map(({ index }) => index);
  }
  if (symbol === undefined) return undefined;
  const found = TRADED_CATEGORIES.flatMap((word) => {
    const known = categoryOfWire(word);
    const { accounts } = context.exchange;
    const one = known === undefined ? undefined : accounts.instrument(context.realm, known, symbol);
    return one === undefined ? [] : [one.index];
  });
  if (found.length === 0) throw rejectionError("instrument_not_found", "v3");
  return found;
}
