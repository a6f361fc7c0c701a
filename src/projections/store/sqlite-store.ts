/** SQLite behind the SQL port, in a file or in memory. */
import { closeSync, openSync } from "node:fs";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import {
  type SqlCells,
  type SqlStatement,
  type SqlStore,
  type SqlValue,
  StoreUnavailable,
} from "./sql-store.ts";

/** Pages kept in memory, in KiB. */
const CACHE_KIB = 32_768;

/** Pages of 4 KiB that the write-ahead log holds before they are moved into the file. */
const LOG_PAGES = 4_096;

/**
 * Commits are not flushed one by one: after a power cut the file is whole but may miss the latest,
 * which come again from the journal.
 */
const SETTINGS = `
  PRAGMA locking_mode = EXCLUSIVE;
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = NORMAL;
  PRAGMA wal_autocheckpoint = ${LOG_PAGES};
  PRAGMA temp_store = MEMORY;
  PRAGMA cache_size = -${CACHE_KIB};
`;

/** SQLite's primary result codes for faults that may pass: busy, locked, I/O, full, cannot open. */
const PASSING_CODES: ReadonlySet<number> = new Set([5, 6, 10, 13, 14]);

/** The error as the port names it. */
function judged(error: unknown): unknown {
  if (!(error instanceof Error && "errcode" in error)) return error;
  if (!PASSING_CODES.has(Number(error.errcode) & 0xff)) return error;
  return new StoreUnavailable(error.message, { cause: error });
}

function attempt<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw judged(error);
  }
}

const IN_MEMORY = ":memory:";
const FILE_MODE = 0o600;

/** Makes an absent file with the rights of its owner alone; SQLite's own files take them over. */
function createPrivately(path: string): void {
  closeSync(openSync(path, "a", FILE_MODE));
}

class SqliteStatement implements SqlStatement {
  readonly #statement: StatementSync;

  constructor(statement: StatementSync) {
    statement.setReturnArrays(true);
    statement.setReadBigInts(true);
    this.#statement = statement;
  }

  run(params: readonly SqlValue[]): void {
    try {
      this.#statement.run(...params);
    } catch (error) {
      throw judged(error);
    }
  }

  all(params: readonly SqlValue[]): SqlCells[] {
    return attempt(() => this.#statement.all(...params)) as unknown as SqlCells[];
  }
}

export class SqliteStore implements SqlStore {
  readonly #database: DatabaseSync;

  /** `path` is a file, made when absent, or ":memory:". Throws when it is not a database. */
  constructor(path: string) {
    if (path !== IN_MEMORY) createPrivately(path);
    this.#database = attempt(() => new DatabaseSync(path));
    this.exec(SETTINGS);
  }

  exec(sql: string): void {
    attempt(() => this.#database.exec(sql));
  }

  prepare(sql: string): SqlStatement {
    return new SqliteStatement(this.#database.prepare(sql));
  }

  transaction<T>(work: () => T): T {
    this.exec("BEGIN IMMEDIATE");
    try {
      const result = work();
      this.exec("COMMIT");
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
