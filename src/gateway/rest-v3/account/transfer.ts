import { Type } from "typebox";
import { defineEndpoint } from "../../http/endpoint.ts";
import { symbol } from "../../http/fields.ts";
import { submitTransfer, TRANSFER_FIELDS, transferReplySchema } from "./submit-transfer.ts";
import { walletOfWord } from "./wallet-words.ts";

export const transfer = defineEndpoint({
  method: "POST",
  paths: ["/api/v3/account/transfer"],
  version: "v3",
  summary: "Move a coin between the unified and the funding account",
  description:
    "uta is the unified account, spot and p2p the funding account. With allowBorrow yes an " +
    "advanced account owes what it misses of a coin that is lent.",
  access: { kind: "private", permission: "uta_mgt_write" },
  limit: { perSecond: 5, per: "uid" },
  once: true,
  request: Type.Object({ ...TRANSFER_FIELDS, symbol: Type.Optional(symbol()) }),
  response: transferReplySchema,
  handle(context, request) {
    const user = context.principal.userIndex;
    return submitTransfer(context, request, {
      fromUser: user,
      fromWallet: walletOfWord(request.fromType),
      toUser: user,
      toWallet: walletOfWord(request.toType),
    });
  },
});
