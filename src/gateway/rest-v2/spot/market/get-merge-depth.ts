import { Type } from "typebox";
import { mergedDepthRowSchema } from "../../../../wire/v2/depth-rows.ts";
import { defineEndpoint } from "../../../http/endpoint.ts";
import { symbol } from "../../../http/fields.ts";
import { spotInstrument } from "../../shared/instruments.ts";
import { MERGE_FIELDS, mergedDepthOf } from "../../shared/market-rows.ts";

export const getSpotMergeDepth = defineEndpoint({
  method: "GET",
  paths: ["/api/v2/spot/market/merge-depth"],
  version: "v2",
  summary: "Spot depth in four precisions",
  access: { kind: "public" },
  limit: { perSecond: 20, per: "ip" },
  request: Type.Object({ symbol: symbol(), ...MERGE_FIELDS }),
  response: mergedDepthRowSchema,
  handle(context, request) {
    return mergedDepthOf(context.exchange, spotInstrument(context, request.symbol), request);
  },
});
