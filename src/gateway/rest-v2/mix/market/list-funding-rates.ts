import { Type } from "typebox";
import { rateE8Text } from "../../../../wire/texts.ts";
import { defineEndpoint } from "../../../http/endpoint.ts";
import { integer, limit } from "../../../http/fields.ts";
import { mixInstrument } from "../../shared/instruments.ts";
import { CONTRACT_FIELDS } from "./contract-fields.ts";

/** Largest page number of funding rates. */
const PAGES_MAX = 100;

export const listFundingRates = defineEndpoint({
  method: "GET",
  paths: ["/api/v2/mix/market/history-fund-rate"],
  version: "v2",
  summary: "Settled funding rates of a contract, newest first",
  access: { kind: "public" },
  limit: { perSecond: 20, per: "ip" },
  request: Type.Object({
    ...CONTRACT_FIELDS,
    pageSize: limit({ default: 20, max: 100 }),
    pageNo: integer({ min: 1, max: PAGES_MAX, default: 1 }),
  }),
  response: Type.Array(
    Type.Object({
      symbol: Type.String(),
      fundingRate: Type.String(),
      fundingTime: Type.String(),
    }),
  ),
  async handle(context, request) {
    const instrument = mixInstrument(context, request);
    const { rows } = await context.exchange.history.fundingRates({
      instrument: instrument.index,
      page: request.pageNo,
      limit: request.pageSize,
    });
    return rows.map(({ rate, settledAtMs }) => ({
      symbol: instrument.symbol,
      fundingRate: rateE8Text(rate),
      fundingTime: String(settledAtMs),
    }));
  },
});
