/** Table of what changed the access to accounts and their modes. */
import type { RecordOf } from "../../core/commands/schema.ts";
import { table } from "./table-shape.ts";

/** Withdrawals are not among them: they have a table of their own. */
export const ACTIVITY_KINDS = [
  "key_created",
  "key_changed",
  "key_deleted",
  "sub_account_created",
  "address_added",
  "address_removed",
  "account_kind_changed",
  "account_level_changed",
  "position_mode_changed",
  "access_changed",
  "freezes_changed",
  "review_changed",
  "session_opened",
  "session_ended",
  "sign_in_changed",
] as const;
export type ActivityKind = (typeof ACTIVITY_KINDS)[number];

/**
 * `id` is the smallest id of the seq plus a count. `subject` is the API key or session, or the
 * id of an address. `relatedUser` is the index + 1 of a new sub-account, else 0. `detail` has the
 * new mode, status or freezes as words of the core, or `password` and `codes` of a sign-in,
 * separated by commas.
 */
export const ACTIVITIES = table("activities", ["user", "id"], {
  user: "int",
  id: "int",
  kind: ACTIVITY_KINDS,
  subject: "text",
  relatedUser: "int",
  detail: "text",
  createdAtMs: "int",
});
export type ActivityRow = RecordOf<typeof ACTIVITIES.fields>;
