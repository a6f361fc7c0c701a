/** Tables of how far the history has come. */
import type { RecordOf } from "../../core/commands/schema.ts";
import { table } from "./table-shape.ts";

/**
 * Highest ids assigned before the first event of a minute (since 1970): converts a window of time
 * into a range of ids, so that no table needs an index on time.
 */
export const ID_MARKS = table("id_marks", ["minute"], {
  minute: "int",
  coreId: "int",
  billId: "int",
  closedPositionId: "int",
});
export type IdMarkRow = RecordOf<typeof ID_MARKS.fields>;

/** The single row that is committed with every block. */
export const PROGRESS = table("progress", ["one"], {
  one: "int",
  appliedSeq: "int",
  timeMs: "int",
  coreId: "int",
  billId: "int",
  closedPositionId: "int",
});
export type ProgressRow = RecordOf<typeof PROGRESS.fields>;
