import { Type } from "typebox";
import { rateE8Text } from "../../../wire/texts.ts";
import { FUTURES_CATEGORIES } from "../../../wire/words/categories.ts";
import { defineEndpoint } from "../../http/endpoint.ts";
import { category, integer, limit, symbol } from "../../http/fields.ts";
import { instrumentOf } from "../instrument-scope.ts";

const PAGES_MAX = 100;
const RATES_MAX = 200;

export const getHistoryFundRate = defineEndpoint({
  method: "GET",
  paths: ["/api/v3/market/history-fund-rate"],
  version: "v3",
  summary: "Settled funding rates, newest first",
  access: { kind: "public" },
  limit: { perSecond: 20, per: "ip" },
  request: Type.Object({
    category: category(FUTURES_CATEGORIES),
    symbol: symbol(),
    cursor: integer({ min: 1, max: PAGES_MAX, default: 1, description: "Number of the page" }),
    limit: limit({ default: RATES_MAX, max: RATES_MAX, clamp: true }),
  }),
  response: Type.Object({
    resultList: Type.Array(
      Type.Object({
        symbol: Type.String(),
        fundingRate: Type.String(),
        fundingRateTimestamp: Type.String(),
      }),
    ),
  }),
  async handle(context, request) {
    const instrument = instrumentOf(context, request.category, request.symbol);
    const { rows } = await context.exchange.history.fundingRates({
      instrument: instrument.index,
      page: request.cursor,
      limit: request.limit,
    });
    return {
      resultList: rows.map(({ rate, settledAtMs }) => ({
        symbol: instrument.symbol,
        fundingRate: rateE8Text(rate),
        fundingRateTimestamp: String(settledAtMs),
      })),
    };
  },
});
