/** The two kinds of margin accounts, whose endpoints are twins: crossed and isolated. */
import { type TOptional, type TUnsafe, Type } from "typebox";
import type { MarginWallet } from "../../../core/base/vocabulary.ts";
import type { Currency, Instrument } from "../../../core/instruments/instrument.ts";
import { parseUnits } from "../../../core/money/decimals.ts";
import { ATOMS_MAX, type Atoms, atoms } from "../../../core/money/units.ts";
import type { LoanTermsRead, MarginPlace } from "../../../core/reads/loan-reads.ts";
import type { Endpoint, PrivateContext } from "../../http/endpoint.ts";
import { symbol } from "../../http/fields.ts";
import { rejectionError } from "../../rejection-codes.ts";
import { spotInstrument } from "../shared/instruments.ts";

export interface MarginMode {
  /** Part of the path. */
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
 * The parameter that names an isolated account. Crossed margin has no such parameter; to a handler
 * of both kinds it is one that may be absent.
 */
export function symbolField(mode: MarginMode): SymbolField {
  return (mode.isIsolated ? { symbol: symbol() } : {}) as unknown as SymbolField;
}

/** The same where it may be left out, to mean all isolated accounts. */
export function symbolFilter(mode: MarginMode): SymbolField {
  return (mode.isIsolated ? { symbol: Type.Optional(symbol()) } : {}) as SymbolField;
}

/** The first part of a path. */
export function marginPath(mode: MarginMode, rest: string): string {
  return `/api/v2/margin/${mode.word}/${rest}`;
}

/** The pair of an isolated account; throws 50004 where nothing is lent on it. */
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

/** The caller's account of this kind; `name` is that of an isolated one. */
export function marginPlace(
  context: PrivateContext,
  mode: MarginMode,
  name: string | undefined,
): MarginPlace {
  return {
    user: context.principal.userIndex,
    wallet: mode.wallet,
    instrument: marginInstrument(context, mode, name),
  };
}

/** Index + 1 of an account's instrument, or 0: as commands and history name it. */
export function placeNumber(place: MarginPlace): number {
  return place.instrument === undefined ? 0 : place.instrument.index + 1;
}

/** Symbol of the account that a row of history names. */
export function symbolOfPlace(context: PrivateContext, place: number): string {
  return context.exchange.accounts.instrumentAt(place - 1)?.symbol ?? "";
}

export function currencyNamed(context: PrivateContext, code: string): Currency {
  const currency = context.exchange.accounts.currency(code);
  if (currency === undefined) throw rejectionError("currency_not_found", "margin");
  return currency;
}

/** As `currencyNamed`; `undefined` for a filter that was not sent. */
export function currencyFilter(
  context: PrivateContext,
  code: string | undefined,
): number | undefined {
  return code === undefined ? undefined : currencyNamed(context, code).index;
}

/** What a coin may be borrowed for in an account; throws 50004 where it is not lent. */
export function termsNamed(
  context: PrivateContext,
  place: MarginPlace,
  currency: Currency,
): LoanTermsRead {
  const { lending } = context.exchange.accounts;
  const terms = lending.terms(context.realm, place.instrument);
  const found = terms.find((one) => one.currency === currency.index);
  if (found === undefined) throw rejectionError("margin_not_supported", "margin");
  return found;
}

/** Throws "wrong parameter" for an amount finer than the coin's unit or out of all bounds. */
export function amountNamed(
  context: PrivateContext,
  currency: Currency,
  named: { readonly name: string; readonly text: string },
): Atoms {
  const amount = parseUnits(named.text, currency.decimals);
  if (amount === undefined || amount > ATOMS_MAX) throw context.errors.wrong(named.name);
  return atoms(amount);
}
