/** The rows of a history, for comparing one that grew with one that was built again. */

import { HISTORY_TABLES } from "../../src/projections/history/history-schema.ts";
import { HistoryStore } from "../../src/projections/history/history-store.ts";
import type { Retention } from "../../src/projections/history/limits.ts";
import { allRows } from "../../src/projections/history/table-sql.ts";
import type { InstrumentRow } from "../../src/projections/history/tables.ts";
import { SqliteStore } from "../../src/projections/store/sqlite-store.ts";

export type HistoryRows = Readonly<Record<string, readonly unknown[]>>;

export type RebuildSettings = {
  readonly instruments: readonly InstrumentRow[];
  readonly retention: Retention;
  readonly quietUsers: readonly number[];
};

/** Opens the history at `path`, applies what it has not seen of the blocks, and reads all rows. */
export function historyRowsAfter(
  path: string,
  blocks: readonly Float64Array[],
  { instruments, retention, quietUsers }: RebuildSettings,
): HistoryRows {
  const file = new SqliteStore(path);
  const history = new HistoryStore(file, { retention, quietUsers });
  history.listInstruments(instruments);
  for (const words of blocks) history.apply(words);
  const rows = HISTORY_TABLES.map((table) => [table.name, allRows(file, table)] as const);
  history.close();
  return Object.fromEntries(rows);
}

/** The same events in one block. */
export function joinedBlocks(blocks: readonly Float64Array[]): Float64Array {
  const words = new Float64Array(blocks.reduce((sum, block) => sum + block.length, 0));
  let at = 0;
  for (const block of blocks) {
    words.set(block, at);
    at += block.length;
  }
  return words;
}
