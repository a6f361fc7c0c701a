import { Type } from "typebox";
import { defineEndpoint } from "../../http/endpoint.ts";
import { enumeration } from "../../http/fields.ts";
import { wireError } from "../../http/wire-error.ts";
import { submitFamilyTransfer, TRANSFER_FIELDS, transferReplySchema } from "./submit-transfer.ts";

export const subMasterTransfer = defineEndpoint({
  method: "POST",
  paths: ["/api/v3/account/sub-master-transfer"],
  version: "v3",
  summary: "Move a coin from a sub-account to its main account",
  description: "By the sub-account's key.",
  access: { kind: "private", permission: "uta_mgt_write" },
  limit: { perSecond: 5, per: "uid" },
  once: true,
  request: Type.Object({
    fromType: enumeration(["spot", "uta"]),
    toType: enumeration(["spot", "p2p", "uta"]),
    amount: TRANSFER_FIELDS.amount,
    coin: TRANSFER_FIELDS.coin,
    clientOid: TRANSFER_FIELDS.clientOid,
  }),
  response: transferReplySchema,
  handle(context, request) {
    const { accounts } = context.exchange;
    const from = accounts.user(context.principal.userIndex);
    const to = from === undefined ? undefined : accounts.user(from.parent);
    if (from === undefined || to === undefined) return wireError("40013");
    return submitFamilyTransfer(context, request, { from, to });
  },
});
