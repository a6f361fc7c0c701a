import { Type } from "typebox";
import { defineEndpoint } from "../../http/endpoint.ts";
import { category, symbol } from "../../http/fields.ts";
import { instrumentsOf } from "../instrument-scope.ts";
import { instrumentRow, instrumentRowOf } from "./instrument-row.ts";

export const getInstruments = defineEndpoint({
  method: "GET",
  paths: ["/api/v3/market/instruments", "/api/v3/public/instruments"],
  version: "v3",
  summary: "What is traded, and the rules of its orders",
  description:
    "MARGIN are the spot pairs whose coins are lent. With paptrading: 1 the demo realm is shown.",
  access: { kind: "public" },
  limit: { perSecond: 20, per: "ip" },
  request: Type.Object({ category: category(), symbol: Type.Optional(symbol()) }),
  response: Type.Array(instrumentRow),
  handle(context, request) {
    const instruments = instrumentsOf(context, request.category, request.symbol);
    return instruments.map((one) => instrumentRowOf(context.exchange, one, request.category));
  },
});
