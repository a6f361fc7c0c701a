import type { AdminOutcome } from "./admin-outcome.ts";

/** Exchange time beside the wall clock of the machine. Times are ISO times. */
export interface TimeState {
  readonly exchangeTime: string;
  readonly wallClock: string;
  /** Wall clock less exchange time, in ms. */
  readonly differenceMs: number;
  /** `following` the wall clock, `held` after a jump, `converging` after an accepted step back. */
  readonly mode: "following" | "held" | "converging";
  /** `jump` while it ran, `start` against the end of the journal; empty when nothing is held. */
  readonly cause: "jump" | "start" | "";
  /** Exchange time at which the hold began; empty when nothing is held. */
  readonly heldSince: string;
  readonly heldForMs: number;
  /** A larger difference is a jump, in ms. */
  readonly jumpMs: number;
  /** How much time a start passes without the operator's word, in ms. */
  readonly unattendedMs: number;
}

export interface AcceptedTime {
  /** `stepped` to the wall clock, or `converging` at half speed. */
  readonly result: "stepped" | "converging";
  readonly from: string;
  /** Exchange time now, or the wall clock to which it converges. */
  readonly to: string;
  /** How long it takes until both are within `jumpMs`, in ms; 0 after a step. */
  readonly takesMs: number;
}

/** Acts on exchange time. */
export interface TimeActions {
  time(): TimeState;
  /** Accepts the wall clock at the difference that the operator has seen, in ms. */
  acceptTime(differenceMs: number): AdminOutcome<AcceptedTime>;
}
