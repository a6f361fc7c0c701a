/**
 * The port behind which the journal of commands lies: segments on the local disk first, a
 * replicated consensus store later. Narrow on purpose; see docs on what lies past one machine.
 */
import { OperatingFault } from "./operating-fault.ts";

/** Commands that became durable together, or will. */
export interface CommandBatch {
  /** Seq of the first command; the others follow without a gap. */
  readonly firstSeq: number;
  readonly count: number;
  /** Time of the last command, milliseconds since 1970. */
  readonly timeMs: number;
  /** The format of the commands, then the commands one after the other, as the codec wrote them. */
  readonly payload: Uint8Array;
}

/** A batch as it lies in the log. */
export interface LoggedBatch extends CommandBatch {
  readonly epoch: number;
  /** Of this batch and thereby of all before it. */
  readonly hash: Uint8Array;
  readonly previousHash: Uint8Array;
}

/** Where a log begins and ends. An empty log has `lastSeq` = `firstSeq` - 1. */
export interface LogExtent {
  readonly firstSeq: number;
  readonly lastSeq: number;
  /** Hash of the batch that ends at `lastSeq`; `GENESIS_HASH` when there never was one. */
  readonly lastHash: Uint8Array;
  /** The writer's turn: greater than that of all writers before. */
  readonly epoch: number;
}

export interface CommandLog {
  /** Makes the log ready for one writer. */
  open(): Promise<LogExtent>;

  /**
   * Durable when it resolves, with the seq and hash of the last command. Fails with a `LogFault`:
   * `wrong_seq` when `expectedSeq`, the seq of the batch's first command, is not the next one;
   * `fenced` when a later epoch has taken over; `full` when there is no room: the same batch may be
   * appended again, another one after `retract`; `unavailable` when nothing was written;
   * `uncertain` when it may have been. One append at a time. The payload is copied before the call
   * returns.
   */
  append(expectedSeq: number, epoch: number, batch: CommandBatch): Promise<AppendResult>;

  /**
   * Takes back the last batch, which nobody was told of: durable when it resolves, and the next
   * append takes its place. `firstSeq` is the batch's first seq; it was appended, or its append
   * failed with `full`. Fails as `append` does. Whoever reads or follows the log beside its writer
   * goes no further than the writer says.
   */
  retract(firstSeq: number, epoch: number): Promise<void>;

  /**
   * At most `limit` durable batches without a gap; the first contains `fromSeq`, and may begin
   * before it. Empty at the end of the log. Fails with `gap` when `fromSeq` is truncated away,
   * `damaged` when the bytes are not those that were written.
   */
  read(fromSeq: number, limit: number): Promise<readonly LoggedBatch[]>;

  /** Every durable batch from the one that contains `fromSeq`, waiting for those to come. */
  follow(fromSeq: number): AsyncGenerator<LoggedBatch, void, void>;

  /** Forgets batches before `seq`, as far as that is cheap. Only below a verified snapshot. */
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
  "batch_too_large",
  "end_missing",
  "record_unusable",
] as const;
export type LogFaultCode = (typeof LOG_FAULTS)[number];

/** The log could not do as asked. */
export class LogFault extends OperatingFault {
  readonly code: LogFaultCode;

  constructor(code: LogFaultCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

export const HASH_BYTES = 16;
/** What the first batch of all follows. */
export const GENESIS_HASH: Uint8Array = new Uint8Array(HASH_BYTES);
/** Seq of the first command of all. */
export const SEQ_FIRST = 1;

export function isSameHash(one: Uint8Array, other: Uint8Array): boolean {
  if (one.length !== other.length) return false;
  for (let at = 0; at < one.length; at++) if (one[at] !== other[at]) return false;
  return true;
}
