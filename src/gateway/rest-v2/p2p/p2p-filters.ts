/** What the peer-to-peer endpoints of v2 share. */
import type { PrivateContext } from "../../http/endpoint.ts";
import { wireError } from "../../http/wire-error.ts";

/** Keys of both account kinds read: unified merchants publish their ads on v3. */
export const P2P_READ_ACCESS = {
  kind: "private",
  permission: ["read", "p2p_read"],
  accounts: "any",
  realm: "live",
} as const;

/** Longest span of a list, in days (rest-v2.md). */
export const P2P_SPAN_DAYS_MAX = 90;

/** Returns the indexes of a coin and a fiat currency, `undefined` for those that were not sent. */
export function pairFilter(
  context: PrivateContext,
  { coin, fiat }: { readonly coin?: string; readonly fiat?: string },
) {
  const { accounts } = context.exchange;
  const currency = coin === undefined ? undefined : accounts.currency(coin);
  if (coin !== undefined && currency === undefined) throw context.errors.unknown("coin");
  const listed = fiat === undefined ? undefined : accounts.p2p.fiat(fiat);
  if (fiat !== undefined && listed === undefined) throw wireError("60006", "fiat");
  return { currency: currency?.index, fiat: listed?.index };
}
