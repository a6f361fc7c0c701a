import { Type } from "typebox";
import type { Currency, Instrument } from "../../../core/instruments/instrument.ts";
import { defineEndpoint, type Endpoint } from "../../http/endpoint.ts";
import { symbol } from "../../http/fields.ts";
import { ISOLATED, marginPath, marginPlace } from "./margin-mode.ts";
import { MAX_AMOUNT_ENDPOINT, type Measure, measuredText } from "./max-amounts.ts";

export function isolatedAmountsEndpoint(measure: Measure): Endpoint {
  const field = measure.isolatedField;
  return defineEndpoint({
    ...MAX_AMOUNT_ENDPOINT,
    paths: [marginPath(ISOLATED, measure.path)],
    summary: `The most that can be ${measure.done} of both coins of a pair`,
    request: Type.Object({ symbol: symbol() }),
    response: Type.Object({
      symbol: Type.String(),
      baseCoin: Type.String(),
      [`baseCoin${field}`]: Type.String(),
      quoteCoin: Type.String(),
      [`quoteCoin${field}`]: Type.String(),
    }),
    handle(context, request) {
      const place = marginPlace(context, ISOLATED, request.symbol);
      const { base, quote, symbol: name } = place.instrument as Instrument;
      const { accounts } = context.exchange;
      const currencies = [base, quote].map((index) => accounts.currencyAt(index) as Currency);
      const [baseCoin, quoteCoin] = currencies.map(({ code }) => code) as [string, string];
      const amounts = currencies.map((currency) =>
        measuredText(context, measure, { place, currency }),
      );
      const [ofBase, ofQuote] = amounts as [string, string];
      return {
        symbol: name,
        ...{ baseCoin, [`baseCoin${field}`]: ofBase },
        ...{ quoteCoin, [`quoteCoin${field}`]: ofQuote },
      };
    },
  });
}
