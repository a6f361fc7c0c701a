import { Type } from "typebox";
import { defineEndpoint } from "../../http/endpoint.ts";
import { category, coin, symbol } from "../../http/fields.ts";
import { wireError } from "../../http/wire-error.ts";
import { rateE6Text } from "../../rest-v2/shared/texts.ts";
import { FUTURES_CATEGORIES, instrumentOf } from "../instrument-scope.ts";

export const getPositionTier = defineEndpoint({
  method: "GET",
  paths: ["/api/v3/market/position-tier"],
  version: "v3",
  summary: "Leverage and maintenance margin by the value of a position",
  access: { kind: "public" },
  limit: { perSecond: 20, per: "ip" },
  request: Type.Object({
    category: category(["MARGIN", ...FUTURES_CATEGORIES]),
    symbol: Type.Optional(symbol({ description: "Needed for futures" })),
    coin: Type.Optional(coin({ description: "Of margin loans, of which there are none yet" })),
  }),
  response: Type.Array(
    Type.Object({
      symbol: Type.String(),
      tier: Type.String(),
      minTierValue: Type.String({ description: "Position value in quote coin" }),
      maxTierValue: Type.String(),
      leverage: Type.String(),
      mmr: Type.String({ description: "Maintenance margin rate" }),
    }),
  ),
  handle(context, request) {
    if (request.category === "MARGIN") return wireError("40805");
    if (request.symbol === undefined) throw context.errors.missing("symbol");
    const instrument = instrumentOf(context, request.category, request.symbol);
    return context.exchange.accounts.tiers(instrument).map((tier) => ({
      symbol: instrument.symbol,
      tier: String(tier.tier),
      minTierValue: String(tier.valueMin),
      maxTierValue: String(tier.valueMax),
      leverage: String(tier.leverageMax),
      mmr: rateE6Text(tier.maintenanceRate),
    }));
  },
});
