/** Table of the operator's acts: who did what, when and why. */
import { COMMAND_KINDS } from "../../core/commands/commands.ts";
import type { RecordOf } from "../../core/commands/schema.ts";
import { table } from "./table-shape.ts";

/**
 * One row per command of an act; `id` is its seq. `subject` and `instrument` are the index + 1 of
 * the user and of the instrument concerned, 0 for none. `rejection` is empty when the command was
 * applied. `fields` is JSON of the command's fields in units of the core, without secrets.
 */
export const ACTS = table("acts", ["id"], {
  id: "int",
  actor: "text",
  command: COMMAND_KINDS,
  subject: "int",
  instrument: "int",
  requestId: "text",
  reason: "text",
  rejection: "text",
  fields: "text",
  createdAtMs: "int",
});
export type ActRow = RecordOf<typeof ACTS.fields>;
