import { Type } from "typebox";
import { userOfUid } from "../../auth/uid.ts";
import { defineEndpoint, type PrivateContext } from "../../http/endpoint.ts";
import { clientOidV2, text } from "../../http/fields.ts";
import { wireError } from "../../http/wire-error.ts";
import { submitFamilyTransfer, TRANSFER_FIELDS, transferReplySchema } from "./submit-transfer.ts";

/** Returns the calling main account, or one of its sub-accounts; any other counts as unknown. */
function memberOf(context: PrivateContext, uid: string) {
  const user = context.exchange.accounts.user(userOfUid(uid) ?? -1);
  return user?.parent === context.principal.userIndex ? user : undefined;
}

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
    const from = memberOf(context, request.fromUserId);
    const to = memberOf(context, request.toUserId);
    if (from === undefined || to === undefined) return wireError("40013");
    return submitFamilyTransfer(context, request, { from, to });
  },
});
