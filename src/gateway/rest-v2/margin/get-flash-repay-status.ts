import { Type } from "typebox";
import type { UnwindRow } from "../../../projections/history/tables.ts";
import { idOfWire, wireId } from "../../../wire/ids.ts";
import { defineEndpoint } from "../../http/endpoint.ts";
import { id } from "../../http/fields.ts";
import { ITEMS_MAX } from "./flash-repayment.ts";
import { forBothModes, marginPath } from "./margin-mode.ts";

const STATUS_WORDS: Readonly<Record<UnwindRow["state"], string>> = {
  open: "processing",
  success: "success",
  failed: "failed",
};

export const flashRepayStatusEndpoints = forBothModes((mode) =>
  defineEndpoint({
    method: "POST",
    paths: [marginPath(mode, "account/query-flash-repay-status")],
    version: "v2",
    summary: "What became of flash repayments",
    access: { kind: "private", permission: "read" },
    limit: { perSecond: 10, per: "uid" },
    request: Type.Object({ idList: Type.Array(id(), { minItems: 1, maxItems: ITEMS_MAX }) }),
    response: Type.Array(
      Type.Object({
        repayId: Type.String(),
        status: Type.String({ description: "processing, success or failed" }),
      }),
    ),
    async handle(context, request) {
      const { rows } = await context.exchange.history.unwinds({
        user: context.principal.userIndex,
        wallet: mode.wallet,
        isForced: false,
        ids: request.idList.map((wire) => idOfWire(wire) ?? 0),
        limit: ITEMS_MAX,
      });
      return rows.map((row) => ({ repayId: wireId(row.id), status: STATUS_WORDS[row.state] }));
    },
  }),
);
