import { Type } from "typebox";
import { defineEndpoint } from "../../../http/endpoint.ts";
import { text } from "../../../http/fields.ts";
import { wireError } from "../../../http/wire-error.ts";
import { ownMember } from "../../../users/sub-accounts.ts";
import { submitTransfer, TRANSFER_FIELDS, transferReplySchema } from "./submit-transfer.ts";

export const subTransfer = defineEndpoint({
  method: "POST",
  paths: ["/api/v2/spot/wallet/subaccount-transfer"],
  version: "v2",
  summary: "Move funds between the main account and its sub-accounts",
  description:
    "By the main account's key. A repeat under the same clientOid returns the first transfer. " +
    "spot and p2p of a unified sub-account are its funding account.",
  access: { kind: "private", permission: "transfer" },
  limit: { perSecond: 10, per: "uid" },
  once: true,
  request: Type.Object({ ...TRANSFER_FIELDS, fromUserId: text(), toUserId: text() }),
  response: transferReplySchema,
  handle(context, request) {
    const from = ownMember(context, request.fromUserId);
    const to = ownMember(context, request.toUserId);
    if (from === to) return wireError("40077");
    return submitTransfer(context, request, { from, to });
  },
});
