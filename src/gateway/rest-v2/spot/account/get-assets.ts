import { Type } from "typebox";
import { spotBalanceRow, spotBalanceRowSchema } from "../../../../wire/v2/balance-rows.ts";
import { defineEndpoint } from "../../../http/endpoint.ts";
import { coin, enumeration } from "../../../http/fields.ts";
import { coinAskedFor } from "../../shared/coins.ts";

export const getSpotAssets = defineEndpoint({
  method: "GET",
  paths: ["/api/v2/spot/account/assets"],
  version: "v2",
  summary: "Spot balances",
  access: { kind: "private", permission: "read" },
  limit: { perSecond: 10, per: "uid" },
  request: Type.Object({
    coin: Type.Optional(coin()),
    assetType: enumeration(["hold_only", "all"], { default: "hold_only" }),
  }),
  response: Type.Array(spotBalanceRowSchema),
  handle(context, request) {
    const { exchange, principal } = context;
    const { accounts, live } = exchange;
    const named = coinAskedFor(context, request.coin);
    const listed = named === undefined ? accounts.currencies() : [named];
    const isAll = request.assetType === "all" || named !== undefined;
    return listed
      .map((currency) => accounts.balance(principal.userIndex, "spot", currency))
      .filter(({ balance }) => isAll || balance > 0n)
      .map((balance) => spotBalanceRow(balance, live.timeMs));
  },
});
