import { Type } from "typebox";
import { coinText } from "../../../wire/texts.ts";
import { UsdValues } from "../../../wire/usd-values.ts";
import { defineEndpoint } from "../../http/endpoint.ts";
import { coin } from "../../http/fields.ts";
import { coinAskedFor } from "../shared/coins.ts";

export const getFundingAssets = defineEndpoint({
  method: "GET",
  paths: ["/api/v2/account/funding-assets"],
  version: "v2",
  summary: "Balances of the funding account",
  description: "Coins without a balance are left out, except one that is asked for by name.",
  access: { kind: "private", permission: "read" },
  limit: { perSecond: 10, per: "uid" },
  request: Type.Object({ coin: Type.Optional(coin()) }),
  response: Type.Array(
    Type.Object({
      coin: Type.String(),
      available: Type.String(),
      frozen: Type.String(),
      usdtValue: Type.String({ description: "Of available and frozen, at the index price" }),
    }),
  ),
  handle(context, request) {
    const { accounts } = context.exchange;
    const user = context.principal.userIndex;
    const named = coinAskedFor(context, request.coin);
    const reads =
      named === undefined
        ? accounts.balances(user, "funding").filter(({ balance }) => balance !== 0n)
        : [accounts.balance(user, "funding", named)];
    const usd = new UsdValues(accounts, context.realm);
    return reads.map(({ available, balance, currency, hold }) => ({
      coin: currency.code,
      available: coinText(currency, available),
      frozen: coinText(currency, hold),
      usdtValue: usd.textIn(usd.of(balance, currency), "USDT"),
    }));
  },
});
