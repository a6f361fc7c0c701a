import { Type } from "typebox";
import { defineEndpoint, type Endpoint } from "../../http/endpoint.ts";
import { coin } from "../../http/fields.ts";
import { CROSSED, currencyNamed, marginPath, marginPlace } from "./margin-mode.ts";
import { MAX_AMOUNT_ENDPOINT, type Measure, measuredText } from "./max-amounts.ts";

export function crossedAmountEndpoint(measure: Measure): Endpoint {
  return defineEndpoint({
    ...MAX_AMOUNT_ENDPOINT,
    paths: [marginPath(CROSSED, measure.path)],
    summary: `The most of a coin that can be ${measure.done} in crossed margin`,
    request: Type.Object({ coin: coin() }),
    response: Type.Object({ coin: Type.String(), [measure.crossedField]: Type.String() }),
    handle(context, request) {
      const currency = currencyNamed(context, request.coin);
      const place = marginPlace(context, CROSSED, undefined);
      const amount = measuredText(context, measure, { place, currency });
      return { coin: currency.code, [measure.crossedField]: amount };
    },
  });
}
