import { Type } from "typebox";
import type { Instrument } from "../../../core/instruments/instrument.ts";
import { hasFunding } from "../../../core/instruments/instrument-funding.ts";
import { knownTimeText, rateE8Text } from "../../../wire/texts.ts";
import { FUTURES_CATEGORIES, type FuturesCategory } from "../../../wire/words/categories.ts";
import { defineEndpoint, type EndpointContext } from "../../http/endpoint.ts";
import { category, symbol } from "../../http/fields.ts";
import { futuresInstrumentOf, instrumentsOf } from "../instrument-scope.ts";

interface Request {
  readonly category?: FuturesCategory;
  readonly symbol?: string;
}

/** Returns the named contract, or all perpetual contracts of a category. */
function instrumentsAsked(
  context: EndpointContext,
  { category, symbol }: Request,
): readonly Instrument[] {
  if (symbol !== undefined) return [futuresInstrumentOf(context, category, symbol)];
  if (category === undefined) throw context.errors.missing("symbol");
  return instrumentsOf(context, category, undefined).filter(hasFunding);
}

export const getCurrentFundRate = defineEndpoint({
  method: "GET",
  paths: ["/api/v3/market/current-fund-rate"],
  version: "v3",
  summary: "Funding rate of the running interval",
  access: { kind: "public" },
  limit: { perSecond: 20, per: "ip" },
  request: Type.Object({
    symbol: Type.Optional(symbol({ description: "Absent: all of the category" })),
    category: Type.Optional(category(FUTURES_CATEGORIES)),
  }),
  response: Type.Array(
    Type.Object({
      symbol: Type.String(),
      fundingRate: Type.String(),
      fundingRateInterval: Type.String({ description: "Hours" }),
      nextUpdate: Type.String({ description: "When it is settled; empty for a dated contract" }),
      minFundingRate: Type.String(),
      maxFundingRate: Type.String(),
    }),
  ),
  handle: (context, request) =>
    instrumentsAsked(context, request).map((instrument) => {
      const { accounts } = context.exchange;
      const { intervalHours, nextAtMs, rate, rateMax, rateMin } = accounts.funding(instrument);
      return {
        symbol: instrument.symbol,
        fundingRate: rateE8Text(rate),
        fundingRateInterval: String(intervalHours),
        nextUpdate: knownTimeText(nextAtMs),
        minFundingRate: rateE8Text(rateMin),
        maxFundingRate: rateE8Text(rateMax),
      };
    }),
});
