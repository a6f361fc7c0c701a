import { Type } from "typebox";
import type { MarginPlace } from "../../../core/reads/loan-reads.ts";
import { rateE6Text } from "../../../wire/texts.ts";
import { defineEndpoint, type PrivateContext } from "../../http/endpoint.ts";
import { integer, limit, symbol } from "../../http/fields.ts";
import { placesAsked } from "./get-account-assets.ts";
import { forBothModes, marginPath, marginPlace } from "./margin-mode.ts";

const PAGES_MAX = 1_000;

/** Debts with maintenance to assets; 0 without debts, empty while a price is missing. */
function riskText(context: PrivateContext, place: MarginPlace): string {
  const risk = context.exchange.accounts.lending.risk(place);
  return risk === undefined ? "" : rateE6Text(risk.riskE6);
}

export const riskRateEndpoints = forBothModes((mode) =>
  mode.isIsolated
    ? defineEndpoint({
        method: "GET",
        paths: [marginPath(mode, "account/risk-rate")],
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
          return placesAsked(context, mode, request.symbol)
            .slice(from, from + pageSize)
            .map((place) => ({
              symbol: place.instrument?.symbol ?? "",
              riskRateRatio: riskText(context, place),
            }));
        },
      })
    : defineEndpoint({
        method: "GET",
        paths: [marginPath(mode, "account/risk-rate")],
        version: "v2",
        summary: "Risk rate of the crossed margin account",
        description: "Debts with maintenance, divided by assets: liquidation begins at 1.",
        access: { kind: "private", permission: "read" },
        limit: { perSecond: 10, per: "uid" },
        request: Type.Object({}),
        response: Type.Object({ riskRateRatio: Type.String(), riskRate: Type.String() }),
        handle(context) {
          const rate = riskText(context, marginPlace(context, mode, undefined));
          return { riskRateRatio: rate, riskRate: rate };
        },
      }),
);
