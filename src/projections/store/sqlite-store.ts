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
 * Pages of 4 KiB in the write-ahead log after which a commit moves them into the file itself, if
 * `SqliteCheckpoints` has not done it: 268 MB. A page that several transactions changed is moved
 * once.
 */
const LOG_PAGES = 65_536;

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
  readonly #beforeChange: () => void;

  /** `beforeChange` is called before the statement changes rows. */
  constructor(statement: StatementSync, beforeChange: () => void) {
    statement.setReturnArrays(true);
    statement.setReadBigInts(true);
    this.#statement = statement;
    this.#beforeChange = beforeChange;
  }

  run(params: readonly SqlValue[]): number {
    this.#beforeChange();
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

export type SqliteStoreOptions = {
  /** Called before a transaction changes rows for the first time; may block. */
  readonly beforeTransaction?: () => void;
};

export class SqliteStore implements SqlStore {
  readonly #path: string;
  readonly #beforeTransaction: () => void;
  /** Absent for a store in memory. */
  readonly #file: Stats | undefined;
  readonly #database: DatabaseSync;
  readonly #pagesInLog: SqlStatement;
  /** Whether a transaction has not changed anything yet, and has not begun in the file. */
  #isUnbegun = false;

  /**
   * `path` is a file, created when absent, or ":memory:". Fails with `StoreUnavailable`, or with
   * `StoreDamaged` when the file is not an intact database.
   */
  constructor(path: string, { beforeTransaction = () => undefined }: SqliteStoreOptions = {}) {
    this.#path = path;
    this.#beforeTransaction = beforeTransaction;
    this.#file = path === IN_MEMORY ? undefined : createPrivately(path);
    this.#database = attempt(() => new DatabaseSync(path));
    try {
      this.exec(SETTINGS);
      if (this.#file !== undefined && this.#file.size <= CHECKED_BYTES_MAX) this.#check();
      this.#pagesInLog = this.prepare("PRAGMA wal_checkpoint(NOOP)");
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

  /** Pages in the write-ahead log that are not in the file yet. */
  get pagesInLog(): number {
    const [, logged, moved] = this.#pagesInLog.all([])[0] ?? [];
    return Number(logged) - Number(moved);
  }

  exec(sql: string): void {
    this.#begin();
    attempt(() => this.#database.exec(sql));
  }

  prepare(sql: string): SqlStatement {
    const statement = attempt(() => this.#database.prepare(sql));
    return new SqliteStatement(statement, this.#begin);
  }

  /**
   * Begins in the file with the first change, until when reads see the committed rows and a
   * checkpoint on another thread can end.
   */
  transaction<T>(work: () => T): T {
    this.#isUnbegun = true;
    try {
      const result = work();
      if (!this.#isUnbegun) this.exec("COMMIT");
      return result;
    } catch (error) {
      this.#rollBack();
      throw error;
    } finally {
      this.#isUnbegun = false;
    }
  }

  close(): void {
    this.#database.close();
  }

  readonly #begin = (): void => {
    if (!this.#isUnbegun) return;
    this.#isUnbegun = false;
    this.#beforeTransaction();
    this.exec("BEGIN IMMEDIATE");
  };

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
