/** SQLite behind the SQL port, in a file or in memory. */
import { DatabaseSync, type StatementSync } from "node:sqlite";
import type { SqlCells, SqlStatement, SqlStore, SqlValue } from "./sql-store.ts";

/** The path that keeps everything in memory. */
export const IN_MEMORY = ":memory:";

/** Pages kept in memory, in KiB. */
const CACHE_KIB = 32_768;

/**
 * Write-ahead log, and no flush of its own: a commit is whole or absent after a crash of the
 * process, and what a power cut takes away or damages is rebuilt from the journal.
 */
const SETTINGS = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = OFF;
  PRAGMA locking_mode = EXCLUSIVE;
  PRAGMA temp_store = MEMORY;
  PRAGMA cache_size = -${CACHE_KIB};
`;

class SqliteStatement implements SqlStatement {
  readonly #statement: StatementSync;

  constructor(statement: StatementSync) {
    statement.setReturnArrays(true);
    statement.setReadBigInts(true);
    this.#statement = statement;
  }

  run(params: readonly SqlValue[]): void {
    this.#statement.run(...params);
  }

  all(params: readonly SqlValue[]): SqlCells[] {
    return this.#statement.all(...params) as unknown as SqlCells[];
  }
}

export class SqliteStore implements SqlStore {
  readonly #database: DatabaseSync;

  /** `path` is a file, made when absent, or `IN_MEMORY`. Throws when it is not a database. */
  constructor(path: string) {
    this.#database = new DatabaseSync(path);
    this.#database.exec(SETTINGS);
  }

  exec(sql: string): void {
    this.#database.exec(sql);
  }

  prepare(sql: string): SqlStatement {
    return new SqliteStatement(this.#database.prepare(sql));
  }

  transaction<T>(work: () => T): T {
    this.#database.exec("BEGIN IMMEDIATE");
    try {
      const result = work();
      this.#database.exec("COMMIT");
      return result;
    } catch (error) {
      if (this.#database.isTransaction) this.#database.exec("ROLLBACK");
      throw error;
    }
  }

  close(): void {
    this.#database.close();
  }
}
