/** Rows of exports other than statements: columns, and texts of the rows of one table. */

import { CATEGORY_TRAITS } from "../src/core/base/word-traits.ts";
import type { Fields, RecordOf } from "../src/core/commands/schema.ts";
import { formatTrimmed } from "../src/core/money/decimals.ts";
import { uidOf } from "../src/gateway/auth/uid.ts";
import { ACTS } from "../src/projections/history/act-table.ts";
import { LIQUIDATED } from "../src/projections/history/liquidation-tables.ts";
import { DAY_MS } from "../src/projections/history/statement-tables.ts";
import type { Table } from "../src/projections/history/table-shape.ts";
import { BILLS, FILLS, type InstrumentRow, ORDERS } from "../src/projections/history/tables.ts";
import { wireId } from "../src/wire/ids.ts";
import type { HistorySnapshot } from "./history-snapshot.ts";

const MINUTE_MS = 60_000;

/** UTC days since 1970, both included; the index of a user, or all. */
export type ExportRange = {
  readonly fromDay: number;
  readonly toDay: number;
  readonly user: number | undefined;
};

export type ExportCell = string | number;

/** A kind of export: stable columns, and rows in the same order. */
export type Export = {
  readonly columns: readonly string[];
  readonly rows: (history: HistorySnapshot, range: ExportRange) => Iterable<readonly ExportCell[]>;
};

export function timeText(timeMs: number): string {
  return new Date(timeMs).toISOString();
}

/** Id of an event as the interfaces show it; empty for none. */
function idText(id: number): string {
  return id === 0 ? "" : wireId(id);
}

function priceText({ priceDecimals, tickStep }: InstrumentRow, price: number): string {
  return formatTrimmed(BigInt(price) * BigInt(tickStep), priceDecimals);
}

function sizeText({ lotStep, sizeDecimals }: InstrumentRow, size: number): string {
  return formatTrimmed(BigInt(size) * BigInt(lotStep), sizeDecimals);
}

/** Coin in which the value of a fill is stated. */
function valueCoin({ category, quote, settle }: InstrumentRow): number {
  return CATEGORY_TRAITS[category].isFutures ? settle : quote;
}

function namesOf({ category, realm, symbol }: InstrumentRow): string[] {
  return [symbol, category, realm];
}

/** Bounds of the times of a range, in ms: from the first to below the second. */
function timesOf({ fromDay, toDay }: ExportRange): [number, number] {
  return [fromDay * DAY_MS, (toDay + 1) * DAY_MS];
}

/** Bounds of the ids that were assigned in a range: above the first, up to the second. */
function idsOf(history: HistorySnapshot, ids: string, range: ExportRange): [number, number] {
  const [fromMs, untilMs] = timesOf(range);
  const marked = (rest: string, timeMs: number): number | undefined =>
    history.number(`SELECT ${ids} FROM id_marks WHERE ${rest} LIMIT 1`, [timeMs / MINUTE_MS]);
  return [
    marked("minute <= ? ORDER BY minute DESC", fromMs) ?? 0,
    marked("minute >= ? ORDER BY minute", untilMs) ?? Number.MAX_SAFE_INTEGER,
  ];
}

/** Join, condition and order that find rows by the key of their table, without sorting. */
function byOwner(table: string, owner: "user" | "instrument", range: ExportRange) {
  const owners = owner === "user" ? "users" : "instruments";
  const ofUser = range.user === undefined ? "" : `AND t.user = ${range.user}`;
  return {
    from: `${owners} CROSS JOIN ${table} AS t ON t.${owner} = ${owners}.${owner}`,
    where:
      "WHERE t.id > ? AND t.id <= ? " +
      `AND t.created_at_ms >= ? AND t.created_at_ms < ? ${ofUser}`,
    order: `ORDER BY ${owners}.${owner}, t.id`,
  };
}

/** Yields the rows of all owners of a table by key, in its order. */
function ownedRows<F extends Fields>(
  history: HistorySnapshot,
  { owner, table }: { readonly table: Table<F>; readonly owner: "user" | "instrument" },
  range: ExportRange,
): Generator<RecordOf<F>, void, void> {
  const { from, order, where } = byOwner(table.name, owner, range);
  const ids = idsOf(history, table.name === "bills" ? "bill_id" : "core_id", range);
  const params = [...ids, ...timesOf(range)];
  return history.rowsFrom(table, from, `${where} ${order}`, params);
}

export const BILL_EXPORT: Export = {
  columns: [
    ...["time", "bill_id", "uid", "wallet", "coin", "kind", "amount", "fee", "balance"],
    ...["symbol", "category", "realm", "related_id", "order_id"],
  ],
  *rows(history, range) {
    for (const row of ownedRows(history, { table: BILLS, owner: "user" }, range)) {
      const text = (amount: bigint): string => history.amount(amount, row.currency);
      yield [
        ...[timeText(row.createdAtMs), wireId(row.id), uidOf(row.user), row.wallet],
        ...[history.coin(row.currency), row.kind, text(row.amount), text(row.fee)],
        text(row.balance),
        ...(row.hasInstrument ? namesOf(history.instrument(row.instrument)) : ["", "", ""]),
        ...[idText(row.relatedId), idText(row.orderId)],
      ];
    }
  },
};

export const FILL_EXPORT: Export = {
  columns: [
    ...["time", "fill_id", "trade_id", "order_id", "client_order_id", "uid"],
    ...["symbol", "category", "realm", "side", "position_side", "role", "source"],
    ...["price", "size", "value", "value_coin", "fee", "fee_coin", "realised_pnl"],
  ],
  *rows(history, range) {
    for (const row of ownedRows(history, { table: FILLS, owner: "user" }, range)) {
      const listed = history.instrument(row.instrument);
      const coin = valueCoin(listed);
      yield [
        ...[timeText(row.createdAtMs), wireId(row.id), wireId(row.tradeId)],
        ...[wireId(row.orderId), row.clientOrderId, uidOf(row.user), ...namesOf(listed)],
        ...[row.side, row.positionSide, row.role, row.source],
        ...[priceText(listed, row.price), sizeText(listed, row.size)],
        ...[history.amount(row.value, coin), history.coin(coin)],
        ...[history.amount(row.fee, row.feeCurrency), history.coin(row.feeCurrency)],
        history.amount(row.realisedPnl, coin),
      ];
    }
  },
};

export const ORDER_EXPORT: Export = {
  columns: [
    ...["created_at", "updated_at", "order_id", "client_order_id", "uid"],
    ...["symbol", "category", "realm", "side", "position_side", "order_type", "time_in_force"],
    ...["reduce_only", "source", "status", "close_reason", "price", "size", "quote_amount"],
    ...["filled", "value", "value_coin", "fee", "fee_coin", "realised_pnl"],
  ],
  *rows(history, range) {
    for (const row of ownedRows(history, { table: ORDERS, owner: "user" }, range)) {
      const listed = history.instrument(row.instrument);
      const coin = valueCoin(listed);
      yield [
        ...[timeText(row.createdAtMs), timeText(row.updatedAtMs), wireId(row.id)],
        ...[row.clientOrderId, uidOf(row.user), ...namesOf(listed), row.side, row.positionSide],
        ...[row.orderType, row.timeInForce, String(row.reduceOnly), row.source, row.status],
        ...[row.closeReason, priceText(listed, row.price), sizeText(listed, row.size)],
        ...[history.amount(row.quoteAmount, listed.quote), sizeText(listed, row.filled)],
        ...[history.amount(row.filledNotional, coin), history.coin(coin)],
        ...(row.filled === 0
          ? ["0", ""]
          : [history.amount(row.feeTotal, row.feeCurrency), history.coin(row.feeCurrency)]),
        history.amount(row.realisedPnl, coin),
      ];
    }
  },
};

export const LIQUIDATION_EXPORT: Export = {
  columns: [
    ...["time", "liquidation_id", "order_id", "uid", "symbol", "category", "realm"],
    ...["position_side", "step", "taker", "mark", "price", "size"],
  ],
  *rows(history, range) {
    for (const row of ownedRows(history, { table: LIQUIDATED, owner: "instrument" }, range)) {
      const listed = history.instrument(row.instrument);
      yield [
        ...[timeText(row.createdAtMs), idText(row.liquidationId), idText(row.id)],
        ...[uidOf(row.user), ...namesOf(listed), row.positionSide, row.step, row.taker],
        ...[priceText(listed, row.mark), priceText(listed, row.price)],
        sizeText(listed, row.size),
      ];
    }
  },
};

export const ACT_EXPORT: Export = {
  columns: [
    ...["time", "seq", "actor", "command", "uid", "symbol", "category", "realm"],
    ...["reason", "request_id", "rejection", "fields"],
  ],
  *rows(history, range) {
    const { user } = range;
    const ofUser = user === undefined ? "" : `AND subject = ${user + 1}`;
    const where = `WHERE created_at_ms >= ? AND created_at_ms < ? ${ofUser} ORDER BY id`;
    for (const row of history.rows(ACTS, where, timesOf(range))) {
      const listed = row.instrument === 0 ? undefined : history.instrument(row.instrument - 1);
      yield [
        ...[timeText(row.createdAtMs), row.id, row.actor, row.command],
        row.subject === 0 ? "" : uidOf(row.subject - 1),
        ...(listed === undefined ? ["", "", ""] : namesOf(listed)),
        ...[row.reason, row.requestId, row.rejection, row.fields],
      ];
    }
  },
};
