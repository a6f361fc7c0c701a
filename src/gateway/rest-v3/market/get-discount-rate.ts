import { Type } from "typebox";
import { formatTrimmed } from "../../../core/money/decimals.ts";
import { rateE6Text } from "../../../wire/texts.ts";
import { defineEndpoint } from "../../http/endpoint.ts";

export const getDiscountRate = defineEndpoint({
  method: "GET",
  paths: ["/api/v3/market/discount-rate"],
  version: "v3",
  summary: "What coins count for as margin of a unified account",
  access: { kind: "public" },
  limit: { perSecond: 20, per: "ip" },
  request: Type.Object({}),
  response: Type.Array(
    Type.Object({
      coin: Type.String(),
      list: Type.Array(
        Type.Object({
          tierStartValue: Type.String({ description: "Amount of the coin, from 0 on" }),
          discountRate: Type.String({ description: "Share of the value that counts above it" }),
        }),
      ),
    }),
  ),
  handle(context) {
    const { accounts } = context.exchange;
    return accounts.collaterals().map(({ currency, collateral }) => ({
      coin: currency.code,
      list: collateral.tiers.map(({ from, rate }) => ({
        tierStartValue: formatTrimmed(from, currency.decimals),
        discountRate: rateE6Text(rate),
      })),
    }));
  },
});
