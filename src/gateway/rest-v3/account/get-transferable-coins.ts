import { Type } from "typebox";
import { defineEndpoint } from "../../http/endpoint.ts";
import { enumeration } from "../../http/fields.ts";
import { wireError } from "../../http/wire-error.ts";
import { coinsOf } from "../coins.ts";
import { ACCOUNT_WORDS, isUnifiedWallet, walletOfWord } from "./wallet-words.ts";

export const getTransferableCoins = defineEndpoint({
  method: "GET",
  paths: ["/api/v3/account/transferable-coins"],
  version: "v3",
  summary: "Coins that can be moved between two accounts",
  access: { kind: "private", permission: "uta_mgt_read" },
  limit: { perSecond: 10, per: "uid" },
  request: Type.Object({
    fromType: enumeration(ACCOUNT_WORDS),
    toType: enumeration(ACCOUNT_WORDS),
  }),
  response: Type.Array(Type.String()),
  handle(context, request) {
    const from = walletOfWord(request.fromType);
    const to = walletOfWord(request.toType);
    if (from === to || !isUnifiedWallet(from) || !isUnifiedWallet(to)) return wireError("40077");
    return coinsOf(context).map(({ code }) => code);
  },
});
