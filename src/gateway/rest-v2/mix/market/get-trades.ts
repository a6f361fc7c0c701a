import { Type } from "typebox";
import { tradeRowSchema } from "../../../../wire/v2/trade-rows.ts";
import { defineEndpoint } from "../../../http/endpoint.ts";
import { limit } from "../../../http/fields.ts";
import { mixInstrument } from "../../shared/instruments.ts";
import { recentTrades } from "../../shared/market-rows.ts";
import { CONTRACT_FIELDS } from "./contract-fields.ts";

export const getMixTrades = defineEndpoint({
  method: "GET",
  paths: ["/api/v2/mix/market/fills"],
  version: "v2",
  summary: "The newest trades of a contract",
  access: { kind: "public" },
  limit: { perSecond: 20, per: "ip" },
  request: Type.Object({ ...CONTRACT_FIELDS, limit: limit({ default: 100, max: 100 }) }),
  response: Type.Array(tradeRowSchema),
  handle(context, request) {
    return recentTrades(context.exchange, mixInstrument(context, request), request.limit);
  },
});
