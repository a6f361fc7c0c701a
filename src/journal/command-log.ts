/**
 * Port of the command journal: segments on the local disk today, a replicated log later. The
 * interface is kept narrow so that a replicated log can implement it.
 */
import { OperatingFault } from "./operating-fault.ts";

/** Commands that are made durable together. */
export interface CommandBatch {
  /** Seq of the first command; the others follow without a gap. */
  readonly firstSeq: number;
  readonly count: number;
  /** Time of the last command, milliseconds since 1970. */
  readonly timeMs: number;
  /** Version of the command format, followed by the encoded commands. */
  readonly payload: Uint8Array;
}

/** A batch as stored in the log. */
export interface LoggedBatch extends CommandBatch {
  readonly epoch: number;
  /** Hash of the frame; covers this batch and, through the chain, all batches before it. */
  readonly hash: Uint8Array;
  readonly previousHash: Uint8Array;
}

/** First and last command of a log. An empty log has `lastSeq` = `firstSeq` - 1. */
export interface LogExtent {
  readonly firstSeq: number;
  readonly lastSeq: number;
  /** Hash of the batch that ends at `lastSeq`; `GENESIS_HASH` for a log without batches. */
  readonly lastHash: Uint8Array;
  /** Epoch of the writer: greater than the epochs of all earlier writers. */
  readonly epoch: number;
}

export interface CommandLog {
  /** Opens the log for one writer. */
  open(): Promise<LogExtent>;

  /**
   * Appends a batch. Resolves with the seq and hash of its last command once it is durable. Fails
   * with a `LogFault`:
   *
   * - `wrong_seq`: `expectedSeq`, the seq of the first command of the batch, is not the next seq;
   * - `fenced`: a later epoch has taken over;
   * - `full`: no space; the same batch may be appended again, another one only after `retract`;
   * - `unavailable`: nothing was written;
   * - `uncertain`: the batch may or may not have been written.
   *
   * One append at a time. The payload is copied before the call returns.
   */
  append(expectedSeq: number, epoch: number, batch: CommandBatch): Promise<AppendResult>;

  /**
   * Removes the last batch, which must not have been acknowledged to any client. Resolves once the
   * removal is durable; the next append replaces the batch. `firstSeq` is the first seq of the
   * batch, which was appended or whose append failed with `full`. Fails as `append` does. Readers
   * and followers of the log must not read past the durable end that the writer publishes.
   */
  retract(firstSeq: number, epoch: number): Promise<void>;

  /**
   * Returns at most `limit` consecutive durable batches. The first contains `fromSeq` and may begin
   * before it. Returns an empty array at the end of the log. Fails with `gap` when `fromSeq` has
   * been truncated, with `damaged` when the bytes fail their checks.
   */
  read(fromSeq: number, limit: number): Promise<readonly LoggedBatch[]>;

  /** Yields every durable batch from the one that contains `fromSeq`, and waits for new ones. */
  follow(fromSeq: number): AsyncGenerator<LoggedBatch, void, void>;

  /**
   * Deletes whole segments (or batches) before `seq`. Call it only with a seq that a verified
   * snapshot covers.
   */
  truncateBefore(seq: number): Promise<void>;

  close(): Promise<void>;
}

export interface AppendResult {
  readonly seq: number;
  readonly hash: Uint8Array;
}

export const LOG_FAULTS = [
  "wrong_seq",
  "fenced",
  "full",
  "unavailable",
  "uncertain",
  "gap",
  "damaged",
  "format_unknown",
  "batch_too_large",
  "end_missing",
  "record_unusable",
] as const;
export type LogFaultCode = (typeof LOG_FAULTS)[number];

/** A failed operation of the log. */
export class LogFault extends OperatingFault {
  readonly code: LogFaultCode;

  constructor(code: LogFaultCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

export const HASH_BYTES = 16;
/** Previous hash of the first batch. */
export const GENESIS_HASH: Uint8Array = new Uint8Array(HASH_BYTES);
/** Seq of the first command. */
export const SEQ_FIRST = 1;

export function isSameHash(first: Uint8Array, second: Uint8Array): boolean {
  if (first.length !== second.length) return false;
  for (let index = 0; index < first.length; index++) {
    if (first[index] !== second[index]) return false;
  }
  return true;
}
