import { Type } from "typebox";
import { PRODUCT_TYPES } from "../../../../wire/words/categories.ts";
import { defineEndpoint } from "../../../http/endpoint.ts";
import { productType } from "../../../http/fields.ts";
import { feeLevels, feeLevelsOf } from "../../shared/fee-levels.ts";
import { mixInstruments } from "../../shared/instruments.ts";

export const getMixFeeLevels = defineEndpoint({
  method: "GET",
  paths: ["/api/v2/mix/market/vip-fee-rate"],
  version: "v2",
  summary: "Futures fee rates by level",
  access: { kind: "public" },
  limit: { perSecond: 10, per: "ip" },
  request: Type.Object({ productType: Type.Optional(productType()) }),
  response: feeLevels,
  handle(context, request) {
    const lines = request.productType === undefined ? PRODUCT_TYPES : [request.productType];
    const instruments = lines.flatMap((line) => mixInstruments(context, { productType: line }));
    return feeLevelsOf(context, instruments);
  },
});
