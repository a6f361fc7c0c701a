import { Type } from "typebox";
import { idOfWire } from "../../wire/ids.ts";
import { defineEndpoint } from "../http/endpoint.ts";
import { decimal, id, word, yesNo } from "../http/fields.ts";
import { submitted } from "../orders/submitted.ts";
import { rejectionError } from "../rejection-codes.ts";
import { forBothVersions } from "./loan-dialect.ts";
import { amountOf, METHOD_WORDS } from "./loan-request.ts";
import { coinsIn } from "./loan-rows.ts";

export const repayLoanEndpoints = forBothVersions((dialect) =>
  defineEndpoint({
    ...dialect.writes,
    paths: [`${dialect.root}repay`],
    summary: "Repay a loan from the account or with its pledge",
    description:
      "Interest first. amount is in the borrowed coin, required unless repayAll is yes; an " +
      "amount above the debt repays all of it. With repayUnlock a share of the pledge returns, " +
      "within the initial ratio; the last repayment returns all of it.",
    request: Type.Object({
      orderId: id(),
      // A request of v2 does not name one: it repays from the wallet.
      method:
        dialect.version === "v2" ? word(METHOD_WORDS, { default: "wallet" }) : word(METHOD_WORDS),
      repayAll: yesNo(),
      amount: Type.Optional(decimal()),
      repayUnlock: yesNo({ default: false }),
    }),
    response: Type.Object({
      loanCoin: Type.String(),
      pledgeCoin: Type.String(),
      repayAmount: Type.String({ description: "Interest and principal, in loanCoin" }),
      payInterest: Type.String(),
      repayLoanAmount: Type.String(),
      repayUnlockAmount: Type.String({ description: "Part of the pledge that returned" }),
    }),
    async handle(context, { amount, method, orderId, repayAll, repayUnlock }) {
      const { accounts } = context.exchange;
      const user = context.principal.userIndex;
      if (!repayAll && amount === undefined) throw context.errors.missing("amount");
      const loanId = idOfWire(orderId) ?? 0;
      const found = accounts.pledgedLoans(user).find(({ loan }) => loan.id === loanId);
      const currency = accounts.currencyAt(found?.loan.currency ?? -1);
      if (found === undefined || currency === undefined) {
        throw rejectionError("pledged_loan_not_found", dialect.rejections);
      }
      const { pledged, rejection } = await submitted(context, {
        kind: "repay_pledged_loan",
        ...{ user, loanId, method, isWhole: repayAll, releases: repayUnlock },
        amount: amountOf(context, repayAll ? undefined : amount, { currency, name: "amount" }),
      });
      if (rejection !== undefined) throw rejectionError(rejection, dialect.rejections);
      if (pledged === undefined) throw new TypeError("an accepted repayment has its amounts");
      const { loanText, names, pledgeText } = coinsIn(context, found.loan);
      const { interestPart, principalPart, released } = pledged;
      return {
        ...names,
        repayAmount: loanText(interestPart + principalPart),
        payInterest: loanText(interestPart),
        repayLoanAmount: loanText(principalPart),
        repayUnlockAmount: pledgeText(released),
      };
    },
  }),
);
