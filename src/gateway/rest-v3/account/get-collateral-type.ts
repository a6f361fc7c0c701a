import { Type } from "typebox";
import { defineEndpoint } from "../../http/endpoint.ts";

export const getCollateralType = defineEndpoint({
  method: "GET",
  paths: ["/api/v3/account/collateral-type"],
  version: "v3",
  summary: "Which coins of the account back its margin",
  description: "Always all coins with a discount rate: accounts do not choose their collateral.",
  access: { kind: "private", permission: "uta_mgt_read" },
  limit: { perSecond: 10, per: "uid" },
  request: Type.Object({}),
  response: Type.Object({
    collateralType: Type.Literal("all"),
    collateralCoins: Type.String({ description: "The coins, separated by commas" }),
  }),
  handle(context) {
    const coins = context.exchange.accounts.collaterals().map(({ currency }) => currency.code);
    return { collateralType: "all" as const, collateralCoins: coins.join(",") };
  },
});
