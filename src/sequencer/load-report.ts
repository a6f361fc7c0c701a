/** Figures of the sequencer's load, reported to one listener. */
import { REFUSALS } from "./port.ts";

/**
 * Why `submit` did not take a command: a refusal, or more waiting commands of its owner than the
 * owner's share of the queue.
 */
export const UNTAKEN_REASONS = [...REFUSALS, "owner_share"] as const;
export type UntakenReason = (typeof UNTAKEN_REASONS)[number];

/** Receives the figures; must not throw. */
interface LoadListener {
  /** An append of a batch ended after `durationMs`; `bytes` are those of its commands. */
  appended(durationMs: number, commands: number, bytes: number): void;
  untaken(reason: UntakenReason): void;
}

export class LoadReport {
  #listener: LoadListener | undefined;

  /** Reports to this listener from now on. */
  to(listener: LoadListener): void {
    this.#listener = listener;
  }

  appended(durationMs: number, commands: number, bytes: number): void {
    this.#listener?.appended(durationMs, commands, bytes);
  }

  /** Reports a command that was not taken; returns false, as `submit` does. */
  untaken(reason: UntakenReason): false {
    this.#listener?.untaken(reason);
    return false;
  }
}
