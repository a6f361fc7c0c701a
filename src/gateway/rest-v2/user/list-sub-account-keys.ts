import { Type } from "typebox";
import { defineEndpoint } from "../../http/endpoint.ts";
import { text } from "../../http/fields.ts";
import { ownVirtualSubAccount } from "../../users/sub-accounts.ts";
import { keyRow, keyRowSchema } from "./virtual-sub-account.ts";

export const listSubAccountKeys = defineEndpoint({
  method: "GET",
  paths: ["/api/v2/user/virtual-subaccount-apikey-list"],
  version: "v2",
  summary: "API keys of a virtual sub-account, oldest first",
  access: { kind: "private", permission: "read" },
  limit: { perSecond: 5, per: "uid" },
  request: Type.Object({ subAccountUid: text() }),
  response: Type.Array(keyRowSchema),
  handle(context, request) {
    const account = ownVirtualSubAccount(context, request.subAccountUid);
    return context.exchange.accounts.keysOf(account.index).map((key) => keyRow(account, key));
  },
});
