/** SQL of tables, and conversion between rows and records, derived from the table's fields. */
import { assert, unreachable } from "../../core/base/assert.ts";
import type { FieldKind, Fields, RecordOf } from "../../core/commands/schema.ts";
import type { SqlCells, SqlStatement, SqlStore, SqlValue } from "../store/sql-store.ts";
import type { Table, TableShape } from "./table-shape.ts";

/** `createdAtMs` is the column `created_at_ms`. */
export function columnOf(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

export function indexName(table: string, fields: readonly string[]): string {
  return `${table}_by_${fields.map(columnOf).join("_")}`;
}

export function columnList(table: TableShape): string {
  return Object.keys(table.fields).map(columnOf).join(", ");
}

function createIndexSql({ name }: TableShape, fields: readonly string[]): string {
  const columns = fields.map(columnOf).join(", ");
  return `CREATE INDEX ${indexName(name, fields)} ON ${name} (${columns})`;
}

/** Returns the SQL of a table whose rows are stored in key order, so that pages are contiguous. */
export function createTableSql(table: TableShape): string {
  const columns = Object.entries(table.fields).map(
    ([field, kind]) => `${columnOf(field)} ${kind === "text" ? "TEXT" : "INTEGER"} NOT NULL`,
  );
  const key = `PRIMARY KEY (${table.key.map(columnOf).join(", ")})`;
  const create = `CREATE TABLE ${table.name} (${[...columns, key].join(", ")})`;
  const indexes = table.indexes.map((fields) => `${createIndexSql(table, fields)};`);
  const partial = table.partialIndexes.map(
    ({ fields, where }) => `${createIndexSql(table, fields)} WHERE ${where};`,
  );
  return [`${create} STRICT, WITHOUT ROWID;`, ...indexes, ...partial].join("\n");
}

/** Returns the cell of a value. */
export function cellOf(kind: FieldKind, value: unknown): SqlValue {
  if (typeof kind !== "string") return kind.indexOf(value as string);
  return kind === "flag" ? Number(value as boolean) : (value as SqlValue);
}

function fieldValue(kind: FieldKind, cell: SqlValue): unknown {
  if (typeof kind !== "string") return kind[Number(cell)];
  switch (kind) {
    case "int":
    case "ticks":
    case "lots":
    case "rate":
      return Number(cell);
    case "money":
    case "text":
      return cell;
    case "flag":
      return cell === 1n;
    case "ints":
    case "bytes":
      return assert(false, "rows carry no lists and no bytes");
    default:
      return unreachable(kind);
  }
}

export function rowOf<F extends Fields>(table: Table<F>, cells: SqlCells): RecordOf<F> {
  const row: Record<string, unknown> = {};
  let column = 0;
  for (const field in table.fields) {
    const kind = table.fields[field] as FieldKind;
    row[field] = fieldValue(kind, cells[column++] as SqlValue);
  }
  return row as RecordOf<F>;
}

export type RowWriter<F extends Fields> = (row: RecordOf<F>) => void;

function writerOf<F extends Fields>(
  statement: SqlStatement,
  table: Table<F>,
  fields: readonly string[],
): RowWriter<F> {
  const kinds = fields.map((field) => table.fields[field] as FieldKind);
  const cells: SqlValue[] = new Array(fields.length).fill(null);
  return (row) => {
    for (let i = 0; i < fields.length; i++) {
      const value = row[fields[i] as keyof RecordOf<F>];
      cells[i] = cellOf(kinds[i] as FieldKind, value);
    }
    statement.run(cells);
  };
}

/** Returns a writer of new rows; with `replaces` it overwrites rows of the same key. */
export function rowInserter<F extends Fields>(
  store: SqlStore,
  table: Table<F>,
  replaces = false,
): RowWriter<F> {
  const fields = Object.keys(table.fields);
  const verb = replaces ? "INSERT OR REPLACE" : "INSERT";
  const marks = fields.map(() => "?").join(", ");
  const sql = `${verb} INTO ${table.name} (${columnList(table)}) VALUES (${marks})`;
  return writerOf(store.prepare(sql), table, fields);
}

/** Returns a writer of the named fields of existing rows, found by their key. */
export function rowUpdater<F extends Fields>(
  store: SqlStore,
  table: Table<F>,
  fields: readonly (keyof F & string)[],
): RowWriter<F> {
  const sets = fields.map((field) => `${columnOf(field)} = ?`).join(", ");
  const key = table.key.map((field) => `${columnOf(field)} = ?`).join(" AND ");
  const sql = `UPDATE ${table.name} SET ${sets} WHERE ${key}`;
  return writerOf(store.prepare(sql), table, [...fields, ...table.key]);
}

/** Returns a finder of one row by the values of its key. */
export function rowFinder<F extends Fields>(
  store: SqlStore,
  table: Table<F>,
): (key: readonly SqlValue[]) => RecordOf<F> | undefined {
  const where = table.key.map((field) => `${columnOf(field)} = ?`).join(" AND ");
  const sql = `SELECT ${columnList(table)} FROM ${table.name} WHERE ${where}`;
  const statement = store.prepare(sql);
  return (key) => {
    const cells = statement.all(key)[0];
    return cells === undefined ? undefined : rowOf(table, cells);
  };
}

/** Returns all rows in key order. For small tables, tools and tests. */
export function allRows<F extends Fields>(store: SqlStore, table: Table<F>): RecordOf<F>[] {
  const order = table.key.map(columnOf).join(", ");
  const sql = `SELECT ${columnList(table)} FROM ${table.name} ORDER BY ${order}`;
  return store
    .prepare(sql)
    .all([])
    .map((cells) => rowOf(table, cells));
}
