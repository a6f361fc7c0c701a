/** What the makers of commands and the readers of events see of the sequencer. */
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
/** Why a command was not taken: nothing happened, it may be sent again. */
export type Refusal = (typeof REFUSALS)[number];

export const SUBMISSION_FAULTS = [
  ...REFUSALS,
  "unencodable",
  "outcome_unknown",
  "expired",
] as const;
/**
 * `unencodable`: the command has no bytes; our mistake, and nothing happened. `expired`: it was not
 * durable in time and is not executed. `outcome_unknown`: it was taken, and whether it is durable
 * is not known in time or before the process ends.
 */
export type SubmissionFaultCode = (typeof SUBMISSION_FAULTS)[number];

/** A command has no outcome to tell. */
export class SubmissionFault extends OperatingFault {
  readonly code: SubmissionFaultCode;

  constructor(code: SubmissionFaultCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/**
 * `expired`: the command has not been executed and never will be. `unknown`: its batch is on its
 * way to the disk; it is executed only if the process ends before that write does, and then before
 * anything else happens.
 */
export type MissedFate = "expired" | "unknown";

/** Made by whoever submits a command; belongs to the sequencer afterwards. */
export interface Deadline {
  /** Exchange time in milliseconds; the sequencer brings it forward while the disk is ill. */
  atMs: number;
  /** Called once instead of `done`, when the command is not durable in time. */
  readonly missed: (fate: MissedFate) => void;
}

export interface SubmitOptions {
  /**
   * For cancels, what reduces risk, and commands of the exchange and its operator: may use the part
   * of the queue kept back for them, and is taken while the clock is held.
   */
  readonly urgent?: boolean;
  /** Absent: the command waits however long it takes. */
  readonly deadline?: Deadline | undefined;
}

export interface WaitOptions {
  readonly urgent?: boolean;
  /** Rejects with `expired` or `outcome_unknown` when it took longer, in milliseconds. */
  readonly withinMs?: number;
}

/** How the disk of the journal does, and what that did to those who wait. */
export type DiskNews =
  | { readonly kind: "full"; readonly message: string }
  /** No append has ended for `forMs`. */
  | { readonly kind: "stalled"; readonly forMs: number }
  | { readonly kind: "well" }
  | { readonly kind: "missed"; readonly count: number; readonly fate: MissedFate };

/** The options of urgent commands, for callers that allocate nothing. */
export const URGENT: SubmitOptions = { urgent: true };

/** Events of commands `firstSeq` to `lastSeq`, all durable; the buffer is cleared afterwards. */
export type BatchListener<E> = (events: E, firstSeq: number, lastSeq: number) => void;

export interface SequencerPort<C extends Command, O, E extends EventBuffer> {
  /**
   * Takes the command, or answers false: then nothing happened, and `refusal` says why, unless the
   * command's owner alone has too many waiting. With a deadline, a command that is not durable by
   * then is not executed and `missed` is called instead of `done`. It gets its seq and time when it
   * enters a batch, commands of one owner in the order in which they were taken. `done` is called
   * once the command is durable and applied, after all listeners saw its events; never before this
   * call returns. The command belongs to the sequencer from here on. Throws `SubmissionFault`
   * `unencodable` for a command that has no bytes.
   */
  submit(draft: Draft<C>, done: (outcome: O) => void, options?: SubmitOptions): boolean;

  /** As `submit`; rejects with a `SubmissionFault`. Cold paths only. */
  submitAndWait(draft: Draft<C>, options?: WaitOptions): Promise<O>;

  /** Whether commands take longer than usual to become durable. */
  isSlow(): boolean;

  /**
   * Resolves with true when all commands that `isMeant` and were taken before have their outcome,
   * with false when they have not after `withinMs` milliseconds. Undefined when they have it now.
   * `isMeant` names commands of one owner.
   */
  settled(isMeant: (command: C) => boolean, withinMs: number): Promise<boolean> | undefined;

  /** Why `submit` would refuse, or refused just now, or undefined. */
  refusal(options?: SubmitOptions): Refusal | undefined;

  /** The last command whose effects are in the state. */
  readonly appliedSeq: number;

  /** The exchange's time in milliseconds since 1970: the clock, but never back. */
  nowMs(): number;

  /** Calls `listener` for every batch applied from now on, in order; answers how to stop that. */
  onBatch(listener: BatchListener<E>): () => void;

  /**
   * State and place between two batches; the canonical bytes are made before it returns. Throws
   * after a fatal failure.
   */
  snapshot(): Snapshot;

  /** Resolves when all that was taken before has its outcome. */
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

/** After this nothing is applied or acknowledged any more: the process must end, at once. */
export interface Fatal {
  readonly code: FatalCode;
  /** The command at fault, or the first of the batch at fault; 0 where none is. */
  readonly seq: number;
  readonly message: string;
  readonly cause: unknown;
}
