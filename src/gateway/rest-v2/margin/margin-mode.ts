/** The two kinds of margin accounts, which have the same endpoints: crossed and isolated. */
import { type TOptional, type TUnsafe, Type } from "typebox";
import type { MarginWallet } from "../../../core/base/vocabulary.ts";
import type { Currency, Instrument } from "../../../core/instruments/instrument.ts";
import { parseUnits } from "../../../core/money/decimals.ts";
import { ATOMS_MAX, type Atoms, atoms } from "../../../core/money/units.ts";
import type { LoanTermsRead, MarginAccountKey } from "../../../core/reads/loan-reads.ts";
import type { Endpoint, PrivateContext } from "../../http/endpoint.ts";
import { symbol } from "../../http/fields.ts";
import { rejectionError } from "../../rejection-codes.ts";
import { spotInstrument } from "../shared/instruments.ts";

export interface MarginMode {
  /** Segment of the path. */
  readonly word: "crossed" | "isolated";
  readonly wallet: MarginWallet;
  readonly isIsolated: boolean;
}

export const CROSSED: MarginMode = { word: "crossed", wallet: "crossed_margin", isIsolated: false };
export const ISOLATED: MarginMode = {
  word: "isolated",
  wallet: "isolated_margin",
  isIsolated: true,
};

/** Defines an endpoint once for both kinds. */
export function forBothModes(define: (mode: MarginMode) => Endpoint): readonly Endpoint[] {
  return [define(CROSSED), define(ISOLATED)];
}

type SymbolField = { readonly symbol: TOptional<TUnsafe<string>> };

/**
 * Returns the parameter that names an isolated account. Crossed margin has no such parameter;
 * handlers of both kinds see one that may be absent.
 */
export function symbolField(mode: MarginMode): SymbolField {
  return (mode.isIsolated ? { symbol: symbol() } : {}) as unknown as SymbolField;
}

/** Returns the same parameter as an optional filter; absent means all isolated accounts. */
export function symbolFilter(mode: MarginMode): SymbolField {
  return (mode.isIsolated ? { symbol: Type.Optional(symbol()) } : {}) as SymbolField;
}

/** Returns the path of an endpoint of the kind. */
export function marginPath(mode: MarginMode, rest: string): string {
  return `/api/v2/margin/${mode.word}/${rest}`;
}

/** Returns the pair of an isolated account; throws 50004 if nothing is lent on it. */
function marginInstrument(
  context: PrivateContext,
  mode: MarginMode,
  name: string | undefined,
): Instrument | undefined {
  if (!mode.isIsolated) return undefined;
  if (name === undefined) throw context.errors.missing("symbol");
  const instrument = spotInstrument(context, name);
  const { lending } = context.exchange.accounts;
  if (lending.terms(context.realm, instrument).length > 0) return instrument;
  throw rejectionError("margin_not_supported", "margin");
}

/** Returns the caller's account of this kind; `name` is the symbol of an isolated one. */
export function marginPlace(
  context: PrivateContext,
  mode: MarginMode,
  name: string | undefined,
): MarginAccountKey {
  return {
    user: context.principal.userIndex,
    wallet: mode.wallet,
    instrument: marginInstrument(context, mode, name),
  };
}

/** Returns index + 1 of the instrument of an account, or 0: its form in commands and history. */
export function placeNumber(place: MarginAccountKey): number {
  return place.instrument === undefined ? 0 : place.instrument.index + 1;
}

/** Returns the symbol of the account in a row of history. */
export function symbolOfPlace(context: PrivateContext, place: number): string {
  return context.exchange.accounts.instrumentAt(place - 1)?.symbol ?? "";
}

export function currencyNamed(context: PrivateContext, code: string): Currency {
  const currency = context.exchange.accounts.currency(code);
  if (currency === undefined) throw rejectionError("currency_not_found", "margin");
  return currency;
}

/** Returns the index of the currency of a filter; undefined if the filter was not sent. */
export function currencyFilter(
  context: PrivateContext,
  code: string | undefined,
): number | undefined {
  return code === undefined ? undefined : currencyNamed(context, code).index;
}

/** Returns the loan terms of a coin in an account; throws 50004 if it is not lent there. */
export function termsNamed(
  context: PrivateContext,
  place: MarginAccountKey,
  currency: Currency,
): LoanTermsRead {
  const { lending } = context.exchange.accounts;
  const terms = lending.terms(context.realm, place.instrument);
  const found = terms.find((one) => one.currency === currency.index);
  if (found === undefined) throw rejectionError("margin_not_supported", "margin");
  return found;
}

/**
 * Parses an amount; throws "wrong parameter" if it is finer than the unit of the coin or too large.
 */
export function amountNamed(
  context: PrivateContext,
  currency: Currency,
  named: { readonly name: string; readonly text: string },
): Atoms {
  const amount = parseUnits(named.text, currency.decimals);
  if (amount === undefined || amount > ATOMS_MAX) throw context.errors.wrong(named.name);
  return atoms(amount);
}
