import { Type } from "typebox";
import { rateE6Text } from "../../../wire/texts.ts";
import { FUTURES_CATEGORIES } from "../../../wire/words/categories.ts";
import { defineEndpoint, type EndpointContext } from "../../http/endpoint.ts";
import { category, coin, symbol } from "../../http/fields.ts";
import { rejectionError } from "../../rejection-codes.ts";
import { coinOf } from "../coins.ts";
import { instrumentsOf } from "../instrument-scope.ts";
import { loanTierRows } from "./loan-tier-rows.ts";

/** Returns the tiers of loans of a coin in a unified account, in the coin. */
function loanTiers(context: EndpointContext, code: string | undefined) {
  if (code === undefined) throw context.errors.missing("coin");
  const currency = coinOf(context, code);
  const all = context.exchange.accounts.lending.terms(context.realm, undefined);
  const terms = all.find((one) => one.currency === currency.index);
  if (terms === undefined) return rejectionError("margin_not_supported", "v3");
  return loanTierRows(currency, terms).map((row) => ({ symbol: "", ...row }));
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
    symbol: Type.Optional(symbol({ description: "Futures; absent: all of the category" })),
    coin: Type.Optional(coin({ description: "Needed for MARGIN" })),
  }),
  response: Type.Array(
    Type.Object({
      symbol: Type.String(),
      tier: Type.String(),
      minTierValue: Type.String({ description: "Position value in quote coin; MARGIN: debt" }),
      maxTierValue: Type.String(),
      leverage: Type.String(),
      mmr: Type.String({ description: "Maintenance margin rate" }),
    }),
  ),
  handle(context, request) {
    if (request.category === "MARGIN") return loanTiers(context, request.coin);
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
