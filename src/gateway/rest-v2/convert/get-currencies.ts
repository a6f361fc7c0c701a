import { Type } from "typebox";
import { coinText } from "../../../wire/texts.ts";
import { defineEndpoint } from "../../http/endpoint.ts";
import { CONVERT_READ_ACCESS } from "./convert-coin.ts";

export const getConvertCurrencies = defineEndpoint({
  method: "GET",
  paths: ["/api/v2/convert/currencies"],
  version: "v2",
  summary: "Coins that convert into each other, with the bounds of one conversion",
  access: CONVERT_READ_ACCESS,
  limit: { perSecond: 10, per: "uid" },
  request: Type.Object({}),
  response: Type.Array(
    Type.Object({
      coin: Type.String(),
      available: Type.String({ description: "Amount that the account can give" }),
      maxAmount: Type.String(),
      minAmount: Type.String(),
    }),
  ),
  handle(context) {
    const { exchange, principal } = context;
    return exchange.accounts
      .convertible(principal.userIndex)
      .map(({ available, currency, terms }) => ({
        coin: currency.code,
        available: coinText(currency, available),
        maxAmount: coinText(currency, terms.amountMax),
        minAmount: coinText(currency, terms.amountMin),
      }));
  },
});
