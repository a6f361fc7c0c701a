/**
 * Finds the end of a journal. Only what a power cut can do to the last write is repaired: the
 * journal is cut after its longest valid prefix. Damage with an intact batch behind it, a segment
 * without a header and one that is short cannot come from that and are left for a human to see.
 */
import { join } from "node:path";
import { GENESIS_HASH, LogFault, SEQ_FIRST } from "./command-log.ts";
import { type FileLayer, type OpenFile, readWhole, writeWhole } from "./file-layer.ts";
import { FRAME_ALIGNMENT_BYTES, FRAME_HEADER_BYTES, findFrame } from "./frame.ts";
import {
  readSegmentHeader,
  SEGMENT_HEADER_BYTES,
  type SegmentHeader,
  SegmentReader,
  segmentFirstSeq,
} from "./segment.ts";

/** The segment that is written to next, and where. */
export interface LastSegment {
  readonly name: string;
  readonly header: SegmentHeader;
  /** Where the next frame goes. */
  readonly at: number;
  readonly lastSeq: number;
  readonly lastHash: Uint8Array;
  readonly lastEpoch: number;
  /** Bytes past the last intact frame that were not zero. */
  readonly bytesCut: number;
  /** Bytes by which the file is shorter than its header says. */
  readonly missingBytes: number;
}

/** The end of a journal as it was found. */
export interface JournalTail {
  /** Undefined when no segment has a header. */
  readonly last: LastSegment | undefined;
  /** Names of segments behind the last one. */
  readonly headerless: readonly string[];
  /** Path and fault of each segment that no crash leaves as it is. */
  readonly faults: readonly string[];
  readonly recordedHash: Uint8Array | undefined;
}

/** Names of the segments in a directory, in order of their first seq. */
export async function listSegments(
  files: Pick<FileLayer, "list">,
  directory: string,
): Promise<string[]> {
  const names = await files.list(directory);
  return names.filter((name) => segmentFirstSeq(name) !== undefined).sort();
}

/** Whether the journal holds no command yet: no segment, or a first one without a frame. */
export async function isJournalEmpty(files: FileLayer, directory: string): Promise<boolean> {
  const [name, ...others] = await listSegments(files, directory);
  if (name === undefined) return true;
  if (others.length > 0 || segmentFirstSeq(name) !== SEQ_FIRST) return false;
  const file = await files.open(join(directory, name), "read");
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
 * Finds the end of the journal and changes nothing. `recordedSeq` is a seq whose hash is wanted.
 * Fails with `damaged` when an intact batch lies behind damage.
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
    const file = await files.open(path, "read");
    try {
      const reading = await readSegmentHeader(file);
      if (reading.kind === "unsupported") {
        throw new LogFault("damaged", `${path}: unknown journal format ${reading.version}`);
      }
      if (reading.kind === "header") {
        const found = await inspectSegment(file, path, { name, recordedSeq, ...reading });
        return { ...found, headerless, faults: [...found.faults, ...faults] };
      }
      await refuseIfFrameFollows(file, path, { at: 0, salt: undefined, reason: reading.reason });
      // A segment takes its name after its header is on stable storage: no crash leaves this.
      headerless.push(name);
      faults.push(`${path} has no header (${reading.reason})`);
    } finally {
      await file.close();
    }
  }
}

async function inspectSegment(
  file: OpenFile,
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
  const damage = { at: reader.at, salt: header.salt, reason: reader.stopReason };
  const tail = await refuseIfFrameFollows(file, path, damage);
  const presentBytes = reader.at + tail.length;
  const missingBytes = Math.max(0, header.sizeBytes - presentBytes);
  const last: LastSegment = {
    name,
    header,
    at: reader.at,
    lastSeq: reader.nextSeq - 1,
    lastHash: reader.lastHash,
    lastEpoch: reader.epoch,
    bytesCut: significantLength(tail),
    missingBytes,
  };
  // A segment has its full size on stable storage before it takes its name.
  const short = `${path} has ${presentBytes} bytes of ${header.sizeBytes}`;
  return { last, faults: missingBytes > 0 ? [short] : [], recordedHash };
}

/**
 * Removes what a torn write left behind the last batch, and brings what was read to stable storage.
 * Segments that `inspectTail` found without a header are set aside.
 */
export async function repairTail(
  files: FileLayer,
  directory: string,
  { headerless, last }: JournalTail,
): Promise<void> {
  for (const name of headerless) {
    const path = join(directory, name);
    await files.rename(path, `${path}.lost-after-${last?.lastSeq ?? SEQ_FIRST - 1}`);
  }
  if (last === undefined) return;
  const { at, bytesCut, header, missingBytes, name } = last;
  const file = await files.open(join(directory, name), "write_through");
  try {
    if (bytesCut > 0) await writeWhole(file, new Uint8Array(bytesCut), at);
    if (missingBytes > 0) {
      await writeWhole(file, new Uint8Array(missingBytes), header.sizeBytes - missingBytes);
    }
    // What was read may be known to the running system alone: written by a process that was killed
    // before its write was durable. What is seen from now on must outlive the machine.
    await file.flush();
  } finally {
    await file.close();
  }
}

/**
 * Answers the bytes from `at` to the end of the file. Fails with `damaged` when an intact batch
 * begins among them.
 */
export async function refuseIfFrameFollows(
  file: OpenFile,
  path: string,
  damage: { readonly at: number; readonly salt: bigint | undefined; readonly reason: string },
): Promise<Uint8Array> {
  const sizeBytes = await file.sizeBytes();
  const tail = new Uint8Array(Math.max(0, sizeBytes - damage.at));
  await readWhole(file, tail, damage.at);
  const found = findFrame(tail, damage.salt);
  if (found === undefined) return tail;
  throw new LogFault(
    "damaged",
    `${path}: damaged at byte ${damage.at} (${damage.reason || "zeros"}), yet an intact batch ` +
      `follows at byte ${damage.at + found}`,
  );
}

/** Length without the zeros at the end. */
export function significantLength(bytes: Uint8Array): number {
  let length = bytes.length;
  while (length > 0 && bytes[length - 1] === 0) length--;
  return length;
}

/** What an empty journal follows. */
export const EMPTY_TAIL = {
  lastSeq: SEQ_FIRST - 1,
  lastHash: GENESIS_HASH,
  lastEpoch: 0,
} as const;

// Frames begin on the alignment, counted from the start of the file.
if (SEGMENT_HEADER_BYTES % FRAME_ALIGNMENT_BYTES !== 0) throw new Error("header off alignment");
