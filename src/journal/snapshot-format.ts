/**
 * A snapshot is a header of 128 bytes and the canonical bytes of the state. Little-endian.
 *
 *     0 8 bytes magic    8 u32 format version    16 u64 seq    24 f64 time of that command
 *    32 u64 length of the state    40 16 bytes: hash of the batch that ends at seq
 *    56 32 bytes: SHA-256 of the state    124 u32 CRC-32C of all preceding bytes
 */
import { hash } from "node:crypto";
import { HASH_BYTES, isSameHash } from "./command-log.ts";
import { crc32c } from "./crc32c.ts";

export const SNAPSHOT_FORMAT_VERSION = 1;
export const SNAPSHOT_HEADER_BYTES = 128;
const CRC_AT = 124;
const STATE_HASH_BYTES = 32;
const MAGIC = new TextEncoder().encode("BOURSESN");
const NAME_DIGITS = 16;
const NAME_PATTERN = /^\d{16}\.snap$/;

/** The state after one command of the journal. */
export interface Snapshot {
  /** Seq of the last command applied to the state. */
  readonly seq: number;
  readonly timeMs: number;
  /** Hash of the batch that ends at `seq`; ties the state to one history. */
  readonly journalHash: Uint8Array;
  readonly state: Uint8Array;
  /** SHA-256 of the state, where another thread has computed it; absent: computed when written. */
  readonly stateHash?: Uint8Array;
}

export function snapshotName(seq: number): string {
  return `${String(seq).padStart(NAME_DIGITS, "0")}.snap`;
}

/** Returns the seq in a snapshot's name, or undefined for other names. */
export function snapshotSeq(name: string): number | undefined {
  return NAME_PATTERN.test(name) ? Number(name.slice(0, NAME_DIGITS)) : undefined;
}

/** Returns the SHA-256 of the canonical bytes of a state. */
export function stateHash(state: Uint8Array): Uint8Array {
  return new Uint8Array(hash("sha256", state, "buffer"));
}

export function encodeSnapshotHeader(snapshot: Snapshot): Uint8Array {
  const bytes = new Uint8Array(SNAPSHOT_HEADER_BYTES);
  const view = new DataView(bytes.buffer);
  bytes.set(MAGIC, 0);
  view.setUint32(8, SNAPSHOT_FORMAT_VERSION, true);
  view.setBigUint64(16, BigInt(snapshot.seq), true);
  view.setFloat64(24, snapshot.timeMs, true);
  view.setBigUint64(32, BigInt(snapshot.state.length), true);
  bytes.set(snapshot.journalHash, 40);
  bytes.set(snapshot.stateHash ?? stateHash(snapshot.state), 56);
  view.setUint32(CRC_AT, crc32c(bytes, 0, CRC_AT), true);
  return bytes;
}

/** The header of a snapshot. */
export interface SnapshotHeader extends Pick<Snapshot, "seq" | "timeMs" | "journalHash"> {
  readonly stateBytes: number;
  readonly stateHash: Uint8Array;
}

/** Decodes the header from the first bytes of a file; returns the fault when it is not intact. */
export function decodeSnapshotHeader(bytes: Uint8Array): SnapshotHeader | string {
  if (bytes.length < SNAPSHOT_HEADER_BYTES) return "the header is cut";
  const view = new DataView(bytes.buffer, bytes.byteOffset, SNAPSHOT_HEADER_BYTES);
  if (crc32c(bytes, 0, CRC_AT) !== view.getUint32(CRC_AT, true)) {
    return "the header's checksum does not match";
  }
  if (!isSameHash(bytes.subarray(0, MAGIC.length), MAGIC)) return "not a snapshot";
  const version = view.getUint32(8, true);
  if (version !== SNAPSHOT_FORMAT_VERSION) return `unknown snapshot format ${version}`;
  return {
    seq: Number(view.getBigUint64(16, true)),
    timeMs: view.getFloat64(24, true),
    stateBytes: Number(view.getBigUint64(32, true)),
    journalHash: bytes.slice(40, 40 + HASH_BYTES),
    stateHash: bytes.slice(56, 56 + STATE_HASH_BYTES),
  };
}

/** Returns the fault of the state after a header; undefined when it is intact. */
export function stateFault(
  header: SnapshotHeader,
  found: { readonly bytes: number; hash(): Uint8Array },
): string | undefined {
  if (found.bytes !== header.stateBytes) {
    return `expected ${header.stateBytes} bytes of state, found ${found.bytes}`;
  }
  return isSameHash(found.hash(), header.stateHash) ? undefined : "the state's hash does not match";
}

/** Decodes a whole file; returns the fault when it is not an intact snapshot. */
export function decodeSnapshot(bytes: Uint8Array): Snapshot | string {
  const header = decodeSnapshotHeader(bytes);
  if (typeof header === "string") return header;
  const { journalHash, seq, timeMs } = header;
  const state = bytes.subarray(SNAPSHOT_HEADER_BYTES);
  const fault = stateFault(header, { bytes: state.length, hash: () => stateHash(state) });
  return fault ?? { seq, timeMs, journalHash, state };
}
