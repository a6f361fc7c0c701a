/** Events of positions that move between accounts (decision 0074). */
import type { Fields } from "../commands/schema.ts";

export const POSITION_EVENTS = {
  /** `price` is the mark price at which `fromUser` closed and `toUser` opened, without fees. */
  position_moved: {
    closingOrderId: "int",
    closingFillId: "int",
    openingOrderId: "int",
    openingFillId: "int",
    fromUser: "int",
    toUser: "int",
    /** Index of the main account of both. */
    parent: "int",
    instrument: "int",
    positionSide: ["long", "short"],
    price: "ticks",
    size: "lots",
  },
} as const satisfies Readonly<Record<string, Fields>>;
