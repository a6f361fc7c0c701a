/** Words behind the numbers of columns, so that reports in SQL can be read without the source. */
import type { RecordOf } from "../../core/commands/schema.ts";
import type { SqlStore } from "../store/sql-store.ts";
import { type TableShape, table } from "./table-shape.ts";
import { allRows, columnOf, rowInserter } from "./table-sql.ts";

/** One row per column of words and number: the word that the number stands for. */
export const COLUMN_WORDS = table("column_words", ["tableName", "columnName", "number"], {
  tableName: "text",
  columnName: "text",
  number: "int",
  word: "text",
});
type ColumnWordRow = RecordOf<typeof COLUMN_WORDS.fields>;

function wordsOf({ fields, name: tableName }: TableShape): ColumnWordRow[] {
  return Object.entries(fields).flatMap(([field, kind]) =>
    typeof kind === "string"
      ? []
      : kind.map((word, number) => ({ tableName, columnName: columnOf(field), number, word })),
  );
}

function keyOf({ columnName, number, tableName, word }: ColumnWordRow): string {
  return `${tableName}.${columnName}.${number}.${word}`;
}

/** Writes the words of the tables where they are not those that the store has. */
export function writeColumnWords(store: SqlStore, tables: readonly TableShape[]): void {
  const rows = tables.flatMap(wordsOf);
  const present = new Set(allRows(store, COLUMN_WORDS).map(keyOf));
  if (rows.length === present.size && rows.every((row) => present.has(keyOf(row)))) return;
  store.transaction(() => {
    store.exec(`DELETE FROM ${COLUMN_WORDS.name}`);
    const insert = rowInserter(store, COLUMN_WORDS);
    for (const row of rows) insert(row);
  });
}
