/**
 * A frame is one batch on disk: a header of 64 bytes, the payload, and zeros up to the next
 * multiple of eight. Little-endian.
 *
 *     0 u32 magic    4 u32 CRC-32C of all following bytes    8 u32 length of header and payload
 *    12 u32 count   16 u64 first seq   24 u64 epoch   32 u64 salt of the segment
 *    40 16 bytes: hash of the previous frame           56 f64 time of the last command
 *
 * Frames are not aligned to sectors: a write may share its first sector with acknowledged bytes and
 * rewrite them unchanged. This relies on disks that leave a sector either old or new, as SQLite
 * does by default.
 */
import { hash } from "node:crypto";
import { type CommandBatch, GENESIS_HASH, HASH_BYTES, type LoggedBatch } from "./command-log.ts";
import { crc32c } from "./crc32c.ts";

export const FRAME_HEADER_BYTES = 64;
export const FRAME_ALIGNMENT_BYTES = 8;
/** Upper bound of a frame in bytes; a greater length means damage. */
export const FRAME_BYTES_MAX = 8 * 1024 * 1024;
export const FRAME_MAGIC = 0x4d524642;
const CRC_FROM = 8;

export interface FrameContext {
  readonly epoch: number;
  readonly salt: bigint;
  readonly previousHash: Uint8Array;
}

/** Returns the bytes from the start of a frame to the start of the next. */
export function frameSpan(length: number): number {
  return Math.ceil(length / FRAME_ALIGNMENT_BYTES) * FRAME_ALIGNMENT_BYTES;
}

/**
 * Writes the frame to the start of `into`, which must be long enough; returns its length in bytes.
 */
export function encodeFrame(into: Uint8Array, batch: CommandBatch, context: FrameContext): number {
  const length = FRAME_HEADER_BYTES + batch.payload.length;
  const view = new DataView(into.buffer, into.byteOffset, length);
  view.setUint32(0, FRAME_MAGIC, true);
  view.setUint32(8, length, true);
  view.setUint32(12, batch.count, true);
  view.setBigUint64(16, BigInt(batch.firstSeq), true);
  view.setBigUint64(24, BigInt(context.epoch), true);
  view.setBigUint64(32, context.salt, true);
  into.set(context.previousHash, 40);
  view.setFloat64(56, batch.timeMs, true);
  into.set(batch.payload, FRAME_HEADER_BYTES);
  view.setUint32(4, crc32c(into, CRC_FROM, length), true);
  return length;
}

/** Returns the chain hash of a frame: the first half of the SHA-256 of the whole frame. */
export function frameHash(frame: Uint8Array): Uint8Array {
  return new Uint8Array(hash("sha256", frame, "buffer")).subarray(0, HASH_BYTES);
}

export type FrameReading =
  | {
      readonly kind: "frame";
      readonly batch: LoggedBatch;
      readonly salt: bigint;
      readonly span: number;
    }
  /** Zeros, as written by preallocation. */
  | { readonly kind: "blank" }
  /** More bytes are needed to decode: `bytesNeeded` from the start of the frame. */
  | { readonly kind: "incomplete"; readonly bytesNeeded: number }
  | { readonly kind: "damaged"; readonly reason: string };

/** Place of a frame in the journal, and its bytes up to the next frame. */
type FrameHead = {
  readonly firstSeq: number;
  readonly count: number;
  readonly span: number;
};

/**
 * Returns the head of the frame that starts at byte `offset` of `bytes`, which has room for one,
 * without checking the frame; undefined when no frame begins there.
 */
export function readFrameHead(bytes: Uint8Array, offset: number): FrameHead | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset + offset, FRAME_HEADER_BYTES);
  const length = view.getUint32(8, true);
  if (view.getUint32(0, true) !== FRAME_MAGIC) return undefined;
  if (length < FRAME_HEADER_BYTES || length > FRAME_BYTES_MAX) return undefined;
  const firstSeq = Number(view.getBigUint64(16, true));
  return { firstSeq, count: view.getUint32(12, true), span: frameSpan(length) };
}

/** Decodes the frame that starts at byte `offset` of `bytes`; the payload is a view of `bytes`. */
export function decodeFrame(bytes: Uint8Array, offset: number): FrameReading {
  const present = bytes.length - offset;
  if (present < FRAME_HEADER_BYTES) return { kind: "incomplete", bytesNeeded: FRAME_HEADER_BYTES };
  const view = new DataView(bytes.buffer, bytes.byteOffset + offset, present);
  const magic = view.getUint32(0, true);
  if (magic === 0) return { kind: "blank" };
  if (magic !== FRAME_MAGIC) return { kind: "damaged", reason: "no frame begins here" };
  const length = view.getUint32(8, true);
  if (length < FRAME_HEADER_BYTES || length > FRAME_BYTES_MAX) {
    return { kind: "damaged", reason: `a frame cannot have ${length} bytes` };
  }
  if (present < length) return { kind: "incomplete", bytesNeeded: length };
  if (crc32c(bytes, offset + CRC_FROM, offset + length) !== view.getUint32(4, true)) {
    return { kind: "damaged", reason: "the checksum does not match" };
  }
  const batch: LoggedBatch = {
    firstSeq: Number(view.getBigUint64(16, true)),
    count: view.getUint32(12, true),
    timeMs: view.getFloat64(56, true),
    payload: bytes.subarray(offset + FRAME_HEADER_BYTES, offset + length),
    epoch: Number(view.getBigUint64(24, true)),
    previousHash: bytes.slice(offset + 40, offset + 40 + HASH_BYTES),
    hash: frameHash(bytes.subarray(offset, offset + length)),
  };
  return { kind: "frame", batch, salt: view.getBigUint64(32, true), span: frameSpan(length) };
}

/**
 * Returns the offset of the first intact frame in `bytes`, or undefined. `bytes` must start on the
 * frame alignment.
 */
export function findFrame(bytes: Uint8Array, salt: bigint | undefined): number | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const last = bytes.length - FRAME_HEADER_BYTES;
  for (let offset = 0; offset <= last; offset += FRAME_ALIGNMENT_BYTES) {
    if (view.getUint32(offset, true) !== FRAME_MAGIC) continue;
    const reading = decodeFrame(bytes, offset);
    // A payload that imitates a frame cannot contain the salt.
    if (reading.kind === "frame" && (salt === undefined || reading.salt === salt)) return offset;
  }
  return undefined;
}

/** Checks that a batch follows the previous one; returns the fault, or undefined. */
export function chainFault(
  batch: LoggedBatch,
  expected: {
    readonly seq: number;
    readonly hash: Uint8Array;
    readonly epoch: number;
    /** Epoch of the current writer; a later epoch means another writer. */
    readonly epochMax: number;
  },
): string | undefined {
  if (batch.firstSeq !== expected.seq) {
    return `expected seq ${expected.seq}, found ${batch.firstSeq}`;
  }
  if (batch.count === 0) return "a batch without commands";
  if (batch.epoch < expected.epoch) {
    return `expected epoch ${expected.epoch} or later, found ${batch.epoch}`;
  }
  if (batch.epoch > expected.epochMax) {
    return `another writer, of epoch ${batch.epoch}, wrote here`;
  }
  for (let index = 0; index < GENESIS_HASH.length; index++) {
    if (batch.previousHash[index] !== expected.hash[index]) return "the hash chain is broken";
  }
  return undefined;
}
