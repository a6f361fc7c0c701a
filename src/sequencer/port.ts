/** Interface of the sequencer for submitters of commands and readers of events. */
import { OperatingFault } from "../journal/operating-fault.ts";
import type { Snapshot } from "../journal/snapshot-format.ts";
import type { Command, Draft, EventBuffer } from "../journal/state-machine.ts";

export const REFUSALS = [
  "overloaded",
  "storage_full",
  "stopping",
  "write_stalled",
  "clock_held",
] as const;
/** Reason why a command was not accepted. It had no effect and may be sent again. */
export type Refusal = (typeof REFUSALS)[number];

export const SUBMISSION_FAULTS = [
  ...REFUSALS,
  "unencodable",
  "outcome_unknown",
  "expired",
] as const;
/**
 * - `unencodable`: the command cannot be encoded, which is a programming error; it had no effect.
 * - `expired`: the command was not durable in time and is not executed.
 * - `outcome_unknown`: the command was accepted, but whether it is durable is not known in time or
 * before the process ends.
 */
export type SubmissionFaultCode = (typeof SUBMISSION_FAULTS)[number];

/** A command without an outcome. */
export class SubmissionFault extends OperatingFault {
  readonly code: SubmissionFaultCode;

  constructor(code: SubmissionFaultCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/**
 * - `expired`: the command has not been executed and never will be.
 * - `unknown`: its batch is being written to disk. It is executed only if the process ends before
 * that write does, and then before anything else happens.
 */
export type MissedOutcome = "expired" | "unknown";

/** Created by the submitter of a command; owned by the sequencer after submission. */
export interface Deadline {
  /** Exchange time in ms; the sequencer shortens it while the disk is degraded. */
  atMs: number;
  /** Called once, instead of `done`, when the command is not durable in time. */
  readonly missed: (outcome: MissedOutcome) => void;
}

export interface SubmitOptions {
  /**
   * For cancels, commands that reduce risk, and commands of the exchange and its operator. They may
   * use the reserved part of the queue and are accepted while the clock is held.
   */
  readonly urgent?: boolean;
  /** Absent: the command waits without limit. */
  readonly deadline?: Deadline | undefined;
}

export interface WaitOptions {
  readonly urgent?: boolean;
  /** Time limit in ms after which the promise rejects with `expired` or `outcome_unknown`. */
  readonly withinMs?: number;
}

/** State changes of the journal disk, and their effect on waiting commands. */
export type DiskReport =
  | { readonly kind: "full"; readonly message: string }
  /** No append has completed for `forMs`. */
  | { readonly kind: "stalled"; readonly forMs: number }
  | { readonly kind: "recovered" }
  | { readonly kind: "missed"; readonly count: number; readonly outcome: MissedOutcome };

/** Shared options of urgent commands, for callers that must not allocate. */
export const URGENT: SubmitOptions = { urgent: true };

/**
 * Receives the events of the commands `firstSeq` to `lastSeq`, all durable. The buffer is cleared
 * after the call.
 */
export type BatchListener<E> = (events: E, firstSeq: number, lastSeq: number) => void;

/** Seq and time of the last command of a batch, and the hash of the batch. */
export type AppliedBatch = Pick<Snapshot, "seq" | "timeMs" | "journalHash">;

export interface SequencerPort<C extends Command, O, E extends EventBuffer> {
  /**
   * Accepts a command, or returns false. In that case it had no effect, and `refusal` gives the
   * reason, unless only the owner of the command has too many waiting. A command that is not
   * durable by its deadline is not executed, and `missed` is called instead of `done`. The command
   * is stamped with seq and time when it enters a batch; commands of one owner keep their order.
   * `done` is called once the command is durable and applied, after all listeners have received its
   * events, and never before this call returns. The sequencer owns the command from here on. Throws
   * `SubmissionFault` `unencodable` for a command that cannot be encoded.
   */
  submit(draft: Draft<C>, done: (outcome: O) => void, options?: SubmitOptions): boolean;

  /** Submits as `submit` does; rejects with a `SubmissionFault`. For cold paths only. */
  submitAndWait(draft: Draft<C>, options?: WaitOptions): Promise<O>;

  /** Returns whether commands currently take longer than usual to become durable. */
  isSlow(): boolean;

  /**
   * Waits until all matching commands submitted before have an outcome. Resolves with true when
   * they have, with false after `withinMs` milliseconds. Returns undefined when they already have
   * it. The predicate must match commands of one owner only.
   */
  settled(matches: (command: C) => boolean, withinMs: number): Promise<boolean> | undefined;

  /** Returns the reason why `submit` would refuse, or has just refused; otherwise undefined. */
  refusal(options?: SubmitOptions): Refusal | undefined;

  /** Seq of the last applied command. */
  readonly appliedSeq: number;

  /** Returns exchange time in ms since 1970; it never decreases. */
  nowMs(): number;

  /**
   * Calls `listener` for every batch applied from now on, in order. Returns a function that removes
   * the listener.
   */
  onBatch(listener: BatchListener<E>): () => void;

  /** Returns the last applied batch: its seq, time and hash. */
  applied(): AppliedBatch;

  /**
   * Returns the state after the last applied batch, with its seq. The canonical bytes are created
   * before it returns. Throws after a fatal failure.
   */
  snapshot(): Snapshot;

  /** Resolves when all commands submitted before have an outcome. */
  drain(): Promise<void>;

  /** Refuses new commands, drains, and closes the log. */
  stop(): Promise<void>;
}

export const FATAL_CODES = [
  "log_failed",
  "invariant_broken",
  "listener_failed",
  "reply_failed",
  "history_failed",
  "clock_jumped",
  "journal_moved",
] as const;
export type FatalCode = (typeof FATAL_CODES)[number];

/**
 * A fatal failure. Afterwards no command is applied or acknowledged: the process must end at once.
 */
export interface Fatal {
  readonly code: FatalCode;
  /** The faulty command, or the first of the faulty batch; 0 if no command is involved. */
  readonly seq: number;
  readonly message: string;
  readonly cause: unknown;
}
