import { Type } from "typebox";
import { defineEndpoint } from "../../http/endpoint.ts";
import { enumeration, text } from "../../http/fields.ts";
import { wireError } from "../../http/wire-error.ts";

export const setCollateralType = defineEndpoint({
  method: "POST",
  paths: ["/api/v3/account/set-collateral-type"],
  version: "v3",
  summary: "Keep all coins of the account as collateral",
  description: "all is what it is; another choice is refused.",
  access: { kind: "private", permission: "uta_mgt_write" },
  limit: { perSecond: 2, per: "uid" },
  request: Type.Object({
    collateralType: enumeration(["mainstream", "all", "custom"]),
    collateralCoins: Type.Optional(text({ description: "Coins of the type custom" })),
  }),
  response: Type.String(),
  handle: (_context, { collateralType }) =>
    collateralType === "all"
      ? "success"
      : wireError("40410", "a choice of the coins that back the margin: all of them do"),
});
