import { Type } from "typebox";
import { MERGE_STEPS, ticksOfStep } from "../../../../projections/live/merge-depth.ts";
import { depthRowSchema } from "../../../../wire/v2/depth-rows.ts";
import { defineEndpoint } from "../../../http/endpoint.ts";
import { enumeration, limit, symbol } from "../../../http/fields.ts";
import { spotInstrument } from "../../shared/instruments.ts";
import { depthOf } from "../../shared/market-rows.ts";

export const getSpotOrderBook = defineEndpoint({
  method: "GET",
  paths: ["/api/v2/spot/market/orderbook"],
  version: "v2",
  summary: "Spot depth, merged by powers of ten of the price increment",
  access: { kind: "public" },
  limit: { perSecond: 20, per: "ip" },
  request: Type.Object({
    symbol: symbol(),
    type: enumeration(MERGE_STEPS, { default: "step0" }),
    limit: limit({ default: 150, max: 150 }),
  }),
  response: depthRowSchema,
  handle(context, request) {
    const instrument = spotInstrument(context, request.symbol);
    const stepTicks = ticksOfStep(request.type);
    return depthOf(context.exchange, instrument, { stepTicks, limit: request.limit });
  },
});
