/** Rights on the data directory: everything in it is for the owner of the process alone. */
import { chmodSync, type Dirent, lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";

const DIRECTORY_MODE = 0o700;
const FILE_MODE = 0o600;
/** Bits of the group and of everybody else. */
const OTHERS = 0o077;

/**
 * Names the exchange gives to what it keeps. `master.key` is absent: a key that others could read
 * is refused at the start instead.
 */
const OWN_NAME = new RegExp(
  `^(?:${[
    "journal|snapshots",
    String.raw`(?:credentials\.json|durable-end\.json|lock\.holder)(?:\.temporary)?`,
    String.raw`history\.sqlite.*`,
    String.raw`lock\.sqlite`,
    // Of earlier versions.
    String.raw`lock(?:\.\d+)?`,
  ].join("|")})$`,
);

export type DataRights = {
  /** Paths that others could read or enter, and no longer can. */
  readonly tightened: readonly string[];
  /** Paths that others can still read or enter, because they are not the exchange's to change. */
  readonly tooWide: readonly string[];
};

/**
 * Takes the rights of others off what the exchange keeps in its data directory. The directory
 * itself is changed while it holds nothing of anybody else's; symbolic links are not followed, and
 * nothing above the directory is touched.
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

/** False where the path belongs to another user, or the file system keeps no rights. */
function changeMode(path: string, mode: number): boolean {
  try {
    chmodSync(path, mode);
  } catch {
    return false;
  }
  return (lstatSync(path).mode & OTHERS) === 0;
}
