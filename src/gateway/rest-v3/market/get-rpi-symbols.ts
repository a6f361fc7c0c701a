import { Type } from "typebox";
import { defineEndpoint } from "../../http/endpoint.ts";
import { category } from "../../http/fields.ts";
import { TRADED_CATEGORIES } from "../instrument-scope.ts";

export const getRpiSymbols = defineEndpoint({
  method: "GET",
  paths: ["/api/v3/market/rpi-symbols"],
  version: "v3",
  summary: "Symbols with orders for retail takers only: none, as there are no such orders",
  access: { kind: "public" },
  limit: { perSecond: 10, per: "ip" },
  request: Type.Object({ category: Type.Optional(category(TRADED_CATEGORIES)) }),
  response: Type.Array(Type.Object({ category: Type.String(), symbol: Type.String() })),
  handle: () => [],
});
