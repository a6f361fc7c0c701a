import { Type } from "typebox";
import { rateE8Text } from "../../../wire/texts.ts";
import { FUTURES_CATEGORIES } from "../../../wire/words/categories.ts";
import { defineEndpoint } from "../../http/endpoint.ts";
import { category, symbol } from "../../http/fields.ts";
import { futuresInstrumentOf } from "../instrument-scope.ts";

export const getCurrentFundRate = defineEndpoint({
  method: "GET",
  paths: ["/api/v3/market/current-fund-rate"],
  version: "v3",
  summary: "Funding rate of the running interval",
  access: { kind: "public" },
  limit: { perSecond: 20, per: "ip" },
  request: Type.Object({
    symbol: symbol(),
    category: Type.Optional(category(FUTURES_CATEGORIES)),
  }),
  response: Type.Array(
    Type.Object({
      symbol: Type.String(),
      fundingRate: Type.String(),
      fundingRateInterval: Type.String({ description: "Hours" }),
      nextUpdate: Type.String({ description: "When it is settled" }),
      minFundingRate: Type.String(),
      maxFundingRate: Type.String(),
    }),
  ),
  handle(context, request) {
    const instrument = futuresInstrumentOf(context, request.category, request.symbol);
    const { accounts } = context.exchange;
    const { intervalHours, nextAtMs, rate, rateMax, rateMin } = accounts.funding(instrument);
    return [
      {
        symbol: instrument.symbol,
        fundingRate: rateE8Text(rate),
        fundingRateInterval: String(intervalHours),
        nextUpdate: String(nextAtMs),
        minFundingRate: rateE8Text(rateMin),
        maxFundingRate: rateE8Text(rateMax),
      },
    ];
  },
});
