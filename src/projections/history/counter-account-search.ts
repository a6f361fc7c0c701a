/** Search of the accounts on the other side of bills. */
import { assert } from "../../core/base/assert.ts";
import { WALLETS } from "../../core/base/vocabulary.ts";
import { WALLET_TRAITS } from "../../core/base/word-traits.ts";
import { COUNTER_ACCOUNTS, type CounterAccountRow } from "./counter-account-table.ts";
import { PAGE_ROWS_MAX } from "./limits.ts";
import type { Statements } from "./page-search.ts";
import type { CounterAccountsQuery } from "./queries.ts";
import { columnList, rowOf } from "./table-sql.ts";
import { BILLS } from "./tables.ts";

const IDS = "SELECT value FROM json_each(?)";
const RECORDED =
  `SELECT ${columnList(COUNTER_ACCOUNTS)} FROM ${COUNTER_ACCOUNTS.name} ` +
  `WHERE user = ? AND id IN (${IDS})`;

/** Condition for the wallet of a bill to be the margin of a position. */
function isMargin(bill: "own" | "other"): string {
  const margins = WALLETS.flatMap((wallet, index) =>
    WALLET_TRAITS[wallet].owner === "position" ? [index] : [],
  );
  return `${bill}.wallet IN (${margins.join(", ")})`;
}

/** The two bills of margin that moves, each with the account of the other. */
const OF_MARGIN =
  `SELECT own.user, own.id, 0, own.user, other.wallet, ` +
  `CASE WHEN ${isMargin("other")} THEN other.instrument + 1 ELSE 0 END, other.amount ` +
  `FROM ${BILLS.name} own JOIN ${BILLS.name} other ON other.user = own.user AND ` +
  `other.id = own.id + CASE WHEN ${isMargin("own")} THEN -1 ELSE 1 END ` +
  `WHERE own.user = ? AND own.id IN (${IDS}) AND own.order_id = 0 AND other.order_id = 0 ` +
  `AND (${isMargin("own")}) <> (${isMargin("other")}) AND own.amount <> 0 ` +
  "AND other.amount = -own.amount AND other.related_id = own.related_id";

/** Returns the accounts on the other side of bills of a user, but those of fills, by bill. */
export function findCounterAccounts(
  statements: Statements,
  { billIds, user }: CounterAccountsQuery,
): { readonly rows: readonly CounterAccountRow[]; readonly hasMore: boolean } {
  assert(billIds.length <= PAGE_ROWS_MAX, "counter-accounts are read for a page of bills");
  const find = (sql: string, ids: readonly number[]): CounterAccountRow[] =>
    statements.all(sql, [user, JSON.stringify(ids)]).map((cells) => rowOf(COUNTER_ACCOUNTS, cells));
  const recorded = find(RECORDED, billIds);
  const known = new Set(recorded.map(({ id }) => id));
  const others = billIds.filter((id) => !known.has(id));
  const ofMargin = others.length === 0 ? [] : find(OF_MARGIN, others);
  const rows = [...recorded, ...ofMargin].sort((a, b) => a.id - b.id || a.part - b.part);
  return { rows, hasMore: false };
}
