/** Reads a journal without changing it: for looking at one, also while it is written to. */
import { basename, join } from "node:path";
import { unreachable } from "../core/assert.ts";
import { GENESIS_HASH, isSameHash, LogFault, type LoggedBatch, SEQ_FIRST } from "./command-log.ts";
import type { FileLayer, OpenFile } from "./file-layer.ts";
import { listSegments, refuseIfFrameFollows, significantLength } from "./repair-tail.ts";
import {
  readSegmentHeader,
  type SegmentHeader,
  type SegmentHeaderReading,
  SegmentReader,
  segmentFirstSeq,
} from "./segment.ts";

export interface JournalScan {
  readonly segments: number;
  /** Bytes of a write that did not complete, or is under way. */
  readonly tornBytes: number;
  /** Names of segments, at most the last, that hold nothing but a header that is cut. */
  readonly cutSegments: readonly string[];
}

/**
 * Every batch, or those from the one that contains `fromSeq`, checked for checksum and chain, then
 * what was found besides. Fails with `damaged` where an intact batch follows damage, and with
 * `gap` when the journal begins after `fromSeq`.
 */
export async function* scanJournal(
  files: FileLayer,
  directory: string,
  fromSeq?: number,
): AsyncGenerator<LoggedBatch, JournalScan, void> {
  const names = await listSegments(files, directory);
  const from = fromSeq ?? segmentFirstSeq(names[0] ?? "") ?? SEQ_FIRST;
  const first = names.findLastIndex((name) => (segmentFirstSeq(name) ?? 0) <= from);
  if (names.length > 0 && first < 0) {
    throw new LogFault("gap", `seq ${from} was asked for, the journal begins with ${names[0]}`);
  }
  let tornBytes = 0;
  const cutSegments: string[] = [];
  let expected: { seq: number; hash: Uint8Array } | undefined;
  for (let index = Math.max(0, first); index < names.length; index++) {
    const name = names[index] ?? "";
    const path = join(directory, name);
    const isLast = index === names.length - 1;
    const file = await files.open(path, "read");
    try {
      const header = await headerOf(file, path, isLast);
      if (header === undefined) {
        cutSegments.push(name);
        break;
      }
      refuseBrokenChain(path, header, expected);
      const reader = new SegmentReader(file, header);
      let tail: Uint8Array | undefined;
      while (tail === undefined) {
        const batch = await reader.next();
        if (batch === undefined) tail = await tailBehind(file, path, reader);
        else if (batch.firstSeq + batch.count > from) yield batch;
      }
      expected = { seq: reader.nextSeq, hash: reader.lastHash };
      if (isLast) tornBytes = significantLength(tail);
    } finally {
      await file.close();
    }
  }
  return { segments: names.length, tornBytes, cutSegments };
}

/** What lies behind the last batch, or undefined when it turns out that it was not the last. */
async function tailBehind(
  file: OpenFile,
  path: string,
  reader: SegmentReader,
): Promise<Uint8Array | undefined> {
  const { at, salt, stopReason } = reader;
  try {
    return await refuseIfFrameFollows(file, path, { at, salt, reason: stopReason });
  } catch (thrown) {
    // A writer at work completes batches between one look and the next; damage stays.
    if (await reader.canGoOn()) return undefined;
    throw thrown;
  }
}

/** Undefined when the last segment was cut before its header was complete. */
async function headerOf(
  file: OpenFile,
  path: string,
  isLast: boolean,
): Promise<SegmentHeader | undefined> {
  const reading = await readSegmentHeader(file);
  if (!isLast || reading.kind !== "damaged") return intactHeader(path, reading);
  await refuseIfFrameFollows(file, path, { at: 0, salt: undefined, reason: reading.reason });
  return undefined;
}

/** The header, if it is that of the segment at `path`. Fails with `damaged`. */
export function intactHeader(path: string, reading: SegmentHeaderReading): SegmentHeader {
  switch (reading.kind) {
    case "header":
      if (segmentFirstSeq(basename(path)) === reading.header.firstSeq) return reading.header;
      throw new LogFault("damaged", `${path}: its header says ${reading.header.firstSeq}`);
    case "unsupported":
      throw new LogFault("damaged", `${path}: unknown journal format ${reading.version}`);
    case "damaged":
      throw new LogFault("damaged", `${path}: ${reading.reason}`);
    default:
      return unreachable(reading);
  }
}

/** Compares a header with the end of the segment before; undefined for the first that is there. */
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
