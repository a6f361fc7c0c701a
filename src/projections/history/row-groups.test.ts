import { expect, it } from "vitest";
import { StoreDamaged } from "../store/sql-store.ts";
import { SqliteStore } from "../store/sqlite-store.ts";
import { RowGroups } from "./row-groups.ts";
import { RowWords } from "./row-words.ts";
import { allRows, createTableSql } from "./table-sql.ts";
import { type Table, table } from "./tables.ts";

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
