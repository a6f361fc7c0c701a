import { Type } from "typebox";
import { defineEndpoint } from "../../http/endpoint.ts";
import { enumeration, symbol } from "../../http/fields.ts";
import { BUSINESS_TYPES, instrumentsIn, noInstrument, ratesOf } from "./trade-rates.ts";

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
    return instruments.map((one) => ({ symbol: one.symbol, ...ratesOf(context, one) }));
  },
});
