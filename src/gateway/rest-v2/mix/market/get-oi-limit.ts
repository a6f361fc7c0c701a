import { Type } from "typebox";
import { defineEndpoint } from "../../../http/endpoint.ts";
import { productType, symbol } from "../../../http/fields.ts";
import { OI_LIMIT, oiLimitOf, oiLimitRow } from "../../../market/open-interest-share.ts";
import { mixInstruments } from "../../shared/instruments.ts";

export const getMixOiLimit = defineEndpoint({
  ...OI_LIMIT,
  method: "GET",
  paths: ["/api/v2/mix/market/oi-limit"],
  version: "v2",
  request: Type.Object({ productType: productType(), symbol: Type.Optional(symbol()) }),
  response: Type.Array(oiLimitRow),
  handle(context, request) {
    const instruments = mixInstruments(context, request);
    return instruments.map((instrument) => oiLimitOf(context.exchange, instrument));
  },
});
