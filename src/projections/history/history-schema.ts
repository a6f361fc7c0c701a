/** Creates the tables of the history, again when they have another schema version. */
import { type SqlStore, StoreDamaged, StoreOutdated } from "../store/sql-store.ts";
import { ACTS } from "./act-table.ts";
import { ACTIVITIES } from "./activity-table.ts";
import { COLUMN_WORDS, writeColumnWords } from "./column-words.ts";
import { CONVERSIONS } from "./conversion-table.ts";
import { COUNTER_ACCOUNTS } from "./counter-account-table.ts";
import { CURRENCIES } from "./currency-table.ts";
import { DEPOSITS, WITHDRAWALS } from "./custody-tables.ts";
import { DAILY_DEBTS, DAILY_POSITIONS } from "./day-end-tables.ts";
import {
  LIQUIDATION_PARTS,
  LIQUIDATION_PAYMENTS,
  LIQUIDATIONS,
} from "./liquidation-record-tables.ts";
import { LIQUIDATION_STEPS_TABLE } from "./liquidation-step-table.ts";
import { FUND_PERIODS, LIQUIDATED } from "./liquidation-tables.ts";
import { ORDER_STEPS } from "./order-step-table.ts";
import { P2P_ADS, P2P_ORDERS } from "./p2p-tables.ts";
import { PAST_INSTRUMENTS, PAST_PATHS, PAST_TERMS } from "./past-tables.ts";
import { PLEDGE_RECORDS } from "./pledge-table.ts";
import { POSITION_MOVES } from "./position-move-table.ts";
import { ID_MARKS, PROGRESS } from "./progress-tables.ts";
import { DAILY_BALANCES, DAILY_MOVEMENTS } from "./statement-tables.ts";
import { MARKET_SAMPLES } from "./statistics-tables.ts";
import type { TableShape } from "./table-shape.ts";
import { createTableSql } from "./table-sql.ts";
import {
  BILLS,
  CANDLES,
  CLOSED_POSITIONS,
  FILLS,
  FUNDING_RATES,
  INSTRUMENTS,
  LOAN_RECORDS,
  ORDERS,
  PLANS,
  QUIET_USERS,
  SWAPS,
  TRADES,
  TRANSFERS,
  UNWINDS,
  USERS,
} from "./tables.ts";
import { UNIT_RECORDS } from "./unit-table.ts";

/** Increases with every change of a table or of the rows written into it. */
export const HISTORY_SCHEMA_VERSION = 25;

/** Every table. Its rows are a function of the events, except the words of columns. */
export const HISTORY_TABLES: readonly TableShape[] = [
  ORDERS,
  ORDER_STEPS,
  FILLS,
  PLANS,
  TRADES,
  BILLS,
  COUNTER_ACCOUNTS,
  DAILY_MOVEMENTS,
  DAILY_BALANCES,
  DAILY_DEBTS,
  DAILY_POSITIONS,
  TRANSFERS,
  LOAN_RECORDS,
  UNWINDS,
  SWAPS,
  CONVERSIONS,
  DEPOSITS,
  WITHDRAWALS,
  P2P_ORDERS,
  P2P_ADS,
  PLEDGE_RECORDS,
  UNIT_RECORDS,
  POSITION_MOVES,
  ACTS,
  ACTIVITIES,
  CLOSED_POSITIONS,
  CANDLES,
  FUNDING_RATES,
  LIQUIDATED,
  LIQUIDATIONS,
  LIQUIDATION_PARTS,
  LIQUIDATION_PAYMENTS,
  LIQUIDATION_STEPS_TABLE,
  FUND_PERIODS,
  MARKET_SAMPLES,
  USERS,
  INSTRUMENTS,
  CURRENCIES,
  COLUMN_WORDS,
  QUIET_USERS,
  PAST_TERMS,
  PAST_INSTRUMENTS,
  PAST_PATHS,
  ID_MARKS,
  PROGRESS,
];

/**
 * Creates the tables. Drops tables of another version: their rows are written again from the
 * journal, which begins with the command `journalFirstSeq`. Fails with `StoreOutdated`, and changes
 * nothing, when it does not have the first commands any more, and with `StoreDamaged` when a table
 * of this version is missing.
 */
export function prepareSchema(store: SqlStore, journalFirstSeq: number): void {
  const version = Number(store.prepare("PRAGMA user_version").all([])[0]?.[0] ?? 0);
  if (version === HISTORY_SCHEMA_VERSION) checkTables(store);
  else if (version !== 0 && journalFirstSeq > 1) refuseToDrop(version, journalFirstSeq);
  else createTables(store);
  writeColumnWords(store, HISTORY_TABLES);
}

function refuseToDrop(version: number, journalFirstSeq: number): never {
  throw new StoreOutdated(
    `the file has schema ${version}, this version writes schema ${HISTORY_SCHEMA_VERSION}, and ` +
      `the journal begins at seq ${journalFirstSeq}: the rows cannot be written again, and stay ` +
      "as they are; put the earlier segments back from a backup, or start the version that wrote " +
      "the file",
  );
}

function createTables(store: SqlStore): void {
  store.transaction(() => {
    for (const table of HISTORY_TABLES) {
      store.exec(`DROP TABLE IF EXISTS ${table.name}; ${createTableSql(table)}`);
    }
    store.exec(`PRAGMA user_version = ${HISTORY_SCHEMA_VERSION}`);
  });
}

function checkTables(store: SqlStore): void {
  const rows = store.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all([]);
  const names = new Set(rows.map(([name]) => name));
  const missing = HISTORY_TABLES.find(({ name }) => !names.has(name));
  if (missing !== undefined) throw new StoreDamaged(`the table ${missing.name} is missing`);
}
