import { Type } from "typebox";
import { fundingBalances } from "../../../wire/funding-balances.ts";
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
      frozen: Type.String({ description: "In escrow for sell ads and orders" }),
      usdtValue: Type.String({ description: "Of available and frozen, at the index price" }),
    }),
  ),
  handle(context, request) {
    const { accounts } = context.exchange;
    const user = context.principal.userIndex;
    const named = coinAskedFor(context, request.coin);
    const usd = new UsdValues(accounts, context.realm);
    return fundingBalances(accounts, user, named).map(
      ({ available, balance, currency, frozen }) => ({
        coin: currency.code,
        available: coinText(currency, available),
        frozen: coinText(currency, frozen),
        usdtValue: usd.textIn(usd.of(balance, currency), "USDT"),
      }),
    );
  },
});
