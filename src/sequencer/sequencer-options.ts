/** Dependencies and limits of a sequencer. */
import type { CommandLog } from "../journal/command-log.ts";
import type {
  Command,
  CommandCodec,
  Draft,
  EventBuffer,
  StateMachine,
} from "../journal/state-machine.ts";
import type { DiskReport, Fatal } from "./port.ts";

export interface SequencerOptions<C extends Command, O, E extends EventBuffer> {
  readonly log: CommandLog;
  readonly codec: CommandCodec<C>;
  readonly machine: StateMachine<C, O, E>;
  /** The recovered state; see `recover`. */
  readonly start: {
    readonly appliedSeq: number;
    readonly timeMs: number;
    readonly journalHash: Uint8Array;
    readonly epoch: number;
  };
  /** Milliseconds since 1970. The clock may step back; stamps do not. */
  readonly clockMs: () => number;
  /**
   * Returns whether the clock is in doubt; only urgent commands are accepted then. Absent: never.
   */
  readonly isHeld?: () => boolean;
  /** Monotonic clock for the duration of appends; absent: `clockMs`. */
  readonly monotonicMs?: () => number;
  /** Called once, in the same turn as the failure; must end the process. */
  readonly onFatal: (fatal: Fatal) => void;
  /**
   * Called when a reply callback throws: the command is applied but its submitter was not notified.
   * Absent: fatal.
   */
  readonly onReplyFault?: (thrown: unknown, seq: number) => void;
  /**
   * Returns the owner of a command; batches are shared fairly between owners. Undefined for
   * commands that never wait. Absent: no command has an owner.
   */
  readonly ownerOf?: (command: C) => number | undefined;
  /** Called when the disk becomes degraded or recovers, and when commands miss their deadlines. */
  readonly onDiskReport?: (report: DiskReport) => void;
  readonly makeTick?: () => Draft<C>;
  /**
   * Returns whether the state has work for which a tick should follow at once; called per batch.
   */
  readonly isWorkDue?: () => boolean;
  /** 0: no ticks except explicit calls of `tick`. */
  readonly tickIntervalMs?: number;
  readonly queueCommandsMax?: number;
  readonly queueCommandsUrgent?: number;
  readonly queueBytesMax?: number;
  readonly batchCommandsMax?: number;
  readonly batchBytesMax?: number;
  readonly storageRetryMs?: number;
}
