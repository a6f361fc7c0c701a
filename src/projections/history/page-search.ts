/** Finds pages of rows, newest first, with cost bounded by the page and the window. */
import { assert } from "../../core/base/assert.ts";
import { idOfText } from "../../core/base/id-text.ts";
import { IDS_PER_SEQ } from "../../core/base/limits.ts";
import { indexIn } from "../../core/base/vocabulary.ts";
import type { Fields } from "../../core/commands/schema.ts";
import type { SqlCells, SqlStatement, SqlStore, SqlValue } from "../store/sql-store.ts";
import { PAGE_OFFSET_MAX, PAGE_ROWS_MAX, STATEMENTS_MAX } from "./limits.ts";
import type { IdMarkRow } from "./progress-tables.ts";
import type { Paging } from "./queries.ts";
import type { Table } from "./table-shape.ts";
import { columnList, columnOf, indexName } from "./table-sql.ts";
import { HAS_CHOSEN_CLIENT_ID, IS_FAR_FROM_ORDER } from "./tables.ts";

const MINUTE_MS = 60_000;

export type Condition = { readonly sql: string; readonly params: readonly SqlValue[] };

/** Prepared statements by their text; all are dropped when there are too many. */
export class Statements {
  readonly #store: SqlStore;
  readonly #statements = new Map<string, SqlStatement>();

  constructor(store: SqlStore) {
    this.#store = store;
  }

  all(sql: string, params: readonly SqlValue[]): SqlCells[] {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      if (this.#statements.size >= STATEMENTS_MAX) this.#statements.clear();
      statement = this.#store.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement.all(params);
  }
}

/** `column = value`. */
export function equals(field: string, value: SqlValue): Condition {
  return { sql: `${columnOf(field)} = ?`, params: [value] };
}

/** One of the columns `= value`. */
export function eitherEquals(fields: readonly string[], value: SqlValue): Condition {
  const each = fields.map((field) => `${columnOf(field)} = ?`);
  return { sql: `(${each.join(" OR ")})`, params: fields.map(() => value) };
}

/** Meets no row. */
const NEVER: Condition = { sql: "0", params: [] };

/** `column IN (values)`. */
export function among(field: string, values: readonly SqlValue[]): Condition {
  if (values.length === 0) return NEVER;
  return { sql: `${columnOf(field)} IN (${values.map(() => "?").join(", ")})`, params: values };
}

/** `column` holds one of the words, each stored as its place in the list. */
export function wordsAmong<T extends string>(
  field: string,
  list: readonly T[],
  words: readonly T[],
): Condition {
  return among(
    field,
    words.map((word) => indexIn(list, word)),
  );
}

export type Search<F extends Fields> = {
  readonly table: Table<F>;
  /** First column of the key; `ownerId` is its value. */
  readonly owner: keyof F & string;
  readonly ownerId: number;
  /** A column with an index (owner, column, id): each value is looked up by itself. */
  readonly lookup?: { readonly field: keyof F & string; readonly values: readonly SqlValue[] };
  /** Client id of orders and plans; not with a lookup. */
  readonly clientId?: string;
  /** Order of fills; not with a lookup. */
  readonly orderId?: number;
  readonly conditions: readonly Condition[];
  readonly paging: Paging;
  readonly timeField: keyof F & string;
  /** Column of the id marks that the ids of the table follow. */
  readonly ids: keyof IdMarkRow & `${string}Id`;
  /** Rows to skip; only when the key alone is searched. */
  readonly offset?: number;
};

/** The hint to use the index of a table by owner, column and id. */
function indexedBy<F extends Fields>({ owner, table }: Search<F>, field: string): string {
  return `INDEXED BY ${indexName(table.name, [owner, field, "id"])}`;
}

export class PageSearch {
  readonly #statements: Statements;

  constructor(statements: Statements) {
    this.#statements = statements;
  }

  /** Returns at most `limit` + 1 rows: the additional one shows that there are more. */
  find<F extends Fields>(search: Search<F>): SqlCells[] {
    const { offset = 0, paging, table } = search;
    assert(paging.limit >= 1 && paging.limit <= PAGE_ROWS_MAX, "a page is within its limit");
    assert(offset >= 0 && offset <= PAGE_OFFSET_MAX, "a numbered page is within its limit");
    // SQLite drops all other conditions of a query without rows, and with them the use of an index.
    if (search.conditions.includes(NEVER)) return [];
    const conditions = [
      equals(search.owner, search.ownerId),
      ...this.#window(search),
      ...search.conditions,
    ];
    const count = paging.limit + 1;
    const otherWay = search.clientId ?? search.orderId ?? search.lookup;
    assert(offset === 0 || otherWay === undefined, "numbered pages are searched by the key alone");
    const found = this.#found(search, conditions, count);
    if (found.length === 1) return found[0] ?? [];
    const idColumn = Object.keys(table.fields).indexOf("id");
    const rows = found
      .flat()
      .sort((a, b) => Number((b[idColumn] as bigint) - (a[idColumn] as bigint)));
    return rows.slice(0, count);
  }

  /** The newest rows of each way to find them, which have none in common. */
  #found<F extends Fields>(
    search: Search<F>,
    conditions: readonly Condition[],
    count: number,
  ): SqlCells[][] {
    const { clientId, lookup, offset = 0, orderId, table } = search;
    if (clientId !== undefined) return this.#byClientId(search, clientId, conditions, count);
    if (orderId !== undefined) return this.#byOrderId(search, orderId, conditions, count);
    if (lookup === undefined) return [this.#rows(table, "NOT INDEXED", conditions, count, offset)];
    const { field, values } = lookup;
    const index = indexedBy(search, field);
    return values.map((value) =>
      this.#rows(table, index, [...conditions, equals(field, value)], count, 0),
    );
  }

  /** The newest rows whose client chose the client id, and the row whose id has this text. */
  #byClientId<F extends Fields>(
    search: Search<F>,
    clientId: string,
    conditions: readonly Condition[],
    count: number,
  ): SqlCells[][] {
    const { table } = search;
    const named = [...conditions, equals("clientOrderId", clientId)];
    const isChosen: Condition = { sql: HAS_CHOSEN_CLIENT_ID, params: [] };
    const index = indexedBy(search, "clientOrderId");
    const chosen = this.#rows(table, index, [...named, isChosen], count, 0);
    const id = idOfText(clientId);
    if (id === undefined) return [chosen];
    return [chosen, this.#rows(table, "NOT INDEXED", [...named, equals("id", id)], 1, 0)];
  }

  /** The newest fills far from the id of their order, and those next to it. */
  #byOrderId<F extends Fields>(
    search: Search<F>,
    orderId: number,
    conditions: readonly Condition[],
    count: number,
  ): SqlCells[][] {
    const { table } = search;
    const ofOrder = [...conditions, equals("orderId", orderId)];
    const isFar: Condition = { sql: IS_FAR_FROM_ORDER, params: [] };
    const params = [orderId, orderId + IDS_PER_SEQ - 1];
    const isNear: Condition = { sql: "id BETWEEN ? AND ?", params };
    const index = indexedBy(search, "orderId");
    return [
      this.#rows(table, index, [...ofOrder, isFar], count, 0),
      this.#rows(table, "NOT INDEXED", [...ofOrder, isNear], count, 0),
    ];
  }

  #rows<F extends Fields>(
    table: Table<F>,
    hint: string,
    conditions: readonly Condition[],
    limit: number,
    offset: number,
  ): SqlCells[] {
    const where = conditions.map(({ sql }) => sql).join(" AND ");
    const sql =
      `SELECT ${columnList(table)} FROM ${table.name} ${hint} ` +
      `WHERE ${where} ORDER BY id DESC LIMIT ? OFFSET ?`;
    const params = conditions.flatMap((condition) => condition.params);
    return this.#statements.all(sql, [...params, limit, offset]);
  }

  /** Conditions on times, and on the ids that were assigned in the window. */
  #window<F extends Fields>(search: Search<F>): Condition[] {
    const { fromMs, toMs, idLessThan } = search.paging;
    const time = columnOf(search.timeField);
    const conditions: Condition[] = [];
    if (idLessThan !== undefined) conditions.push({ sql: "id < ?", params: [idLessThan] });
    if (fromMs !== undefined) {
      conditions.push({ sql: `${time} >= ?`, params: [fromMs] });
      const minute = Math.floor(fromMs / MINUTE_MS);
      const id = this.#markedId(search.ids, "minute <= ? ORDER BY minute DESC", minute);
      if (id !== undefined) conditions.push({ sql: "id > ?", params: [id] });
    }
    if (toMs !== undefined) {
      conditions.push({ sql: `${time} <= ?`, params: [toMs] });
      const minute = Math.floor(toMs / MINUTE_MS);
      const id = this.#markedId(search.ids, "minute > ? ORDER BY minute", minute);
      if (id !== undefined) conditions.push({ sql: "id <= ?", params: [id] });
    }
    return conditions;
  }

  #markedId(ids: string, rest: string, minute: number): SqlValue | undefined {
    const sql = `SELECT ${columnOf(ids)} FROM id_marks WHERE ${rest} LIMIT 1`;
    return this.#statements.all(sql, [minute])[0]?.[0];
  }
}
