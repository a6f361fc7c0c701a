/** Look-up of the instruments of requests, in the realm of the caller. */

import type { Category } from "../../../core/base/vocabulary.ts";
import { CATEGORY_TRAITS } from "../../../core/base/word-traits.ts";
import type { Currency, Instrument } from "../../../core/instruments/instrument.ts";
import { settleCoins } from "../../../wire/v2/mix-account-rows.ts";
import { categoryOfWire, PRODUCT_TYPES, type ProductType } from "../../../wire/words/categories.ts";
import type { EndpointContext, TradeContext } from "../../http/endpoint.ts";
import { wireError } from "../../http/wire-error.ts";
import { rejectionError } from "../../rejection-codes.ts";

/** Realm in which instruments are looked up. */
type RealmContext = Pick<TradeContext, "exchange" | "realm">;

/** Returns the spot pair called `symbol`; throws 40034 if there is none. */
export function spotInstrument(context: RealmContext, symbol: string): Instrument {
  const instrument = context.exchange.accounts.instrument(context.realm, "spot", symbol);
  if (instrument === undefined) throw rejectionError("instrument_not_found", "v2_spot");
  return instrument;
}

/** Returns the spot pair called `symbol`, or all pairs if the parameter is absent. */
export function spotInstruments(
  context: EndpointContext,
  symbol: string | undefined,
): readonly Instrument[] {
  if (symbol !== undefined) return [spotInstrument(context, symbol)];
  return context.exchange.accounts.instrumentsOf(context.realm, "spot");
}

export function categoryOf(productType: ProductType): Category {
  const category = categoryOfWire(productType);
  if (category === undefined) throw new TypeError(`${productType} is a product line`);
  return category;
}

export interface NamedContract {
  readonly symbol: string;
  readonly productType: ProductType;
  readonly marginCoin?: string;
}

/**
 * Returns the contract of a request. Throws 22012 for a contract of another product line, 40072 for
 * an unknown name, 40778 for a margin coin that is not that of the contract.
 */
export function mixInstrument(context: RealmContext, named: NamedContract): Instrument {
  const { accounts } = context.exchange;
  const category = categoryOf(named.productType);
  const instrument = accounts.instrument(context.realm, category, named.symbol);
  if (instrument === undefined) {
    const elsewhere = productTypeListing(context, named.symbol);
    if (elsewhere !== undefined) throw wireError("22012", named.symbol, named.productType);
    throw rejectionError("instrument_not_found", "v2_mix");
  }
  const settle = accounts.currencyAt(instrument.settle)?.code;
  if (named.marginCoin !== undefined && named.marginCoin !== settle) throw wireError("40778");
  return instrument;
}

/**
 * Returns the contract of this name that is margined in a coin. Throws 40072 for an unknown name,
 * 40778 if the contract is margined in another coin.
 */
export function contractByCoin(
  context: EndpointContext,
  named: { readonly symbol: string; readonly marginCoin: string },
): Instrument {
  const { accounts } = context.exchange;
  let isKnown = false;
  for (const productType of PRODUCT_TYPES) {
    const instrument = accounts.instrument(context.realm, categoryOf(productType), named.symbol);
    if (instrument === undefined) continue;
    if (accounts.currencyAt(instrument.settle)?.code === named.marginCoin) return instrument;
    isKnown = true;
  }
  throw isKnown ? wireError("40778") : rejectionError("instrument_not_found", "v2_mix");
}

/**
 * Returns the contract called `symbol`; if the parameter is absent all contracts of the product
 * line, or those margined in `marginCoin` if that is given. Throws as `mixInstrument`, and 40778 if
 * no contract of the line is margined in that coin.
 */
export function mixInstruments(
  context: EndpointContext,
  named: {
    readonly symbol?: string;
    readonly productType: ProductType;
    readonly marginCoin?: string;
  },
): readonly Instrument[] {
  const { symbol, marginCoin } = named;
  if (symbol !== undefined) return [mixInstrument(context, { ...named, symbol })];
  const { accounts } = context.exchange;
  const instruments = accounts.instrumentsOf(context.realm, categoryOf(named.productType));
  if (marginCoin === undefined) return instruments;
  const margined = instruments.filter(
    ({ settle }) => accounts.currencyAt(settle)?.code === marginCoin,
  );
  if (margined.length === 0) throw wireError("40778");
  return margined;
}

/** Returns the product line that lists `symbol`; symbols are unique over all lines. */
export function productTypeListing(context: RealmContext, symbol: string): ProductType | undefined {
  const { accounts } = context.exchange;
  return PRODUCT_TYPES.find(
    (line) => accounts.instrument(context.realm, categoryOf(line), symbol) !== undefined,
  );
}

/** Returns the indexes of instruments or currencies in core, for history queries. */
export function indexesOf(listed: readonly { readonly index: number }[]): readonly number[] {
  return listed.map(({ index }) => index);
}

/** Returns the margin currencies of a product line, each once, in listing order. */
export function settleCurrencies(
  context: EndpointContext,
  productType: ProductType,
): readonly number[] {
  const { accounts } = context.exchange;
  return indexesOf(settleCoins(accounts, context.realm, categoryOf(productType)));
}

/**
 * Returns the coins of a user's futures accounts in a product line: its margin coins, and on a line
 * of practice coins those that the user holds and that no contract settles in.
 */
export function accountCurrencies(
  context: EndpointContext,
  productType: ProductType,
  user: number,
): readonly Currency[] {
  const { accounts } = context.exchange;
  const settled = settleCoins(accounts, context.realm, categoryOf(productType));
  if (!settled.some(({ isPractice }) => isPractice)) return settled;
  const inUse = new Set(accounts.instruments().map(({ settle }) => settle));
  const wallet = CATEGORY_TRAITS[categoryOf(productType)].classicWallet;
  const others = accounts
    .balances(user, wallet)
    .filter(({ balance, currency }) => balance !== 0n && currency.isPractice)
    .map(({ currency }) => currency)
    .filter(({ index }) => !inUse.has(index));
  return [...settled, ...others];
}

/** Returns what `write` makes of each row; omits rows of instruments that are not listed. */
export function mapWithInstrument<R extends { readonly instrument: number }, T>(
  context: EndpointContext,
  rows: readonly R[],
  write: (instrument: Instrument, row: R) => T,
): T[] {
  return rows.flatMap((row) => {
    const instrument = context.exchange.accounts.instrumentAt(row.instrument);
    return instrument === undefined ? [] : [write(instrument, row)];
  });
}
