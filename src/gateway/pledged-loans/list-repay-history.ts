import { Type } from "typebox";
import { defineEndpoint } from "../http/endpoint.ts";
import { coin } from "../http/fields.ts";
import { forBothVersions } from "./loan-dialect.ts";
import { recordFields, recordQuery } from "./loan-request.ts";
import { coinsIn, recordNames } from "./loan-rows.ts";

export const repayHistoryEndpoints = forBothVersions((dialect) =>
  defineEndpoint({
    ...dialect.reads,
    paths: [`${dialect.root}repay-history`],
    summary: "Repayments of loans against a pledge, newest first",
    request: Type.Object({ ...recordFields(dialect.version), loanCoin: Type.Optional(coin()) }),
    response: Type.Array(
      Type.Object({
        orderId: Type.String(),
        loanCoin: Type.String(),
        pledgeCoin: Type.String(),
        repayAmount: Type.String({ description: "Interest and principal, in loanCoin" }),
        payInterest: Type.String(),
        repayLoanAmount: Type.String(),
        repayUnlockAmount: Type.String({ description: "Part of the pledge that returned" }),
        repayTime: Type.String(),
      }),
    ),
    async handle(context, request) {
      const query = { ...recordQuery(context, request), kinds: ["repayment"] } as const;
      const { rows } = await context.exchange.history.pledgeRecords(query);
      return rows.map((row) => {
        const { loanText, pledgeText } = coinsIn(context, row);
        return {
          ...recordNames(context, row),
          repayAmount: loanText(row.principal + row.interest),
          payInterest: loanText(row.interest),
          repayLoanAmount: loanText(row.principal),
          repayUnlockAmount: pledgeText(row.released),
          repayTime: String(row.createdAtMs),
        };
      });
    },
  }),
);
