import { Type } from "typebox";
import { defineEndpoint } from "../../http/endpoint.ts";
import { id, limit } from "../../http/fields.ts";
import { callingMain } from "../../users/sub-accounts.ts";
import { pageAfter, subAccountRow, subAccountRowSchema } from "./sub-account-row.ts";

export const getSubAccounts = defineEndpoint({
  method: "GET",
  paths: ["/api/v3/user/sub-list"],
  version: "v3",
  summary: "Sub-accounts of the main account, newest first",
  access: { kind: "private", permission: "uta_mgt_read" },
  limit: { perSecond: 10, per: "uid" },
  request: Type.Object({
    limit: limit({ default: 100, max: 100, clamp: true }),
    cursor: Type.Optional(id({ description: "The cursor of the page before" })),
  }),
  response: Type.Object({
    list: Type.Array(
      Type.Object({
        ...subAccountRowSchema.properties,
        accountMode: Type.String({ description: "CLASSIC or UNIFIED" }),
        type: Type.String({ description: "VIRTUAL_CHILD, or COMMON when an operator made it" }),
      }),
    ),
    hasNext: Type.Boolean(),
    cursor: Type.String(),
  }),
  handle(context, request) {
    const main = callingMain(context);
    const accounts = context.exchange.accounts.subAccountsOf(main.index);
    const { cursor, rows } = pageAfter(accounts, request);
    const list = rows.map((account) => ({
      ...subAccountRow(account),
      accountMode: account.accountKind.toUpperCase(),
      type: account.isVirtual ? "VIRTUAL_CHILD" : "COMMON",
    }));
    return { list, hasNext: cursor !== "", cursor };
  },
});
