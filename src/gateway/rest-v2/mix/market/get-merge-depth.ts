import { Type } from "typebox";
import { mergedDepthRowSchema } from "../../../../wire/v2/depth-rows.ts";
import { defineEndpoint } from "../../../http/endpoint.ts";
import { mixInstrument } from "../../shared/instruments.ts";
import { MERGE_FIELDS, mergedDepthOf } from "../../shared/market-rows.ts";
import { CONTRACT_FIELDS } from "./contract-fields.ts";

export const getMixMergeDepth = defineEndpoint({
  method: "GET",
  paths: ["/api/v2/mix/market/merge-depth"],
  version: "v2",
  summary: "Depth of a contract in four precisions",
  access: { kind: "public" },
  limit: { perSecond: 20, per: "ip" },
  request: Type.Object({ ...CONTRACT_FIELDS, ...MERGE_FIELDS }),
  response: mergedDepthRowSchema,
  handle(context, request) {
    return mergedDepthOf(context.exchange, mixInstrument(context, request), request);
  },
});
