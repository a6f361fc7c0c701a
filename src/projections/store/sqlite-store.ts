/** SQLite behind the SQL port, in a file or in memory. */
import { closeSync, fstatSync, openSync, type Stats, statSync } from "node:fs";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import {
  type SqlCells,
  type SqlStatement,
  type SqlStore,
  type SqlValue,
  StoreDamaged,
  StoreUnavailable,
} from "./sql-store.ts";

/**
 * Pages kept in memory, in KiB: those that a large transaction of the history changes, and the next
 * one changes again. With fewer, SQLite writes some of them more than once, and reads them again.
 */
const CACHE_KIB = 131_072;

/**
 * Pages of 4 KiB that the write-ahead log holds before they are moved into the file. A page that
 * several transactions changed is moved once.
 */
const LOG_PAGES = 32_768;

/** Longest wait for another process that recovers the log or, against the rules, writes, in ms. */
const BUSY_MS = 1_000;

/**
 * Commits are not flushed one by one: after a power failure the file is intact but may lack the
 * latest commits, which are written again from the journal. The file is not locked, so that other
 * processes may read it meanwhile (docs/history-schema.md).
 */
const SETTINGS = `
  PRAGMA busy_timeout = ${BUSY_MS};
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = NORMAL;
  PRAGMA wal_autocheckpoint = ${LOG_PAGES};
  PRAGMA temp_store = MEMORY;
  PRAGMA cache_size = -${CACHE_KIB};
`;

/** Files up to this size are checked whole when they are opened, in about a quarter of a second. */
export const CHECKED_BYTES_MAX = 64 * 1024 * 1024;

/**
 * SQLite's primary result codes for faults that may pass: no permission, busy, locked, out of
 * memory, read-only, I/O, full, cannot open, locking protocol.
 */
const PASSING_CODES: ReadonlySet<number> = new Set([3, 5, 6, 7, 8, 10, 13, 14, 15]);

/**
 * Primary result codes of a file with wrong content: corrupt, schema, constraint, type mismatch,
 * format, not a database. Constraints count because what is written follows from the journal, so
 * that the row in its way is wrong.
 */
const DAMAGED_CODES: ReadonlySet<number> = new Set([11, 17, 19, 20, 24, 26]);

/** Extended code for a file that was moved or deleted while it was open. */
const READONLY_MOVED = 8 | (4 << 8);

/** Returns the error of the port for an error of SQLite; other errors are returned as they are. */
function portError(error: unknown): unknown {
  if (!(error instanceof Error && "errcode" in error)) return error;
  const code = Number(error.errcode);
  const primary = code & 0xff;
  if (code === READONLY_MOVED || DAMAGED_CODES.has(primary)) {
    return new StoreDamaged(error.message, { cause: error });
  }
  if (PASSING_CODES.has(primary)) return new StoreUnavailable(error.message, { cause: error });
  return error;
}

function attempt<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw portError(error);
  }
}

const IN_MEMORY = ":memory:";
const FILE_MODE = 0o600;

/**
 * Creates the file if it is absent, accessible to its owner alone; SQLite's own files inherit
 * this. Returns the identity of the file. Fails with `StoreUnavailable`.
 */
function createPrivately(path: string): Stats {
  try {
    const file = openSync(path, "a", FILE_MODE);
    try {
      return fstatSync(file);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    throw new StoreUnavailable(error instanceof Error ? error.message : String(error));
  }
}

class SqliteStatement implements SqlStatement {
  readonly #statement: StatementSync;

  constructor(statement: StatementSync) {
    statement.setReturnArrays(true);
    statement.setReadBigInts(true);
    this.#statement = statement;
  }

  run(params: readonly SqlValue[]): number {
    try {
      return Number(this.#statement.run(...params).changes);
    } catch (error) {
      throw portError(error);
    }
  }

  all(params: readonly SqlValue[]): SqlCells[] {
    return attempt(() => this.#statement.all(...params)) as unknown as SqlCells[];
  }
}

export class SqliteStore implements SqlStore {
  readonly #path: string;
  /** Absent for a store in memory. */
  readonly #file: Stats | undefined;
  readonly #database: DatabaseSync;

  /**
   * `path` is a file, created when absent, or ":memory:". Fails with `StoreUnavailable`, or with
   * `StoreDamaged` when the file is not an intact database.
   */
  constructor(path: string) {
    this.#path = path;
    this.#file = path === IN_MEMORY ? undefined : createPrivately(path);
    this.#database = attempt(() => new DatabaseSync(path));
    try {
      this.exec(SETTINGS);
      if (this.#file !== undefined && this.#file.size <= CHECKED_BYTES_MAX) this.#check();
    } catch (error) {
      this.close();
      throw error;
    }
  }

  /** False when another file, or none, has the name of the one that is open. */
  get isInPlace(): boolean {
    if (this.#file === undefined) return true;
    const stats = statSync(this.#path, { throwIfNoEntry: false });
    return stats?.ino === this.#file.ino && stats.dev === this.#file.dev;
  }

  exec(sql: string): void {
    attempt(() => this.#database.exec(sql));
  }

  prepare(sql: string): SqlStatement {
    return new SqliteStatement(attempt(() => this.#database.prepare(sql)));
  }

  transaction<T>(work: () => T): T {
    this.exec("BEGIN IMMEDIATE");
    try {
      const result = work();
      this.exec("COMMIT");
      return result;
    } catch (error) {
      this.#rollBack();
      throw error;
    }
  }

  close(): void {
    this.#database.close();
  }

  /** Ignores a failure: the first error is reported, and the next use of the store fails. */
  #rollBack(): void {
    try {
      if (this.#database.isTransaction) this.#database.exec("ROLLBACK");
    } catch {
      // SQLite has rolled back by itself, or the file is unusable.
    }
  }

  #check(): void {
    const verdict = this.prepare("PRAGMA quick_check(1)").all([])[0]?.[0];
    if (verdict !== "ok") throw new StoreDamaged(String(verdict));
  }
}
