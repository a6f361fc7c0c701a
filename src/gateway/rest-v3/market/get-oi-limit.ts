import { Type } from "typebox";
import { FUTURES_CATEGORIES } from "../../../wire/words/categories.ts";
import { defineEndpoint } from "../../http/endpoint.ts";
import { category, symbol } from "../../http/fields.ts";
import { OI_LIMIT, oiLimitOf, oiLimitRow } from "../../market/open-interest-share.ts";
import { instrumentsOf } from "../instrument-scope.ts";

export const getOiLimit = defineEndpoint({
  ...OI_LIMIT,
  method: "GET",
  paths: ["/api/v3/market/oi-limit"],
  version: "v3",
  request: Type.Object({
    category: category(FUTURES_CATEGORIES),
    symbol: Type.Optional(symbol()),
  }),
  response: Type.Array(oiLimitRow),
  handle(context, request) {
    const instruments = instrumentsOf(context, request.category, request.symbol);
    return instruments.map((instrument) => oiLimitOf(context.exchange, instrument));
  },
});
