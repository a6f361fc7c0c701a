import { Type } from "typebox";
import type { PledgedLoanStatus } from "../../projections/history/pledge-table.ts";
import { defineEndpoint } from "../http/endpoint.ts";
import { coin, enumeration } from "../http/fields.ts";
import { forBothVersions } from "./loan-dialect.ts";
import { PERIOD_WORDS, recordFields, recordQuery } from "./loan-request.ts";
import { coinsIn, hourRateText, recordNames } from "./loan-rows.ts";

const STATUSES = ["ROLLBACK", "FORCE", "REPAY"] as const;
/** No loan is rolled back: it is granted as a whole or refused. */
const ENDED: Readonly<Record<(typeof STATUSES)[number], readonly PledgedLoanStatus[]>> = {
  ROLLBACK: [],
  FORCE: ["forced"],
  REPAY: ["repaid"],
};

export const borrowHistoryEndpoints = forBothVersions((dialect) =>
  defineEndpoint({
    ...dialect.reads,
    paths: [`${dialect.root}borrow-history`],
    summary: "Loans against a pledge that have ended, newest first",
    description: "By the time at which they were taken. No loan has the status ROLLBACK.",
    request: Type.Object({
      ...recordFields(dialect.version),
      loanCoin: Type.Optional(coin()),
      status: Type.Optional(enumeration(STATUSES)),
    }),
    response: Type.Array(
      Type.Object({
        orderId: Type.String(),
        loanCoin: Type.String(),
        pledgeCoin: Type.String(),
        initPledgeAmount: Type.String(),
        initLoanAmount: Type.String(),
        hourRate: Type.String(),
        daily: Type.String({ description: "FLEXIBLE, SEVEN, THIRTY" }),
        borrowTime: Type.String(),
        status: Type.String({ description: "FORCE, REPAY" }),
      }),
    ),
    async handle(context, { status, ...request }) {
      const statuses = status === undefined ? (["repaid", "forced"] as const) : ENDED[status];
      const query = { ...recordQuery(context, request), kinds: ["loan"], statuses } as const;
      const { rows } = await context.exchange.history.pledgeRecords(query);
      return rows.map((row) => {
        const { loanText, pledgeText } = coinsIn(context, row);
        return {
          ...recordNames(context, row),
          initPledgeAmount: pledgeText(row.pledge),
          initLoanAmount: loanText(row.principal),
          hourRate: hourRateText(row.dailyRateE8),
          daily: PERIOD_WORDS[row.period],
          borrowTime: String(row.createdAtMs),
          status: row.status === "forced" ? "FORCE" : "REPAY",
        };
      });
    },
  }),
);
