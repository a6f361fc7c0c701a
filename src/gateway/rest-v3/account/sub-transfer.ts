import { Type } from "typebox";
import { defineEndpoint } from "../../http/endpoint.ts";
import { clientOidV2, text } from "../../http/fields.ts";
import { ownMember } from "../../users/sub-accounts.ts";
import { submitFamilyTransfer, TRANSFER_FIELDS, transferReplySchema } from "./submit-transfer.ts";

export const subTransfer = defineEndpoint({
  method: "POST",
  paths: ["/api/v3/account/sub-transfer"],
  version: "v3",
  summary: "Move a coin between the main account and its sub-accounts",
  description:
    "By the main account's key. With allowBorrow yes the account that gives out of uta owes what " +
    "it misses of a coin that is lent. The other wallets are those of classic sub-accounts.",
  access: { kind: "private", permission: "uta_mgt_write" },
  limit: { perSecond: 5, per: "uid" },
  once: true,
  request: Type.Object({
    ...TRANSFER_FIELDS,
    fromUserId: text(),
    toUserId: text(),
    clientOid: clientOidV2(),
  }),
  response: transferReplySchema,
  handle(context, request) {
    const from = ownMember(context, request.fromUserId);
    const to = ownMember(context, request.toUserId);
    return submitFamilyTransfer(context, request, { from, to });
  },
});
