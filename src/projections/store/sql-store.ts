/**
 * The small part of SQL that projections need, so that the engine behind it can be changed. Calls
 * block: an embedded store is used from its own thread.
 */

export type SqlValue = number | bigint | string | null;

/** One row as cells in column order; whole numbers come back as bigints. */
export type SqlCells = readonly SqlValue[];

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
