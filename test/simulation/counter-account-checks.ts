/** Compares the accounts on the other side of bills with one another and with daily statements. */
import { WALLET_TRAITS } from "../../src/core/base/word-traits.ts";
import { realmOfExchange } from "../../src/core/reads/liquidation-reads.ts";
import type { CounterAccount } from "../../src/projections/history/counter-account-table.ts";
import { counterAccountsOf } from "../../src/projections/history/counter-accounts.ts";
import { historyReader } from "../../src/projections/history/history-reader.ts";
import { HistoryStore } from "../../src/projections/history/history-store.ts";
import { PAGE_ROWS_MAX, RETENTION_DEFAULT } from "../../src/projections/history/limits.ts";
import {
  DAILY_MOVEMENTS,
  type MovementKind,
  type StatementWallet,
} from "../../src/projections/history/statement-tables.ts";
import { allRows } from "../../src/projections/history/table-sql.ts";
import { BILLS, type BillRow, USERS } from "../../src/projections/history/tables.ts";
import type { SqliteStore } from "../../src/projections/store/sqlite-store.ts";
import { accountName } from "./lived-days.ts";

export type FacedBill = { readonly bill: BillRow; readonly others: readonly CounterAccount[] };

/** Kinds that move money only between accounts without bills. */
const INNER_KINDS: ReadonlySet<MovementKind> = new Set<MovementKind>([
  ...(["withdrawal", "withdrawal_fee", "pledge_sale", "delivery"] as const),
  ...(["loan_cover", "p2p_fee", "fund_backstop", "fund_fees"] as const),
]);

/** Account that funds of the exchange face in what they trade, pay and receive as users do. */
const FACED_BY_FUNDS: Partial<Record<MovementKind, StatementWallet>> = {
  trade: "clearing",
  trading_fee: "fees",
  funding: "rounding",
  credit: "outside_world",
  debit: "outside_world",
};

function hasBills(user: number, wallet: StatementWallet): boolean {
  if (wallet === "market_agents" || realmOfExchange(user) !== undefined) return false;
  const { owner } = WALLET_TRAITS[wallet];
  return owner === "user" || owner === "position";
}

/** Reads all bills of users with the accounts on their other side. */
export async function facedBills(store: SqliteStore): Promise<FacedBill[]> {
  const retention = RETENTION_DEFAULT;
  const history = new HistoryStore(store, { quietUsers: [], retention });
  const reader = historyReader(async (asked) => history.find(asked));
  const all = allRows(store, BILLS);
  const faced: FacedBill[] = [];
  for (const { realm, user } of allRows(store, USERS)) {
    const bills = all.filter((bill) => bill.user === user);
    for (let start = 0; start < bills.length; start += PAGE_ROWS_MAX) {
      const page = bills.slice(start, start + PAGE_ROWS_MAX);
      const others = await counterAccountsOf(reader, { realm, user }, page);
      for (const bill of page) faced.push({ bill, others: others.get(bill.id) ?? [] });
    }
  }
  return faced;
}

/** Returns the bills whose other accounts do not receive exactly what the bill takes. */
export function unbalancedBills(faced: readonly FacedBill[]): FacedBill[] {
  return faced.filter(({ bill, others }) => {
    const isMemo = bill.wallet === "unified" && (bill.kind === "borrow" || bill.kind === "repay");
    const received = others.reduce((sum, { amount }) => sum + amount, 0n);
    return received !== (isMemo ? 0n : bill.fee - bill.amount) || (isMemo && others.length > 0);
  });
}

/**
 * Returns the accounts without bills that received another sum in bills than in daily statements,
 * with the difference. Expects a history without quiet users but the exchange.
 */
export function differencesToStatements(
  store: SqliteStore,
  faced: readonly FacedBill[],
): ReadonlyMap<string, bigint> {
  const sums = new Map<string, bigint>();
  const add = (key: string, amount: bigint): unknown =>
    sums.set(key, (sums.get(key) ?? 0n) + amount);
  for (const { amount, currency, kind, user, wallet } of allRows(store, DAILY_MOVEMENTS)) {
    if (hasBills(user, wallet) || INNER_KINDS.has(kind)) continue;
    add(accountName(user, FACED_BY_FUNDS[kind] ?? wallet, currency), amount);
  }
  for (const { bill, others } of faced) {
    for (const { amount, counterUser, wallet } of others) {
      if (hasBills(counterUser, wallet)) continue;
      add(accountName(counterUser, wallet, bill.currency), -amount);
    }
  }
  return new Map([...sums].filter(([, sum]) => sum !== 0n));
}

/** Index + 1 of the instrument whose own account a bill changes, or 0. */
function placeOf({ instrument, wallet }: BillRow): number {
  const isOfInstrument = wallet === "isolated_margin" || WALLET_TRAITS[wallet].owner === "position";
  return isOfInstrument ? instrument + 1 : 0;
}

/**
 * Returns the movements between two accounts with bills, as text, for which not each of two bills
 * names the other.
 */
export function unansweredMovements(faced: readonly FacedBill[]): string[] {
  const answers = new Map<string, number>();
  for (const { bill, others } of faced) {
    const own = `${accountName(bill.user, bill.wallet, bill.currency)} ${placeOf(bill)}`;
    for (const { amount, counterUser, place, wallet } of others) {
      if (!hasBills(counterUser, wallet)) continue;
      const other = `${accountName(counterUser, wallet, bill.currency)} ${place}`;
      const [from, to, moved] = amount > 0n ? [own, other, amount] : [other, own, -amount];
      const key = `${bill.createdAtMs}: ${moved} from ${from} to ${to}`;
      answers.set(key, (answers.get(key) ?? 0) + (amount > 0n ? 1 : -1));
    }
  }
  return [...answers].filter(([, count]) => count !== 0).map(([key]) => key);
}
