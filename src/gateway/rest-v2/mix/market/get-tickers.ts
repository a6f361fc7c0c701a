import { Type } from "typebox";
import { mixTickerRowSchema } from "../../../../wire/v2/ticker-rows.ts";
import { defineEndpoint } from "../../../http/endpoint.ts";
import { productType } from "../../../http/fields.ts";
import { mixInstruments } from "../../shared/instruments.ts";
import { mixTickerOf } from "../../shared/ticker-row.ts";

export const getMixTickers = defineEndpoint({
  method: "GET",
  paths: ["/api/v2/mix/market/tickers"],
  version: "v2",
  summary: "Tickers of all contracts of a product line",
  access: { kind: "public" },
  limit: { perSecond: 20, per: "ip" },
  request: Type.Object({ productType: productType() }),
  response: Type.Array(mixTickerRowSchema),
  handle(context, request) {
    const instruments = mixInstruments(context, request);
    return instruments.flatMap((instrument) => mixTickerOf(context.exchange, instrument));
  },
});
