import type { State } from "../../core/state.ts";
import type { DurableEnd } from "../../journal/journal-follower.ts";
import type { History } from "../../projections/history/history.ts";

/**
 * History that is written behind the exchange, from the events that it is given and, where those
 * would take too much memory, from the journal up to an announced end. Until `start` it returns
 * only the rows that the file had when it was opened.
 */
export interface FollowingHistory extends History {
  /** Starts the thread of a new history, if no request has. */
  launch(): void;
  /**
   * Starts to follow the exchange; from here on queries wait for the rows that they need. `state`
   * changes with the commands that `follow` announces.
   */
  start(state: State): void;
  /**
   * Announces that commands up to `end` are durable and applied; `words` are their events since the
   * last call.
   */
  follow(words: Float64Array, end: DurableEnd): void;
}
