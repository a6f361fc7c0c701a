/** Rows of the export of daily statements. */
import { REALMS } from "../src/core/base/vocabulary.ts";
import { uidOf } from "../src/gateway/auth/uid.ts";
import {
  DAILY_BALANCES,
  DAILY_MOVEMENTS,
  DAY_MS,
  type DailyBalanceRow,
  STATEMENT_WALLETS,
} from "../src/projections/history/statement-tables.ts";
import { dayText } from "../src/projections/history/utc-day.ts";
import type { Export, ExportCell, ExportRange } from "./export-rows.ts";
import type { HistorySnapshot } from "./history-snapshot.ts";

type Account = Pick<DailyBalanceRow, "user" | "wallet" | "currency">;

/** Balance of one account at the end of a day on which it moved. */
type Closing = Pick<DailyBalanceRow, "day" | "closing">;

function isSame(a: Account, b: Account): boolean {
  return a.user === b.user && a.wallet === b.wallet && a.currency === b.currency;
}

/** Yields each account with its balances up to the end of the range that matter. */
function* accountsOf(
  history: HistorySnapshot,
  { fromDay, toDay, user }: ExportRange,
): Generator<{ account: Account; closings: Closing[] }, void, void> {
  const ofUser = user === undefined ? "" : `AND user = ${user}`;
  const rest = `WHERE day <= ? ${ofUser} ORDER BY user, wallet, currency, day`;
  let open: { account: Account; closings: Closing[] } | undefined;
  for (const row of history.rows(DAILY_BALANCES, rest, [toDay])) {
    if (open === undefined || !isSame(open.account, row)) {
      if (open !== undefined) yield open;
      open = { account: row, closings: [] };
    }
    // Of the days before the range only the last one matters: its closing opens the range.
    if (row.day < fromDay) open.closings.length = 0;
    open.closings.push(row);
  }
  if (open !== undefined) yield open;
}

/** Movements of an account in a day, as cells after those that name the account. */
function movementCells(history: HistorySnapshot, account: Account, day: number): ExportCell[][] {
  const { currency, user, wallet } = account;
  const rest = "WHERE day = ? AND user = ? AND wallet = ? AND currency = ? ORDER BY kind, part";
  const params = [day, user, STATEMENT_WALLETS.indexOf(wallet), currency];
  return [...history.rows(DAILY_MOVEMENTS, rest, params)].map((row) => {
    const { amount, fee, kind, movements } = row;
    const amounts = [history.amount(amount, currency), history.amount(fee, currency)];
    return ["movement", kind, movements, ...amounts];
  });
}

/**
 * Each account and day has a row `opening`, rows `movement` and a row `closing`, whose amount is
 * the opening plus the amounts minus the fees. Accounts without money and movements are left out.
 * A sum that leaves 64 bits has a second row of its kind.
 */
export const STATEMENT_EXPORT: Export = {
  columns: [
    ...["day", "owner", "realm", "uid", "wallet", "coin"],
    ...["entry", "kind", "movements", "amount", "fee"],
  ],
  *rows(history, range) {
    const lastDay = Math.min(range.toDay, Math.floor(history.timeMs / DAY_MS));
    for (const { account, closings } of accountsOf(history, range)) {
      const { currency, user, wallet } = account;
      const isHouse = user < REALMS.length;
      const realm = isHouse ? user : (history.number(REALM_SQL, [user]) ?? 0);
      const owner = isHouse ? ["house", REALMS[realm] ?? ""] : ["user", REALMS[realm] ?? ""];
      const name = [...owner, isHouse ? "" : uidOf(user), wallet, history.coin(currency)];
      const byDay = new Map(closings.map(({ closing, day }) => [day, closing]));
      const [first] = closings;
      let balance: bigint = first !== undefined && first.day < range.fromDay ? first.closing : 0n;
      for (let day = range.fromDay; day <= lastDay; day++) {
        const closing = byDay.get(day);
        if (closing === undefined && balance === 0n) continue;
        const head = [dayText(day), ...name];
        yield [...head, "opening", "", 0, history.amount(balance, currency), "0"];
        if (closing !== undefined) {
          for (const cells of movementCells(history, account, day)) yield [...head, ...cells];
          balance = closing;
        }
        yield [...head, "closing", "", 0, history.amount(balance, currency), "0"];
      }
    }
  },
};

const REALM_SQL = "SELECT realm FROM users WHERE user = ?";
