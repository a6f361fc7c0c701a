/** Limits and faults for command deadlines. */
import { type Deadline, type MissedOutcome, SubmissionFault } from "./port.ts";

/** Deadline of a command whose submitter has already been notified that it was missed. */
export const REPORTED_DEADLINE: Deadline = {
  atMs: Number.NEGATIVE_INFINITY,
  missed: () => undefined,
};

/** Duration in ms after which an append counts as slow. */
export const SLOW_AFTER_MS = 250;
/** Duration in ms without a completed append after which the disk counts as stalled. */
export const STALLED_AFTER_MS = 2_000;
/** Maximum waiting time in ms of a command while the disk is degraded (full or stalled). */
export const DEGRADED_WAIT_MS = 3_000;
/** Duration in ms of an append after which deadlines are checked. */
export const DEADLINE_CHECK_MS = 100;

/** Returns the fault for a caller that waits for a command which missed its deadline. */
export function missedFault(outcome: MissedOutcome): SubmissionFault {
  return outcome === "expired"
    ? new SubmissionFault("expired", "the command was not durable in time and is not executed")
    : new SubmissionFault("outcome_unknown", "the command is not durable yet");
}
