/** Takes a damaged history out of the way: it gets another name, and only the newest two stay. */
import { readdir, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { isAbsent } from "../../journal/file-layer.ts";

/** Damaged files kept for whoever looks into the cause. */
export const DAMAGED_KEPT = 2;
/** What SQLite keeps beside a file. */
const BESIDE = ["-wal", "-shm"] as const;

export type SetAside = {
  /** New name of the file; undefined when there was none. */
  readonly name: string | undefined;
  /** Names of older damaged files that were deleted. */
  readonly removed: readonly string[];
};

/**
 * Renames the file at `path` and those that SQLite keeps beside it to `NAME.damaged-SEQ-N`, where
 * `seq` is the last command whose rows it had and N counts up. Fails with the system's own error.
 */
export async function setAside(path: string, seq: number): Promise<SetAside> {
  const directory = dirname(path);
  const prefix = `${basename(path)}.damaged-`;
  const numberOf = (name: string): number => Number(/-(\d+)$/.exec(name)?.[1] ?? 0);
  const names = await readdir(directory);
  const earlier = names.filter((name) => name.startsWith(prefix) && /-\d+$/.test(name));
  earlier.sort((left, right) => numberOf(left) - numberOf(right));
  const name = `${prefix}${seq}-${numberOf(earlier.at(-1) ?? "") + 1}`;
  const isThere = names.includes(basename(path));
  if (!isThere) {
    for (const suffix of BESIDE) await rm(`${path}${suffix}`, { force: true });
    return { name: undefined, removed: [] };
  }
  await renameDatabase(path, join(directory, name));
  const removed = earlier.slice(0, Math.max(0, earlier.length - DAMAGED_KEPT + 1));
  for (const old of removed) {
    for (const suffix of ["", ...BESIDE]) {
      await rm(join(directory, `${old}${suffix}`), { force: true });
    }
  }
  return { name, removed };
}

/** Renames the file of a database and those that SQLite keeps beside it. */
export async function renameDatabase(from: string, to: string): Promise<void> {
  // First the log: a crash in between leaves the old file, never a new one with an old log.
  for (const suffix of BESIDE) await renameIfThere(`${from}${suffix}`, `${to}${suffix}`);
  await rename(from, to);
}

async function renameIfThere(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (thrown) {
    if (!isAbsent(thrown)) throw thrown;
  }
}
