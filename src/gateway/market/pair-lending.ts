/** Loans of the two coins of a spot pair, which decide whether margin accounts trade it. */

import type { Realm } from "../../core/base/vocabulary.ts";
import type { Instrument } from "../../core/instruments/instrument.ts";
import type { LoanTermsRead } from "../../core/reads/loan-reads.ts";
import type { ExchangeAccess } from "../exchange-access.ts";

/** Terms of loans of the coins of a pair in an account, as far as they have some there. */
export type PairTerms = { readonly [side in "base" | "quote"]: LoanTermsRead | undefined };

type LendingContext = { readonly exchange: ExchangeAccess; readonly realm: Realm };

/** Picks the terms of a pair out of those of all coins of an account. */
export function pairTermsOf(terms: readonly LoanTermsRead[], pair: Instrument): PairTerms {
  const of = (coin: number) => terms.find(({ currency }) => currency === coin);
  return { base: of(pair.base), quote: of(pair.quote) };
}

/** Terms of a pair in its own, isolated account and in the crossed account. */
export function pairLending(
  { exchange, realm }: LendingContext,
  pair: Instrument,
): { readonly isolated: PairTerms; readonly crossed: PairTerms } {
  const { lending } = exchange.accounts;
  return {
    isolated: pairTermsOf(lending.terms(realm, pair), pair),
    crossed: pairTermsOf(lending.terms(realm, undefined), pair),
  };
}

/** Whether orders on the pair may use the account. */
export function isTraded({ base, quote }: PairTerms): boolean {
  return base !== undefined && quote !== undefined;
}

/** Largest leverage of the tiers of both coins; 0 if orders on the pair may not use the account. */
export function leverageMaxOf(terms: PairTerms): number {
  if (!isTraded(terms)) return 0;
  const tiers = [terms.base, terms.quote].flatMap((one) => one?.tiers ?? []);
  return Math.max(0, ...tiers.map(({ leverage }) => leverage));
}

/** Whether a pair is open for margin trading, in its isolated or in the crossed account. */
export function isOpenForMargin(context: LendingContext, pair: Instrument): boolean {
  const { crossed, isolated } = pairLending(context, pair);
  return isTraded(isolated) || isTraded(crossed);
}
