/**
 * Checks of single files that are no longer written: full segments and snapshots. Each check
 * streams the file in chunks and stops at the first fault.
 */
import { createHash } from "node:crypto";
import { join } from "node:path";
import { isSameHash, LogFault } from "./command-log.ts";
import { type FileReader, type ReadableFile, readWhole } from "./file-layer.ts";
import { intactHeader, refuseBrokenChain } from "./scan-journal.ts";
import { readSegmentHeader, SegmentReader, segmentFirstSeq } from "./segment.ts";
import { openSegment } from "./segment-files.ts";
import {
  decodeSnapshotHeader,
  SNAPSHOT_HEADER_BYTES,
  snapshotName,
  stateFault,
} from "./snapshot-format.ts";
import { SnapshotFault } from "./snapshot-store.ts";

/** Bytes per read of a snapshot. */
const CHUNK_BYTES = 1024 * 1024;

/**
 * Checks every frame of a segment, and that the next segment follows its last frame. Fails with a
 * `LogFault` of `damaged`, or with the system's own error.
 */
export async function checkSegment(
  files: FileReader,
  directory: string,
  segment: { readonly name: string; readonly nextName: string },
): Promise<void> {
  const { name, nextName } = segment;
  const path = join(directory, name);
  const file = await openSegment(files, directory, name);
  try {
    const header = intactHeader(path, await readSegmentHeader(file));
    refuseBrokenChain(path, header, undefined);
    const reader = new SegmentReader(file, header);
    let batch = await reader.next();
    while (batch !== undefined) batch = await reader.next();
    const nextFirstSeq = segmentFirstSeq(nextName);
    if (reader.nextSeq !== nextFirstSeq) {
      const { fileOffset, nextSeq } = reader;
      const damage = `damaged at byte ${fileOffset}, where seq ${nextSeq} is expected`;
      const found = `${reader.stopReason || "zeros"}; ${nextName} begins at seq ${nextFirstSeq}`;
      throw new LogFault("damaged", `${path}: ${damage} (${found})`);
    }
    const previousHash = await readPreviousHash(files, directory, nextName);
    if (previousHash === undefined || isSameHash(previousHash, reader.lastHash)) return;
    throw new LogFault("damaged", `${path}: ${nextName} follows another segment`);
  } finally {
    await file.close();
  }
}

/**
 * Returns the hash that the header of a segment names as its predecessor; undefined without an
 * intact header, which the check of that segment reports.
 */
async function readPreviousHash(
  files: FileReader,
  directory: string,
  name: string,
): Promise<Uint8Array | undefined> {
  const file = await openSegment(files, directory, name).catch(() => undefined);
  if (file === undefined) return undefined;
  try {
    const reading = await readSegmentHeader(file);
    return reading.kind === "header" ? reading.header.previousHash : undefined;
  } catch {
    return undefined;
  } finally {
    await file.close();
  }
}

/**
 * Checks header, length and digest of a snapshot. Fails with `SnapshotFault`, or with the system's
 * own error.
 */
export async function checkSnapshot(
  files: FileReader,
  directory: string,
  seq: number,
): Promise<void> {
  const path = join(directory, snapshotName(seq));
  const file = await files.open(path, "read");
  try {
    const reason = await snapshotFault(file, seq);
    if (reason !== undefined) throw new SnapshotFault(`${path}: ${reason}`);
  } finally {
    await file.close();
  }
}

async function snapshotFault(file: ReadableFile, seq: number): Promise<string | undefined> {
  const headerBytes = new Uint8Array(SNAPSHOT_HEADER_BYTES);
  const headerRead = await readWhole(file, headerBytes, 0);
  const header = decodeSnapshotHeader(headerBytes.subarray(0, headerRead));
  if (typeof header === "string") return header;
  if (header.seq !== seq) return `it is of seq ${header.seq}`;
  const digest = createHash("sha256");
  // One byte more than expected reveals a file that is too long.
  const chunk = new Uint8Array(Math.min(CHUNK_BYTES, header.stateBytes + 1));
  let stateBytes = 0;
  for (;;) {
    const read = await readWhole(file, chunk, SNAPSHOT_HEADER_BYTES + stateBytes);
    if (read === 0) break;
    digest.update(chunk.subarray(0, read));
    stateBytes += read;
  }
  return stateFault(header, { bytes: stateBytes, hash: () => digest.digest() });
}
