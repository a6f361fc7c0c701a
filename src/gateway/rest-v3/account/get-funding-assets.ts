import { Type } from "typebox";
import { fundingBalances } from "../../../wire/funding-balances.ts";
import { coinText } from "../../../wire/texts.ts";
import { defineEndpoint } from "../../http/endpoint.ts";
import { coin } from "../../http/fields.ts";
import { coinOf } from "../coins.ts";

export const getFundingAssets = defineEndpoint({
  method: "GET",
  paths: ["/api/v3/account/funding-assets"],
  version: "v3",
  summary: "Balances of the funding account",
  description: "Coins without a balance are left out, except one that is asked for by name.",
  access: { kind: "private", permission: "uta_mgt_read" },
  limit: { perSecond: 20, per: "uid" },
  request: Type.Object({ coin: Type.Optional(coin()) }),
  response: Type.Array(
    Type.Object({
      coin: Type.String(),
      available: Type.String(),
      frozen: Type.String({ description: "In escrow for sell ads and orders" }),
      balance: Type.String({ description: "available + frozen" }),
    }),
  ),
  handle(context, request) {
    const { accounts } = context.exchange;
    const user = context.principal.userIndex;
    const named = request.coin === undefined ? undefined : coinOf(context, request.coin);
    return fundingBalances(accounts, user, named).map(
      ({ available, balance, currency, frozen }) => ({
        coin: currency.code,
        available: coinText(currency, available),
        frozen: coinText(currency, frozen),
        balance: coinText(currency, balance),
      }),
    );
  },
});
