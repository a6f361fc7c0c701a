import { Type } from "typebox";
import { MERGE_SCALES } from "../../../../projections/live/merge-depth.ts";
import { mergedDepthRowSchema } from "../../../../wire/v2/depth-rows.ts";
import { defineEndpoint } from "../../../http/endpoint.ts";
import { enumeration } from "../../../http/fields.ts";
import { mixInstrument } from "../../shared/instruments.ts";
import { MERGE_LIMITS, mergedDepthOf } from "../../shared/market-rows.ts";
import { CONTRACT_FIELDS } from "./contract-fields.ts";

export const getMixMergeDepth = defineEndpoint({
  method: "GET",
  paths: ["/api/v2/mix/market/merge-depth"],
  version: "v2",
  summary: "Depth of a contract in four precisions",
  access: { kind: "public" },
  limit: { perSecond: 20, per: "ip" },
  request: Type.Object({
    ...CONTRACT_FIELDS,
    precision: enumeration(MERGE_SCALES, { default: "scale0" }),
    limit: enumeration(MERGE_LIMITS, { default: "100" }),
  }),
  response: mergedDepthRowSchema,
  handle(context, request) {
    return mergedDepthOf(context.exchange, mixInstrument(context, request), request);
  },
});
