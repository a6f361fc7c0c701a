import { Type } from "typebox";
import { tradeRowSchema } from "../../../../wire/v2/trade-rows.ts";
import { defineEndpoint } from "../../../http/endpoint.ts";
import { limit } from "../../../http/fields.ts";
import { mixInstrument } from "../../shared/instruments.ts";
import { pastTrades } from "../../shared/market-rows.ts";
import { idBound, PAGE_FIELDS, windowOf } from "../../shared/paging.ts";
import { CONTRACT_FIELDS } from "./contract-fields.ts";

/** Age of the oldest public trades in days (rest-v2.md, fills-history). */
const SPAN_DAYS_MAX = 7;

export const listMixTrades = defineEndpoint({
  method: "GET",
  paths: ["/api/v2/mix/market/fills-history"],
  version: "v2",
  summary: "Trades of a contract within the last 7 days, newest first",
  access: { kind: "public" },
  limit: { perSecond: 10, per: "ip" },
  request: Type.Object({
    ...CONTRACT_FIELDS,
    limit: limit({ default: 500, max: 1_000 }),
    ...PAGE_FIELDS,
  }),
  response: Type.Array(tradeRowSchema),
  handle(context, request) {
    const rules = { spanDaysMax: SPAN_DAYS_MAX, ageDaysMax: SPAN_DAYS_MAX };
    return pastTrades(context.exchange, mixInstrument(context, request), {
      ...windowOf(context, request, rules),
      idLessThan: idBound(request.idLessThan),
      limit: request.limit,
    });
  },
});
