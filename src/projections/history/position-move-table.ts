/** Table of positions that moved between accounts of one owner. */
import type { RecordOf } from "../../core/commands/schema.ts";
import { table } from "./table-shape.ts";

/** `user` is the main account of both accounts, `id` that of the closing order. */
export const POSITION_MOVES = table("position_moves", ["user", "id"], {
  user: "int",
  id: "int",
  closingFillId: "int",
  openingFillId: "int",
  fromUser: "int",
  toUser: "int",
  instrument: "int",
  positionSide: ["long", "short"],
  price: "ticks",
  size: "lots",
  createdAtMs: "int",
});
export type PositionMoveRow = RecordOf<typeof POSITION_MOVES.fields>;
