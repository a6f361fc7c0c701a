import { Type } from "typebox";
import { rateE6Text } from "../../wire/texts.ts";
import { defineEndpoint } from "../http/endpoint.ts";
import { coin, enumeration } from "../http/fields.ts";
import { forBothVersions } from "./loan-dialect.ts";
import { recordFields, recordQuery } from "./loan-request.ts";
import { coinsIn, recordNames, soldPriceText } from "./loan-rows.ts";

export const reductionsEndpoints = forBothVersions((dialect) =>
  defineEndpoint({
    ...dialect.reads,
    paths: [`${dialect.root}reduces`],
    summary: "Loans that ended with their pledge, newest first",
    description:
      "At the forced ratio or at the end of a fixed period, always in one step: no row has the " +
      "status WAIT. pledgePrice is in loanCoin, without the fee.",
    request: Type.Object({
      ...recordFields(dialect.version),
      loanCoin: Type.Optional(coin()),
      status: Type.Optional(enumeration(["COMPLETE", "WAIT"])),
    }),
    response: Type.Array(
      Type.Object({
        orderId: Type.String(),
        loanCoin: Type.String(),
        pledgeCoin: Type.String(),
        reduceTime: Type.String(),
        pledgeRate: Type.String({ description: "Loan-to-value ratio" }),
        pledgePrice: Type.String(),
        status: Type.String({ description: "COMPLETE" }),
        pledgeAmount: Type.String({ description: "Part of the pledge that paid, with the fee" }),
        reduceFee: Type.String({ description: "In pledgeCoin" }),
        residueAmount: Type.String({ description: "Pledge that is left: 0" }),
        runlockAmount: Type.String({ description: "Part of the pledge that returned" }),
        repayLoanAmount: Type.String({ description: "Interest and principal, in loanCoin" }),
      }),
    ),
    async handle(context, { status, ...request }) {
      const kinds = status === "WAIT" ? ([] as const) : (["reduction"] as const);
      const query = { ...recordQuery(context, request), kinds };
      const { rows } = await context.exchange.history.pledgeRecords(query);
      return rows.map((row) => {
        const { loanText, pledgeText } = coinsIn(context, row);
        const { currency, fee, interest, pledge, pledgeCurrency, principal } = row;
        const paid = interest + principal;
        return {
          ...recordNames(context, row),
          reduceTime: String(row.createdAtMs),
          pledgeRate: rateE6Text(row.rateBeforeE6),
          pledgePrice: soldPriceText(context, {
            currency,
            pledgeCurrency,
            paid,
            sold: pledge - fee,
          }),
          status: "COMPLETE",
          pledgeAmount: pledgeText(pledge),
          reduceFee: pledgeText(fee),
          residueAmount: "0",
          runlockAmount: pledgeText(row.released),
          repayLoanAmount: loanText(paid),
        };
      });
    },
  }),
);
