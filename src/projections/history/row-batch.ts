/**
 * New rows of a table, collected and written together in the order of their key. Neighbours then
 * meet on the same pages of the table and of its indexes, which costs a fraction of writing the
 * rows in the order of the events.
 */
import type { Fields, RecordOf } from "../../core/commands/schema.ts";
import type { SqlStore } from "../store/sql-store.ts";
import { RowGroups } from "./row-groups.ts";
import { RowWords } from "./row-words.ts";
import { sortRows } from "./sort-rows.ts";
import type { Table } from "./table-shape.ts";

/** Most rows that are collected; then they are written. */
const ROWS_MAX = 131_072;

/**
 * Rows arrive in the order of the last fields of their key, as ids do: only the first field of the
 * key, a user or an instrument, is compared. They can be read only after `flush`.
 */
export class RowBatch<F extends Fields> {
  readonly words: RowWords<F>;
  readonly #groups: RowGroups<F>;
  readonly #keyColumn: number;
  #count = 0;

  constructor(store: SqlStore, table: Table<F>, replaces = false) {
    this.words = new RowWords(table);
    this.#groups = new RowGroups(store, table, replaces);
    this.#keyColumn = Object.keys(table.fields).indexOf(table.key[0] ?? "");
  }

  /** Returns the number of a new row, whose columns the caller writes into `words`. */
  open(): number {
    if (this.#count === ROWS_MAX) this.flush();
    this.words.reserve(this.#count);
    return this.#count++;
  }

  /** Number of the row that was opened last. */
  get lastRow(): number {
    return this.#count - 1;
  }

  add(row: RecordOf<F>): void {
    this.words.setRecord(this.open(), row);
  }

  /** Writes the collected rows. */
  flush(): void {
    if (this.#count === 0) return;
    const rows = new Uint32Array(this.#count);
    for (let row = 0; row < rows.length; row++) rows[row] = row;
    this.#groups.write(this.words, sortRows(this.words, rows, this.#keyColumn));
    this.clear();
  }

  /** Discards the collected rows. */
  clear(): void {
    this.#count = 0;
    this.words.clear();
  }
}
