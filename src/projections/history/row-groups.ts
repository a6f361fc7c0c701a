/** Statements that write rows in groups: one costs little more for many rows than for one. */
import type { Fields } from "../../core/commands/schema.ts";
import type { SqlStatement, SqlStore, SqlValue } from "../store/sql-store.ts";
import type { RowWords } from "./row-words.ts";
import { columnList } from "./table-sql.ts";
import type { Table } from "./tables.ts";

const ROWS_PER_STATEMENT = 16;

export class RowGroups<F extends Fields> {
  readonly #one: SqlStatement;
  readonly #many: SqlStatement;
  readonly #width: number;
  readonly #cells: SqlValue[];

  /**
   * With `replaces` rows of the same key are overwritten. Otherwise such a row fails the statement,
   * which need not undo its first rows, because the failure ends the transaction: `FAIL` saves the
   * copy that SQLite makes of every page before it changes the page.
   */
  constructor(store: SqlStore, table: Table<F>, replaces = false) {
    this.#width = Object.keys(table.fields).length;
    this.#cells = new Array(this.#width * ROWS_PER_STATEMENT).fill(null);
    const marks = `(${new Array(this.#width).fill("?").join(", ")})`;
    const verb = replaces ? "INSERT OR REPLACE" : "INSERT OR FAIL";
    const head = `${verb} INTO ${table.name} (${columnList(table)}) VALUES`;
    this.#one = store.prepare(`${head} ${marks}`);
    this.#many = store.prepare(`${head} ${new Array(ROWS_PER_STATEMENT).fill(marks).join(", ")}`);
  }

  /** Writes rows in this order. */
  write(words: RowWords<F>, rows: ArrayLike<number>): void {
    const grouped = rows.length - (rows.length % ROWS_PER_STATEMENT);
    for (let at = 0; at < grouped; at += ROWS_PER_STATEMENT) this.#writeGroup(words, rows, at);
    for (let at = grouped; at < rows.length; at++) {
      const cells: SqlValue[] = [];
      words.copyRow(rows[at] as number, cells, 0);
      this.#one.run(cells);
    }
  }

  /** Runs often enough to be compiled, which `write`, called once for a block, is not. */
  #writeGroup(words: RowWords<F>, rows: ArrayLike<number>, from: number): void {
    const cells = this.#cells;
    for (let row = 0; row < ROWS_PER_STATEMENT; row++) {
      words.copyRow(rows[from + row] as number, cells, row * this.#width);
    }
    this.#many.run(cells);
  }
}
