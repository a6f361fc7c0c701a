/** Commands that reverse a position, and that move one between accounts of an owner. */
import type { GroupedFields } from "./schema.ts";

export const POSITION_COMMANDS = {
  /**
   * Closes a position at market and opens the opposite one; `size` 0 is the whole position.
   * `positionSide` names the position that is reversed, in both position modes (decision 0075).
   */
  reverse_position: {
    user: "int",
    instrument: "int",
    positionSide: ["long", "short"],
    size: "lots",
    clientOrderId: "text",
  },

  /**
   * Closes a part of a position at the mark price outside the book, and opens it for another
   * account of the same owner (decision 0074).
   */
  move_position: {
    fromUser: "int",
    toUser: "int",
    instrument: "int",
    positionSide: ["long", "short"],
    size: "lots",
  },
} as const satisfies Readonly<Record<string, GroupedFields>>;
