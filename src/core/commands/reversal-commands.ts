/** The command that reverses a position (decision 0075). */
import type { GroupedFields } from "./schema.ts";

export const REVERSAL_COMMANDS = {
  /**
   * Closes a position at market and opens the opposite one; `size` 0 is the whole position.
   * `positionSide` names the position that is reversed, in both position modes.
   */
  reverse_position: {
    user: "int",
    instrument: "int",
    positionSide: ["long", "short"],
    size: "lots",
    clientOrderId: "text",
  },
} as const satisfies Readonly<Record<string, GroupedFields>>;
