import { Type } from "typebox";
import { rateE8Text } from "../../../../wire/texts.ts";
import { defineEndpoint } from "../../../http/endpoint.ts";
import { integer, limit } from "../../../http/fields.ts";
import { mixInstrument, mixInstruments } from "../../shared/instruments.ts";
import { CONTRACT_FIELDS, CONTRACTS_FIELDS } from "./contract-fields.ts";

/** Pages of funding rates that can be asked for. */
const PAGES_MAX = 100;

export const getCurrentFundingRate = defineEndpoint({
  method: "GET",
  paths: ["/api/v2/mix/market/current-fund-rate"],
  version: "v2",
  summary: "Funding rate of the running interval, of one or all contracts",
  access: { kind: "public" },
  limit: { perSecond: 20, per: "ip" },
  request: Type.Object(CONTRACTS_FIELDS),
  response: Type.Array(
    Type.Object({
      symbol: Type.String(),
      fundingRate: Type.String(),
      fundingRateInterval: Type.String({ description: "Hours" }),
      nextUpdate: Type.String(),
      minFundingRate: Type.String(),
      maxFundingRate: Type.String(),
    }),
  ),
  handle(context, request) {
    const { accounts } = context.exchange;
    return mixInstruments(context, request).map((instrument) => {
      const { intervalHours, nextAtMs, rate, rateMax, rateMin } = accounts.funding(instrument);
      return {
        symbol: instrument.symbol,
        fundingRate: rateE8Text(rate),
        fundingRateInterval: String(intervalHours),
        nextUpdate: String(nextAtMs),
        minFundingRate: rateE8Text(rateMin),
        maxFundingRate: rateE8Text(rateMax),
      };
    });
  },
});

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

export const getFundingTime = defineEndpoint({
  method: "GET",
  paths: ["/api/v2/mix/market/funding-time"],
  version: "v2",
  summary: "When a contract's next funding is",
  access: { kind: "public" },
  limit: { perSecond: 20, per: "ip" },
  request: Type.Object(CONTRACT_FIELDS),
  response: Type.Array(
    Type.Object({
      symbol: Type.String(),
      nextFundingTime: Type.String(),
      ratePeriod: Type.String({ description: "Hours" }),
    }),
  ),
  handle(context, request) {
    const instrument = mixInstrument(context, request);
    const { intervalHours, nextAtMs } = context.exchange.accounts.funding(instrument);
    return [
      {
        symbol: instrument.symbol,
        nextFundingTime: String(nextAtMs),
        ratePeriod: String(intervalHours),
      },
    ];
  },
});
