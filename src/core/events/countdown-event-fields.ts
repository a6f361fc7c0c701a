/** The event of the cancel countdown (decision 0070). */
import type { Fields } from "../commands/schema.ts";

export const COUNTDOWN_EVENTS = {
  /**
   * A countdown was set to end at `endsAtMs`, or it ended with `endsAtMs` 0: by its user, or after
   * the `order_closed` of all open orders when `isExpired`.
   */
  cancel_countdown_changed: { user: "int", endsAtMs: "int", isExpired: "flag" },
} as const satisfies Readonly<Record<string, Fields>>;
