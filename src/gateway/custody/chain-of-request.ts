import type { ChainTerms } from "../../core/instruments/chain-terms.ts";
import type { Currency } from "../../core/instruments/instrument.ts";
import type { EndpointContext } from "../http/endpoint.ts";
import { type RejectionDialect, rejectionError } from "../rejection-codes.ts";

/** Returns a coin by its upper-case name; throws the error of the dialect if there is none. */
export function coinNamed(
  { exchange }: EndpointContext,
  name: string,
  dialect: RejectionDialect,
): Currency {
  const currency = exchange.accounts.currency(name);
  if (currency === undefined) throw rejectionError("currency_not_found", dialect);
  return currency;
}

/** Returns a coin's chain by its name, or its first one; throws if there is none. */
export function chainNamed(
  { exchange }: EndpointContext,
  currency: Currency,
  name: string | undefined,
  dialect: RejectionDialect,
): ChainTerms {
  const { custody } = exchange.accounts;
  const found =
    name === undefined ? custody.chainsOf(currency.index)[0] : custody.chain(currency.index, name);
  if (found === undefined) throw rejectionError("chain_not_found", dialect);
  return found;
}
