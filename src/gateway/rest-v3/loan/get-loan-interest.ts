import { Type } from "typebox";
import { coinText } from "../../../wire/texts.ts";
import { defineEndpoint } from "../../http/endpoint.ts";
import { coin, decimal, word } from "../../http/fields.ts";
import { rejectionError } from "../../rejection-codes.ts";
import {
  amountOf,
  LOAN_LIMIT,
  loanCoinOf,
  PERIOD_WORDS,
  pledgeCoinOf,
  READ_ACCESS,
} from "./loan-request.ts";

export const getLoanInterest = defineEndpoint({
  method: "GET",
  paths: ["/api/v3/loan/interest"],
  version: "v3",
  summary: "Largest loan for a pledge, and its interest of an hour",
  access: READ_ACCESS,
  limit: LOAN_LIMIT,
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
    const estimate = context.exchange.accounts.pledgeEstimate(context.principal.userIndex, {
      ...{ currency: loan.index, pledgeCurrency: currency.index, pledge, period: request.daily },
    });
    if (typeof estimate === "string") throw rejectionError(estimate, "v3");
    const { amount, hourly } = estimate;
    return { hourInterest: coinText(loan, hourly), loanAmount: coinText(loan, amount) };
  },
});
