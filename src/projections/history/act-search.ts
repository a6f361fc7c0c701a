/** Search of the operator's acts. */
import { indexIn } from "../../core/base/vocabulary.ts";
import { COMMAND_KINDS } from "../../core/commands/commands.ts";
import type { SqlValue } from "../store/sql-store.ts";
import { ACTS } from "./act-table.ts";
import { type Condition, equals } from "./page-search.ts";
import type { ActsQuery } from "./queries.ts";
import { columnList } from "./table-sql.ts";

/** Fields of commands that name further users. */
const USER_FIELDS = ["buyer", "seller", "bound", "unit"] as const;

/** Condition that an act has the user as its subject or names the user in a field. */
function concerning(user: number): Condition {
  const named = USER_FIELDS.map((field) => `json_extract(fields, '$.${field}') = ?`);
  const sql = `(subject = ? OR ${named.join(" OR ")})`;
  return { sql, params: [user + 1, ...USER_FIELDS.map(() => user)] };
}

function conditionsOf(query: ActsQuery): Condition[] {
  const { actor, command, fromMs, id, idLessThan, instrument, requestId, toMs, user } = query;
  const conditions: Condition[] = [];
  if (id !== undefined) conditions.push(equals("id", id));
  if (idLessThan !== undefined) conditions.push({ sql: "id < ?", params: [idLessThan] });
  if (actor !== undefined) conditions.push(equals("actor", actor));
  if (requestId !== undefined) conditions.push(equals("requestId", requestId));
  if (command !== undefined) conditions.push(equals("command", indexIn(COMMAND_KINDS, command)));
  if (user !== undefined) conditions.push(concerning(user));
  if (instrument !== undefined) conditions.push(equals("instrument", instrument + 1));
  if (fromMs !== undefined) conditions.push({ sql: "created_at_ms >= ?", params: [fromMs] });
  if (toMs !== undefined) conditions.push({ sql: "created_at_ms <= ?", params: [toMs] });
  return conditions;
}

/** Returns the statement of a page and its parameters; it finds one row more than the page has. */
export function actsStatement(query: ActsQuery): { sql: string; params: readonly SqlValue[] } {
  const conditions = conditionsOf(query);
  const where = conditions.map(({ sql }) => `AND ${sql}`).join(" ");
  return {
    sql: `SELECT ${columnList(ACTS)} FROM acts WHERE TRUE ${where} ORDER BY id DESC LIMIT ?`,
    params: [...conditions.flatMap(({ params }) => params), query.limit + 1],
  };
}
