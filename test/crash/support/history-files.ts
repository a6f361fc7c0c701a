/** The files of a history as a power cut leaves them. */
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { Seeded } from "./seeded.ts";

const SECTOR_BYTES = 512;
const LOG_HEADER_BYTES = 32;

/** Contents of the database and of its write-ahead log; undefined for a file that is not there. */
export type HistoryFiles = {
  readonly database: Buffer | undefined;
  readonly log: Buffer | undefined;
};

function contentOf(path: string): Buffer | undefined {
  return existsSync(path) ? readFileSync(path) : undefined;
}

export function readFiles(path: string): HistoryFiles {
  return { database: contentOf(path), log: contentOf(`${path}-wal`) };
}

function place(path: string, content: Buffer | undefined): void {
  if (content === undefined) rmSync(path, { force: true });
  else writeFileSync(path, content);
}

export function placeFiles(path: string, files: HistoryFiles, shared?: Buffer): void {
  place(path, files.database);
  place(`${path}-wal`, files.log);
  place(`${path}-shm`, shared);
}

/** Of each sector the old or the new content; the length is that of one of them. */
export function torn(random: Seeded, before: Buffer, after: Buffer): Buffer {
  const length = random.chance(0.5) ? before.length : after.length;
  const result = Buffer.alloc(length);
  const share = random.fraction();
  for (let at = 0; at < length; at += SECTOR_BYTES) {
    const from = random.chance(share) ? before : after;
    result.set(from.subarray(at, Math.min(at + SECTOR_BYTES, length)), at);
  }
  return result;
}

/**
 * The log after a power cut. SQLite restarts the log by a header that it flushes before it
 * writes the first frame: an old header never has new frames behind it.
 */
function tornLog(random: Seeded, flushed: Buffer, log: Buffer): Buffer {
  if (random.chance(0.1)) return flushed;
  const result = torn(random, flushed, log);
  // Often all of it up to some place: rows are only read up to the first sector that is missing.
  log.copy(result, 0, 0, Math.max(LOG_HEADER_BYTES, random.below(log.length * 2)));
  return result;
}

/**
 * What a power cut leaves of the step from one state of the files to the next. SQLite flushes its
 * log before it moves pages into the database, and the database before it restarts the log;
 * `flushed` is the log as it was flushed last.
 */
export function cutFiles(
  random: Seeded,
  before: HistoryFiles,
  after: HistoryFiles,
  flushed: Buffer,
): HistoryFiles {
  const [old, next] = [before.database ?? Buffer.alloc(0), after.database ?? Buffer.alloc(0)];
  const log = after.log ?? Buffer.alloc(0);
  if (old.equals(next) || random.chance(0.3)) {
    return { database: old, log: tornLog(random, flushed, log) };
  }
  return { database: torn(random, old, next), log };
}

/** Files that no power cut leaves: each from another time, mixed, cut short, zeros, or absent. */
export function mixedFiles(random: Seeded, states: readonly HistoryFiles[]): HistoryFiles {
  return {
    database: mixed(
      random,
      states.map(({ database }) => database),
    ),
    log: mixed(
      random,
      states.map(({ log }) => log),
    ),
  };
}

function mixed(random: Seeded, contents: readonly (Buffer | undefined)[]): Buffer | undefined {
  const pick = (): Buffer => contents[random.below(contents.length)] ?? Buffer.alloc(0);
  const content = pick();
  switch (random.below(6)) {
    case 0:
      return undefined;
    case 1:
      return torn(random, content, pick());
    case 2:
      return content.subarray(0, random.below(content.length + 1));
    case 3:
      return torn(random, content, Buffer.alloc(content.length));
    default:
      return content;
  }
}
