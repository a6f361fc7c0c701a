import { Type } from "typebox";
import { coinText } from "../../wire/texts.ts";
import { defineEndpoint } from "../http/endpoint.ts";
import { coin, decimal, word } from "../http/fields.ts";
import { rejectionError } from "../rejection-codes.ts";
import { forBothVersions } from "./loan-dialect.ts";
import { amountOf, loanCoinOf, PERIOD_WORDS, pledgeCoinOf } from "./loan-request.ts";

const PATH = { v2: "public/hour-interest", v3: "interest" } as const;

export const loanInterestEndpoints = forBothVersions((dialect) =>
  defineEndpoint({
    ...dialect.shows,
    paths: [`${dialect.root}${PATH[dialect.version]}`],
    summary: "Largest loan for a pledge, and its interest of an hour",
    request: Type.Object({
      loanCoin: coin(),
      pledgeCoin: coin(),
      daily: word(PERIOD_WORDS),
      pledgeAmount: decimal(),
    }),
    response: Type.Object({
      hourInterest: Type.String({ description: "In loanCoin" }),
      loanAmount: Type.String(),
    }),
    handle(context, request) {
      const loan = loanCoinOf(context, request.loanCoin);
      const currency = pledgeCoinOf(context, request.pledgeCoin);
      const pledge = amountOf(context, request.pledgeAmount, { currency, name: "pledgeAmount" });
      const estimate = context.exchange.accounts.pledgeEstimate(context.realm, {
        ...{ currency: loan.index, pledgeCurrency: currency.index, pledge, period: request.daily },
      });
      if (typeof estimate === "string") throw rejectionError(estimate, dialect.rejections);
      const { amount, hourly } = estimate;
      return { hourInterest: coinText(loan, hourly), loanAmount: coinText(loan, amount) };
    },
  }),
);
