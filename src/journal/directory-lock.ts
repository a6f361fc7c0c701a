import { closeSync, openSync, readFileSync, rmSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout } from "node:timers/promises";
import { createDirectory } from "./create-directory.ts";
import { nodeFileLayer } from "./node-file-layer.ts";
import { messageOf, OperatingFault } from "./operating-fault.ts";
import { writeSmallFile } from "./write-small-file.ts";

export const LOCK_FILE = "lock.sqlite";
/** Describes the holder of the lock; used only in the error message of other processes. */
export const HOLDER_FILE = "lock.holder";
/** Lock files of versions before the kernel lock. */
const OLD_LOCK_NAME = /^lock(?:\.\d+(?:\.stale)?)?$/;
/** Time in ms that a start waits for a previous holder that may be exiting. */
export const HOLDER_WAIT_MS = 3_000;
const RETRY_INTERVAL_MS = 50;
/**
 * Primary result codes of SQLite for "another process holds the lock": SQLITE_BUSY, SQLITE_LOCKED.
 */
const HELD_CODES: readonly number[] = [5, 6];

/** Another process uses the directory. */
export class DirectoryLocked extends OperatingFault {
  readonly code = "directory_locked";
}

/** The lock cannot be taken, for a reason other than another holder. */
export class LockUnusable extends OperatingFault {
  readonly code = "lock_unusable";
}

export interface DirectoryLock {
  /**
   * Path of the locked file. As long as the path keeps its inode, no other process can hold the
   * lock.
   */
  readonly path: string;
  release(): void;
}

/**
 * References that prevent garbage collection, which would close the databases and release the
 * locks.
 */
const heldDatabases = new Set<DatabaseSync>();

/**
 * Locks a data directory against other processes until `release` is called or this process ends.
 * The lock is a kernel lock on a file, taken through SQLite: it works across process and mount
 * namespaces and ends with its holder however the holder ends. Waits up to `waitMs` for the current
 * holder; a refused start leaves the directory unchanged. Fails with `DirectoryLocked` or
 * `LockUnusable`.
 *
 * The holder must not open the file in any other way: closing a file releases all locks that the
 * process has on it.
 */
export async function lockDirectory(
  directory: string,
  waitMs: number = HOLDER_WAIT_MS,
): Promise<DirectoryLock> {
  createDirectory(directory);
  const path = join(directory, LOCK_FILE);
  createIfAbsent(path);
  const deadlineMs = performance.now() + waitMs;
  let database = tryLock(path);
  while (database === undefined) {
    if (performance.now() >= deadlineMs) throw new DirectoryLocked(heldMessage(directory, path));
    await setTimeout(RETRY_INTERVAL_MS);
    database = tryLock(path);
  }
  const heldDatabase = database;
  heldDatabases.add(heldDatabase);
  const holderPath = join(directory, HOLDER_FILE);
  const release = (): void => {
    if (!heldDatabases.delete(heldDatabase)) return;
    rmSync(holderPath, { force: true });
    heldDatabase.close();
  };
  try {
    await removeOldLocks(directory);
    await writeSmallFile(nodeFileLayer, holderPath, Buffer.from(holderRecord()));
  } catch (thrown) {
    release();
    throw thrown;
  }
  return { path, release };
}

function createIfAbsent(path: string): void {
  try {
    closeSync(openSync(path, "wx", 0o600));
  } catch (thrown) {
    if (codeOf(thrown) !== "EEXIST") throw thrown;
  }
}

/** Returns undefined while another process holds the lock. */
function tryLock(path: string): DatabaseSync | undefined {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(path, { timeout: 0 });
    // The database is never written. An in-memory journal avoids further files.
    database.exec("PRAGMA journal_mode = MEMORY");
    database.exec("BEGIN EXCLUSIVE");
    return database;
  } catch (thrown) {
    database?.close();
    const code = thrown instanceof Error && "errcode" in thrown ? Number(thrown.errcode) : 0;
    if (HELD_CODES.includes(code & 0xff)) return undefined;
    throw new LockUnusable(
      `${path} cannot be locked: ${messageOf(thrown)}; make the directory writable, or remove ` +
        "this file if no exchange runs in the directory",
      { cause: thrown },
    );
  }
}

function heldMessage(directory: string, path: string): string {
  return (
    `${directory} is in use: ${path} is locked by ${holderOf(directory)}; ` +
    "stop that process, or choose another directory with --data-dir"
  );
}

/** Returns the holder's own description. The process id is that of the holder's namespace. */
function holderOf(directory: string): string {
  try {
    const text = readFileSync(join(directory, HOLDER_FILE), "utf8");
    const { host, pid, startedAt } = JSON.parse(text) as Record<string, unknown>;
    return `process ${pid} on host ${host}, started at ${startedAt}`;
  } catch {
    return "another process";
  }
}

function holderRecord(): string {
  const startedAt = new Date(performance.timeOrigin).toISOString();
  return `${JSON.stringify({ pid: process.pid, host: hostname(), startedAt })}\n`;
}

async function removeOldLocks(directory: string): Promise<void> {
  for (const name of await nodeFileLayer.list(directory)) {
    if (OLD_LOCK_NAME.test(name)) await nodeFileLayer.remove(join(directory, name));
  }
}

function codeOf(thrown: unknown): unknown {
  return thrown instanceof Error && "code" in thrown ? thrown.code : undefined;
}
