/** How long a command may take to become durable, and what its maker is told when it does not. */

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

/** The deadline of a command whose maker has been told that it passed. */
export const TOLD: Deadline = { atMs: Number.NEGATIVE_INFINITY, missed: () => undefined };

/** No append ended for this long: the disk is ill. In milliseconds. */
export const STALLED_AFTER_MS = 2_000;
/** How long a command waits at most while the disk is ill, in milliseconds. */
export const ILL_WAIT_MS = 3_000;
/** How often waiting commands are held against their deadlines, in milliseconds. */
export const DEADLINE_CHECK_MS = 100;
