import { type Atoms, ZERO_ATOMS } from "../../../core/money/units.ts";
import type { PrivateContext } from "../../http/endpoint.ts";
import { p2pAtoms, premiumOf } from "../../p2p/p2p-request.ts";

type SentAmounts = {
  readonly price?: string;
  readonly premium?: string;
  readonly minAmount?: string;
  readonly maxAmount?: string;
  readonly quantity?: string;
};

/** Returns the amounts of an ad in units of the core; 0 for what was not sent. */
export function adAmounts(
  context: PrivateContext,
  sent: SentAmounts,
  { currency, fiat }: Readonly<Record<"currency" | "fiat", { readonly decimals: number }>>,
) {
  const units = (name: keyof SentAmounts, decimals: number): Atoms => {
    const value = sent[name];
    return value === undefined ? ZERO_ATOMS : p2pAtoms(context, { name, value }, decimals);
  };
  return {
    price: units("price", fiat.decimals),
    premiumE6: sent.premium === undefined ? 0 : premiumOf(context, sent.premium),
    amounts: {
      amountMin: units("minAmount", fiat.decimals),
      amountMax: units("maxAmount", fiat.decimals),
      quantity: units("quantity", currency.decimals),
    },
  };
}
