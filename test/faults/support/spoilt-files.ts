/** What goes wrong with the files of a data directory. */
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Path of the segment that the journal ends in. */
export function lastSegment(dataDir: string): string {
  const directory = join(dataDir, "journal");
  const names = readdirSync(directory).filter((name) => name.endsWith(".segment"));
  return join(directory, names.sort().pop() ?? "");
}

/** Flips a bit at `part`, 0 to 1, of what is not zero at the end; answers the bytes before. */
export function flipBit(path: string, part: number): Buffer {
  const before = readFileSync(path);
  const bytes = Buffer.from(before);
  const at = Math.floor(part * bytes.findLastIndex((byte) => byte !== 0));
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  writeFileSync(path, bytes);
  return before;
}

/** Removes the history and what SQLite keeps beside it. */
export function removeHistory(dataDir: string): void {
  for (const suffix of ["", "-wal", "-shm"]) {
    rmSync(join(dataDir, `history.sqlite${suffix}`), { force: true });
  }
}
