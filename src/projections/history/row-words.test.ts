import { expect, it } from "vitest";
import { atoms } from "../../core/money/units.ts";
import { SqliteStore } from "../store/sqlite-store.ts";
import { RowBatch } from "./row-batch.ts";
import { table } from "./table-shape.ts";
import { allRows, createTableSql } from "./table-sql.ts";

const NOTES = table("notes", ["user", "id"], {
  user: "int",
  id: "int",
  amount: "money",
  kind: ["one", "other"],
  isNew: "flag",
  note: "text",
});

/** Amounts whose bytes are no number, that a double just holds, and just does not. */
const AMOUNTS = [0n, -1n, 1n, 2n ** 52n, -(2n ** 52n), 2n ** 53n + 1n, -(2n ** 53n) - 1n];
const EXTREMES = [2n ** 63n - 1n, -(2n ** 63n), -(2n ** 51n), -(2n ** 32n), 2n ** 32n - 1n];

const ROWS = [...AMOUNTS, ...EXTREMES].map((amount, index) => ({
  user: 5 - (index % 5),
  id: index + 2 ** 52,
  amount: atoms(amount),
  kind: index % 2 === 0 ? ("one" as const) : ("other" as const),
  isNew: index % 3 === 0,
  note: index % 4 === 0 ? "" : `note ${index}`,
}));

function emptyStore(): SqliteStore {
  const store = new SqliteStore(":memory:");
  store.exec(createTableSql(NOTES));
  return store;
}

it("a batch writes every row as it was added, whatever the order of the users", () => {
  const store = emptyStore();
  const batch = new RowBatch(store, NOTES);
  const many = Array.from({ length: 9 }, (_, round) =>
    ROWS.map((row) => ({ ...row, id: row.id + round * ROWS.length })),
  ).flat();
  for (const row of many) batch.add(row);
  expect(allRows(store, NOTES), "nothing is written before the flush").toEqual([]);
  batch.flush();
  batch.flush();
  const inKeyOrder = many.toSorted((one, other) => one.user - other.user || one.id - other.id);
  expect(allRows(store, NOTES)).toEqual(inKeyOrder);
  store.close();
});

it("of two rows of one key the later one replaces the earlier", () => {
  const store = emptyStore();
  const batch = new RowBatch(store, NOTES, true);
  const [row] = ROWS;
  if (row === undefined) throw new Error("there are rows");
  for (const note of ["first", "second"]) batch.add({ ...row, note });
  batch.flush();
  expect(allRows(store, NOTES)).toEqual([{ ...row, note: "second" }]);
  store.close();
});

it("discarded rows are not written, and leave no text behind", () => {
  const store = emptyStore();
  const batch = new RowBatch(store, NOTES);
  for (const row of ROWS) batch.add(row);
  batch.clear();
  const [row] = ROWS;
  if (row === undefined) throw new Error("there are rows");
  batch.add({ ...row, note: "" });
  batch.flush();
  expect(allRows(store, NOTES)).toEqual([{ ...row, note: "" }]);
  store.close();
});
