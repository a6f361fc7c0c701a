/**
 * Writes the daily sums of statements. Accounts of users with bills are summed from their bills,
 * all others from the postings that events report; therefore the sum over all accounts is zero only
 * if every change of a balance has its bill.
 */
import { CURRENCIES_MAX } from "../../core/base/limits.ts";
import { REALMS, WALLETS, type Wallet } from "../../core/base/vocabulary.ts";
import { WALLET_TRAITS } from "../../core/base/word-traits.ts";
import type { EventReader } from "../../core/events/event-buffer.ts";
import { type Atoms, atoms, ZERO_ATOMS } from "../../core/money/units.ts";
import { realmOfExchange } from "../../core/reads/liquidation-reads.ts";
import type { EventHandler } from "../live/event-consumers.ts";
import type { SqlStatement, SqlStore } from "../store/sql-store.ts";
import { type Posting, Postings } from "./postings.ts";
import {
  DAILY_BALANCES,
  DAILY_MOVEMENTS,
  DAY_MS,
  type DailyBalanceRow,
  type DailyMovementRow,
  MOVEMENT_KINDS,
  type MovementKind,
  STATEMENT_WALLETS,
  type StatementWallet,
} from "./statement-tables.ts";
import { allRows, columnList, type RowWriter, rowInserter, rowOf } from "./table-sql.ts";
import { type BillRow, type InstrumentRow, USERS } from "./tables.ts";

/** Most rows of each table that are kept; beyond it they are written and dropped. */
const RECENT_ROWS_MAX = 20_000;
const KIND_RADIX = 256;

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

type Account = Pick<DailyBalanceRow, "user" | "wallet" | "currency">;
type Movement = Account & Pick<DailyMovementRow, "kind" | "amount" | "fee">;
type Recent<Row> = { row: Row; isChanged: boolean };

function accountKey({ currency, user, wallet }: Account): number {
  const owner = user * STATEMENT_WALLETS.length + WALLET_INDEX[wallet];
  return owner * CURRENCIES_MAX + currency;
}

function fits64Bits(amount: bigint): boolean {
  return BigInt.asIntN(64, amount) === amount;
}

/**
 * Bills of a unified account's debt repeat, as borrowed or repaid, what another movement did to the
 * balance. They move nothing themselves.
 */
export function movesNothing({ kind, wallet }: Pick<BillRow, "kind" | "wallet">): boolean {
  return wallet === "unified" && (kind === "borrow" || kind === "repay");
}

export class StatementWriter {
  readonly #store: SqlStore;
  readonly #isRecorded: (user: number) => boolean;
  readonly #handlers: readonly (EventHandler | undefined)[];
  readonly #lastPart: SqlStatement;
  readonly #lastBalance: SqlStatement;
  readonly #putMovement: RowWriter<typeof DAILY_MOVEMENTS.fields>;
  readonly #putBalance: RowWriter<typeof DAILY_BALANCES.fields>;
  readonly #movements = new Map<number, Recent<DailyMovementRow>>();
  readonly #balances = new Map<number, Recent<DailyBalanceRow>>();
  readonly #changed: Recent<DailyMovementRow>[] = [];
  readonly #changedBalances: Recent<DailyBalanceRow>[] = [];
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
      post: (posting) => this.#post(posting),
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
      `SELECT ${columnList(DAILY_BALANCES)} FROM ${DAILY_BALANCES.name} ` +
        "WHERE user = ? AND wallet = ? AND currency = ? ORDER BY day DESC LIMIT 1",
    );
    this.#putMovement = rowInserter(store, DAILY_MOVEMENTS, true);
    this.#putBalance = rowInserter(store, DAILY_BALANCES, true);
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
  addBill(bill: BillRow): void {
    if (realmOfExchange(bill.user) !== undefined || movesNothing(bill)) return;
    this.#begin(bill.createdAtMs);
    this.#add(bill);
  }

  /** Index of the exchange's own user in the realm of the user. */
  exchangeOf(user: number): number {
    const realm = realmOfExchange(user) ?? (this.#demoUsers.has(user) ? "demo" : "live");
    return REALMS.indexOf(realm);
  }

  /** Writes the changed sums; called between commands. */
  write(): void {
    for (const recent of this.#changed) {
      this.#putMovement(recent.row);
      recent.isChanged = false;
    }
    for (const recent of this.#changedBalances) {
      this.#putBalance(recent.row);
      recent.isChanged = false;
    }
    this.#changed.length = 0;
    this.#changedBalances.length = 0;
  }

  #forget(): void {
    this.#movements.clear();
    this.#balances.clear();
    this.#changed.length = 0;
    this.#changedBalances.length = 0;
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

  #post({ amount, currency, kind, user, wallet }: Posting): void {
    if (amount === 0n) return;
    const movement = { user, wallet, currency, kind, amount: atoms(amount), fee: ZERO_ATOMS };
    if (realmOfExchange(user) !== undefined) return this.#add(movement);
    if (!this.#isRecorded(user)) {
      return this.#add({ ...movement, user: this.exchangeOf(user), wallet: "market_agents" });
    }
    if (!HAS_BILLS[wallet]) this.#add(movement);
  }

  #add(movement: Movement): void {
    const { amount, fee } = movement;
    const recent = this.#movementOf(movement);
    const { row } = recent;
    if (!recent.isChanged) this.#changed.push(recent);
    recent.isChanged = true;
    if (!fits64Bits(row.amount + amount) || !fits64Bits(row.fee + fee)) {
      this.#putMovement(row);
      recent.row = { ...row, part: row.part + 1, movements: 1, amount, fee };
    } else {
      row.movements += 1;
      row.amount = atoms(row.amount + amount);
      row.fee = atoms(row.fee + fee);
    }
    this.#change(movement, atoms(amount - fee));
  }

  /** As in the core's ledger, a balance is a number of 64 bits. */
  #change(account: Account, amount: Atoms): void {
    const recent = this.#balanceOf(account);
    if (!recent.isChanged) this.#changedBalances.push(recent);
    recent.isChanged = true;
    recent.row.closing = atoms(BigInt.asIntN(64, recent.row.closing + amount));
  }

  #movementOf(movement: Movement): Recent<DailyMovementRow> {
    const { currency, kind, user, wallet } = movement;
    const key = accountKey(movement) * KIND_RADIX + KIND_INDEX[kind];
    const known = this.#movements.get(key);
    if (known !== undefined) return known;
    const day = this.#day;
    const ids = [user, day, WALLET_INDEX[wallet], currency, KIND_INDEX[kind]];
    const cells = this.#lastPart.all(ids)[0];
    const none = { movements: 0, amount: ZERO_ATOMS, fee: ZERO_ATOMS };
    const row =
      cells === undefined
        ? { user, day, wallet, currency, kind, part: 0, ...none }
        : rowOf(DAILY_MOVEMENTS, cells);
    const recent = { row, isChanged: false };
    this.#movements.set(key, recent);
    return recent;
  }

  #balanceOf(account: Account): Recent<DailyBalanceRow> {
    const key = accountKey(account);
    const known = this.#balances.get(key);
    if (known !== undefined) return known;
    const { currency, user, wallet } = account;
    const cells = this.#lastBalance.all([user, WALLET_INDEX[wallet], currency])[0];
    const closing = cells === undefined ? ZERO_ATOMS : rowOf(DAILY_BALANCES, cells).closing;
    const row = { user, wallet, currency, day: this.#day, closing };
    const recent = { row, isChanged: false };
    this.#balances.set(key, recent);
    return recent;
  }
}
