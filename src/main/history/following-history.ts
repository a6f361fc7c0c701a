import type { DurableEnd } from "../../journal/journal-follower.ts";
import type { History } from "../../projections/history/history.ts";

/**
 * History that reads the journal up to an announced end instead of receiving the events. Until
 * `start` it returns only the rows that the file had when it was opened.
 */
export interface FollowingHistory extends History {
  /** Starts the thread of a new history, if no request has. */
  launch(): void;
  /** Starts following the journal; from here on queries wait for the rows that they need. */
  start(): void;
  /**
   * Announces that commands up to `end` are durable and applied; `words` are their events since the
   * last call.
   */
  follow(words: Float64Array, end: DurableEnd): void;
}
