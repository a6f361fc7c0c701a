import { Type } from "typebox";
import { MERGE_SCALES } from "../../../../projections/live/merge-depth.ts";
import { mergedDepthRowSchema } from "../../../../wire/v2/depth-rows.ts";
import { defineEndpoint } from "../../../http/endpoint.ts";
import { enumeration, symbol } from "../../../http/fields.ts";
import { spotInstrument } from "../../shared/instruments.ts";
import { MERGE_LIMITS, mergedDepthOf } from "../../shared/market-rows.ts";

export const getSpotMergeDepth = defineEndpoint({
  method: "GET",
  paths: ["/api/v2/spot/market/merge-depth"],
  version: "v2",
  summary: "Spot depth in four precisions",
  access: { kind: "public" },
  limit: { perSecond: 20, per: "ip" },
  request: Type.Object({
    symbol: symbol(),
    precision: enumeration(MERGE_SCALES, { default: "scale0" }),
    limit: enumeration(MERGE_LIMITS, { default: "100" }),
  }),
  response: mergedDepthRowSchema,
  handle(context, request) {
    return mergedDepthOf(context.exchange, spotInstrument(context, request.symbol), request);
  },
});
