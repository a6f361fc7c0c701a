import type { Instrument } from "../../../core/instruments/instrument.ts";
import type { LoanTermsRead } from "../../../core/reads/loan-reads.ts";
import type { EndpointContext } from "../../http/endpoint.ts";

/** Terms of loans of the coins of a pair in an account, as far as they have some there. */
export type PairTerms = { readonly [side in "base" | "quote"]: LoanTermsRead | undefined };

/** Terms of a pair in its own, isolated account and in the crossed account. */
export function pairLending(
  { exchange, realm }: EndpointContext,
  pair: Instrument,
): { readonly isolated: PairTerms; readonly crossed: PairTerms } {
  const termsIn = (place: Instrument | undefined): PairTerms => {
    const terms = exchange.accounts.lending.terms(realm, place);
    const of = (coin: number) => terms.find(({ currency }) => currency === coin);
    return { base: of(pair.base), quote: of(pair.quote) };
  };
  return { isolated: termsIn(pair), crossed: termsIn(undefined) };
}

/** Whether orders on the pair may use the account. */
export function isTraded({ base, quote }: PairTerms): boolean {
  return base !== undefined && quote !== undefined;
}

/** Whether a pair is open for margin trading, in its isolated or in the crossed account. */
export function isOpenForMargin(context: EndpointContext, pair: Instrument): boolean {
  const { crossed, isolated } = pairLending(context, pair);
  return isTraded(isolated) || isTraded(crossed);
}
