import { Type } from "typebox";
import { idOfWire } from "../../wire/ids.ts";
import { rateE6Text } from "../../wire/texts.ts";
import { defineEndpoint } from "../http/endpoint.ts";
import { coin, decimal, enumeration, id } from "../http/fields.ts";
import { submitted } from "../orders/submitted.ts";
import { rejectionError } from "../rejection-codes.ts";
import { forBothVersions } from "./loan-dialect.ts";
import { amountOf, pledgeCoinOf } from "./loan-request.ts";
import { coinsIn } from "./loan-rows.ts";

export const revisePledgeEndpoints = forBothVersions((dialect) =>
  defineEndpoint({
    ...dialect.writes,
    paths: [`${dialect.root}revise-pledge`],
    summary: "Add to the pledge of a loan (IN, the default), or take a part of it back (OUT)",
    request: Type.Object({
      orderId: id(),
      amount: decimal(),
      pledgeCoin: coin(),
      reviseType: enumeration(["IN", "OUT"], { default: "IN" }),
    }),
    response: Type.Object({
      loanCoin: Type.String(),
      pledgeCoin: Type.String(),
      afterPledgeRate: Type.String({ description: "Loan-to-value ratio" }),
    }),
    async handle(context, { amount, orderId, pledgeCoin, reviseType }) {
      const user = context.principal.userIndex;
      const currency = pledgeCoinOf(context, pledgeCoin);
      const loanId = idOfWire(orderId) ?? 0;
      const found = context.exchange.accounts
        .pledgedLoans(user)
        .find(({ loan }) => loan.id === loanId);
      if (found === undefined) throw rejectionError("pledged_loan_not_found", dialect.rejections);
      const { pledged, rejection } = await submitted(context, {
        kind: "revise_pledge",
        ...{ user, loanId, pledgeCurrency: currency.index, isAdded: reviseType === "IN" },
        amount: amountOf(context, amount, { currency, name: "amount" }),
      });
      if (rejection !== undefined) throw rejectionError(rejection, dialect.rejections);
      const { names } = coinsIn(context, found.loan);
      return { ...names, afterPledgeRate: rateE6Text(pledged?.rateE6 ?? 0) };
    },
  }),
);
