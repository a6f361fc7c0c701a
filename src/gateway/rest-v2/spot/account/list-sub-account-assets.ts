import { Type } from "typebox";
import { spotBalanceRow, spotBalanceRowSchema } from "../../../../wire/v2/balance-rows.ts";
import { uidOf } from "../../../auth/uid.ts";
import { defineEndpoint } from "../../../http/endpoint.ts";
import { id, limit } from "../../../http/fields.ts";
import { callingMain } from "../../../users/sub-accounts.ts";

export const listSubAccountAssets = defineEndpoint({
  method: "GET",
  paths: ["/api/v2/spot/account/subaccount-assets"],
  version: "v2",
  summary: "Spot balances of the sub-accounts that have any, newest sub-account first",
  access: { kind: "private", permission: "read" },
  limit: { perSecond: 10, per: "uid" },
  request: Type.Object({
    idLessThan: Type.Optional(id({ description: "id of the last row of the page before" })),
    limit: limit({ default: 10, max: 50 }),
  }),
  response: Type.Array(
    Type.Object({
      id: Type.Number({ description: "For the next page" }),
      userId: Type.Number(),
      assetsList: Type.Array(spotBalanceRowSchema),
    }),
  ),
  handle(context, request) {
    const { accounts, live } = context.exchange;
    const { idLessThan } = request;
    return accounts
      .subAccountsOf(callingMain(context).index)
      .map(({ index }) => {
        const held = accounts.balances(index, "spot").filter(({ balance }) => balance !== 0n);
        const userId = Number(uidOf(index));
        const assetsList = held.map((balance) => spotBalanceRow(balance, live.timeMs));
        return { id: userId, userId, assetsList };
      })
      .filter(({ assetsList }) => assetsList.length > 0)
      .filter((row) => idLessThan === undefined || BigInt(row.id) < BigInt(idLessThan))
      .slice(0, request.limit);
  },
});
