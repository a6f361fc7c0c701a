import { Type } from "typebox";
import { accountRow, accountRowSchema } from "../../../wire/v3/account-rows.ts";
import { uidOf } from "../../auth/uid.ts";
import { defineEndpoint } from "../../http/endpoint.ts";
import { id, limit, text } from "../../http/fields.ts";
import { callingMain, ownSubAccount } from "../../users/sub-accounts.ts";
import { pageAfter } from "../user/sub-account-row.ts";

export const getSubUnifiedAssets = defineEndpoint({
  method: "GET",
  paths: ["/api/v3/account/sub-unified-assets"],
  version: "v3",
  summary: "Coins of the unified accounts of sub-accounts, newest sub-account first",
  access: { kind: "private", permission: "uta_mgt_read" },
  limit: { perSecond: 1, per: "uid" },
  request: Type.Object({
    subUid: Type.Optional(text()),
    cursor: Type.Optional(id({ description: "The cursor of the last row of the page before" })),
    limit: limit({ default: 10, max: 50, clamp: true }),
  }),
  response: Type.Array(
    Type.Object({
      subUid: Type.String(),
      cursor: Type.String(),
      assets: accountRowSchema.properties.assets,
    }),
  ),
  handle(context, request) {
    const { accounts } = context.exchange;
    const { subUid } = request;
    const main = callingMain(context);
    const asked =
      subUid === undefined ? accounts.subAccountsOf(main.index) : [ownSubAccount(context, subUid)];
    const unified = asked.filter(({ isUnified }) => isUnified);
    return pageAfter(unified, request).rows.map(({ index, realm }) => {
      const { assets } = accountRow(accounts, index, realm);
      return { subUid: uidOf(index), cursor: uidOf(index), assets };
    });
  },
});
