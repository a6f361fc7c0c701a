import { Type } from "typebox";
import { rateE6Text } from "../../../wire/texts.ts";
import { FUTURES_CATEGORIES } from "../../../wire/words/categories.ts";
import { defineEndpoint, type EndpointContext } from "../../http/endpoint.ts";
import { category, coin, symbol } from "../../http/fields.ts";
import { rejectionError } from "../../rejection-codes.ts";
import { coinOf } from "../coins.ts";
import { instrumentOf, instrumentsOf } from "../instrument-scope.ts";
import { loanTierRows } from "./loan-tier-rows.ts";

interface LoanScope {
  readonly coin?: string;
  readonly symbol?: string;
}

/** Returns the coin of a request and the symbol of its rows: clients also ask by a pair. */
function loanScope(context: EndpointContext, { coin, symbol }: LoanScope) {
  if (coin !== undefined) return { currency: coinOf(context, coin), symbol: "" };
  if (symbol === undefined) throw context.errors.missing("coin");
  const pair = instrumentOf(context, "MARGIN", symbol);
  return { currency: context.exchange.accounts.currencyAt(pair.base), symbol };
}

/** Returns the tiers of loans of a coin, or of the base coin of a pair, in a unified account. */
function loanTiers(context: EndpointContext, request: LoanScope) {
  const { currency, symbol } = loanScope(context, request);
  const all = context.exchange.accounts.lending.terms(context.realm, undefined);
  const terms = all.find((one) => one.currency === currency?.index);
  if (currency === undefined || terms === undefined) {
    return rejectionError("margin_not_supported", "v3");
  }
  return loanTierRows(currency, terms).map((row) => ({ symbol, ...row }));
}

export const getPositionTier = defineEndpoint({
  method: "GET",
  paths: ["/api/v3/market/position-tier"],
  version: "v3",
  summary: "Leverage and maintenance margin by the value of a position",
  access: { kind: "public" },
  limit: { perSecond: 20, per: "ip" },
  request: Type.Object({
    category: category(["MARGIN", ...FUTURES_CATEGORIES]),
    symbol: Type.Optional(symbol({ description: "Absent: all of a futures category" })),
    coin: Type.Optional(coin({ description: "MARGIN: absent: base coin of symbol" })),
  }),
  response: Type.Array(
    Type.Object({
      symbol: Type.String(),
      tier: Type.String(),
      minTierValue: Type.String({
        description: "Position value in quote coin; MARGIN: debt in the coin",
      }),
      maxTierValue: Type.String(),
      leverage: Type.String(),
      mmr: Type.String({ description: "Maintenance margin rate" }),
    }),
  ),
  handle(context, request) {
    if (request.category === "MARGIN") return loanTiers(context, request);
    const instruments = instrumentsOf(context, request.category, request.symbol);
    return instruments.flatMap((instrument) =>
      context.exchange.accounts.tiers(instrument).map((tier) => ({
        symbol: instrument.symbol,
        tier: String(tier.tier),
        minTierValue: String(tier.valueMin),
        maxTierValue: String(tier.valueMax),
        leverage: String(tier.leverageMax),
        mmr: rateE6Text(tier.maintenanceRate),
      })),
    );
  },
});
