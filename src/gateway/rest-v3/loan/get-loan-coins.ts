import { Type } from "typebox";
import { defineEndpoint } from "../../http/endpoint.ts";
import { coin } from "../../http/fields.ts";
import { FIXED_RATES, loanCoins, PLEDGE_LINES } from "../../pledged-loans/loan-coins.ts";
import { LOAN_DIALECTS } from "../../pledged-loans/loan-dialect.ts";

export const getLoanCoins = defineEndpoint({
  ...LOAN_DIALECTS.v3.shows,
  paths: ["/api/v3/loan/coins"],
  summary: "Coins that can be borrowed against a pledge, and coins that can be pledged",
  description: "Rates are of an hour and of a year. Borrow limits are values in US dollars.",
  request: Type.Object({ coin: Type.Optional(coin()) }),
  response: Type.Object({
    loanInfos: Type.Array(
      Type.Object({
        coin: Type.String(),
        hourRateFlexible: Type.String(),
        rateFlexible: Type.String(),
        ...FIXED_RATES,
        minBorrowAmount: Type.String(),
        maxBorrowAmount: Type.String(),
        minBorrowLimit: Type.String(),
        maxBorrowLimit: Type.String(),
      }),
    ),
    pledgeInfos: Type.Array(
      Type.Object({
        coin: Type.String(),
        ...PLEDGE_LINES,
        minPledgeAmount: Type.String(),
        maxPledgeAmount: Type.String(),
      }),
    ),
  }),
  handle(context, request) {
    const { lent, pledged } = loanCoins(context, request.coin);
    return {
      loanInfos: lent.map(({ coin: code, fixed, flexible, max, maxUsd, min, minUsd }) => ({
        ...{ coin: code, ...flexible, ...fixed, minBorrowAmount: min, maxBorrowAmount: max },
        ...{ minBorrowLimit: minUsd, maxBorrowLimit: maxUsd },
      })),
      pledgeInfos: pledged.map(({ coin: code, lines, max, min }) => ({
        ...{ coin: code, ...lines, minPledgeAmount: min, maxPledgeAmount: max },
      })),
    };
  },
});
