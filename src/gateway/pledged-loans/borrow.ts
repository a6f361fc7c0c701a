import { Type } from "typebox";
import { wireId } from "../../wire/ids.ts";
import { defineEndpoint } from "../http/endpoint.ts";
import { coin, decimal, word } from "../http/fields.ts";
import { submitted } from "../orders/submitted.ts";
import { rejectionError } from "../rejection-codes.ts";
import { forBothVersions } from "./loan-dialect.ts";
import { amountOf, loanCoinOf, PERIOD_WORDS, pledgeCoinOf } from "./loan-request.ts";

export const borrowEndpoints = forBothVersions((dialect) =>
  defineEndpoint({
    ...dialect.writes,
    paths: [`${dialect.root}borrow`],
    summary: "Pledge a coin and borrow another",
    description:
      "One of pledgeAmount and loanAmount is required; without the other, the loan is the " +
      "largest for the pledge, or the pledge the smallest for the loan.",
    request: Type.Object({
      loanCoin: coin(),
      pledgeCoin: coin(),
      daily: word(PERIOD_WORDS),
      pledgeAmount: Type.Optional(decimal()),
      loanAmount: Type.Optional(decimal()),
    }),
    response: Type.Object({ orderId: Type.String() }),
    async handle(context, { daily, loanAmount, loanCoin, pledgeAmount, pledgeCoin }) {
      const loan = loanCoinOf(context, loanCoin);
      const pledge = pledgeCoinOf(context, pledgeCoin);
      if (pledgeAmount === undefined && loanAmount === undefined) {
        throw context.errors.needsOneOf(["pledgeAmount", "loanAmount"]);
      }
      const outcome = await submitted(context, {
        kind: "take_pledged_loan",
        user: context.principal.userIndex,
        ...{ currency: loan.index, pledgeCurrency: pledge.index, period: daily },
        amount: amountOf(context, loanAmount, { currency: loan, name: "loanAmount" }),
        pledge: amountOf(context, pledgeAmount, { currency: pledge, name: "pledgeAmount" }),
      });
      const { id, rejection } = outcome;
      if (rejection !== undefined) throw rejectionError(rejection, dialect.rejections);
      return { orderId: wireId(id) };
    },
  }),
);
