/** Look-up of the coins of requests. */
import type { Currency } from "../../../core/instruments/instrument.ts";
import type { EndpointContext } from "../../http/endpoint.ts";

/** Returns the coin called `name`; throws 40034 if there is none. */
export function coinOf(context: EndpointContext, name: string): Currency {
  const currency = context.exchange.accounts.currency(name);
  if (currency === undefined) throw context.errors.unknown("coin");
  return currency;
}

/** Returns the coin that a list is asked for, or `undefined` when it is asked for all. */
export function coinAskedFor(
  context: EndpointContext,
  name: string | undefined,
): Currency | undefined {
  return name === undefined ? undefined : coinOf(context, name);
}
