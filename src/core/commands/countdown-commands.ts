/** The command of the cancel countdown (decision 0070). */
import type { GroupedFields } from "./schema.ts";

export const COUNTDOWN_COMMANDS = {
  /**
   * Cancels all open orders of a unified account in this number of seconds, unless another command
   * sets a later end before; 0 ends the countdown.
   */
  set_cancel_countdown: { user: "int", seconds: "int" },
} as const satisfies Readonly<Record<string, GroupedFields>>;
