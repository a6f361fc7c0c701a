import { Type } from "typebox";
import { defineEndpoint } from "../../../http/endpoint.ts";
import { wireError } from "../../../http/wire-error.ts";
import { submitTransfer, TRANSFER_FIELDS, transferReplySchema } from "./submit-transfer.ts";

export const transfer = defineEndpoint({
  method: "POST",
  paths: ["/api/v2/spot/wallet/transfer"],
  version: "v2",
  summary: "Move funds between wallets of the account",
  access: { kind: "private", permission: "transfer" },
  limit: { perSecond: 10, per: "uid" },
  once: true,
  request: Type.Object(TRANSFER_FIELDS),
  response: transferReplySchema,
  handle(context, request) {
    const user = context.exchange.accounts.user(context.principal.userIndex);
    if (user === undefined) return wireError("40013");
    return submitTransfer(context, request, { from: user, to: user });
  },
});
