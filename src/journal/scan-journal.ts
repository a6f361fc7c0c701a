/** Reads a journal without changing it, even while it is being written. */
import { basename, join } from "node:path";
import { unreachable } from "../core/base/assert.ts";
import { GENESIS_HASH, isSameHash, LogFault, type LoggedBatch, SEQ_FIRST } from "./command-log.ts";
import type { FileLayer, ReadableFile } from "./file-layer.ts";
import { refuseIfFrameFollows, significantLength } from "./repair-tail.ts";
import {
  readSegmentHeader,
  type SegmentHeader,
  type SegmentHeaderReading,
  SegmentReader,
  segmentFirstSeq,
  unknownFormat,
} from "./segment.ts";
import { listSegments, openSegment } from "./segment-files.ts";

/** Place behind the last batch of a journal. */
export interface ScannedEnd {
  /** Last seq; `SEQ_FIRST - 1` in an empty journal. */
  readonly seq: number;
  readonly hash: Uint8Array;
  readonly epoch: number;
  /** Name of the segment that contains it. */
  readonly segment: string;
  /** File offset of the next frame in this segment. */
  readonly fileOffset: number;
  /** Full size of this segment in bytes. */
  readonly segmentBytes: number;
}

export interface JournalScan {
  readonly segments: number;
  /** Undefined when no segment has a header. */
  readonly end: ScannedEnd | undefined;
  /** Bytes of an incomplete write, or of one in progress. */
  readonly tornBytes: number;
  /** Segments whose header is incomplete; at most the last one. */
  readonly cutSegments: readonly string[];
}

/**
 * Yields every batch, or those from the batch that contains `fromSeq`, after checking checksum and
 * chain; returns the rest of the findings. Fails with `damaged` where an intact batch follows
 * damage, and with `gap` when the journal begins after `fromSeq`.
 */
export async function* scanJournal(
  files: FileLayer,
  directory: string,
  fromSeq?: number,
): AsyncGenerator<LoggedBatch, JournalScan, void> {
  const names = await listSegments(files, directory);
  const startSeq = fromSeq ?? segmentFirstSeq(names[0] ?? "") ?? SEQ_FIRST;
  const first = names.findLastIndex((name) => (segmentFirstSeq(name) ?? 0) <= startSeq);
  if (names.length > 0 && first < 0) {
    throw new LogFault("gap", `seq ${startSeq} was asked for, the journal begins with ${names[0]}`);
  }
  let tornBytes = 0;
  const cutSegments: string[] = [];
  let end: ScannedEnd | undefined;
  for (let index = Math.max(0, first); index < names.length; index++) {
    const name = names[index] ?? "";
    const path = join(directory, name);
    const isLast = index === names.length - 1;
    const file = await openSegment(files, directory, name);
    try {
      const header = await readIntactHeader(file, path, isLast);
      if (header === undefined) {
        cutSegments.push(name);
        break;
      }
      refuseBrokenChain(path, header, end && { seq: end.seq + 1, hash: end.hash });
      const reader = new SegmentReader(file, header);
      let tail: Uint8Array | undefined;
      while (tail === undefined) {
        const batch = await reader.next();
        if (batch === undefined) tail = await tailAfterLastBatch(file, path, reader);
        else if (batch.firstSeq + batch.count > startSeq) yield batch;
      }
      const { epoch, fileOffset, lastHash: hash, nextSeq } = reader;
      const place = { segment: name, fileOffset, segmentBytes: header.sizeBytes };
      end = { seq: nextSeq - 1, hash, epoch, ...place };
      if (isLast) tornBytes = significantLength(tail);
    } finally {
      await file.close();
    }
  }
  return { segments: names.length, end, tornBytes, cutSegments };
}

/** Returns the bytes after the last batch, or undefined when the writer has added a batch since. */
async function tailAfterLastBatch(
  file: ReadableFile,
  path: string,
  reader: SegmentReader,
): Promise<Uint8Array | undefined> {
  const { fileOffset, salt, stopReason } = reader;
  try {
    return await refuseIfFrameFollows(file, path, { fileOffset, salt, reason: stopReason });
  } catch (thrown) {
    // A concurrent writer may have completed a batch since the last read; real damage remains.
    if (await reader.canContinue()) return undefined;
    throw thrown;
  }
}

/**
 * Returns the header, or undefined when the last segment was cut before its header was complete.
 */
async function readIntactHeader(
  file: ReadableFile,
  path: string,
  isLast: boolean,
): Promise<SegmentHeader | undefined> {
  const reading = await readSegmentHeader(file);
  if (!isLast || reading.kind !== "damaged") return intactHeader(path, reading);
  await refuseIfFrameFollows(file, path, {
    fileOffset: 0,
    salt: undefined,
    reason: reading.reason,
  });
  return undefined;
}

/**
 * Returns the header of the segment at `path`. Throws `damaged` when it is not intact or not its
 * own.
 */
export function intactHeader(path: string, reading: SegmentHeaderReading): SegmentHeader {
  switch (reading.kind) {
    case "header":
      if (segmentFirstSeq(basename(path)) === reading.header.firstSeq) return reading.header;
      throw new LogFault("damaged", `${path}: its header says ${reading.header.firstSeq}`);
    case "unsupported":
      throw unknownFormat(path, reading.version);
    case "damaged":
      throw new LogFault("damaged", `${path}: ${reading.reason}`);
    default:
      return unreachable(reading);
  }
}

/**
 * Throws `damaged` when a header does not follow the end of the previous segment. `expected` is
 * undefined for the first segment present.
 */
export function refuseBrokenChain(
  path: string,
  header: SegmentHeader,
  expected: { readonly seq: number; readonly hash: Uint8Array } | undefined,
): void {
  if (expected === undefined) {
    if (header.firstSeq !== SEQ_FIRST || isSameHash(header.previousHash, GENESIS_HASH)) return;
    throw new LogFault("damaged", `${path}: the first segment follows another journal`);
  }
  if (header.firstSeq === expected.seq && isSameHash(header.previousHash, expected.hash)) return;
  const found = `begins at seq ${header.firstSeq}`;
  throw new LogFault(
    "damaged",
    `${path}: ${found}, the segment before ends at ${expected.seq - 1}`,
  );
}
