/**
 * Rows of a table as words of 8 bytes: numbers as doubles, money as 64-bit integers, words of
 * closed lists as their index, flags as 0 or 1. Rows in this form are no objects of the heap, so
 * that the many rows of a transaction cost the garbage collector nothing.
 */
import { assert } from "../../core/base/assert.ts";
import type { FieldKind, Fields, RecordOf } from "../../core/commands/schema.ts";
import type { SqlCells, SqlValue } from "../store/sql-store.ts";
import type { Table } from "./table-shape.ts";
import { cellOf } from "./table-sql.ts";

const ROWS_FIRST = 64;
const HALF = 2 ** 32;
/** Upper halves of money that a double holds exactly. */
const EXACT_HALF = 2 ** 20;

const NUMBER = 0;
const MONEY = 1;
const TEXT = 2;

function formOf(kind: FieldKind): number {
  if (kind === "money") return MONEY;
  return kind === "text" ? TEXT : NUMBER;
}

/** Place of each column in a row. */
export type RowLayout<F extends Fields> = { readonly [N in keyof F]: number };

/** Returns the places of the columns of a table. */
export function rowLayout<F extends Fields>(table: Table<F>): RowLayout<F> {
  const places = Object.keys(table.fields).map((name, place) => [name, place]);
  return Object.freeze(Object.fromEntries(places)) as RowLayout<F>;
}

export class RowWords<F extends Fields> {
  readonly #kinds: readonly FieldKind[];
  readonly #names: readonly string[];
  /** By column: how its words are read. */
  readonly #forms: Uint8Array;
  /** Words of a row. */
  readonly width: number;
  #numbers: Float64Array<ArrayBuffer>;
  #money: BigInt64Array;
  #halves: Int32Array;
  /** By column, texts by row; undefined for columns without texts. */
  readonly #texts: readonly (string[] | undefined)[];

  constructor(table: Table<F>) {
    this.#names = Object.keys(table.fields);
    this.#kinds = Object.values<FieldKind>(table.fields);
    this.#forms = Uint8Array.from(this.#kinds, formOf);
    this.width = this.#kinds.length;
    this.#numbers = new Float64Array(this.width * ROWS_FIRST);
    this.#money = new BigInt64Array(this.#numbers.buffer);
    this.#halves = new Int32Array(this.#numbers.buffer);
    this.#texts = this.#kinds.map((kind) => (kind === "text" ? [] : undefined));
  }

  /** Words of all columns but money and texts. Read it again after `reserve`. */
  get numbers(): Float64Array {
    return this.#numbers;
  }

  /** The same words, for money. */
  get money(): BigInt64Array {
    return this.#money;
  }

  /** Makes room for a row and returns the place of its first word. */
  reserve(row: number): number {
    const place = row * this.width;
    if (place + this.width > this.#numbers.length) {
      // Unlike a copy, a transferred buffer leaves nothing to the garbage collector.
      const buffer = this.#numbers.buffer.transfer(this.#numbers.byteLength * 2);
      this.#numbers = new Float64Array(buffer);
      this.#money = new BigInt64Array(buffer);
      this.#halves = new Int32Array(buffer);
    }
    return place;
  }

  text(row: number, column: number): string {
    return this.#texts[column]?.[row] ?? "";
  }

  setText(row: number, column: number, text: string): void {
    const texts = this.#texts[column];
    assert(texts !== undefined, "a text is written into a column of texts");
    texts[row] = text;
  }

  /** Writes all columns of a row. */
  setRecord(row: number, record: RecordOf<F>): void {
    this.setCells(
      row,
      this.#kinds.map((kind, column) => cellOf(kind, record[this.#names[column] as keyof F])),
    );
  }

  /** Writes all columns of a row, as `copyCells` copies them or a store returns them. */
  setCells(row: number, cells: SqlCells): void {
    const place = this.reserve(row);
    for (let column = 0; column < this.width; column++) {
      const kind = this.#kinds[column];
      const cell = cells[column] as SqlValue;
      if (kind === "text") this.setText(row, column, cell as string);
      else if (kind === "money") this.#money[place + column] = BigInt(cell as bigint);
      else this.#numbers[place + column] = Number(cell);
    }
  }

  /** Whether a cell is 0 or the empty text. */
  isEmpty(row: number, column: number): boolean {
    if (this.#forms[column] === TEXT) return this.text(row, column) === "";
    const half = (row * this.width + column) * 2;
    return ((this.#halves[half] as number) | (this.#halves[half + 1] as number)) === 0;
  }

  /** Copies columns of a row into `cells`; money that a double does not hold is a bigint. */
  copyRow(row: number, columns: readonly number[], cells: SqlValue[], at: number): void {
    for (let index = 0; index < columns.length; index++) {
      cells[at + index] = this.cell(row, columns[index] as number);
    }
  }

  cell(row: number, column: number): SqlValue {
    const place = row * this.width + column;
    const form = this.#forms[column];
    if (form === NUMBER) return this.#numbers[place] as number;
    return form === MONEY ? this.#moneyCell(place) : this.text(row, column);
  }

  #moneyCell(place: number): SqlValue {
    const high = this.#halves[place * 2 + 1] as number;
    if (high >= EXACT_HALF || high < -EXACT_HALF) return this.#money[place] as bigint;
    return high * HALF + ((this.#halves[place * 2] as number) >>> 0);
  }

  /** Forgets the texts, so that rows may be written again. */
  clear(): void {
    for (const texts of this.#texts) if (texts !== undefined) texts.length = 0;
  }
}
