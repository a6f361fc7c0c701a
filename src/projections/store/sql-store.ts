/**
 * The small part of SQL that projections need, so that the engine behind it can be changed. Calls
 * block: an embedded store is used from its own thread. All of them throw `StoreUnavailable` when
 * trying again later may help, and `StoreDamaged` when the store has to be made anew.
 */

export type SqlValue = number | bigint | string | null;

/** One row as cells in column order; whole numbers come back as bigints. */
export type SqlCells = readonly SqlValue[];

/** The store cannot read or write at present: full or failing disk. Nothing was written. */
export class StoreUnavailable extends Error {
  readonly code = "store_unavailable";
}

/** The content of the store is not what was written to it. */
export class StoreDamaged extends Error {
  readonly code = "store_damaged";
}

export interface SqlStatement {
  run(params: readonly SqlValue[]): void;
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
