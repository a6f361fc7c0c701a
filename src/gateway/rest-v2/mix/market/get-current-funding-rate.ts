import { Type } from "typebox";
import { hasFunding } from "../../../../core/instruments/instrument-funding.ts";
import { knownTimeText, rateE8Text } from "../../../../wire/texts.ts";
import { defineEndpoint } from "../../../http/endpoint.ts";
import { mixInstruments } from "../../shared/instruments.ts";
import { CONTRACTS_FIELDS } from "./contract-fields.ts";

export const getCurrentFundingRate = defineEndpoint({
  method: "GET",
  paths: ["/api/v2/mix/market/current-fund-rate"],
  version: "v2",
  summary: "Funding rate of the running interval, of one contract or all perpetual ones",
  access: { kind: "public" },
  limit: { perSecond: 20, per: "ip" },
  request: Type.Object(CONTRACTS_FIELDS),
  response: Type.Array(
    Type.Object({
      symbol: Type.String(),
      fundingRate: Type.String(),
      fundingRateInterval: Type.String({ description: "Hours" }),
      nextUpdate: Type.String({ description: "Empty for a dated contract" }),
      minFundingRate: Type.String(),
      maxFundingRate: Type.String(),
    }),
  ),
  handle(context, request) {
    const { accounts } = context.exchange;
    const named = mixInstruments(context, request);
    const listed = request.symbol === undefined ? named.filter(hasFunding) : named;
    return listed.map((instrument) => {
      const { intervalHours, nextAtMs, rate, rateMax, rateMin } = accounts.funding(instrument);
      return {
        symbol: instrument.symbol,
        fundingRate: rateE8Text(rate),
        fundingRateInterval: String(intervalHours),
        nextUpdate: knownTimeText(nextAtMs),
        minFundingRate: rateE8Text(rateMin),
        maxFundingRate: rateE8Text(rateMax),
      };
    });
  },
});
