/**
 * Passes new coins, instruments, imported prices and unrecorded users to a history before the
 * events that refer to them.
 */
import type { PathPart } from "../../core/instruments/generated-market.ts";
import type { State } from "../../core/state.ts";
import type { CurrencyRow } from "../../projections/history/currency-table.ts";
import { instrumentRow } from "../../projections/history/history.ts";
import type { InstrumentRow } from "../../projections/history/tables.ts";
import { quietUsers } from "../operator-users.ts";

/**
 * Part of a history that receives these updates. It accepts repeats; when it throws, the update is
 * repeated.
 */
export type HistoryTarget = {
  listCurrencies(currencies: readonly CurrencyRow[]): void;
  listInstruments(instruments: readonly InstrumentRow[]): void;
  importPaths(paths: readonly PathPart[]): void;
  addQuietUsers(users: readonly number[]): void;
};

export class HistoryFeed {
  readonly #history: HistoryTarget;
  readonly #state: State;
  #currencies = 0;
  #instruments = 0;
  #paths = 0;
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
    const { currencies, generatedMarket, instruments, users } = this.#state;
    const { paths } = generatedMarket;
    if (currencies.length > this.#currencies) {
      const added = currencies.slice(this.#currencies);
      this.#history.listCurrencies(
        added.map(({ code, decimals, index: currency }) => ({ currency, code, decimals })),
      );
      this.#currencies = currencies.length;
    }
    if (instruments.length > this.#instruments) {
      const added = instruments.slice(this.#instruments);
      this.#history.listInstruments(added.map((one) => instrumentRow(one, currencies)));
      this.#instruments = instruments.length;
    }
    if (paths.length > this.#paths) {
      this.#history.importPaths(paths);
      this.#paths = paths.length;
    }
    if (users.length === this.#users) return;
    const added = quietUsers(this.#state, this.#users);
    if (added.length > 0) this.#history.addQuietUsers(added);
    this.#users = users.length;
  }
}
