import { Type } from "typebox";
import type { PledgeRecordKind } from "../../projections/history/pledge-table.ts";
import { rateE6Text } from "../../wire/texts.ts";
import { defineEndpoint } from "../http/endpoint.ts";
import { enumeration } from "../http/fields.ts";
import { forBothVersions } from "./loan-dialect.ts";
import { recordFields, recordQuery } from "./loan-request.ts";
import { coinsIn, recordNames } from "./loan-rows.ts";

/** The ratio falls when the pledge is raised. */
const KIND_OF_SIDE: Readonly<Record<"down" | "up", PledgeRecordKind>> = {
  down: "addition",
  up: "removal",
};

const PATH = { v2: "revise-history", v3: "pledge-rate-history" } as const;

export const pledgeHistoryEndpoints = forBothVersions((dialect) =>
  defineEndpoint({
    ...dialect.reads,
    paths: [`${dialect.root}${PATH[dialect.version]}`],
    summary: "Revised pledges, newest first",
    description: "reviseSide is the direction of the loan-to-value ratio.",
    request: Type.Object({
      ...recordFields(dialect.version),
      reviseSide: Type.Optional(enumeration(["down", "up"])),
    }),
    response: Type.Array(
      Type.Object({
        loanCoin: Type.String(),
        pledgeCoin: Type.String(),
        orderId: Type.String(),
        reviseTime: Type.String(),
        reviseSide: Type.String({ description: "down, up" }),
        reviseAmount: Type.String(),
        afterPledgeRate: Type.String(),
        beforePledgeRate: Type.String(),
      }),
    ),
    async handle(context, { reviseSide, ...request }) {
      const sides = reviseSide === undefined ? (["down", "up"] as const) : [reviseSide];
      const kinds = sides.map((side) => KIND_OF_SIDE[side]);
      const query = { ...recordQuery(context, request), kinds };
      const { rows } = await context.exchange.history.pledgeRecords(query);
      return rows.map((row) => ({
        ...recordNames(context, row),
        reviseTime: String(row.createdAtMs),
        reviseSide: row.kind === "addition" ? "down" : "up",
        reviseAmount: coinsIn(context, row).pledgeText(row.pledge),
        afterPledgeRate: rateE6Text(row.rateAfterE6),
        beforePledgeRate: rateE6Text(row.rateBeforeE6),
      }));
    },
  }),
);
