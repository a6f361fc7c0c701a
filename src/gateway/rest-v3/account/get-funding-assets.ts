import { Type } from "typebox";
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
      frozen: Type.String(),
      balance: Type.String({ description: "available + frozen" }),
    }),
  ),
  handle(context, request) {
    const { accounts } = context.exchange;
    const user = context.principal.userIndex;
    const reads =
      request.coin === undefined
        ? accounts.balances(user, "funding").filter(({ balance }) => balance !== 0n)
        : [accounts.balance(user, "funding", coinOf(context, request.coin))];
    return reads.map(({ currency, available, hold, balance }) => ({
      coin: currency.code,
      available: coinText(currency, available),
      frozen: coinText(currency, hold),
      balance: coinText(currency, balance),
    }));
  },
});
