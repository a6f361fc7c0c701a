/** Search of daily statements. */
import { assert } from "../../core/base/assert.ts";
import { CURRENCIES_MAX } from "../../core/base/limits.ts";
import { STATEMENT_DAYS_MAX, STATEMENT_ROWS_MAX } from "./limits.ts";
import type { Statements } from "./page-search.ts";
import type { StatementsQuery } from "./queries.ts";
import {
  DAILY_BALANCES,
  DAILY_MOVEMENTS,
  DAY_MS,
  type DailyBalanceRow,
  STATEMENT_WALLETS,
  type StatementMovement,
  type StatementRow,
} from "./statement-tables.ts";
import { columnList, rowOf } from "./table-sql.ts";

type Account = Pick<DailyBalanceRow, "wallet" | "currency">;

function nameOf({ currency, wallet }: Account): string {
  return `${wallet}/${currency}`;
}

/** Place of an account among those of its owner. */
function placeOf({ currency, wallet }: Account): number {
  return STATEMENT_WALLETS.indexOf(wallet) * CURRENCIES_MAX + currency;
}

/** Returns the balances before `fromDay` of the accounts that moved before it. */
function openingsOf(statements: Statements, { fromDay, owner }: StatementsQuery) {
  // SQLite takes the columns without a function from the row of the MAX.
  const sql =
    "SELECT user, wallet, currency, MAX(day), closing FROM daily_balances " +
    "WHERE user = ? AND day < ? GROUP BY wallet, currency";
  const cells = statements.all(sql, [owner, fromDay]);
  return cells.map((row) => rowOf(DAILY_BALANCES, row));
}

/** Returns the movements by day and account; parts of one kind are added up. */
function movementsOf(statements: Statements, { fromDay, owner, toDay }: StatementsQuery) {
  const days = Array.from({ length: toDay - fromDay + 1 }, (_, index) => fromDay + index);
  const sql =
    `SELECT ${columnList(DAILY_MOVEMENTS)} FROM daily_movements ` +
    `WHERE day IN (${days.map(() => "?").join(", ")}) AND user = ? ` +
    "ORDER BY day, wallet, currency, kind, part";
  const found = new Map<string, StatementMovement[]>();
  for (const cells of statements.all(sql, [...days, owner])) {
    const row = rowOf(DAILY_MOVEMENTS, cells);
    const key = `${row.day} ${nameOf(row)}`;
    const list = found.get(key) ?? [];
    found.set(key, list);
    const { amount, fee, kind, movements: count } = row;
    const before = row.part === 0 ? undefined : list.pop();
    list.push({
      kind,
      count: count + (before?.count ?? 0),
      amount: amount + (before?.amount ?? 0n),
      fee: fee + (before?.fee ?? 0n),
    });
  }
  return found;
}

/** Returns the statements by day, in the order of wallets and currencies. */
export function findStatements(
  statements: Statements,
  query: StatementsQuery,
): { readonly rows: readonly StatementRow[]; readonly hasMore: boolean } {
  const { fromDay, owner, toDay } = query;
  assert(toDay >= fromDay, "a period of statements does not end before it begins");
  assert(toDay - fromDay < STATEMENT_DAYS_MAX, "a period of statements is within its limit");
  const progress = statements.all("SELECT time_ms FROM progress", [])[0]?.[0] ?? 0;
  const today = Math.floor(Number(progress) / DAY_MS);
  const movements = movementsOf(statements, query);
  const accounts = new Map<string, Account>();
  const balances = new Map<string, bigint>();
  for (const row of openingsOf(statements, query)) {
    accounts.set(nameOf(row), row);
    balances.set(nameOf(row), row.closing);
  }
  const closings = new Map<string, bigint>();
  const sql =
    `SELECT ${columnList(DAILY_BALANCES)} FROM daily_balances ` +
    "WHERE user = ? AND day >= ? AND day <= ? ORDER BY wallet, currency, day";
  for (const cells of statements.all(sql, [owner, fromDay, toDay])) {
    const row = rowOf(DAILY_BALANCES, cells);
    accounts.set(nameOf(row), row);
    closings.set(`${row.day} ${nameOf(row)}`, row.closing);
  }
  const names = [...accounts].sort(([, a], [, b]) => placeOf(a) - placeOf(b));
  const rows: StatementRow[] = [];
  for (let day = fromDay; day <= Math.min(toDay, today); day++) {
    for (const [name, { currency, wallet }] of names) {
      const opening = balances.get(name) ?? 0n;
      const key = `${day} ${name}`;
      const closing = closings.get(key);
      if (closing === undefined && opening === 0n) continue;
      if (rows.length >= STATEMENT_ROWS_MAX) return { rows, hasMore: true };
      balances.set(name, closing ?? opening);
      rows.push({
        ...{ user: owner, day, wallet, currency, opening, closing: closing ?? opening },
        ...{ movements: movements.get(key) ?? [], isFinal: day < today },
      });
    }
  }
  return { rows, hasMore: false };
}
