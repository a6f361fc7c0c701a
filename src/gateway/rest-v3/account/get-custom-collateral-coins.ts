import { Type } from "typebox";
import { defineEndpoint } from "../../http/endpoint.ts";
import { coin } from "../../http/fields.ts";
import { coinOf } from "../coins.ts";

export const getCustomCollateralCoins = defineEndpoint({
  method: "GET",
  paths: ["/api/v3/account/custom-collateral-coins"],
  version: "v3",
  summary: "The coins that can back the margin of an account: those with a discount rate",
  access: { kind: "public" },
  limit: { perSecond: 10, per: "ip" },
  request: Type.Object({
    collateralCoin: Type.Optional(coin({ description: "Absent: all coins" })),
  }),
  response: Type.Array(Type.Object({ collateralCoin: Type.String() })),
  handle(context, { collateralCoin }) {
    const only = collateralCoin === undefined ? undefined : coinOf(context, collateralCoin);
    return context.exchange.accounts
      .collaterals()
      .filter(({ currency }) => only === undefined || currency.index === only.index)
      .map(({ currency }) => ({ collateralCoin: currency.code }));
  },
});
