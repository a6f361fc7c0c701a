import type { Instrument } from "../../../core/instruments/instrument.ts";
import { rateE6Text } from "../../../wire/texts.ts";
import { PRODUCT_TYPES } from "../../../wire/words/categories.ts";
import type { PrivateContext } from "../../http/endpoint.ts";
import { type WireError, wireError } from "../../http/wire-error.ts";
import { rejectionError } from "../../rejection-codes.ts";
import { categoryOf } from "../shared/instruments.ts";

export const BUSINESS_TYPES = ["mix", "spot", "margin"] as const;

type BusinessType = (typeof BUSINESS_TYPES)[number];

/** Returns the instrument of a business line called `symbol`, or all of them. */
export function instrumentsIn(
  context: PrivateContext,
  business: BusinessType,
  named: string | undefined,
): readonly Instrument[] {
  const { accounts } = context.exchange;
  if (business === "margin") throw wireError("40805");
  const categories = business === "spot" ? (["spot"] as const) : PRODUCT_TYPES.map(categoryOf);
  const instruments = categories.flatMap((one) => accounts.instrumentsOf(context.realm, one));
  if (named === undefined) return instruments;
  return instruments.filter((instrument) => instrument.symbol === named);
}

export function noInstrument(business: BusinessType): WireError {
  return rejectionError("instrument_not_found", business === "spot" ? "v2_spot" : "v2_mix");
}

/** Rates that the caller pays in an instrument. */
export function ratesOf({ exchange, principal }: PrivateContext, instrument: Instrument) {
  const rates = exchange.accounts.fees.ofUser(principal.userIndex, instrument);
  return {
    makerFeeRate: rateE6Text(rates.makerRate),
    takerFeeRate: rateE6Text(rates.takerRate),
  };
}
