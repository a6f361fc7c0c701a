/**
 * Deletes rows that are older than their retention. The deleted rows depend on the time of events
 * alone, not on their grouping into blocks, so that a rebuilt history has the same rows.
 */

import {
  DEPOSIT_STATUSES,
  indexIn,
  P2P_AD_STATUSES,
  P2P_ORDER_STATUSES,
  WITHDRAWAL_STATUSES,
} from "../../core/base/vocabulary.ts";
import { CANDLE_BASES } from "../live/candle-interval.ts";
import { CLOSED_PLAN_STATUSES, PLAN_STATUSES } from "../live/plan-status.ts";
import type { SqlStore } from "../store/sql-store.ts";
import { type RemovedRows, type Retention, SAMPLES_KEPT_MS } from "./limits.ts";
import { columnOf } from "./table-sql.ts";
import { ORDER_STATUSES } from "./tables.ts";
import { UNIT_LOAN_STATUSES, UNIT_RECORD_KINDS } from "./unit-table.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

type IdColumn = "coreId" | "billId" | "closedPositionId";

export class Pruning {
  readonly #store: SqlStore;
  readonly #retention: Retention;
  #removed: RemovedRows | undefined;

  constructor(store: SqlStore, retention: Retention) {
    this.#store = store;
    this.#retention = retention;
  }

  /** Whether an hour ended between two times of commands, so that rows may be pruned. */
  isDue(beforeMs: number, nowMs: number): boolean {
    return beforeMs > 0 && Math.floor(beforeMs / HOUR_MS) < Math.floor(nowMs / HOUR_MS);
  }

  /** Deletes old rows; called when `isDue`, after all rows of earlier commands are written. */
  prune(beforeMs: number, nowMs: number): void {
    const hourMs = Math.floor(nowMs / HOUR_MS) * HOUR_MS;
    const { tradesMs, minuteCandlesMs, hourCandlesMs, userRowsMs } = this.#retention;
    this.#pruneSamples(hourMs - SAMPLES_KEPT_MS);
    if (tradesMs > 0) this.#pruneTrades(hourMs - tradesMs);
    if (minuteCandlesMs > 0) this.#pruneCandles("1m", hourMs - minuteCandlesMs);
    if (hourCandlesMs > 0) this.#pruneCandles("1H", hourMs - hourCandlesMs);
    const isNewDay = Math.floor(beforeMs / DAY_MS) < Math.floor(nowMs / DAY_MS);
    if (userRowsMs > 0 && isNewDay) {
      this.#pruneUserRows(Math.floor(nowMs / DAY_MS) * DAY_MS - userRowsMs);
    }
  }

  /** Returns what was deleted of users since the last call; undefined when nothing was. */
  takeRemoved(): RemovedRows | undefined {
    const removed = this.#removed;
    this.#removed = undefined;
    return removed;
  }

  #noteRemoved(rows: number, beforeMs: number): void {
    if (rows > 0) this.#removed = { rows: (this.#removed?.rows ?? 0) + rows, beforeMs };
  }

  #pruneUserRows(untilMs: number): void {
    const open = indexIn(ORDER_STATUSES, "partially_filled");
    const after = `AND status > ${open} AND updated_at_ms < ${untilMs}`;
    this.#pruneByIds("orders", "coreId", untilMs, { after });
    const finals = CLOSED_PLAN_STATUSES.map((status) => indexIn(PLAN_STATUSES, status));
    const ended = `AND status IN (${finals.join(", ")}) AND updated_at_ms < ${untilMs}`;
    this.#pruneByIds("plans", "coreId", untilMs, { after: ended });
    this.#pruneByIds("order_steps", "coreId", untilMs);
    this.#pruneByIds("activities", "coreId", untilMs);
    this.#pruneByIds("fills", "coreId", untilMs);
    this.#pruneByIds("transfers", "coreId", untilMs);
    this.#pruneByIds("loan_records", "coreId", untilMs);
    this.#pruneByIds("swaps", "coreId", untilMs);
    this.#pruneByIds("conversions", "coreId", untilMs);
    this.#pruneByIds("pledge_records", "coreId", untilMs);
    this.#pruneByIds("position_moves", "coreId", untilMs);
    this.#pruneByIds("unwinds", "coreId", untilMs, { after: "AND state > 0" });
    this.#pruneByIds("liquidations", "coreId", untilMs, { after: "AND state > 0" });
    this.#pruneByIds("liquidation_parts", "coreId", untilMs);
    this.#pruneByIds("liquidation_payments", "coreId", untilMs);
    this.#pruneByIds("liquidation_steps", "coreId", untilMs);
    const finished = (open: number): string =>
      `AND status >= ${open} AND updated_at_ms < ${untilMs}`;
    const credited = indexIn(DEPOSIT_STATUSES, "credited");
    this.#pruneByIds("deposits", "coreId", untilMs, { after: finished(credited) });
    const confirmed = indexIn(WITHDRAWAL_STATUSES, "confirmed");
    this.#pruneByIds("withdrawals", "coreId", untilMs, { after: finished(confirmed) });
    const completed = indexIn(P2P_ORDER_STATUSES, "completed");
    this.#pruneByIds("p2p_orders", "coreId", untilMs, { after: finished(completed) });
    const removed = indexIn(P2P_AD_STATUSES, "removed");
    this.#pruneByIds("p2p_ads", "coreId", untilMs, { after: finished(removed) });
    // A loan is kept while it is open; the status of a repayment is that of its loan.
    const repaid = indexIn(UNIT_LOAN_STATUSES, "repaid");
    const isRepayment = `kind = ${indexIn(UNIT_RECORD_KINDS, "repayment")}`;
    const past = `AND updated_at_ms < ${untilMs} AND (status >= ${repaid} OR ${isRepayment})`;
    this.#pruneByIds("unit_records", "coreId", untilMs, { after: past });
    this.#pruneByIds("bills", "billId", untilMs);
    this.#pruneByIds("counter_accounts", "billId", untilMs);
    this.#pruneByIds("closed_positions", "closedPositionId", untilMs);
    const instruments = "instrument IN (SELECT instrument FROM instruments) AND";
    this.#pruneByIds("liquidated", "coreId", untilMs, { before: instruments });
    const hours = "DELETE FROM fund_periods WHERE hours = 1 AND start_ms < ?";
    this.#noteRemoved(this.#store.prepare(hours).run([untilMs]), untilMs);
  }

  #pruneCandles(base: (typeof CANDLE_BASES)[number], untilMs: number): void {
    const index = indexIn(CANDLE_BASES, base);
    const sql = "DELETE FROM candles WHERE base = ? AND start_ms < ?";
    this.#store.prepare(sql).run([index, untilMs]);
  }

  /** Keeps the newest sample of each instrument: it holds the running figures. */
  #pruneSamples(untilMs: number): void {
    const newest =
      "SELECT MAX(start_ms) FROM market_samples AS later " +
      "WHERE later.instrument = market_samples.instrument";
    const sql = `DELETE FROM market_samples WHERE start_ms < ? AND start_ms < (${newest})`;
    this.#store.prepare(sql).run([untilMs]);
  }

  /** Names instruments, so that SQLite uses the primary key. */
  #pruneTrades(untilMs: number): void {
    const instruments = "instrument IN (SELECT instrument FROM instruments) AND";
    this.#pruneByIds("trades", "coreId", untilMs, { before: instruments });
  }

  #pruneByIds(
    table: string,
    ids: IdColumn,
    untilMs: number,
    conditions: { readonly before?: string; readonly after?: string } = {},
  ): void {
    const mark = `SELECT ${columnOf(ids)} FROM id_marks WHERE minute >= ? ORDER BY minute LIMIT 1`;
    const id = this.#store.prepare(mark).all([Math.floor(untilMs / MINUTE_MS)])[0]?.[0];
    if (id === undefined) return;
    const { before = "", after = "" } = conditions;
    const deletion = `DELETE FROM ${table} WHERE ${before} id <= ? ${after}`;
    const rows = this.#store.prepare(deletion).run([id]);
    if (table !== "trades") this.#noteRemoved(rows, untilMs);
  }
}
