/**
 * A segment is one file of the journal: a header of 128 bytes, then frames, then zeros. The whole
 * file is written with zeros and flushed before it is used, so that writing a frame allocates no
 * blocks and changes no file length: one write is enough. Little-endian.
 *
 *     0 8 bytes magic    8 u32 format version   16 u64 size of the file   24 u64 first seq
 *    32 u64 epoch       40 u64 salt             48 16 bytes: hash of the previous frame
 *   124 u32 CRC-32C of all preceding bytes
 */
import { HASH_BYTES, LogFault, type LoggedBatch } from "./command-log.ts";
import { crc32c } from "./crc32c.ts";
import { type ReadableFile, readWhole } from "./file-layer.ts";
import { chainFault, decodeFrame, FRAME_HEADER_BYTES } from "./frame.ts";

export const JOURNAL_FORMAT_VERSION = 2;
export const SEGMENT_HEADER_BYTES = 128;
const CRC_AT = 124;
const MAGIC = new TextEncoder().encode("BOURSEJL");
const NAME_DIGITS = 16;
const NAME_PATTERN = /^\d{16}\.segment$/;
/** Bytes per read. */
const CHUNK_BYTES = 1024 * 1024;

export interface SegmentHeader {
  readonly sizeBytes: number;
  readonly firstSeq: number;
  readonly epoch: number;
  readonly salt: bigint;
  readonly previousHash: Uint8Array;
}

export function segmentName(firstSeq: number): string {
  return `${String(firstSeq).padStart(NAME_DIGITS, "0")}.segment`;
}

/** Returns the first seq in a segment's name, or undefined for other names. */
export function segmentFirstSeq(name: string): number | undefined {
  return NAME_PATTERN.test(name) ? Number(name.slice(0, NAME_DIGITS)) : undefined;
}

export function encodeSegmentHeader(header: SegmentHeader): Uint8Array {
  const bytes = new Uint8Array(SEGMENT_HEADER_BYTES);
  const view = new DataView(bytes.buffer);
  bytes.set(MAGIC, 0);
  view.setUint32(8, JOURNAL_FORMAT_VERSION, true);
  view.setBigUint64(16, BigInt(header.sizeBytes), true);
  view.setBigUint64(24, BigInt(header.firstSeq), true);
  view.setBigUint64(32, BigInt(header.epoch), true);
  view.setBigUint64(40, header.salt, true);
  bytes.set(header.previousHash, 48);
  view.setUint32(CRC_AT, crc32c(bytes, 0, CRC_AT), true);
  return bytes;
}

export type SegmentHeaderReading =
  | { readonly kind: "header"; readonly header: SegmentHeader }
  | { readonly kind: "damaged"; readonly reason: string }
  | { readonly kind: "unsupported"; readonly version: number };

/** The fault of a segment that another version wrote, and which version reads it. */
export function unknownFormat(path: string, version: number): LogFault {
  return new LogFault(
    "format_unknown",
    `${path} is of journal format ${version}, and this version reads format ` +
      `${JOURNAL_FORMAT_VERSION} alone: start the version that wrote it`,
  );
}

/** Reads the header of a segment from its first bytes. */
export function decodeSegmentHeader(bytes: Uint8Array): SegmentHeaderReading {
  if (bytes.length < SEGMENT_HEADER_BYTES) return { kind: "damaged", reason: "the header is cut" };
  const view = new DataView(bytes.buffer, bytes.byteOffset, SEGMENT_HEADER_BYTES);
  if (crc32c(bytes, 0, CRC_AT) !== view.getUint32(CRC_AT, true)) {
    return { kind: "damaged", reason: "the header's checksum does not match" };
  }
  for (let index = 0; index < MAGIC.length; index++) {
    if (bytes[index] !== MAGIC[index]) return { kind: "damaged", reason: "not a journal segment" };
  }
  const version = view.getUint32(8, true);
  if (version !== JOURNAL_FORMAT_VERSION) return { kind: "unsupported", version };
  const header: SegmentHeader = {
    sizeBytes: Number(view.getBigUint64(16, true)),
    firstSeq: Number(view.getBigUint64(24, true)),
    epoch: Number(view.getBigUint64(32, true)),
    salt: view.getBigUint64(40, true),
    previousHash: bytes.slice(48, 48 + HASH_BYTES),
  };
  return { kind: "header", header };
}

/** Reads the header of an open segment. */
export async function readSegmentHeader(file: ReadableFile): Promise<SegmentHeaderReading> {
  const bytes = new Uint8Array(SEGMENT_HEADER_BYTES);
  const read = await readWhole(file, bytes, 0);
  return decodeSegmentHeader(bytes.subarray(0, read));
}

/** Bounds for reading a segment that is being written. */
export interface ReadBounds {
  /** Returns the file offset to read up to now; excludes a write in progress. */
  readonly endOffset: () => number;
  /**
   * Returns the epoch of the current writer; later epochs belong to other writers. Absent: no
   * bound.
   */
  readonly epochMax?: () => number;
}

/** Reads everything present, of any writer. */
export const UNBOUNDED: ReadBounds = { endOffset: () => Number.POSITIVE_INFINITY };

/** Reads the batches of one segment in order, checking each against the previous one. */
export class SegmentReader {
  readonly #file: ReadableFile;
  readonly #bounds: ReadBounds;
  readonly #salt: bigint;
  #chunk = new Uint8Array(0);
  #chunkOffset = 0;
  #fileOffset = SEGMENT_HEADER_BYTES;
  #nextSeq: number;
  #lastHash: Uint8Array;
  #epoch: number;
  #stopReason = "";

  constructor(file: ReadableFile, header: SegmentHeader, bounds: ReadBounds = UNBOUNDED) {
    this.#file = file;
    this.#bounds = bounds;
    this.#salt = header.salt;
    this.#nextSeq = header.firstSeq;
    this.#lastHash = header.previousHash;
    this.#epoch = header.epoch;
  }

  /** Seq of the first command of the next batch. */
  get nextSeq(): number {
    return this.#nextSeq;
  }

  /** Hash of the last batch read; before the first, of the last batch of the previous segment. */
  get lastHash(): Uint8Array {
    return this.#lastHash;
  }

  get epoch(): number {
    return this.#epoch;
  }

  get salt(): bigint {
    return this.#salt;
  }

  /** File offset of the next frame. */
  get fileOffset(): number {
    return this.#fileOffset;
  }

  /** Reason why `next` returned undefined; empty when only zeros or nothing follow. */
  get stopReason(): string {
    return this.#stopReason;
  }

  /** Returns the next batch, or undefined when no intact frame follows. */
  async next(): Promise<LoggedBatch | undefined> {
    for (;;) {
      const reading = decodeFrame(this.#chunk, this.#fileOffset - this.#chunkOffset);
      if (reading.kind === "incomplete") {
        if (await this.#load(reading.bytesNeeded)) continue;
        return this.#stop(reading.bytesNeeded === FRAME_HEADER_BYTES ? "" : "the frame is cut");
      }
      if (reading.kind === "blank") return this.#stop("");
      if (reading.kind === "damaged") return this.#stop(reading.reason);
      if (reading.salt !== this.#salt) return this.#stop("a frame of another segment");
      const fault = chainFault(reading.batch, this.#expected());
      if (fault !== undefined) return this.#stop(fault);
      this.#fileOffset += reading.span;
      this.#nextSeq += reading.batch.count;
      this.#lastHash = reading.batch.hash;
      this.#epoch = reading.batch.epoch;
      return reading.batch;
    }
  }

  /** Reads again where `next` stopped; returns whether an intact frame is there now. */
  async canContinue(): Promise<boolean> {
    this.#chunk = new Uint8Array(0);
    await this.#load(FRAME_HEADER_BYTES);
    const reading = decodeFrame(this.#chunk, this.#fileOffset - this.#chunkOffset);
    if (reading.kind === "incomplete" && !(await this.#load(reading.bytesNeeded))) return false;
    const reread = decodeFrame(this.#chunk, this.#fileOffset - this.#chunkOffset);
    if (reread.kind !== "frame" || reread.salt !== this.#salt) return false;
    return chainFault(reread.batch, this.#expected()) === undefined;
  }

  close(): Promise<void> {
    return this.#file.close();
  }

  #expected(): Parameters<typeof chainFault>[1] {
    const epochMax = this.#bounds.epochMax?.() ?? Number.POSITIVE_INFINITY;
    return { seq: this.#nextSeq, hash: this.#lastHash, epoch: this.#epoch, epochMax };
  }

  #stop(reason: string): undefined {
    this.#stopReason = reason;
    return undefined;
  }

  /** Loads `bytesNeeded` bytes from the current offset; returns false when there are fewer. */
  async #load(bytesNeeded: number): Promise<boolean> {
    const endOffset = Math.min(this.#bounds.endOffset(), await this.#file.sizeBytes());
    if (endOffset - this.#fileOffset < bytesNeeded) return false;
    const lengthBytes = Math.min(Math.max(bytesNeeded, CHUNK_BYTES), endOffset - this.#fileOffset);
    // Allocates a new buffer: returned batches are views of the old one.
    const chunk = new Uint8Array(lengthBytes);
    const read = await readWhole(this.#file, chunk, this.#fileOffset);
    this.#chunk = chunk.subarray(0, read);
    this.#chunkOffset = this.#fileOffset;
    return read >= bytesNeeded;
  }
}
