/**
 * Writes the daily sums of statements. Accounts of users with bills are summed from their bills,
 * all others from the postings that events report; therefore the sum over all accounts is zero only
 * if every change of a balance has its bill.
 */
import { CURRENCIES_MAX } from "../../core/base/limits.ts";
import { indexIn, REALMS, WALLETS, type Wallet } from "../../core/base/vocabulary.ts";
import { WALLET_TRAITS } from "../../core/base/word-traits.ts";
import type { EventReader } from "../../core/events/event-buffer.ts";
import { realmOfExchange } from "../../core/reads/liquidation-reads.ts";
import type { EventHandler } from "../live/event-consumers.ts";
import type { SqlStatement, SqlStore } from "../store/sql-store.ts";
import { Postings, type Side } from "./postings.ts";
import { RecentRows } from "./recent-rows.ts";
import { type RowWords, rowLayout } from "./row-words.ts";
import {
  DAILY_BALANCES,
  DAILY_MOVEMENTS,
  DAY_MS,
  MOVEMENT_KINDS,
  type MovementKind,
  STATEMENT_WALLETS,
  type StatementWallet,
} from "./statement-tables.ts";
import { allRows, columnList } from "./table-sql.ts";
import { BILL_KINDS, BILLS, type InstrumentRow, USERS } from "./tables.ts";

/** Most rows of each table that are kept; beyond it they are written and dropped. */
const RECENT_ROWS_MAX = 65_536;
const KIND_RADIX = 256;

const BILL = rowLayout(BILLS);
const MOVEMENT = rowLayout(DAILY_MOVEMENTS);
const BALANCE = rowLayout(DAILY_BALANCES);
const UNIFIED = indexIn(WALLETS, "unified");
const BORROW = indexIn(BILL_KINDS, "borrow");
const REPAY = indexIn(BILL_KINDS, "repay");

const WALLET_INDEX = Object.fromEntries(
  STATEMENT_WALLETS.map((wallet, index) => [wallet, index]),
) as Record<StatementWallet, number>;
const KIND_INDEX = Object.fromEntries(MOVEMENT_KINDS.map((kind, index) => [kind, index])) as Record<
  MovementKind,
  number
>;

/** Whether movements on the wallet of a user have bills. */
const HAS_BILLS = Object.fromEntries(
  WALLETS.map((wallet) => {
    const { owner } = WALLET_TRAITS[wallet];
    return [wallet, owner === "user" || owner === "position"];
  }),
) as Record<Wallet, boolean>;

/** Account; `wallet` is its index in `STATEMENT_WALLETS`, which begin with `WALLETS`. */
type Account = { readonly user: number; readonly wallet: number; readonly currency: number };

/** An account as one whole number, the key of its balance. */
function accountKey(user: number, wallet: number, currency: number): number {
  return (user * STATEMENT_WALLETS.length + wallet) * CURRENCIES_MAX + currency;
}

export class StatementWriter {
  readonly #store: SqlStore;
  readonly #isRecorded: (user: number) => boolean;
  readonly #handlers: readonly (EventHandler | undefined)[];
  readonly #lastPart: SqlStatement;
  readonly #lastBalance: SqlStatement;
  readonly #movements: RecentRows<typeof DAILY_MOVEMENTS.fields>;
  readonly #balances: RecentRows<typeof DAILY_BALANCES.fields>;
  readonly #demoUsers = new Set<number>();
  /** Day of the rows that are kept, in UTC days since 1970. */
  #day = 0;

  constructor(
    store: SqlStore,
    known: {
      readonly isRecorded: (user: number) => boolean;
      readonly instrumentAt: (instrument: number) => InstrumentRow | undefined;
    },
  ) {
    this.#store = store;
    this.#isRecorded = known.isRecorded;
    const postings = new Postings({
      post: (side, currency, kind, amount) => this.#post(side, currency, kind, amount),
      exchangeOf: (user) => this.exchangeOf(user),
      instrumentAt: known.instrumentAt,
      addUser: ({ realm, user }) => this.#addUser(realm === "demo", user),
    });
    this.#handlers = postings.handlers();
    this.#lastPart = store.prepare(
      `SELECT ${columnList(DAILY_MOVEMENTS)} FROM ${DAILY_MOVEMENTS.name} WHERE user = ? ` +
        "AND day = ? AND wallet = ? AND currency = ? AND kind = ? ORDER BY part DESC LIMIT 1",
    );
    this.#lastBalance = store.prepare(
      `SELECT closing FROM ${DAILY_BALANCES.name} ` +
        "WHERE user = ? AND wallet = ? AND currency = ? ORDER BY day DESC LIMIT 1",
    );
    this.#movements = new RecentRows(store, DAILY_MOVEMENTS, RECENT_ROWS_MAX);
    this.#balances = new RecentRows(store, DAILY_BALANCES, RECENT_ROWS_MAX);
    this.load();
  }

  /** Discards sums that were not written and reads users again. */
  load(): void {
    this.#forget();
    this.#demoUsers.clear();
    for (const { realm, user } of allRows(this.#store, USERS)) {
      this.#addUser(realm === "demo", user);
    }
  }

  /** Reads an event: adds what it moved on accounts without bills. */
  take(reader: EventReader): void {
    const handler = this.#handlers[reader.kindIndex];
    if (handler === undefined) return;
    this.#begin(reader.timeMs);
    handler(reader);
  }

  /** Adds a bill of a user. Bills of the exchange's own users are left to the postings. */
  addBill(words: RowWords<typeof BILLS.fields>, row: number): void {
    const { money, numbers, width } = words;
    const at = row * width;
    const user = numbers[at + BILL.user] as number;
    const wallet = numbers[at + BILL.wallet] as number;
    const kind = numbers[at + BILL.kind] as number;
    // Bills of a unified account's debt repeat, as borrowed or repaid, what another movement did to
    // the balance.
    const isStill = wallet === UNIFIED && (kind === BORROW || kind === REPAY);
    if (realmOfExchange(user) !== undefined || isStill) return;
    this.#begin(numbers[at + BILL.createdAtMs] as number);
    const account = { user, wallet, currency: numbers[at + BILL.currency] as number };
    const [amount, fee] = [money[at + BILL.amount], money[at + BILL.fee]];
    this.#add(account, kind, amount as bigint, fee as bigint);
  }

  /** Index of the exchange's own user in the realm of the user. */
  exchangeOf(user: number): number {
    const realm = realmOfExchange(user) ?? (this.#demoUsers.has(user) ? "demo" : "live");
    return REALMS.indexOf(realm);
  }

  /** Writes the changed sums; called between commands. */
  write(): void {
    this.#movements.write(MOVEMENT.user);
    this.#balances.write(BALANCE.user);
  }

  #forget(): void {
    this.#movements.forget();
    this.#balances.forget();
  }

  /** Ends the sums of an earlier day, and of too many accounts to keep. */
  #begin(timeMs: number): void {
    const day = Math.floor(timeMs / DAY_MS);
    const isFull = Math.max(this.#movements.size, this.#balances.size) >= RECENT_ROWS_MAX;
    if (day === this.#day && !isFull) return;
    this.write();
    this.#forget();
    this.#day = day;
  }

  #addUser(isDemo: boolean, user: number): void {
    if (isDemo) this.#demoUsers.add(user);
  }

  #post({ user, wallet }: Side, currency: number, kind: MovementKind, amount: bigint): void {
    if (amount === 0n) return;
    const isOfExchange = realmOfExchange(user) !== undefined;
    const isAgent = !isOfExchange && !this.#isRecorded(user);
    if (!isOfExchange && !isAgent && HAS_BILLS[wallet]) return;
    const account = {
      user: isAgent ? this.exchangeOf(user) : user,
      wallet: WALLET_INDEX[isAgent ? "market_agents" : wallet],
      currency,
    };
    this.#add(account, KIND_INDEX[kind], amount, 0n);
  }

  #add(account: Account, kind: number, amount: bigint, fee: bigint): void {
    const row = this.#movementOf(account, kind);
    const { money, numbers, width } = this.#movements.words;
    const at = row * width;
    const amountBefore = money[at + MOVEMENT.amount] as bigint;
    const feeBefore = money[at + MOVEMENT.fee] as bigint;
    const amountAfter = BigInt.asIntN(64, amountBefore + amount);
    const feeAfter = BigInt.asIntN(64, feeBefore + fee);
    const hasLeft = leaves64Bits(amountBefore, amount, amountAfter);
    if (hasLeft || leaves64Bits(feeBefore, fee, feeAfter)) {
      this.#movements.writeOne(row);
      numbers[at + MOVEMENT.part] = (numbers[at + MOVEMENT.part] as number) + 1;
      numbers[at + MOVEMENT.movements] = 1;
      money[at + MOVEMENT.amount] = amount;
      money[at + MOVEMENT.fee] = fee;
    } else {
      numbers[at + MOVEMENT.movements] = (numbers[at + MOVEMENT.movements] as number) + 1;
      money[at + MOVEMENT.amount] = amountAfter;
      money[at + MOVEMENT.fee] = feeAfter;
    }
    this.#movements.change(row);
    this.#change(account, BigInt.asIntN(64, amount - fee));
  }

  /** As in the core's ledger, a balance is a number of 64 bits. */
  #change(account: Account, amount: bigint): void {
    const row = this.#balanceOf(account);
    const { money, width } = this.#balances.words;
    const at = row * width + BALANCE.closing;
    money[at] = BigInt.asIntN(64, (money[at] as bigint) + amount);
    this.#balances.change(row);
  }

  #movementOf({ currency, user, wallet }: Account, kind: number): number {
    const key = accountKey(user, wallet, currency) * KIND_RADIX + kind;
    const known = this.#movements.get(key);
    if (known !== 0) return known;
    const row = this.#movements.add(key);
    const { words } = this.#movements;
    const day = this.#day;
    const stored = this.#lastPart.all([user, day, wallet, currency, kind])[0];
    words.setCells(row, stored ?? [day, user, wallet, currency, kind, 0, 0, 0n, 0n]);
    return row;
  }

  #balanceOf({ currency, user, wallet }: Account): number {
    const key = accountKey(user, wallet, currency);
    const known = this.#balances.get(key);
    if (known !== 0) return known;
    const row = this.#balances.add(key);
    const closing = this.#lastBalance.all([user, wallet, currency])[0]?.[0] ?? 0n;
    this.#balances.words.setCells(row, [user, wallet, currency, this.#day, closing]);
    return row;
  }
}

/** Whether a sum has left 64 bits, in which `after` is `before` + `added`. */
function leaves64Bits(before: bigint, added: bigint, after: bigint): boolean {
  return added < 0n ? after > before : after < before;
}
