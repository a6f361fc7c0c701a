/** What a sequencer is made of, and its bounds. */
import type { CommandLog } from "../journal/command-log.ts";
import type {
  Command,
  CommandCodec,
  Draft,
  EventBuffer,
  StateMachine,
} from "../journal/state-machine.ts";
import type { DiskNews, Fatal } from "./port.ts";

export interface SequencerOptions<C extends Command, O, E extends EventBuffer> {
  readonly log: CommandLog;
  readonly codec: CommandCodec<C>;
  readonly machine: StateMachine<C, O, E>;
  /** Where the recovered state stands; see `recover`. */
  readonly start: {
    readonly appliedSeq: number;
    readonly timeMs: number;
    readonly journalHash: Uint8Array;
    readonly epoch: number;
  };
  /** Milliseconds since 1970; may step back, the stamps do not. */
  readonly clockMs: () => number;
  /** Whether the clock is in doubt: only urgent commands are taken then. Absent: never. */
  readonly isHeld?: () => boolean;
  /** A clock that only runs on, for how long the disk takes; absent: `clockMs`. */
  readonly steadyMs?: () => number;
  /** Called once, in the turn of the failure; must end the process. */
  readonly onFatal: (fatal: Fatal) => void;
  /** A reply callback threw: the command stands, its maker was not told. Absent: fatal. */
  readonly onReplyFault?: (thrown: unknown, seq: number) => void;
  /**
   * Who answers for a command: batches are shared between owners. Undefined for commands that wait
   * for nobody. Absent: no command has an owner.
   */
  readonly ownerOf?: (command: C) => number | undefined;
  /** Hears when the disk becomes ill or well, and of commands that missed their deadlines. */
  readonly onDisk?: (news: DiskNews) => void;
  readonly makeTick?: () => Draft<C>;
  /** Whether the state holds work for which a tick should follow at once; asked per batch. */
  readonly isWorkDue?: () => boolean;
  /** 0: no ticks but those asked for by `tick`. */
  readonly tickIntervalMs?: number;
  readonly queueCommandsMax?: number;
  readonly queueCommandsUrgent?: number;
  readonly queueBytesMax?: number;
  readonly batchCommandsMax?: number;
  readonly batchBytesMax?: number;
  readonly storageRetryMs?: number;
}
