/** Moves a damaged history aside: renames it and keeps the newest `DAMAGED_KEPT` renamed files. */
import { readdir, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { isAbsent } from "../../journal/file-layer.ts";

/** Number of damaged files kept for the analysis of the cause. */
export const DAMAGED_KEPT = 2;
/** Suffixes of the files that SQLite keeps beside a database. */
const COMPANION_SUFFIXES = ["-wal", "-shm"] as const;

export type SetAside = {
  /** New name of the file; undefined when there was no file. */
  readonly name: string | undefined;
  /** Names of older damaged files that were deleted. */
  readonly removed: readonly string[];
};

/**
 * Renames the file at `path` and its SQLite companion files to `NAME.damaged-SEQ-N`, where `seq` is
 * the last command whose rows it contained and N counts up. Fails with the system's own error.
 */
export async function setAside(path: string, seq: number): Promise<SetAside> {
  const directory = dirname(path);
  const prefix = `${basename(path)}.damaged-`;
  const numberOf = (name: string): number => Number(/-(\d+)$/.exec(name)?.[1] ?? 0);
  const names = await readdir(directory);
  const earlier = names.filter((name) => name.startsWith(prefix) && /-\d+$/.test(name));
  earlier.sort((left, right) => numberOf(left) - numberOf(right));
  const name = `${prefix}${seq}-${numberOf(earlier.at(-1) ?? "") + 1}`;
  const isPresent = names.includes(basename(path));
  if (!isPresent) {
    for (const suffix of COMPANION_SUFFIXES) await rm(`${path}${suffix}`, { force: true });
    return { name: undefined, removed: [] };
  }
  await renameDatabase(path, join(directory, name));
  const removed = earlier.slice(0, Math.max(0, earlier.length - DAMAGED_KEPT + 1));
  for (const old of removed) {
    for (const suffix of ["", ...COMPANION_SUFFIXES]) {
      await rm(join(directory, `${old}${suffix}`), { force: true });
    }
  }
  return { name, removed };
}

/** Renames the file of a database and its SQLite companion files. */
export async function renameDatabase(from: string, to: string): Promise<void> {
  // The log first: a crash in between leaves the old file, never a new file with an old log.
  for (const suffix of COMPANION_SUFFIXES)
    await renameIfPresent(`${from}${suffix}`, `${to}${suffix}`);
  await rename(from, to);
}

async function renameIfPresent(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (thrown) {
    if (!isAbsent(thrown)) throw thrown;
  }
}
