/** Writes debts and positions at the ends of days: the last of each day stays. */
import { indexIn, MARGIN_WALLETS, POSITION_SIDES, wordAt } from "../../core/base/vocabulary.ts";
import type { EventReader } from "../../core/events/event-buffer.ts";
import { eventLayout } from "../../core/events/event-layout.ts";
import { atoms, lots, ZERO_ATOMS } from "../../core/money/units.ts";
import { type EventHandler, handlersByIndex } from "../live/event-consumers.ts";
import type { SqlStore } from "../store/sql-store.ts";
import {
  DAILY_DEBTS,
  DAILY_POSITIONS,
  type DailyDebtRow,
  type DailyPositionRow,
} from "./day-end-tables.ts";
import { decoded } from "./decoded-event.ts";
import { DAY_MS } from "./statement-tables.ts";
import { type RowWriter, rowInserter } from "./table-sql.ts";

const POSITION = eventLayout("position_changed");

type DebtEvent = Pick<DailyDebtRow, "user" | "wallet" | "currency"> & {
  readonly timeMs: number;
  readonly instrument: number;
  readonly principal: bigint;
  readonly interest: bigint;
};

export class DayEndWriter {
  readonly #isRecorded: (user: number) => boolean;
  readonly #putDebt: RowWriter<typeof DAILY_DEBTS.fields>;
  readonly #putPosition: RowWriter<typeof DAILY_POSITIONS.fields>;
  readonly #debts = new Map<string, DailyDebtRow>();
  readonly #positions = new Map<string, DailyPositionRow>();
  readonly #handlers: readonly (EventHandler | undefined)[];

  constructor(store: SqlStore, isRecorded: (user: number) => boolean) {
    this.#isRecorded = isRecorded;
    this.#putDebt = rowInserter(store, DAILY_DEBTS, true);
    this.#putPosition = rowInserter(store, DAILY_POSITIONS, true);
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
    for (const row of this.#debts.values()) this.#putDebt(row);
    for (const row of this.#positions.values()) this.#putPosition(row);
    this.clear();
  }

  /** Discards changes that were not written. */
  clear(): void {
    this.#debts.clear();
    this.#positions.clear();
  }

  #changePosition(reader: EventReader): void {
    const user = reader.number(POSITION.user);
    if (!this.#isRecorded(user)) return;
    const instrument = reader.number(POSITION.instrument);
    const side = reader.number(POSITION.positionSide);
    const day = Math.floor(reader.timeMs / DAY_MS);
    this.#positions.set(`${user} ${instrument} ${side} ${day}`, {
      ...{ user, instrument, positionSide: wordAt(POSITION_SIDES, side), day },
      size: lots(reader.number(POSITION.size)),
      openNotional: atoms(reader.money(POSITION.openNotional)),
    });
  }

  #changeDebt(event: DebtEvent): void {
    const { currency, instrument: place, interest, principal, timeMs, user, wallet } = event;
    if (!this.#isRecorded(user)) return;
    const day = Math.floor(timeMs / DAY_MS);
    const debt = atoms(principal + interest);
    const key = `${user} ${indexIn(MARGIN_WALLETS, wallet)} ${place} ${currency} ${day}`;
    this.#debts.set(key, { user, wallet, place, currency, day, debt });
  }
}
