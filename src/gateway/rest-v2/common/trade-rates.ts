import type { Instrument } from "../../../core/instruments/instrument.ts";
import { rateE6Text } from "../../../wire/texts.ts";
import { PRODUCT_TYPES } from "../../../wire/words/categories.ts";
import type { PrivateContext } from "../../http/endpoint.ts";
import type { WireError } from "../../http/wire-error.ts";
import { isOpenForMargin } from "../../market/pair-lending.ts";
import { rejectionError } from "../../rejection-codes.ts";
import { categoryOf } from "../shared/instruments.ts";

export const BUSINESS_TYPES = ["mix", "spot", "margin"] as const;

type BusinessType = (typeof BUSINESS_TYPES)[number];

/**
 * Returns the instrument of a business line called `symbol`, or all of them. Those of margin are
 * the spot pairs on which something can be borrowed.
 */
export function instrumentsIn(
  context: PrivateContext,
  business: BusinessType,
  named: string | undefined,
): readonly Instrument[] {
  const { accounts } = context.exchange;
  const categories = business === "mix" ? PRODUCT_TYPES.map(categoryOf) : (["spot"] as const);
  const isAsked = (instrument: Instrument): boolean =>
    (named === undefined || instrument.symbol === named) &&
    (business !== "margin" || isOpenForMargin(context, instrument));
  return categories.flatMap((one) => accounts.instrumentsOf(context.realm, one)).filter(isAsked);
}

export function noInstrument(business: BusinessType): WireError {
  return rejectionError("instrument_not_found", business === "mix" ? "v2_mix" : "v2_spot");
}

/** Rates that the caller pays in an instrument. */
export function ratesOf({ exchange, principal }: PrivateContext, instrument: Instrument) {
  const rates = exchange.accounts.fees.ofUser(principal.userIndex, instrument);
  return {
    makerFeeRate: rateE6Text(rates.makerRate),
    takerFeeRate: rateE6Text(rates.takerRate),
  };
}
