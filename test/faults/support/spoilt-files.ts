/** What goes wrong with the files of a data directory. */
import { closeSync, openSync, readdirSync, readFileSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { crc32c } from "../../../src/journal/crc32c.ts";
import { FRAME_HEADER_BYTES } from "../../../src/journal/frame.ts";
import { JOURNAL_FORMAT_VERSION, SEGMENT_HEADER_BYTES } from "../../../src/journal/segment.ts";

/** Places in the header of a segment. */
const VERSION_AT = 8;
const CRC_AT = 124;

/** Path of the segment that the journal ends in. */
export function lastSegment(dataDir: string): string {
  const directory = join(dataDir, "journal");
  const names = readdirSync(directory).filter((name) => name.endsWith(".segment"));
  return join(directory, names.sort().pop() ?? "");
}

/** In the first batch of a segment, after its headers; in the state of a snapshot likewise. */
export const FIRST_CONTENT_BYTE = SEGMENT_HEADER_BYTES + FRAME_HEADER_BYTES;

/** Writes over what the file holds from byte `at`, in place as a disk does. */
export function overwrite(path: string, at: number, bytes: Uint8Array): void {
  const file = openSync(path, "r+");
  writeSync(file, bytes, 0, bytes.length, at);
  closeSync(file);
}

/** Flips a bit of the file at byte `at`; answers the bytes before. */
export function flipBit(path: string, at: number): Buffer {
  const before = readFileSync(path);
  overwrite(path, at, Uint8Array.of((before[at] ?? 0) ^ 1));
  return before;
}

/** Makes the last segment of the journal one of a later format, its checksum right. */
export function writeLaterFormat(dataDir: string): void {
  const path = lastSegment(dataDir);
  const header = readFileSync(path).subarray(0, SEGMENT_HEADER_BYTES);
  header.writeUInt32LE(JOURNAL_FORMAT_VERSION + 1, VERSION_AT);
  header.writeUInt32LE(crc32c(header, 0, CRC_AT), CRC_AT);
  overwrite(path, 0, header);
}

/** Flips a bit of the last batch of the journal. */
export function spoilLastBatch(dataDir: string): void {
  const path = lastSegment(dataDir);
  flipBit(
    path,
    readFileSync(path).findLastIndex((byte) => byte !== 0),
  );
}

/** Removes the history and what SQLite keeps beside it. */
export function removeHistory(dataDir: string): void {
  for (const suffix of ["", "-wal", "-shm"]) {
    rmSync(join(dataDir, `history.sqlite${suffix}`), { force: true });
  }
}
