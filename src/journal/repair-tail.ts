/**
 * Finds the end of a journal and repairs what a power failure can do to the last write, by cutting
 * the journal after its longest valid prefix. Damage before an intact batch, segments without a
 * header and short segments have other causes: they are reported for manual recovery.
 */
import { join } from "node:path";
import { GENESIS_HASH, LogFault, SEQ_FIRST } from "./command-log.ts";
import { type FileLayer, type ReadableFile, readWhole, writeWhole } from "./file-layer.ts";
import { FRAME_ALIGNMENT_BYTES, FRAME_HEADER_BYTES, findFrame } from "./frame.ts";
import {
  readSegmentHeader,
  SEGMENT_HEADER_BYTES,
  type SegmentHeader,
  SegmentReader,
  segmentFirstSeq,
  unknownFormat,
} from "./segment.ts";
import { listSegments, openSegment, restoreSegment } from "./segment-files.ts";
import { writeSmallFile } from "./write-small-file.ts";

/** The last segment and the end of its frames. */
export interface LastSegment {
  readonly name: string;
  readonly header: SegmentHeader;
  /** File offset of the next frame. */
  readonly fileOffset: number;
  readonly lastSeq: number;
  readonly lastHash: Uint8Array;
  readonly lastEpoch: number;
  /** Non-zero bytes after the last intact frame. */
  readonly bytesCut: number;
  /** Bytes by which the file is shorter than the size in its header. */
  readonly missingBytes: number;
}

/** The end of a journal, as found on disk. */
export interface JournalTail {
  /** Undefined when no segment has a header. */
  readonly last: LastSegment | undefined;
  /** Names of segments without a header after the last intact one. */
  readonly headerless: readonly string[];
  /** Path and fault of each segment in a state that no crash can cause. */
  readonly faults: readonly string[];
  readonly recordedHash: Uint8Array | undefined;
}

/** Returns whether the journal holds no command: no segment, or a first one without frames. */
export async function isJournalEmpty(files: FileLayer, directory: string): Promise<boolean> {
  const [name, ...others] = await listSegments(files, directory);
  if (name === undefined) return true;
  if (others.length > 0 || segmentFirstSeq(name) !== SEQ_FIRST) return false;
  const file = await openSegment(files, directory, name);
  try {
    const reading = await readSegmentHeader(file);
    if (reading.kind !== "header") return false;
    const frame = new Uint8Array(FRAME_HEADER_BYTES);
    await readWhole(file, frame, SEGMENT_HEADER_BYTES);
    return significantLength(frame) === 0;
  } finally {
    await file.close();
  }
}

/**
 * Finds the end of the journal without changing it. Also returns the hash at `recordedSeq`, if
 * given. Fails with `damaged` when an intact batch follows damage.
 */
export async function inspectTail(
  files: FileLayer,
  directory: string,
  recordedSeq?: number,
): Promise<JournalTail> {
  const names = await listSegments(files, directory);
  const headerless: string[] = [];
  const faults: string[] = [];
  for (;;) {
    const name = names.pop();
    if (name === undefined) return { last: undefined, headerless, faults, recordedHash: undefined };
    const path = join(directory, name);
    const file = await openSegment(files, directory, name);
    try {
      const reading = await readSegmentHeader(file);
      if (reading.kind === "unsupported") {
        throw unknownFormat(path, reading.version);
      }
      if (reading.kind === "header") {
        const found = await inspectSegment(file, path, { name, recordedSeq, ...reading });
        return { ...found, headerless, faults: [...found.faults, ...faults] };
      }
      await refuseIfFrameFollows(file, path, {
        fileOffset: 0,
        salt: undefined,
        reason: reading.reason,
      });
      // A segment is renamed only after its header is on stable storage, so no crash causes this.
      headerless.push(name);
      faults.push(`${path} has no header (${reading.reason})`);
    } finally {
      await file.close();
    }
  }
}

async function inspectSegment(
  file: ReadableFile,
  path: string,
  segment: {
    readonly name: string;
    readonly header: SegmentHeader;
    readonly recordedSeq: number | undefined;
  },
): Promise<Pick<JournalTail, "last" | "faults" | "recordedHash">> {
  const { header, name, recordedSeq } = segment;
  if (segmentFirstSeq(name) !== header.firstSeq) {
    throw new LogFault("damaged", `${path}: its header says it begins at ${header.firstSeq}`);
  }
  const reader = new SegmentReader(file, header);
  let recordedHash: Uint8Array | undefined;
  do {
    if (reader.nextSeq - 1 === recordedSeq) recordedHash = reader.lastHash;
  } while ((await reader.next()) !== undefined);
  const damage = { fileOffset: reader.fileOffset, salt: header.salt, reason: reader.stopReason };
  const tail = await refuseIfFrameFollows(file, path, damage);
  const presentBytes = reader.fileOffset + tail.length;
  const missingBytes = Math.max(0, header.sizeBytes - presentBytes);
  const last: LastSegment = {
    name,
    header,
    fileOffset: reader.fileOffset,
    lastSeq: reader.nextSeq - 1,
    lastHash: reader.lastHash,
    lastEpoch: reader.epoch,
    bytesCut: significantLength(tail),
    missingBytes,
  };
  // A segment has its full size on stable storage before it is renamed.
  const short = `${path} has ${presentBytes} bytes of ${header.sizeBytes}`;
  return { last, faults: missingBytes > 0 ? [short] : [], recordedHash };
}

/**
 * Removes a torn write after the last batch, and flushes the bytes that were read. Renames the
 * segments that `inspectTail` found without a header. Where the operator has accepted a loss, the
 * bytes may be of acknowledged commands: they are kept in a file beside the segment.
 */
export async function repairTail(
  files: FileLayer,
  directory: string,
  { headerless, isLossAccepted, last }: JournalTail & { readonly isLossAccepted: boolean },
): Promise<void> {
  const lastSeq = last?.lastSeq ?? SEQ_FIRST - 1;
  for (const name of headerless) {
    const path = join(directory, name);
    await files.rename(path, lostPath(path, lastSeq));
  }
  if (last === undefined) return;
  if (isLossAccepted && last.bytesCut > 0) await keepLostBytes(files, directory, last);
  const { fileOffset, bytesCut, header, missingBytes, name } = last;
  // The segments after an archived one are lost; writing goes on in it.
  await restoreSegment(files, directory, name);
  const file = await files.open(join(directory, name), "write_through");
  try {
    if (bytesCut > 0) await writeWhole(file, new Uint8Array(bytesCut), fileOffset);
    if (missingBytes > 0) {
      await writeWhole(file, new Uint8Array(missingBytes), header.sizeBytes - missingBytes);
    }
    // A process that was killed may have left its last write only in the page cache. Flushing makes
    // sure that bytes read now survive a power failure.
    await file.flush();
  } finally {
    await file.close();
  }
}

/** Returns the path under which a start keeps what it does not use of the segment at `path`. */
export function lostPath(path: string, lastSeq: number): string {
  return `${path}.lost-after-${lastSeq}`;
}

async function keepLostBytes(
  files: FileLayer,
  directory: string,
  { bytesCut, fileOffset, lastSeq, name }: LastSegment,
): Promise<void> {
  const segment = await openSegment(files, directory, name);
  const bytes = new Uint8Array(bytesCut);
  try {
    await readWhole(segment, bytes, fileOffset);
  } finally {
    await segment.close();
  }
  await writeSmallFile(files, lostPath(join(directory, name), lastSeq), bytes);
}

/**
 * Returns the bytes from `damage.fileOffset` to the end of the file. Fails with `damaged` when an
 * intact batch begins among them.
 */
export async function refuseIfFrameFollows(
  file: ReadableFile,
  path: string,
  damage: {
    readonly fileOffset: number;
    readonly salt: bigint | undefined;
    readonly reason: string;
  },
): Promise<Uint8Array> {
  const sizeBytes = await file.sizeBytes();
  const tail = new Uint8Array(Math.max(0, sizeBytes - damage.fileOffset));
  await readWhole(file, tail, damage.fileOffset);
  const found = findFrame(tail, damage.salt);
  if (found === undefined) return tail;
  throw new LogFault(
    "damaged",
    `${path}: damaged at byte ${damage.fileOffset} (${damage.reason || "zeros"}), yet an intact ` +
      `batch follows at byte ${damage.fileOffset + found}`,
  );
}

/** Returns the length without trailing zeros. */
export function significantLength(bytes: Uint8Array): number {
  let length = bytes.length;
  while (length > 0 && bytes[length - 1] === 0) length--;
  return length;
}

/** End of an empty journal. */
export const EMPTY_TAIL = {
  lastSeq: SEQ_FIRST - 1,
  lastHash: GENESIS_HASH,
  lastEpoch: 0,
} as const;

// Frames are aligned relative to the start of the file.
if (SEGMENT_HEADER_BYTES % FRAME_ALIGNMENT_BYTES !== 0) throw new Error("header off alignment");
