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
/** Names the holder, for the message to others alone. */
export const HOLDER_FILE = "lock.holder";
/** What versions before this kind of lock wrote. */
const EARLIER_LOCK = /^lock(?:\.\d+(?:\.stale)?)?$/;
/** How long a start waits for a holder that may be ending, in ms. */
export const HOLDER_WAIT_MS = 3_000;
const RETRY_INTERVAL_MS = 50;
/** SQLite's primary result codes for: another process holds the lock. */
const HELD_CODES: readonly number[] = [5, 6];

/** Another process works in the directory. */
export class DirectoryLocked extends OperatingFault {
  readonly code = "directory_locked";
}

/** The lock can be neither taken nor seen to be held. */
export class LockUnusable extends OperatingFault {
  readonly code = "lock_unusable";
}

export interface DirectoryLock {
  /** The locked file: while it keeps its inode, nobody else can hold the lock. */
  readonly path: string;
  release(): void;
}

/** Keeps the databases from being collected: that would close them and release their locks. */
const held = new Set<DatabaseSync>();

/**
 * Keeps every other process out of a data directory, until `release` or the end of this process.
 * It is a lock of the kernel on a file, which SQLite takes: process and mount namespaces do not
 * hide it, and it ends with its holder however that ends. Waits up to `waitMs` for the present
 * holder; a start that is refused leaves the directory as it was. Fails with `DirectoryLocked` or
 * `LockUnusable`.
 *
 * The file must not be opened otherwise by the process that holds it: closing a file releases all
 * locks that the process has on it.
 */
export async function lockDirectory(
  directory: string,
  waitMs: number = HOLDER_WAIT_MS,
): Promise<DirectoryLock> {
  createDirectory(directory);
  const path = join(directory, LOCK_FILE);
  createPrivately(path);
  const endMs = performance.now() + waitMs;
  let database = tryLock(path);
  while (database === undefined) {
    if (performance.now() >= endMs) throw new DirectoryLocked(heldMessage(directory, path));
    await setTimeout(RETRY_INTERVAL_MS);
    database = tryLock(path);
  }
  const taken = database;
  held.add(taken);
  const holderPath = join(directory, HOLDER_FILE);
  const release = (): void => {
    if (!held.delete(taken)) return;
    rmSync(holderPath, { force: true });
    taken.close();
  };
  try {
    await removeEarlierLocks(directory);
    await writeSmallFile(nodeFileLayer, holderPath, Buffer.from(ownName()));
  } catch (thrown) {
    release();
    throw thrown;
  }
  return { path, release };
}

function createPrivately(path: string): void {
  try {
    closeSync(openSync(path, "wx", 0o600));
  } catch (thrown) {
    if (codeOf(thrown) !== "EEXIST") throw thrown;
  }
}

/** Undefined while another process holds the lock. */
function tryLock(path: string): DatabaseSync | undefined {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(path, { timeout: 0 });
    // Nothing is ever written: with a journal in memory, there are no other files.
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

/** The holder as it named itself: its process id is that of its own namespace. */
function holderOf(directory: string): string {
  try {
    const text = readFileSync(join(directory, HOLDER_FILE), "utf8");
    const { host, pid, startedAt } = JSON.parse(text) as Record<string, unknown>;
    return `process ${pid} on host ${host}, started at ${startedAt}`;
  } catch {
    return "another process";
  }
}

function ownName(): string {
  const startedAt = new Date(performance.timeOrigin).toISOString();
  return `${JSON.stringify({ pid: process.pid, host: hostname(), startedAt })}\n`;
}

async function removeEarlierLocks(directory: string): Promise<void> {
  for (const name of await nodeFileLayer.list(directory)) {
    if (EARLIER_LOCK.test(name)) await nodeFileLayer.remove(join(directory, name));
  }
}

function codeOf(thrown: unknown): unknown {
  return thrown instanceof Error && "code" in thrown ? thrown.code : undefined;
}
