/** Liquidation of positions or of a margin account, as lists show it. */
import { type Static, Type } from "typebox";
import type { LiquidationRow } from "../../../projections/history/liquidation-record-tables.ts";
import type { UnwindRow } from "../../../projections/history/tables.ts";
import type { LiveAccounts } from "../../../projections/live/live-accounts.ts";
import { wireId } from "../../../wire/ids.ts";

export const liquidationSummarySchema = Type.Object({
  liquidationId: Type.String(),
  scope: Type.String({ description: "isolated, crossed, unified, or margin" }),
  symbol: Type.String({ description: "Of an isolated position or account; empty for the others" }),
  status: Type.String({
    description: "open, recovered, closed or paused; of a margin account open, success or failed",
  }),
  startTime: Type.String(),
  endTime: Type.String({ description: "Empty while it is open" }),
});
export type LiquidationSummary = Static<typeof liquidationSummarySchema>;

/** Returns a liquidation as a row of a list. */
export function liquidationSummary(
  accounts: LiveAccounts,
  row: LiquidationRow | UnwindRow,
): LiquidationSummary {
  const { createdAtMs, endedAtMs, id, state } = row;
  const instrument = "scope" in row ? row.instrument : row.place;
  return {
    liquidationId: wireId(id),
    scope: "scope" in row ? row.scope : "margin",
    symbol: accounts.instrumentAt(instrument - 1)?.symbol ?? "",
    status: state,
    startTime: String(createdAtMs),
    endTime: state === "open" ? "" : String(endedAtMs),
  };
}
