import { Type } from "typebox";
import type { Instrument } from "../../../core/instruments/instrument.ts";
import { rateE6Text } from "../../../wire/texts.ts";
import { defineEndpoint, type EndpointContext } from "../../http/endpoint.ts";
import { enumeration, PRODUCT_TYPES, symbol } from "../../http/fields.ts";
import { type WireError, wireError } from "../../http/wire-error.ts";
import { rejectionError } from "../../rejection-codes.ts";
import { categoryOf } from "../shared/instruments.ts";

const BUSINESS_TYPES = ["mix", "spot", "margin"] as const;
type BusinessType = (typeof BUSINESS_TYPES)[number];

/** The instruments of a business line called `symbol`, or all of them. */
function instrumentsIn(
  context: EndpointContext,
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

function noInstrument(business: BusinessType): WireError {
  return rejectionError("instrument_not_found", business === "spot" ? "v2_spot" : "v2_mix");
}

function ratesOf(instrument: Instrument) {
  return {
    makerFeeRate: rateE6Text(instrument.makerRate),
    takerFeeRate: rateE6Text(instrument.takerRate),
  };
}

export const getTradeRate = defineEndpoint({
  method: "GET",
  paths: ["/api/v2/common/trade-rate"],
  version: "v2",
  summary: "The caller's fee rates of a symbol",
  access: { kind: "private", permission: "read" },
  limit: { perSecond: 10, per: "uid" },
  request: Type.Object({ symbol: symbol(), businessType: enumeration(BUSINESS_TYPES) }),
  response: Type.Object({ makerFeeRate: Type.String(), takerFeeRate: Type.String() }),
  handle(context, request) {
    const { businessType } = request;
    const [instrument] = instrumentsIn(context, businessType, request.symbol);
    if (instrument !== undefined) return ratesOf(instrument);
    throw noInstrument(businessType);
  },
});

export const getAllTradeRates = defineEndpoint({
  method: "GET",
  paths: ["/api/v2/common/all-trade-rate"],
  version: "v2",
  summary: "The caller's fee rates of all symbols of a business line",
  access: { kind: "private", permission: "read" },
  limit: { perSecond: 10, per: "uid" },
  request: Type.Object({
    symbol: Type.Optional(symbol()),
    businessType: enumeration(BUSINESS_TYPES),
  }),
  response: Type.Array(
    Type.Object({
      symbol: Type.String(),
      makerFeeRate: Type.String(),
      takerFeeRate: Type.String(),
    }),
  ),
  handle(context, request) {
    const { businessType } = request;
    const instruments = instrumentsIn(context, businessType, request.symbol);
    if (instruments.length === 0 && request.symbol !== undefined) throw noInstrument(businessType);
    return instruments.map((one) => ({ symbol: one.symbol, ...ratesOf(one) }));
  },
});
