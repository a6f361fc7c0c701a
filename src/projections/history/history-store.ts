/** The history within one thread: writes blocks of events and runs queries. */
import type { SqlStore } from "../store/sql-store.ts";
import { EventWriter } from "./event-writer.ts";
import { prepareSchema } from "./history-schema.ts";
import { HistorySearch } from "./history-search.ts";
import type { Retention } from "./limits.ts";
import { Progress } from "./progress.ts";
import type { AnyRow, HistoryQuery, Page } from "./queries.ts";
import type { InstrumentRow } from "./tables.ts";

export type HistoryStoreSettings = {
  readonly quietUsers: readonly number[];
  readonly retention: Retention;
};

export class HistoryStore {
  readonly #store: SqlStore;
  readonly #progress: Progress;
  readonly #writer: EventWriter;
  readonly #search: HistorySearch;

  /** Continues after the committed rows. Fails with `StoreDamaged` when a table is missing. */
  constructor(store: SqlStore, settings: HistoryStoreSettings) {
    prepareSchema(store);
    this.#store = store;
    this.#progress = new Progress(store);
    this.#writer = new EventWriter(store, this.#progress, settings.retention);
    this.#search = new HistorySearch(store);
    this.addQuietUsers(settings.quietUsers);
  }

  get appliedSeq(): number {
    return this.#progress.appliedSeq;
  }

  /** Time of the last command whose rows are committed; 0 before the first. */
  get appliedMs(): number {
    return this.#progress.timeMs;
  }

  listInstruments(instruments: readonly InstrumentRow[]): void {
    this.#commit(() => this.#writer.listInstruments(instruments));
  }

  addQuietUsers(users: readonly number[]): void {
    this.#commit(() => this.#writer.addQuietUsers(users));
  }

  /** Writes all rows of the block, or throws and writes none; the call may be repeated. */
  apply(words: Float64Array): void {
    this.#commit(() => this.#writer.write(words));
  }

  find(query: HistoryQuery): Page<AnyRow> {
    return { ...this.#search.find(query), appliedSeq: this.appliedSeq };
  }

  close(): void {
    this.#store.close();
  }

  #commit(work: () => void): void {
    try {
      this.#store.transaction(work);
    } catch (error) {
      this.#writer.load();
      throw error;
    }
  }
}
