/** Statements that write rows in groups: one costs little more for many rows than for one. */
import { assert } from "../../core/base/assert.ts";
import type { Fields } from "../../core/commands/schema.ts";
import type { SqlStatement, SqlStore, SqlValue } from "../store/sql-store.ts";
import type { RowWords } from "./row-words.ts";
import type { Table } from "./table-shape.ts";
import { columnList } from "./table-sql.ts";

const ROWS_PER_STATEMENT = 16;

/** Most statements with constants of a table; further groups of rows bind every column. */
const SHAPES_MAX = 16;

/** Bits of a whole number that a double holds. */
const COLUMNS_MAX = 53;

/** Statement of a group of rows that binds some columns; the others are 0 or empty in every row. */
type Shape = {
  readonly statement: SqlStatement;
  readonly columns: readonly number[];
  /** Values of `columns`, row by row. */
  readonly cells: SqlValue[];
};

/**
 * Rows of one user have many columns in common that are 0 or empty, such as those of loans, margin
 * and market orders. They are constants of the statement, which are neither copied nor bound.
 */
export class RowGroups<F extends Fields> {
  readonly #store: SqlStore;
  readonly #table: Table<F>;
  /** SQL of the statements before the rows. */
  readonly #head: string;
  readonly #one: SqlStatement;
  readonly #whole: Shape;
  /** By the columns that are bound, as the bits of a number. */
  readonly #shapes = new Map<number, Shape>();
  /** By column: 1 if it is neither 0 nor empty in some row of the present group. */
  readonly #isUsed: Uint8Array;

  /**
   * With `replaces` rows of the same key are overwritten. Otherwise such a row fails the statement,
   * which need not undo its first rows, because the failure ends the transaction: `FAIL` saves the
   * copy that SQLite makes of every page before it changes the page.
   */
  constructor(store: SqlStore, table: Table<F>, replaces = false) {
    this.#store = store;
    this.#table = table;
    this.#isUsed = new Uint8Array(Object.keys(table.fields).length).fill(1);
    assert(this.#isUsed.length <= COLUMNS_MAX, "a number holds a bit for each column");
    const verb = replaces ? "INSERT OR REPLACE" : "INSERT OR FAIL";
    this.#head = `${verb} INTO ${table.name} (${columnList(table)}) VALUES`;
    this.#one = store.prepare(`${this.#head} ${this.#rowSql()}`);
    this.#whole = this.#newShape();
  }

  /** Writes rows in this order. */
  write(words: RowWords<F>, rows: ArrayLike<number>): void {
    const grouped = rows.length - (rows.length % ROWS_PER_STATEMENT);
    for (let at = 0; at < grouped; at += ROWS_PER_STATEMENT) this.#writeGroup(words, rows, at);
    for (let at = grouped; at < rows.length; at++) {
      const cells: SqlValue[] = [];
      words.copyRow(rows[at] as number, this.#whole.columns, cells, 0);
      this.#one.run(cells);
    }
  }

  /** Runs often enough to be compiled, which `write`, called once for a block, is not. */
  #writeGroup(words: RowWords<F>, rows: ArrayLike<number>, from: number): void {
    const { cells, columns, statement } = this.#shapeOf(words, rows, from);
    for (let row = 0; row < ROWS_PER_STATEMENT; row++) {
      words.copyRow(rows[from + row] as number, columns, cells, row * columns.length);
    }
    statement.run(cells);
  }

  /** Returns the statement of a group: it binds the used columns, or all beyond `SHAPES_MAX`. */
  #shapeOf(words: RowWords<F>, rows: ArrayLike<number>, from: number): Shape {
    const isUsed = this.#isUsed;
    let key = 0;
    for (let column = 0; column < isUsed.length; column++) {
      let row = 0;
      while (row < ROWS_PER_STATEMENT && words.isEmpty(rows[from + row] as number, column)) row++;
      isUsed[column] = row < ROWS_PER_STATEMENT ? 1 : 0;
      key = key * 2 + (isUsed[column] as number);
    }
    const known = this.#shapes.get(key);
    if (known !== undefined) return known;
    if (this.#shapes.size === SHAPES_MAX) return this.#whole;
    const shape = this.#newShape();
    this.#shapes.set(key, shape);
    return shape;
  }

  #newShape(): Shape {
    const rows = new Array(ROWS_PER_STATEMENT).fill(this.#rowSql()).join(", ");
    const statement = this.#store.prepare(`${this.#head} ${rows}`);
    const columns = [...this.#isUsed.keys()].filter((column) => this.#isUsed[column] === 1);
    const cells = new Array<SqlValue>(columns.length * ROWS_PER_STATEMENT).fill(null);
    return { statement, columns, cells };
  }

  /** SQL of a row with a parameter for each used column. */
  #rowSql(): string {
    const values = Object.values(this.#table.fields).map((kind, column) => {
      if (this.#isUsed[column] === 1) return "?";
      return kind === "text" ? "''" : "0";
    });
    return `(${values.join(", ")})`;
  }
}
