import { Type } from "typebox";
import { CLASSIC_WALLET_WORDS } from "../../../../wire/words/wallet-words.ts";
import { defineEndpoint } from "../../../http/endpoint.ts";
import { enumeration } from "../../../http/fields.ts";
import { currenciesIn, walletOfWord } from "../../shared/wallets.ts";

export const getTransferCoins = defineEndpoint({
  method: "GET",
  paths: ["/api/v2/spot/wallet/transfer-coin-info"],
  version: "v2",
  summary: "Coins that can be moved between two wallets",
  access: { kind: "private", permission: "read" },
  limit: { perSecond: 10, per: "uid" },
  request: Type.Object({
    fromType: enumeration(CLASSIC_WALLET_WORDS),
    toType: enumeration(CLASSIC_WALLET_WORDS),
  }),
  response: Type.Array(Type.String()),
  handle(context, request) {
    if (request.fromType === request.toType) return [];
    const from = currenciesIn(context, walletOfWord(request.fromType));
    const to = currenciesIn(context, walletOfWord(request.toType));
    return context.exchange.accounts
      .currencies()
      .filter(({ index }) => from.has(index) && to.has(index))
      .map(({ code }) => code);
  },
});
