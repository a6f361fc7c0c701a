/** Common parts of `borrow` and `repay`. */

import { Type } from "typebox";
import type { Currency } from "../../../core/instruments/instrument.ts";
import type { MarginAccountKey } from "../../../core/reads/loan-reads.ts";
import type { PrivateContext } from "../../http/endpoint.ts";
import { clientOidV2, coin } from "../../http/fields.ts";
import { submitAccepted } from "../shared/submit.ts";
import {
  type amountNamed,
  currencyNamed,
  type MarginMode,
  marginPlace,
  placeNumber,
} from "./margin-mode.ts";

export const LOAN_FIELDS = { coin: coin(), clientOid: Type.Optional(clientOidV2()) };

export const LOAN_ROW = { symbol: Type.Optional(Type.String()), coin: Type.String() };

export const LOAN_ENDPOINT = {
  version: "v2",
  access: { kind: "private", permission: "margin_trade" },
  limit: { perSecond: 10, per: "uid" },
  once: true,
  oncePerClientId: true,
} as const;

/** Account and coin of a request, repeated in its response. */
export type NamedLoan = { readonly place: MarginAccountKey; readonly currency: Currency };

export function namedLoan(
  context: PrivateContext,
  mode: MarginMode,
  request: { readonly symbol?: string; readonly coin: string },
): NamedLoan {
  const place = marginPlace(context, mode, request.symbol);
  return { place, currency: currencyNamed(context, request.coin) };
}

export function loanRow({ currency, place }: NamedLoan) {
  const symbol = place.instrument === undefined ? {} : { symbol: place.instrument.symbol };
  return { ...symbol, coin: currency.code };
}

/** Submits a loan or repayment; returns its id. */
export async function submitLoan(
  context: PrivateContext,
  { currency, place }: NamedLoan,
  terms: { readonly kind: "borrow" | "repay"; readonly amount: ReturnType<typeof amountNamed> },
): Promise<number> {
  const { user, wallet } = place;
  const account = { user, wallet, instrument: placeNumber(place), currency: currency.index };
  const { id } = await submitAccepted(context, { ...account, ...terms }, "margin");
  return id;
}
