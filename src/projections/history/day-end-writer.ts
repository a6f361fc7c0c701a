/** Writes debts and positions at the ends of days: the last of each day stays. */
import { CURRENCIES_MAX, INSTRUMENTS_MAX } from "../../core/base/limits.ts";
import { indexIn, MARGIN_WALLETS, POSITION_SIDES } from "../../core/base/vocabulary.ts";
import type { EventReader } from "../../core/events/event-buffer.ts";
import { eventLayout } from "../../core/events/event-layout.ts";
import { atoms, ZERO_ATOMS } from "../../core/money/units.ts";
import { type EventHandler, handlersByIndex } from "../live/event-consumers.ts";
import type { SqlStore } from "../store/sql-store.ts";
import { DAILY_DEBTS, DAILY_POSITIONS, type DailyDebtRow } from "./day-end-tables.ts";
import { decoded } from "./decoded-event.ts";
import { RecentRows } from "./recent-rows.ts";
import { rowLayout } from "./row-words.ts";
import { DAY_MS } from "./statement-tables.ts";

const POSITION = eventLayout("position_changed");

/** Most rows of each table that are kept; beyond it they are written and dropped. */
const RECENT_ROWS_MAX = 65_536;

const DEBT_ROW = rowLayout(DAILY_DEBTS);
const POSITION_ROW = rowLayout(DAILY_POSITIONS);

type DebtEvent = Pick<DailyDebtRow, "user" | "wallet" | "currency"> & {
  readonly timeMs: number;
  readonly instrument: number;
  readonly principal: bigint;
  readonly interest: bigint;
};

export class DayEndWriter {
  readonly #isRecorded: (user: number) => boolean;
  readonly #debts: RecentRows<typeof DAILY_DEBTS.fields>;
  readonly #positions: RecentRows<typeof DAILY_POSITIONS.fields>;
  readonly #handlers: readonly (EventHandler | undefined)[];
  /** Day of the rows that are kept, in UTC days since 1970. */
  #day = 0;

  constructor(store: SqlStore, isRecorded: (user: number) => boolean) {
    this.#isRecorded = isRecorded;
    this.#debts = new RecentRows(store, DAILY_DEBTS, RECENT_ROWS_MAX);
    this.#positions = new RecentRows(store, DAILY_POSITIONS, RECENT_ROWS_MAX);
    const NONE = { principal: ZERO_ATOMS, interest: ZERO_ATOMS };
    this.#handlers = handlersByIndex({
      position_changed: (reader) => this.#changePosition(reader),
      loan_borrowed: (reader) => this.#changeDebt(decoded(reader, "loan_borrowed")),
      interest_charged: (reader) => this.#changeDebt(decoded(reader, "interest_charged")),
      loan_repaid: (reader) => this.#changeDebt(decoded(reader, "loan_repaid")),
      loan_covered: (reader) => this.#changeDebt({ ...decoded(reader, "loan_covered"), ...NONE }),
    });
  }

  /** Reads an event of a new command. */
  take(reader: EventReader): void {
    this.#handlers[reader.kindIndex]?.(reader);
  }

  /** Writes the changed rows; called between commands. */
  write(): void {
    this.#debts.write(DEBT_ROW.user);
    this.#positions.write(POSITION_ROW.user);
  }

  /** Discards changes that were not written. */
  clear(): void {
    this.#debts.forget();
    this.#positions.forget();
  }

  /** Ends the rows of an earlier day, and of too many accounts to keep. */
  #begin(timeMs: number): void {
    const day = Math.floor(timeMs / DAY_MS);
    const isFull = Math.max(this.#debts.size, this.#positions.size) >= RECENT_ROWS_MAX;
    if (day === this.#day && !isFull) return;
    this.write();
    this.clear();
    this.#day = day;
  }

  #changePosition(reader: EventReader): void {
    const user = reader.number(POSITION.user);
    if (!this.#isRecorded(user)) return;
    this.#begin(reader.timeMs);
    const instrument = reader.number(POSITION.instrument);
    const side = reader.number(POSITION.positionSide);
    const key = (user * INSTRUMENTS_MAX + instrument) * POSITION_SIDES.length + side;
    const row = this.#positions.get(key) || this.#positions.add(key);
    const { money, numbers, width } = this.#positions.words;
    const at = row * width;
    numbers[at + POSITION_ROW.user] = user;
    numbers[at + POSITION_ROW.instrument] = instrument;
    numbers[at + POSITION_ROW.positionSide] = side;
    numbers[at + POSITION_ROW.day] = this.#day;
    numbers[at + POSITION_ROW.size] = reader.number(POSITION.size);
    money[at + POSITION_ROW.openNotional] = reader.money(POSITION.openNotional);
    this.#positions.change(row);
  }

  #changeDebt(event: DebtEvent): void {
    const { currency, instrument: place, interest, principal, timeMs, user, wallet } = event;
    if (!this.#isRecorded(user)) return;
    this.#begin(timeMs);
    const index = indexIn(MARGIN_WALLETS, wallet);
    // The place of an account is 0 or the index of an instrument + 1.
    const account = (user * MARGIN_WALLETS.length + index) * (INSTRUMENTS_MAX + 1) + place;
    const key = account * CURRENCIES_MAX + currency;
    const row = this.#debts.get(key) || this.#debts.add(key);
    const debt = atoms(principal + interest);
    this.#debts.words.setRecord(row, { user, wallet, place, currency, day: this.#day, debt });
    this.#debts.change(row);
  }
}
