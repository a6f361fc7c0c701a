import { Type } from "typebox";
import { coinText, rateE6Text, usdE8Text } from "../../../wire/texts.ts";
import { defineEndpoint } from "../../http/endpoint.ts";
import { coin } from "../../http/fields.ts";
import { LOAN_LIMIT, loanCoinOf, READ_ACCESS } from "./loan-request.ts";
import { hourRateText, yearRateText } from "./loan-rows.ts";

export const getLoanCoins = defineEndpoint({
  method: "GET",
  paths: ["/api/v3/loan/coins"],
  version: "v3",
  summary: "Coins that can be borrowed against a pledge, and coins that can be pledged",
  description: "Rates are of an hour and of a year. Borrow limits are values in US dollars.",
  access: READ_ACCESS,
  limit: LOAN_LIMIT,
  request: Type.Object({ coin: Type.Optional(coin()) }),
  response: Type.Object({
    loanInfos: Type.Array(
      Type.Object({
        coin: Type.String(),
        hourRateFlexible: Type.String(),
        rateFlexible: Type.String(),
        hourRate7D: Type.String(),
        rate7D: Type.String(),
        hourRate30D: Type.String(),
        rate30D: Type.String(),
        minBorrowAmount: Type.String(),
        maxBorrowAmount: Type.String(),
        minBorrowLimit: Type.String(),
        maxBorrowLimit: Type.String(),
      }),
    ),
    pledgeInfos: Type.Array(
      Type.Object({
        coin: Type.String(),
        initRate: Type.String({ description: "Largest loan-to-value ratio of a new loan" }),
        supRate: Type.String({ description: "Ratio at which the pledge should be raised" }),
        forceRate: Type.String({ description: "Ratio at which the loan ends with its pledge" }),
        minPledgeAmount: Type.String(),
        maxPledgeAmount: Type.String(),
      }),
    ),
  }),
  handle(context, request) {
    const { exchange, realm } = context;
    const { accounts } = exchange;
    const coins =
      request.coin === undefined ? accounts.currencies() : [loanCoinOf(context, request.coin)];
    const terms = coins.map((one) => ({ one, ...accounts.pledgeTerms(realm, one.index) }));
    const loanInfos = terms.flatMap(({ loan, one }) => {
      if (loan === undefined) return [];
      const usd = (amount: typeof loan.amountMin): string =>
        usdE8Text(accounts.usdValue(realm, one.index, amount));
      const { flexible, long, short } = loan.dailyRates;
      return {
        coin: one.code,
        hourRateFlexible: hourRateText(flexible),
        rateFlexible: yearRateText(flexible),
        hourRate7D: hourRateText(short),
        rate7D: yearRateText(short),
        hourRate30D: hourRateText(long),
        rate30D: yearRateText(long),
        minBorrowAmount: coinText(one, loan.amountMin),
        maxBorrowAmount: coinText(one, loan.amountMax),
        minBorrowLimit: usd(loan.amountMin),
        maxBorrowLimit: usd(loan.amountMax),
      };
    });
    const pledgeInfos = terms.flatMap(({ one, pledge }) =>
      pledge === undefined
        ? []
        : {
            coin: one.code,
            initRate: rateE6Text(pledge.lines.initial),
            supRate: rateE6Text(pledge.lines.supplement),
            forceRate: rateE6Text(pledge.lines.forced),
            minPledgeAmount: coinText(one, pledge.amountMin),
            maxPledgeAmount: coinText(one, pledge.amountMax),
          },
    );
    return { loanInfos, pledgeInfos };
  },
});
