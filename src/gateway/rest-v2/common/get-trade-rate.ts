import { Type } from "typebox";
import { defineEndpoint } from "../../http/endpoint.ts";
import { enumeration, symbol } from "../../http/fields.ts";
import { BUSINESS_TYPES, instrumentsIn, noInstrument, ratesOf } from "./trade-rates.ts";

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
    if (instrument !== undefined) return ratesOf(context, instrument);
    throw noInstrument(businessType);
  },
});
