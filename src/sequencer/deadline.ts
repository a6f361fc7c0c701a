/** What the sequencer does with deadlines of commands. */
import { type Deadline, type MissedFate, SubmissionFault } from "./port.ts";

/** The deadline of a command whose maker has been told that it passed. */
export const TOLD: Deadline = { atMs: Number.NEGATIVE_INFINITY, missed: () => undefined };

/** An append that takes this long is not what clients are used to, in milliseconds. */
export const SLOW_AFTER_MS = 250;
/** No append ended for this long: the disk is ill. In milliseconds. */
export const STALLED_AFTER_MS = 2_000;
/** How long a command waits at most while the disk is ill, in milliseconds. */
export const ILL_WAIT_MS = 3_000;
/** Commands are held against their deadlines while an append takes longer, in milliseconds. */
export const DEADLINE_CHECK_MS = 100;

/** What is told to who waits for the outcome of a command that missed its deadline. */
export function missedFault(fate: MissedFate): SubmissionFault {
  return fate === "expired"
    ? new SubmissionFault("expired", "the command was not durable in time and is not executed")
    : new SubmissionFault("outcome_unknown", "the command is not durable yet");
}
