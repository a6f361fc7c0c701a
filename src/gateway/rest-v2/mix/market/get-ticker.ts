import { Type } from "typebox";
import { mixTickerRowSchema } from "../../../../wire/v2/ticker-rows.ts";
import { defineEndpoint } from "../../../http/endpoint.ts";
import { mixInstrument } from "../../shared/instruments.ts";
import { mixTickerOf } from "../../shared/ticker-row.ts";
import { CONTRACT_FIELDS } from "./contract-fields.ts";

export const getMixTicker = defineEndpoint({
  method: "GET",
  paths: ["/api/v2/mix/market/ticker"],
  version: "v2",
  summary: "Ticker of one contract",
  access: { kind: "public" },
  limit: { perSecond: 20, per: "ip" },
  request: Type.Object(CONTRACT_FIELDS),
  response: Type.Array(mixTickerRowSchema),
  handle(context, request) {
    return mixTickerOf(context.exchange, mixInstrument(context, request));
  },
});
