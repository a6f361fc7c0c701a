/** Tells a history what the events to come may name: what is listed, and whose rows stay out. */
import type { Currency, Instrument } from "../../core/instruments/instrument.ts";
import type { State } from "../../core/state.ts";
import { instrumentRow } from "../../projections/history/history.ts";
import type { InstrumentRow } from "../../projections/history/tables.ts";
import { quietUsers } from "../house-users.ts";

/** The part of a history that takes this. Repeats are harmless; it may throw and be told again. */
type ToldHistory = {
  listInstruments(instruments: readonly InstrumentRow[]): void;
  addQuietUsers(users: readonly number[]): void;
};

export class HistoryFeed {
  readonly #history: ToldHistory;
  readonly #state: State;
  #instruments = 0;
  #users = 0;

  constructor(history: ToldHistory, state: State) {
    this.#history = history;
    this.#state = state;
  }

  /** To be called before the history is given the events that led to this state. */
  tell(): void {
    const { currencies, instruments, users } = this.#state;
    if (instruments.length > this.#instruments) {
      const added = instruments.slice(this.#instruments).map((instrument: Instrument) => {
        const base = currencies[instrument.base] as Currency;
        return instrumentRow(instrument, base.decimals);
      });
      this.#history.listInstruments(added);
      this.#instruments = instruments.length;
    }
    if (users.length === this.#users) return;
    this.#history.addQuietUsers(quietUsers(this.#state));
    this.#users = users.length;
  }
}
