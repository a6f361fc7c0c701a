import { Type } from "typebox";
import { defineEndpoint } from "../../http/endpoint.ts";
import { category, symbol } from "../../http/fields.ts";
import { FUTURES_CATEGORIES, instrumentsOf } from "../instrument-scope.ts";

export const getOiLimit = defineEndpoint({
  method: "GET",
  paths: ["/api/v3/market/oi-limit"],
  version: "v3",
  summary: "How much of the open interest a user may hold",
  description: "Both values are empty: open interest is not limited, neither per user nor in all.",
  access: { kind: "public" },
  limit: { perSecond: 10, per: "ip" },
  request: Type.Object({
    category: category(FUTURES_CATEGORIES),
    symbol: Type.Optional(symbol()),
  }),
  response: Type.Array(
    Type.Object({
      symbol: Type.String(),
      notionalValue: Type.String(),
      totalNotionalValue: Type.String(),
    }),
  ),
  handle(context, request) {
    return instrumentsOf(context, request.category, request.symbol).map(({ symbol }) => ({
      symbol,
      notionalValue: "",
      totalNotionalValue: "",
    }));
  },
});
