/** What the history's thread and its checkpoint thread tell each other, in one shared word. */

export const CHECKPOINT = {
  /** Nothing to do. */
  idle: 0,
  /** The history asks for a checkpoint. */
  asked: 1,
  /** The thread executes one. */
  running: 2,
  /** The history asks the thread to end. */
  ending: 3,
  /** The thread has closed the file, or never opened it. */
  ended: 4,
} as const;

export type CheckpointTask = {
  /** File of the history. */
  readonly path: string;
  /** One word with a state of `CHECKPOINT`. */
  readonly state: SharedArrayBuffer;
};
