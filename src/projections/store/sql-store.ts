/**
 * The part of SQL that projections need, so that the engine can be replaced. Calls block: an
 * embedded store is used from its own thread. All calls throw `StoreUnavailable` when a retry may
 * succeed, and `StoreDamaged` when the store has to be rebuilt.
 */

export type SqlValue = number | bigint | string | null;

/** One row as cells in column order; whole numbers are returned as bigints. */
export type SqlCells = readonly SqlValue[];

/** The store cannot read or write at present: full or failing disk. Nothing was written. */
export class StoreUnavailable extends Error {
  readonly code = "store_unavailable";
}

/** The content of the store differs from what was written to it. */
export class StoreDamaged extends Error {
  readonly code = "store_damaged";
}

/** The store has rows of another schema, which cannot be written again. Nothing was changed. */
export class StoreOutdated extends Error {
  readonly code = "store_outdated";
}

export interface SqlStatement {
  /** Returns the number of rows that were inserted, changed or deleted. */
  run(params: readonly SqlValue[]): number;
  all(params: readonly SqlValue[]): SqlCells[];
}

export interface SqlStore {
  /** Runs statements that return nothing, separated by semicolons. */
  exec(sql: string): void;
  prepare(sql: string): SqlStatement;
  /** Commits what `work` wrote, or nothing of it when `work` throws. Not nestable. */
  transaction<T>(work: () => T): T;
  close(): void;
}
