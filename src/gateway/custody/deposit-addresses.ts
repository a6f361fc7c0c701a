/** Addresses for deposits, common to v2 and v3. */
import { Type } from "typebox";
import { depositAddress } from "../../wire/deposit-address.ts";
import type { PrivateContext } from "../http/endpoint.ts";
import { coin, decimal, text } from "../http/fields.ts";
import { wireError } from "../http/wire-error.ts";
import type { RejectionDialect } from "../rejection-codes.ts";
import { chainNamed, coinNamed } from "./chain-of-request.ts";

export const ADDRESS_FIELDS = {
  coin: coin(),
  chain: Type.Optional(text({ description: "The coin's first chain when absent" })),
  size: Type.Optional(decimal({ description: "Has no effect on chains without invoices" })),
};

export const addressReplySchema = Type.Object({
  address: Type.String(),
  chain: Type.String(),
  coin: Type.String(),
  tag: Type.String(),
  url: Type.String(),
});

type AddressRequest = { readonly coin: string; readonly chain?: string };

/** Returns a user's address for deposits. Throws for a coin or chain without deposits. */
export function addressReply(
  context: PrivateContext,
  request: AddressRequest,
  of: { readonly user: number; readonly dialect: RejectionDialect },
) {
  const currency = coinNamed(context, request.coin, of.dialect);
  const terms = chainNamed(context, currency, request.chain, of.dialect);
  if (!terms.isRechargeable) throw wireError("47001");
  const { address, tag } = depositAddress(terms.chain, of.user, terms.needsTag);
  const url = terms.browserUrl === "" ? "" : `${terms.browserUrl}/address/${address}`;
  return { address, chain: terms.chain, coin: currency.code, tag, url };
}
