import { Type } from "typebox";
import { defineEndpoint } from "../../http/endpoint.ts";
import { integer, limit, symbol } from "../../http/fields.ts";
import { ISOLATED, marginPath } from "./margin-mode.ts";
import { placesAsked } from "./requested-accounts.ts";
import { riskText } from "./risk-rate.ts";

const PAGES_MAX = 1_000;

export const getIsolatedRiskRate = defineEndpoint({
  method: "GET",
  paths: [marginPath(ISOLATED, "account/risk-rate")],
  version: "v2",
  summary: "Risk rates of isolated margin accounts",
  description: "Debts with maintenance, divided by assets: liquidation begins at 1.",
  access: { kind: "private", permission: "read" },
  limit: { perSecond: 10, per: "uid" },
  request: Type.Object({
    symbol: Type.Optional(symbol()),
    pageNum: integer({ min: 1, max: PAGES_MAX, default: 1 }),
    pageSize: limit({ default: 100, max: 500 }),
  }),
  response: Type.Array(Type.Object({ symbol: Type.String(), riskRateRatio: Type.String() })),
  handle(context, request) {
    const { pageNum, pageSize } = request;
    const from = (pageNum - 1) * pageSize;
    return placesAsked(context, ISOLATED, request.symbol)
      .slice(from, from + pageSize)
      .map((place) => ({
        symbol: place.instrument?.symbol ?? "",
        riskRateRatio: riskText(context, place),
      }));
  },
});
