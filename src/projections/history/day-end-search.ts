/** Search of the parts of an account at the ends of days. */
import { assert } from "../../core/base/assert.ts";
import type { Wallet } from "../../core/base/vocabulary.ts";
import type { Fields, RecordOf } from "../../core/commands/schema.ts";
import { DAILY_DEBTS, DAILY_POSITIONS, type DayEndRow } from "./day-end-tables.ts";
import { DAY_END_DAYS_MAX, DAY_END_ROWS_MAX } from "./limits.ts";
import type { Statements } from "./page-search.ts";
import type { DayEndsQuery } from "./queries.ts";
import { DAILY_BALANCES } from "./statement-tables.ts";
import type { Table } from "./table-shape.ts";
import { columnList, columnOf, rowOf } from "./table-sql.ts";

/**
 * Returns the rows of a user in the days of a query, and before them, per account or position, the
 * last one before the first day.
 */
function rowsOf<F extends Fields>(
  statements: Statements,
  table: Table<F>,
  { fromDay, toDay, user }: DayEndsQuery,
): RecordOf<F>[] {
  const columns = columnList(table);
  const parts = table.key.slice(1, -1).map(columnOf).join(", ");
  // SQLite takes the columns without a function from the row of the MAX.
  const openings = statements.all(
    `SELECT ${columns}, MAX(day) FROM ${table.name} WHERE user = ? AND day < ? GROUP BY ${parts}`,
    [user, fromDay],
  );
  const changes = statements.all(
    `SELECT ${columns} FROM ${table.name} WHERE user = ? AND day >= ? AND day <= ? ` +
      "ORDER BY day LIMIT ?",
    [user, fromDay, toDay, DAY_END_ROWS_MAX + 1],
  );
  return [...openings, ...changes].map((cells) => rowOf(table, cells));
}

const NONE = { wallet: "none", currency: 0, instrument: 0, size: 0 } as const;

/** Returns balances, debts and positions, each in the order of days. */
export function findDayEnds(
  statements: Statements,
  query: DayEndsQuery,
): { readonly rows: readonly DayEndRow[]; readonly hasMore: boolean } {
  assert(query.toDay >= query.fromDay, "a period does not end before it begins");
  assert(query.toDay - query.fromDay < DAY_END_DAYS_MAX, "a period is within its limit");
  const balances = rowsOf(statements, DAILY_BALANCES, query).map((row): DayEndRow => {
    const { closing: amount, currency, day, wallet } = row;
    return { ...NONE, kind: "balance", day, wallet: wallet as Wallet, currency, amount };
  });
  const debts = rowsOf(statements, DAILY_DEBTS, query).map((row): DayEndRow => {
    const { currency, day, debt: amount, place: instrument, wallet } = row;
    return { ...NONE, kind: "debt", day, wallet, currency, instrument, amount };
  });
  const positions = rowsOf(statements, DAILY_POSITIONS, query).map((row): DayEndRow => {
    const { day, instrument, openNotional: amount, positionSide, size } = row;
    const kind = positionSide === "short" ? "short" : "long";
    return { ...NONE, kind, day, instrument, size, amount };
  });
  const rows = [...balances, ...debts, ...positions];
  return { rows: rows.slice(0, DAY_END_ROWS_MAX), hasMore: rows.length > DAY_END_ROWS_MAX };
}
