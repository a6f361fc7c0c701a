/** The bills of a block, and the last balance of each account that has one. */
import { WALLETS, type Wallet } from "../../core/base/vocabulary.ts";
import { type Atoms, atoms } from "../../core/money/units.ts";
import type { SqlStatement, SqlStore } from "../store/sql-store.ts";
import { RecentBalances } from "./recent-balances.ts";
import { RowBatch } from "./row-batch.ts";
import { rowLayout } from "./row-words.ts";
import type { StatementWriter } from "./statement-writer.ts";
import { BILLS, type BillRow } from "./tables.ts";

/** Places of the columns of bills. */
export const BILL = rowLayout(BILLS);

/** Most accounts whose last balance is kept; beyond it the bills are written and all dropped. */
const RECENT_BALANCES_MAX = 131_072;
const CURRENCY_RADIX = 256;

/** One number for the account of a bill, as a key of maps; `wallet` is its index. */
function accountKey(user: number, wallet: number, currency: number): number {
  return (user * CURRENCY_RADIX + currency) * WALLETS.length + wallet;
}

export class BillRows {
  readonly #rows: RowBatch<typeof BILLS.fields>;
  readonly #statements: StatementWriter;
  readonly #last: SqlStatement;
  /** Balances by the last bills of recent accounts: of all whose bills are not written yet. */
  readonly #recentBalances = new RecentBalances();

  constructor(store: SqlStore, statements: StatementWriter) {
    this.#rows = new RowBatch(store, BILLS);
    this.#statements = statements;
    this.#last = store.prepare(
      "SELECT balance FROM bills WHERE user = ? AND currency = ? AND wallet = ? " +
        "ORDER BY id DESC LIMIT 1",
    );
  }

  add(bill: BillRow): void {
    this.#makeRoom();
    this.#rows.add(bill);
    this.complete();
  }

  /**
   * Opens a bill, whose columns the caller writes from `place` on; then it calls `complete`.
   */
  open() {
    this.#makeRoom();
    const row = this.#rows.open();
    const { money, numbers, width } = this.#rows.words;
    return { money, numbers, place: row * width };
  }

  /** Adds the bill that was opened last to the statements. */
  complete(): void {
    const { lastRow, words } = this.#rows;
    this.#statements.addBill(words, lastRow);
    const { money, numbers, width } = words;
    const at = lastRow * width;
    const user = numbers[at + BILL.user] as number;
    const wallet = numbers[at + BILL.wallet] as number;
    const key = accountKey(user, wallet, numbers[at + BILL.currency] as number);
    this.#recentBalances.set(key, money[at + BILL.balance] as bigint);
  }

  /** Balance of a wallet by its last bill, if the history has one. */
  lastBalance(user: number, wallet: Wallet, currency: number): Atoms | undefined {
    const index = WALLETS.indexOf(wallet);
    const recent = this.#recentBalances.get(accountKey(user, index, currency));
    if (recent !== undefined) return recent;
    const cell = this.#last.all([user, currency, index])[0]?.[0];
    return cell === undefined ? undefined : atoms(cell as bigint);
  }

  /** Writes the bills added so far. */
  flush(): void {
    this.#rows.flush();
  }

  /** Discards bills that were not written, and forgets the balances. */
  clear(): void {
    this.#rows.clear();
    this.#recentBalances.clear();
  }

  #makeRoom(): void {
    if (this.#recentBalances.size < RECENT_BALANCES_MAX) return;
    this.#rows.flush();
    this.#recentBalances.clear();
  }
}
