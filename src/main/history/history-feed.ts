/**
 * Passes new instruments and unrecorded users to a history before the events that refer to them.
 */
import type { Currency, Instrument } from "../../core/instruments/instrument.ts";
import type { State } from "../../core/state.ts";
import { instrumentRow } from "../../projections/history/history.ts";
import type { InstrumentRow } from "../../projections/history/tables.ts";
import { quietUsers } from "../operator-users.ts";

/**
 * Part of a history that receives these updates. It accepts repeats; when it throws, the update is
 * repeated.
 */
type HistoryTarget = {
  listInstruments(instruments: readonly InstrumentRow[]): void;
  addQuietUsers(users: readonly number[]): void;
};

export class HistoryFeed {
  readonly #history: HistoryTarget;
  readonly #state: State;
  #instruments = 0;
  #users = 0;

  constructor(history: HistoryTarget, state: State) {
    this.#history = history;
    this.#state = state;
  }

  /**
   * Passes changes since the last call; must be called before the history receives the events that
   * led to this state.
   */
  update(): void {
    const { currencies, instruments, users } = this.#state;
    if (instruments.length > this.#instruments) {
      const added = instruments.slice(this.#instruments).map((instrument: Instrument) => {
        const base = currencies[instrument.base] as Currency;
        const quote = currencies[instrument.quote] as Currency;
        return instrumentRow(instrument, { base: base.decimals, quote: quote.decimals });
      });
      this.#history.listInstruments(added);
      this.#instruments = instruments.length;
    }
    if (users.length === this.#users) return;
    this.#history.addQuietUsers(quietUsers(this.#state));
    this.#users = users.length;
  }
}
