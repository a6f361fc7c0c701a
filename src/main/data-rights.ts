/** Permissions of the data directory: only the owner of the process may access its files. */
import { chmodSync, type Dirent, lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";

const DIRECTORY_MODE = 0o700;
const FILE_MODE = 0o600;
/** Permission bits of the group and of all other users. */
const OTHERS = 0o077;

/**
 * Names of the files that the exchange creates. `master.key` is absent: the start refuses a key
 * that others can read.
 */
const OWN_NAME = new RegExp(
  `^(?:${[
    "journal|snapshots",
    String.raw`chains\.jsonl`,
    String.raw`(?:credentials\.json|durable-end\.json|lock\.holder)(?:\.temporary)?`,
    String.raw`history\.sqlite.*`,
    String.raw`lock\.sqlite`,
    // Lock files of earlier versions.
    String.raw`lock(?:\.\d+)?`,
  ].join("|")})$`,
);

export type DataRights = {
  /** Paths that others could access and whose permissions were restricted. */
  readonly tightened: readonly string[];
  /** Paths that others can still access because the exchange may not change their permissions. */
  readonly tooWide: readonly string[];
};

/**
 * Removes the permissions of group and others from the files of the exchange. Changes the directory
 * itself only while it holds no foreign files; follows no symbolic links and touches nothing above
 * the directory.
 */
export function tightenRights(dataDir: string): DataRights {
  const tightened: string[] = [];
  const tooWide: string[] = [];
  const tighten = (path: string): void => {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (stats === undefined || !(stats.isFile() || stats.isDirectory())) return;
    if ((stats.mode & OTHERS) === 0) return;
    const isDone = changeMode(path, stats.isDirectory() ? DIRECTORY_MODE : FILE_MODE);
    (isDone ? tightened : tooWide).push(path);
  };
  const entries = readdirSync(dataDir, { withFileTypes: true });
  const isShared = entries.some(({ name }) => !OWN_NAME.test(name) && name !== "master.key");
  if (!isShared) tighten(dataDir);
  else if ((lstatSync(dataDir).mode & OTHERS) !== 0) tooWide.push(dataDir);
  for (const entry of entries) {
    if (!OWN_NAME.test(entry.name)) continue;
    const path = join(dataDir, entry.name);
    tighten(path);
    for (const name of filesIn(entry, path)) tighten(join(path, name));
  }
  return { tightened, tooWide };
}

function filesIn(entry: Dirent, path: string): readonly string[] {
  if (!entry.isDirectory()) return [];
  const files = readdirSync(path, { withFileTypes: true }).filter((file) => file.isFile());
  return files.map(({ name }) => name);
}

/**
 * Changes the mode; returns false if the path belongs to another user or the file system stores no
 * permissions.
 */
function changeMode(path: string, mode: number): boolean {
  try {
    chmodSync(path, mode);
  } catch {
    return false;
  }
  return (lstatSync(path).mode & OTHERS) === 0;
}
