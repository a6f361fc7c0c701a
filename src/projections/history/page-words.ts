/**
 * Rows that a search found, as cells of their table. Between threads they are one buffer of words
 * and the texts; the rows are built once, by the reader.
 */
import { assert } from "../../core/base/assert.ts";
import type { FieldKind } from "../../core/commands/schema.ts";
import { nearInt64 } from "../../core/money/arithmetic.ts";
import type { SqlCells } from "../store/sql-store.ts";
import { HISTORY_TABLES } from "./history-schema.ts";
import { FUND_PAYMENTS } from "./liquidation-record-tables.ts";
import { P2P_STATISTICS } from "./p2p-tables.ts";
import type { AnyRow, Page } from "./queries.ts";
import type { TableShape } from "./table-shape.ts";

/** Rows as a store returned them. */
export class TableCells {
  readonly table: TableShape;
  readonly cells: readonly SqlCells[];

  constructor(table: TableShape, cells: readonly SqlCells[]) {
    this.table = table;
    this.cells = cells;
  }

  pack(): PageWords {
    const { cells, table } = this;
    const width = Object.keys(table.fields).length;
    const words = new BigInt64Array(cells.length * width);
    const texts: string[] = [];
    let at = 0;
    for (const row of cells) {
      for (const cell of row) {
        if (typeof cell === "string") texts.push(cell);
        else words[at] = cell as bigint;
        at += 1;
      }
    }
    return { table: table.name, words, texts };
  }
}

/** Rows of a table, by its name: one word for each cell, and the texts in the order of cells. */
export type PageWords = {
  readonly table: string;
  readonly words: BigInt64Array<ArrayBuffer>;
  readonly texts: readonly string[];
};

/** A page as it passes between threads: rows that are not of a table remain as they are. */
export type PackedPage = Omit<Page<AnyRow>, "rows"> & {
  readonly rows: readonly AnyRow[] | PageWords;
};

/** Shapes of rows that searches return; two of them are computed and are no tables. */
const TABLES: ReadonlyMap<string, TableShape> = new Map(
  [...HISTORY_TABLES, FUND_PAYMENTS, P2P_STATISTICS].map((table) => [table.name, table]),
);

/** Returns the page that was packed. */
export function unpackPage(page: PackedPage): Page<AnyRow> {
  const { rows } = page;
  return { ...page, rows: "words" in rows ? unpackRows(rows) : rows };
}

function unpackRows({ table, texts, words }: PageWords): AnyRow[] {
  const shape = TABLES.get(table);
  assert(shape !== undefined, "rows are packed with the name of a table");
  const names = Object.keys(shape.fields);
  const kinds = Object.values<FieldKind>(shape.fields);
  const blank = Object.fromEntries(names.map((name) => [name, undefined]));
  const halves = new Int32Array(words.buffer);
  const rows: AnyRow[] = [];
  let textAt = 0;
  for (let at = 0; at < words.length; at += names.length) {
    // Filling a copy is faster than adding member after member.
    const row: Record<string, unknown> = { ...blank };
    for (let column = 0; column < names.length; column++) {
      const kind = kinds[column] as FieldKind;
      const place = at + column;
      if (kind === "text") row[names[column] as string] = texts[textAt++];
      else if (kind === "money") row[names[column] as string] = words[place];
      else row[names[column] as string] = memberOf(kind, nearInt64(halves, place * 2));
    }
    rows.push(row as AnyRow);
  }
  return rows;
}

function memberOf(kind: FieldKind, value: number): unknown {
  if (typeof kind !== "string") return kind[value];
  return kind === "flag" ? value === 1 : value;
}
