/** The history within one thread: writes blocks of events and runs queries. */
import type { PathPart } from "../../core/instruments/generated-market.ts";
import type { SqlStore } from "../store/sql-store.ts";
import { ComputedPast } from "./computed-past.ts";
import { CURRENCIES, type CurrencyRow } from "./currency-table.ts";
import { EventWriter } from "./event-writer.ts";
import { storedPast } from "./founded-past.ts";
import { openGeneratedPast } from "./generated-past.ts";
import { prepareSchema } from "./history-schema.ts";
import { HistorySearch } from "./history-search.ts";
import type { RemovedRows, Retention } from "./limits.ts";
import { type PackedPage, TableCells, unpackPage } from "./page-words.ts";
import type { OpenPast } from "./past-source.ts";
import { Progress } from "./progress.ts";
import type { AnyRow, HistoryQuery, Page } from "./queries.ts";
import { type RowWriter, rowInserter } from "./table-sql.ts";
import type { InstrumentRow } from "./tables.ts";

export type HistoryStoreSettings = {
  readonly quietUsers: readonly number[];
  readonly retention: Retention;
  /** Called when rows of users older than their retention are deleted for good. */
  readonly onRemoved?: (removed: RemovedRows) => void;
  /** First seq that the journal has; absent: it has every command. */
  readonly journalFirstSeq?: number;
  /** The computation of the past; absent: the generated market. */
  readonly openPast?: OpenPast;
};

export class HistoryStore {
  readonly #store: SqlStore;
  readonly #progress: Progress;
  readonly #writer: EventWriter;
  readonly #search: HistorySearch;
  readonly #past: ComputedPast;
  readonly #putCurrency: RowWriter<typeof CURRENCIES.fields>;
  readonly #onRemoved: (removed: RemovedRows) => void;

  /**
   * Continues after the committed rows. Fails with `StoreDamaged` when a table is missing, and with
   * `StoreOutdated` when rows of another schema cannot be written again.
   */
  constructor(store: SqlStore, settings: HistoryStoreSettings) {
    prepareSchema(store, settings.journalFirstSeq ?? 1);
    this.#store = store;
    this.#onRemoved = settings.onRemoved ?? (() => undefined);
    this.#progress = new Progress(store);
    const { openPast = openGeneratedPast, retention } = settings;
    this.#past = new ComputedPast(() => storedPast(store, openPast));
    this.#writer = new EventWriter(store, {
      progress: this.#progress,
      past: this.#past,
      retention,
    });
    this.#search = new HistorySearch(store, this.#past);
    this.#putCurrency = rowInserter(store, CURRENCIES, true);
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

  /** Adds coins, or replaces known ones. */
  listCurrencies(currencies: readonly CurrencyRow[]): void {
    this.#commit(() => {
      for (const row of currencies) this.#putCurrency(row);
    });
  }

  /** Writes all imported prices, which must come before the event that founds the market. */
  importPaths(paths: readonly PathPart[]): void {
    this.#commit(() => this.#writer.importPaths(paths));
  }

  addQuietUsers(users: readonly number[]): void {
    this.#commit(() => this.#writer.addQuietUsers(users));
  }

  /**
   * Writes all rows of the blocks, or throws and writes none; the call may be repeated. Each block
   * has the events of whole commands.
   */
  apply(...blocks: readonly Float64Array[]): void {
    this.#commit(() => this.#writer.write(blocks));
    const removed = this.#writer.takeRemoved();
    if (removed !== undefined) this.#onRemoved(removed);
  }

  find(query: HistoryQuery): Page<AnyRow> {
    return unpackPage(this.findPacked(query));
  }

  /** Same as `find`, for a reader on another thread, who unpacks the page. */
  findPacked(query: HistoryQuery): PackedPage {
    const { hasMore, rows: found } = this.#search.find(query);
    const rows = found instanceof TableCells ? found.pack() : found;
    return { rows, hasMore, appliedSeq: this.appliedSeq };
  }

  close(): void {
    this.#store.close();
  }

  #commit(work: () => void): void {
    try {
      this.#store.transaction(work);
    } catch (error) {
      this.#writer.load();
      this.#writer.takeRemoved();
      this.#past.reset();
      throw error;
    }
  }
}
