import { InvariantBroken } from "../../core/base/assert.ts";
import { LogFault } from "../../journal/command-log.ts";
import { RecoveryFault } from "../../journal/recovery.ts";
import { StoreDamaged, StoreOutdated } from "../../projections/store/sql-store.ts";
import type { HistoryFailure } from "./history-messages.ts";

/**
 * Classifies an error of the history thread. A failed assertion of the writer means that the file
 * is damaged: the same rows can be rebuilt from the journal.
 */
export function failureOf(error: unknown): HistoryFailure {
  if (error instanceof StoreDamaged || error instanceof InvariantBroken) return "damaged";
  if (error instanceof RecoveryFault) {
    return error.code === "invariant_broken" ? "invariant" : "journal";
  }
  if (error instanceof LogFault || error instanceof StoreOutdated) return "journal";
  return "died";
}
