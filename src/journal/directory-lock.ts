import { linkSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createDirectory } from "./create-directory.ts";
import { OperatingFault } from "./operating-fault.ts";

const LOCK_NAME = "lock";
/** Taking over a stale lock can lose to another process, which then holds a live one. */
const ATTEMPTS_MAX = 3;

/** Another process works in the directory. */
export class DirectoryLocked extends OperatingFault {
  readonly code = "directory_locked";
}

export interface DirectoryLock {
  release(): void;
}

/**
 * Keeps a second process out of a data directory. The lock names its holder by process id and
 * start time, so that one left behind by kill -9 or a power cut does not block: its holder is gone,
 * or another process has its number. Fails with `DirectoryLocked`.
 */
export function lockDirectory(directory: string): DirectoryLock {
  createDirectory(directory);
  const path = join(directory, LOCK_NAME);
  const own = `${process.pid} ${startOf(process.pid) ?? ""}\n`;
  const draft = join(directory, `${LOCK_NAME}.${process.pid}`);
  writeFileSync(draft, own, { mode: 0o600 });
  try {
    for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
      if (tryLink(draft, path)) return { release: () => release(path, own) };
      const holder = readText(path);
      if (holder === undefined) continue;
      if (isAlive(holder)) {
        throw new DirectoryLocked(
          `${directory} is in use by process ${holder.split(" ")[0]}; remove ${path} if it is not`,
        );
      }
      removeStale(path, holder, `${draft}.stale`);
    }
    throw new DirectoryLocked(`${directory} is being taken by other processes`);
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Linking fails when the name exists and never replaces it: one of several takers wins. */
function tryLink(draft: string, path: string): boolean {
  try {
    linkSync(draft, path);
    return true;
  } catch (thrown) {
    if (codeOf(thrown) === "EEXIST") return false;
    throw thrown;
  }
}

/** Moves the stale lock aside; a live one that came in its place meanwhile is put back. */
function removeStale(path: string, holder: string, aside: string): void {
  try {
    renameSync(path, aside);
  } catch (thrown) {
    if (codeOf(thrown) === "ENOENT") return;
    throw thrown;
  }
  if (readText(aside) !== holder) tryLink(aside, path);
  rmSync(aside, { force: true });
}

function release(path: string, own: string): void {
  if (readText(path) === own) rmSync(path, { force: true });
}

function isAlive(holder: string): boolean {
  const [pidText = "", start = ""] = holder.trim().split(" ");
  const pid = Number(pidText);
  if (!Number.isSafeInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
  } catch (thrown) {
    // EPERM: it runs, as another user.
    if (codeOf(thrown) !== "EPERM") return false;
  }
  const startNow = startOf(pid);
  return startNow === undefined || start === "" || startNow === start;
}

/**
 * When a process started, as text that no other process with this number has: boot and clock tick.
 * Undefined where the system does not tell.
 */
function startOf(pid: number): string | undefined {
  const stat = readText(`/proc/${pid}/stat`);
  if (stat === undefined) return undefined;
  // The name of the program may hold spaces and brackets; the fields behind it do not.
  const startTicks = stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19];
  const boot = readText("/proc/sys/kernel/random/boot_id")?.trim();
  return startTicks === undefined ? undefined : `${boot ?? ""}:${startTicks}`;
}

function readText(path: string): string | undefined {
  try {
    statSync(path);
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

function codeOf(thrown: unknown): unknown {
  return thrown instanceof Error && "code" in thrown ? thrown.code : undefined;
}
