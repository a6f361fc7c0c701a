import { Type } from "typebox";
import { defineEndpoint } from "../../http/endpoint.ts";

export const getCustomCollateralCoins = defineEndpoint({
  method: "GET",
  paths: ["/api/v3/account/custom-collateral-coins"],
  version: "v3",
  summary: "The coins that can back the margin of an account: those with a discount rate",
  access: { kind: "public" },
  limit: { perSecond: 10, per: "ip" },
  request: Type.Object({}),
  response: Type.Array(Type.Object({ collateralCoin: Type.String() })),
  handle: (context) =>
    context.exchange.accounts
      .collaterals()
      .map(({ currency }) => ({ collateralCoin: currency.code })),
});
