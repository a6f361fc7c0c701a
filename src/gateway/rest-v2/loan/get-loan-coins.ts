import { Type } from "typebox";
import { defineEndpoint } from "../../http/endpoint.ts";
import { coin } from "../../http/fields.ts";
import { FIXED_RATES, loanCoins, PLEDGE_LINES } from "../../pledged-loans/loan-coins.ts";
import { LOAN_DIALECTS } from "../../pledged-loans/loan-dialect.ts";

export const getLoanCoins = defineEndpoint({
  ...LOAN_DIALECTS.v2.shows,
  paths: ["/api/v2/earn/loan/public/coinInfos"],
  summary: "Coins that can be borrowed against a pledge, and coins that can be pledged",
  description: "Rates are of an hour and of a year. minUsdt and maxUsdt are values in US dollars.",
  request: Type.Object({ coin: Type.Optional(coin()) }),
  response: Type.Object({
    loanInfos: Type.Array(
      Type.Object({
        coin: Type.String(),
        ...FIXED_RATES,
        minUsdt: Type.String(),
        maxUsdt: Type.String(),
        min: Type.String(),
        max: Type.String(),
      }),
    ),
    pledgeInfos: Type.Array(
      Type.Object({
        coin: Type.String(),
        ...PLEDGE_LINES,
        minUsdt: Type.String(),
        maxUsdt: Type.String(),
      }),
    ),
  }),
  handle(context, request) {
    const { lent, pledged } = loanCoins(context, request.coin);
    return {
      loanInfos: lent.map(({ coin: code, fixed, max, maxUsd, min, minUsd }) => ({
        ...{ coin: code, ...fixed, minUsdt: minUsd, maxUsdt: maxUsd, min, max },
      })),
      pledgeInfos: pledged.map(({ coin: code, lines, maxUsd, minUsd }) => ({
        ...{ coin: code, ...lines, minUsdt: minUsd, maxUsdt: maxUsd },
      })),
    };
  },
});
