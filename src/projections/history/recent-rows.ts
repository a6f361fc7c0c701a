/** Rows that are kept by a key, and those of them that changed since the last write. */
import type { Fields } from "../../core/commands/schema.ts";
import { IntMap } from "../../core/money/int-map.ts";
import type { SqlStore } from "../store/sql-store.ts";
import { RowGroups } from "./row-groups.ts";
import { RowWords } from "./row-words.ts";
import { sortRows } from "./sort-rows.ts";
import type { Table } from "./table-shape.ts";

export class RecentRows<F extends Fields> {
  readonly words: RowWords<F>;
  readonly #groups: RowGroups<F>;
  #rows = new IntMap();
  /** By row; rows count from 1. */
  readonly #isChanged: Uint8Array;
  #changed: number[] = [];

  /** At most `rowsMax` rows are kept: the caller forgets them before. */
  constructor(store: SqlStore, table: Table<F>, rowsMax: number) {
    this.#isChanged = new Uint8Array(rowsMax + 1);
    this.words = new RowWords(table);
    this.#groups = new RowGroups(store, table, true);
  }

  get size(): number {
    return this.#rows.size;
  }

  /** Row of a key; 0 when it is not kept. */
  get(key: number): number {
    return this.#rows.get(key);
  }

  add(key: number): number {
    const row = this.#rows.size + 1;
    this.#rows.set(key, row);
    this.words.reserve(row);
    return row;
  }

  change(row: number): void {
    if (this.#isChanged[row] === 1) return;
    this.#isChanged[row] = 1;
    this.#changed.push(row);
  }

  /** Writes one row as it is now. */
  writeOne(row: number): void {
    this.#groups.write(this.words, [row]);
  }

  /** Writes the changed rows in the order of a column. */
  write(column: number): void {
    this.#groups.write(this.words, sortRows(this.words, this.#changed, column));
    for (const row of this.#changed) this.#isChanged[row] = 0;
    this.#changed = [];
  }

  forget(): void {
    this.#rows = new IntMap();
    this.#isChanged.fill(0);
    this.#changed = [];
  }
}
