import type { Member } from "../push.ts";

/** Publisher of one public channel: a topic of one instrument in one dialect. */
export interface Publisher {
  readonly memberCount: number;
  /** Adds a subscriber and sends its snapshot at once. */
  add(member: Member): void;
  remove(member: Member): void;
  /** Called after each batch of events: pushes changes, or schedules a push. */
  changed(): void;
  /** Stops timers; nothing is pushed afterwards. */
  stop(): void;
}

/** Interval of checks whether a subscriber that fell behind has caught up, in ms. */
export const BEHIND_RECHECK_MS = 200;
