/**
 * One consistent view of the history of a data directory, read while the exchange runs or after it
 * stopped. A read transaction: it locks nothing, but the log beside the file grows until its end.
 */
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import type { Fields, RecordOf } from "../src/core/commands/schema.ts";
import { formatTrimmed } from "../src/core/money/decimals.ts";
import { messageOf } from "../src/journal/operating-fault.ts";
import { HISTORY_FILE } from "../src/main/history/start-history-thread.ts";
import { CURRENCIES, type CurrencyRow } from "../src/projections/history/currency-table.ts";
import { HISTORY_SCHEMA_VERSION } from "../src/projections/history/history-schema.ts";
import { PROGRESS } from "../src/projections/history/progress-tables.ts";
import type { Table } from "../src/projections/history/table-shape.ts";
import { columnOf, rowOf } from "../src/projections/history/table-sql.ts";
import { INSTRUMENTS, type InstrumentRow } from "../src/projections/history/tables.ts";
import type { SqlCells } from "../src/projections/store/sql-store.ts";

/** Longest wait for the exchange while it recovers or closes the file, in ms. */
const BUSY_MS = 5_000;

type Bound = number | bigint;

/** Returns the file of the history; throws an error with the next step when there is none. */
function fileIn(dataDir: string): string {
  if (!existsSync(dataDir)) throw new Error(`${dataDir} does not exist: name a data directory`);
  if (!statSync(dataDir).isDirectory()) throw new Error(`${dataDir} is not a directory`);
  const path = join(dataDir, HISTORY_FILE);
  if (existsSync(path)) return path;
  const advice = "name the data directory of an exchange that has been started";
  throw new Error(`${dataDir} holds no history (${HISTORY_FILE}): ${advice}`);
}

export class HistorySnapshot implements Disposable {
  readonly #database: DatabaseSync;
  readonly #currencies: ReadonlyMap<number, CurrencyRow>;
  readonly #instruments: ReadonlyMap<number, InstrumentRow>;
  /** Last command whose rows the snapshot has, and its time in ms; both 0 before the first. */
  readonly seq: number;
  readonly timeMs: number;

  /** Throws an error for people when there is no history, or one of another version. */
  constructor(dataDir: string) {
    const path = fileIn(dataDir);
    this.#database = new DatabaseSync(path, { readOnly: true, timeout: BUSY_MS });
    try {
      this.#begin(path);
      const rows = [...this.rows(CURRENCIES, "")];
      this.#currencies = new Map(rows.map((row) => [row.currency, row]));
      const instruments = [...this.rows(INSTRUMENTS, "")];
      this.#instruments = new Map(instruments.map((row) => [row.instrument, row]));
      const [progress] = this.rows(PROGRESS, "");
      this.seq = progress?.appliedSeq ?? 0;
      this.timeMs = progress?.timeMs ?? 0;
    } catch (thrown) {
      this.#database.close();
      throw thrown;
    }
  }

  [Symbol.dispose](): void {
    this.#database.close();
  }

  /** Yields the rows of a table, one at a time; `rest` follows the table's name, as `t`. */
  rows<F extends Fields>(
    table: Table<F>,
    rest: string,
    params: readonly Bound[] = [],
  ): Generator<RecordOf<F>, void, void> {
    return this.rowsFrom(table, `${table.name} AS t`, rest, params);
  }

  /** The same from a join that names the table `t`. */
  *rowsFrom<F extends Fields>(
    table: Table<F>,
    from: string,
    rest: string,
    params: readonly Bound[] = [],
  ): Generator<RecordOf<F>, void, void> {
    const columns = Object.keys(table.fields).map((field) => `t.${columnOf(field)}`);
    const statement = this.#prepare(`SELECT ${columns.join(", ")} FROM ${from} ${rest}`);
    for (const cells of statement.iterate(...params)) {
      yield rowOf(table, cells as unknown as SqlCells);
    }
  }

  /** Returns the first cell of a query as a number; `undefined` without a row. */
  number(sql: string, params: readonly Bound[] = []): number | undefined {
    const cells = this.#prepare(sql).get(...params) as SqlCells | undefined;
    const cell = cells?.[0] ?? undefined;
    return cell === undefined ? undefined : Number(cell);
  }

  instrument(index: number): InstrumentRow {
    const row = this.#instruments.get(index);
    if (row === undefined) throw new Error(`the history has no instrument ${index}`);
    return row;
  }

  coin(currency: number): string {
    return this.#currency(currency).code;
  }

  /** Returns an amount in atoms as a decimal in coins. */
  amount(atoms: bigint, currency: number): string {
    return formatTrimmed(atoms, this.#currency(currency).decimals);
  }

  #currency(currency: number): CurrencyRow {
    const row = this.#currencies.get(currency);
    if (row === undefined) throw new Error(`the history has no coin ${currency}`);
    return row;
  }

  #prepare(sql: string): StatementSync {
    const statement = this.#database.prepare(sql);
    statement.setReturnArrays(true);
    statement.setReadBigInts(true);
    return statement;
  }

  #begin(path: string): void {
    let version: number | undefined;
    try {
      this.#database.exec("BEGIN");
      version = this.number("PRAGMA user_version");
    } catch (thrown) {
      throw new Error(`${path} cannot be read: ${messageOf(thrown)}`, { cause: thrown });
    }
    if (version === HISTORY_SCHEMA_VERSION) return;
    throw new Error(
      `${path} has version ${version} of the schema, and this program reads version ` +
        `${HISTORY_SCHEMA_VERSION}: a start of this version of the exchange writes it again`,
    );
  }
}
