import type { AdminOutcome } from "./admin-outcome.ts";

/** Exchange time and the wall clock of the machine. Times are ISO times. */
export interface TimeState {
  readonly exchangeTime: string;
  readonly wallClock: string;
  /** Wall clock minus exchange time, in ms. */
  readonly differenceMs: number;
  /** `following` the wall clock, `held` after a jump, `converging` after an accepted step back. */
  readonly mode: "following" | "held" | "converging";
  /**
   * `jump` while running, `start` for a difference from the end of the journal; empty when not
   * held.
   */
  readonly cause: "jump" | "start" | "";
  /** Exchange time at which the hold began; empty when not held. */
  readonly heldSince: string;
  readonly heldForMs: number;
  /** A larger difference is a jump, in ms. */
  readonly jumpMs: number;
  /** Longest downtime, in ms, after which a start needs no confirmation by the operator. */
  readonly unattendedMs: number;
}

export interface AcceptedTime {
  /** `stepped` to the wall clock, or `converging` at half speed. */
  readonly result: "stepped" | "converging";
  readonly from: string;
  /** Exchange time now, or the wall clock to which it converges. */
  readonly to: string;
  /** Time until the difference is within `jumpMs`, in ms; 0 after a step. */
  readonly takesMs: number;
}

/** Actions on exchange time. */
export interface TimeActions {
  time(): TimeState;
  /** Accepts the wall clock; `differenceMs` is the difference that the operator has seen, in ms. */
  acceptTime(differenceMs: number): AdminOutcome<AcceptedTime>;
}
