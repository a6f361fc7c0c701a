import { expect, it } from "vitest";
import { atoms } from "../../core/money/units.ts";
import { SqliteStore } from "../store/sqlite-store.ts";
import { HISTORY_TABLES } from "./history-schema.ts";
import { type PackedPage, TableCells, unpackPage } from "./page-words.ts";
import { RowBatch } from "./row-batch.ts";
import { allRows, columnList, createTableSql } from "./table-sql.ts";
import { BILLS, type BillRow, TRANSFERS, type TransferRow } from "./tables.ts";

const BILL: BillRow = {
  ...{ user: 3, id: 2 ** 53 - 1, wallet: "unified", currency: 1, kind: "buy" },
  ...{ amount: atoms(-1n), fee: atoms(2n ** 63n - 1n), balance: atoms(-(2n ** 63n)) },
  ...{ hasInstrument: true, instrument: 0, relatedId: 2 ** 32, orderId: 2 ** 32 - 1 },
  createdAtMs: 1_700_000_000_000,
};

function pageOf(rows: PackedPage["rows"]): PackedPage {
  return structuredClone({ rows, hasMore: true, appliedSeq: 5 });
}

it("rows that pass between threads are those of the store, members in the same order", () => {
  const store = new SqliteStore(":memory:");
  store.exec(createTableSql(BILLS));
  const batch = new RowBatch(store, BILLS);
  for (const hasInstrument of [true, false]) {
    for (const id of [1, 2 ** 31, BILL.id]) batch.add({ ...BILL, id, user: id % 7, hasInstrument });
    batch.flush();
    const cells = store.prepare(`SELECT ${columnList(BILLS)} FROM bills ORDER BY user, id`).all([]);
    const page = unpackPage(pageOf(new TableCells(BILLS, cells).pack()));
    const expected = { rows: allRows(store, BILLS), hasMore: true, appliedSeq: 5 };
    expect(page).toEqual(expected);
    expect(page.rows.map(Object.keys)).toEqual(expected.rows.map(Object.keys));
    store.exec("DELETE FROM bills");
  }
  store.close();
});

it("texts keep their places, empty ones too", () => {
  const store = new SqliteStore(":memory:");
  store.exec(createTableSql(TRANSFERS));
  const batch = new RowBatch(store, TRANSFERS);
  const row: TransferRow = {
    ...{ user: 1, id: 1, reason: "transfer", currency: 0, amount: atoms(7n) },
    ...{ fromUser: 1, fromWallet: "spot", toUser: 1, toWallet: "funding" },
    ...{ fromInstrument: 0, toInstrument: 0, clientTransferId: "", createdAtMs: 9 },
  };
  const texts = ["", "one", "", "ünlaut 💰", "one"];
  texts.forEach((clientTransferId, id) => {
    batch.add({ ...row, id, clientTransferId });
  });
  batch.flush();
  const sql = `SELECT ${columnList(TRANSFERS)} FROM transfers ORDER BY user, id`;
  const { rows } = unpackPage(pageOf(new TableCells(TRANSFERS, store.prepare(sql).all([])).pack()));
  expect(rows).toEqual(allRows(store, TRANSFERS));
  store.close();
});

it("a page without rows, and one whose rows are of no table, stay as they are", () => {
  for (const table of HISTORY_TABLES) {
    const page = unpackPage(pageOf(new TableCells(table, []).pack()));
    expect(page).toEqual({ rows: [], hasMore: true, appliedSeq: 5 });
  }
  expect(unpackPage(pageOf([BILL])).rows).toEqual([BILL]);
});
