import { InvariantBroken } from "../../core/assert.ts";
import { LogFault } from "../../journal/command-log.ts";
import { RecoveryFault } from "../../journal/recovery.ts";
import { StoreDamaged } from "../../projections/store/sql-store.ts";
import type { HistoryFailure } from "./history-messages.ts";

/** Rows that the writer asserts and does not find are damage: the journal gives the same again. */
export function failureOf(error: unknown): HistoryFailure {
  if (error instanceof StoreDamaged || error instanceof InvariantBroken) return "damaged";
  if (error instanceof RecoveryFault) {
    return error.code === "invariant_broken" ? "invariant" : "journal";
  }
  if (error instanceof LogFault) return "journal";
  return "died";
}
