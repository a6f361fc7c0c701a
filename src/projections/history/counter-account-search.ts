/** Search of the accounts on the other side of bills. */
import { assert } from "../../core/base/assert.ts";
import { COUNTER_ACCOUNTS, type CounterAccountRow } from "./counter-account-table.ts";
import { PAGE_ROWS_MAX } from "./limits.ts";
import type { Statements } from "./page-search.ts";
import type { CounterAccountsQuery } from "./queries.ts";
import { columnList, rowOf } from "./table-sql.ts";

/** Returns the recorded accounts on the other side of bills of a user, in their order. */
export function findCounterAccounts(
  statements: Statements,
  { billIds, user }: CounterAccountsQuery,
): { readonly rows: readonly CounterAccountRow[]; readonly hasMore: boolean } {
  assert(billIds.length <= PAGE_ROWS_MAX, "counter-accounts are read for a page of bills");
  const sql =
    `SELECT ${columnList(COUNTER_ACCOUNTS)} FROM ${COUNTER_ACCOUNTS.name} ` +
    "WHERE user = ? AND id IN (SELECT value FROM json_each(?)) ORDER BY id, part";
  const found = statements.all(sql, [user, JSON.stringify(billIds)]);
  const rows = found.map((cells) => rowOf(COUNTER_ACCOUNTS, cells));
  return { rows, hasMore: false };
}
