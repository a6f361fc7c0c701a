import { unreachable } from "../../../core/base/assert.ts";
import type { P2pPriceType } from "../../../core/base/vocabulary.ts";
import { type Atoms, ZERO_ATOMS } from "../../../core/money/units.ts";
import type { PrivateContext } from "../../http/endpoint.ts";
import { p2pAtoms, premiumOf } from "../../p2p/p2p-request.ts";

/**
 * Throws if the price or premium that the type needs is missing, or the other one is sent: it would
 * have no effect. `kept` are those that the ad has already.
 */
export function checkPricing(
  { errors }: PrivateContext,
  priceType: P2pPriceType,
  sent: { readonly price: Atoms; readonly premiumE6: number },
  kept: { readonly price: Atoms; readonly premiumE6: number } = { price: ZERO_ATOMS, premiumE6: 0 },
): void {
  switch (priceType) {
    case "fixed":
      if (sent.premiumE6 !== 0) throw errors.wrong("premium");
      if (sent.price === 0n && kept.price === 0n) throw errors.missing("price");
      return;
    case "floating":
      if (sent.price !== 0n) throw errors.wrong("price");
      if (sent.premiumE6 === 0 && kept.premiumE6 === 0) throw errors.missing("premium");
      return;
    default:
      unreachable(priceType);
  }
}

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
