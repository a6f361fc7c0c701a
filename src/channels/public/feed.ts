import type { Member } from "../push.ts";

/** One stream of pushes with its subscribers: one channel of one instrument in one dialect. */
export interface Feed {
  readonly memberCount: number;
  /** Adds a subscriber, which gets its snapshot at once. */
  add(member: Member): void;
  remove(member: Member): void;
  /** Called after each batch of events: pushes or plans a push when something changed. */
  changed(): void;
  /** Stops timers; nothing is pushed any more. */
  stop(): void;
}

/** How often a subscriber that fell behind is looked at when its channel is quiet, in ms. */
export const BEHIND_RECHECK_MS = 200;
