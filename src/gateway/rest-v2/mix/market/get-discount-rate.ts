import { Type } from "typebox";
import { formatTrimmed } from "../../../../core/money/decimals.ts";
import { rateE6Text } from "../../../../wire/texts.ts";
import { defineEndpoint } from "../../../http/endpoint.ts";

export const getMixDiscountRate = defineEndpoint({
  method: "GET",
  paths: ["/api/v2/mix/market/discount-rate"],
  version: "v2",
  summary: "What coins count for as margin beside each other",
  description:
    "Only unified accounts margin with several coins; the limits of a user and of all users are " +
    "empty because there are none. The last tier has no maximum.",
  access: { kind: "public" },
  limit: { perSecond: 5, per: "ip" },
  request: Type.Object({}),
  response: Type.Array(
    Type.Object({
      coin: Type.String(),
      userLimit: Type.String(),
      totalLimit: Type.String(),
      discountRateList: Type.Array(
        Type.Object({
          tier: Type.String(),
          minAmount: Type.String(),
          maxAmount: Type.String(),
          discountRate: Type.String(),
        }),
      ),
    }),
  ),
  handle(context) {
    return context.exchange.accounts.collaterals().map(({ currency, collateral }) => ({
      coin: currency.code,
      userLimit: "",
      totalLimit: "",
      discountRateList: collateral.tiers.map(({ from, rate }, index) => {
        const next = collateral.tiers[index + 1];
        return {
          tier: String(index + 1),
          minAmount: formatTrimmed(from, currency.decimals),
          maxAmount: next === undefined ? "" : formatTrimmed(next.from, currency.decimals),
          discountRate: rateE6Text(rate),
        };
      }),
    }));
  },
});
