import { Type } from "typebox";
import { coinText } from "../../../wire/texts.ts";
import { defineEndpoint } from "../../http/endpoint.ts";
import { coin } from "../../http/fields.ts";
import { coinOf } from "../coins.ts";

export const getMaxTransferable = defineEndpoint({
  method: "GET",
  paths: ["/api/v3/account/max-transferable"],
  version: "v3",
  summary: "The most of a coin that can leave the unified account",
  access: { kind: "private", permission: "uta_mgt_read" },
  limit: { perSecond: 3, per: "uid" },
  request: Type.Object({ coin: coin() }),
  response: Type.Object({
    coin: Type.String(),
    maxTransfer: Type.String({ description: "What neither orders nor margin need" }),
    borrowMaxTransfer: Type.String({
      description:
        "The same with allowBorrow; maxTransfer where the account cannot borrow the coin",
    }),
  }),
  handle(context, request) {
    const currency = coinOf(context, request.coin);
    const { accounts } = context.exchange;
    const { userIndex } = context.principal;
    const { available } = accounts.balance(userIndex, "unified", currency);
    const most = accounts.debts.mostTransferred(userIndex, currency);
    return {
      coin: currency.code,
      maxTransfer: coinText(currency, available),
      borrowMaxTransfer: coinText(currency, most),
    };
  },
});
