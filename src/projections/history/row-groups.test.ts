import { expect, it } from "vitest";
import type { RecordOf } from "../../core/commands/schema.ts";
import { atoms, ticks } from "../../core/money/units.ts";
import { StoreDamaged } from "../store/sql-store.ts";
import { SqliteStore } from "../store/sqlite-store.ts";
import { RowGroups } from "./row-groups.ts";
import { RowWords } from "./row-words.ts";
import { type Table, table } from "./table-shape.ts";
import { allRows, createTableSql } from "./table-sql.ts";

const FIELDS = { user: "int", id: "int" } as const;
const ROWS: Table<typeof FIELDS> = table("rows", ["user", "id"], FIELDS);
const COUNT = 40;

function begin() {
  const store = new SqliteStore(":memory:");
  store.exec(createTableSql(ROWS));
  const words = new RowWords(ROWS);
  for (let row = 0; row < COUNT; row++) words.setRecord(row, { user: 1, id: row });
  const write = (rows: readonly number[]): void =>
    store.transaction(() => new RowGroups(store, ROWS).write(words, rows));
  return { store, write };
}

it("rows are written in the given order, those that fill no group too", () => {
  const { store, write } = begin();
  const rows = Array.from({ length: COUNT }, (_, row) => row);
  write(rows.toReversed());
  expect(allRows(store, ROWS)).toEqual(rows.map((id) => ({ user: 1, id })));
});

it("a row in the way of another one fails the transaction, which writes no row", () => {
  const { store, write } = begin();
  write([20]);
  const rows = Array.from({ length: COUNT }, (_, row) => row);
  expect(() => write(rows)).toThrow(StoreDamaged);
  expect(allRows(store, ROWS)).toEqual([{ user: 1, id: 20 }]);
  write(rows.filter((row) => row !== 20));
  expect(allRows(store, ROWS)).toHaveLength(COUNT);
});

const CELLS = table("cells", ["id"], {
  id: "int",
  price: "ticks",
  amount: "money",
  kind: ["one", "other"],
  isNew: "flag",
  note: "text",
  seq: "int",
});

/** Rows of which 64 groups of 16 each have another set of columns that are 0 or empty. */
function rowsOfManyShapes(): RecordOf<typeof CELLS.fields>[] {
  return Array.from({ length: 64 * 16 }, (_, id) => {
    const group = id >> 4;
    const has = (bit: number): boolean => ((group >> bit) & 1) === 1 && (id + bit) % 3 > 0;
    return {
      id: id + 1,
      price: ticks(has(0) ? id : 0),
      amount: atoms(has(1) ? 2n ** 62n - BigInt(id) : 0n),
      kind: has(2) ? "other" : "one",
      isNew: has(3),
      note: has(4) ? `note ${id}` : "",
      seq: has(5) ? 2 ** 52 + id : 0,
    };
  });
}

it("columns that are 0 or empty in a whole group are written as such", () => {
  const store = new SqliteStore(":memory:");
  store.exec(createTableSql(CELLS));
  const words = new RowWords(CELLS);
  const rows = rowsOfManyShapes();
  for (const [index, row] of rows.entries()) words.setRecord(index, row);
  new RowGroups(store, CELLS).write(words, [...rows.keys()]);
  expect(allRows(store, CELLS)).toEqual(rows);
});
