/** Live views and history against the core that they are views of. */
import { bookAt, type State } from "../../src/core/state.ts";
import { HISTORY_TABLES } from "../../src/projections/history/history-schema.ts";
import { allRows } from "../../src/projections/history/table-sql.ts";
import { FILLS } from "../../src/projections/history/tables.ts";
import type { LiveViews } from "../../src/projections/live/live-views.ts";
import type { SqlStore } from "../../src/projections/store/sql-store.ts";
import { lineOf } from "./event-comparison.ts";
import { digitsOf } from "./naive/naive-client-ids.ts";
import { Violation } from "./violation.ts";

function checkLiveBook(live: LiveViews, state: State, instrument: number): void {
  const book = bookAt(state, instrument);
  const reported = live.books.of(instrument).top(Number.MAX_SAFE_INTEGER);
  for (const isBuySide of [true, false]) {
    const levels: { price: number; size: number }[] = [];
    for (let at = book.bestLevel(isBuySide); at !== 0; at = book.levelAfter(isBuySide, at)) {
      levels.push({ price: book.priceOf(at), size: book.totalOf(at) });
    }
    const seen = (isBuySide ? reported.bids : reported.asks).map(({ price, size }) => ({
      price,
      size,
    }));
    if (lineOf(levels) === lineOf(seen)) continue;
    const message = `book ${instrument}: core ${lineOf(levels)}, live ${lineOf(seen)}`;
    throw new Violation("live_views", state.seq, message);
  }
}

function checkLiveOrders(live: LiveViews, state: State, user: number): void {
  const { orders } = state;
  const open: unknown[] = [];
  for (let slot = state.users[user]?.ordersFirst ?? 0; slot !== 0; ) {
    open.push({
      orderId: orders.id(slot),
      instrument: orders.instrument(slot),
      price: orders.price(slot),
      size: orders.size(slot),
      filled: orders.filled(slot),
      remaining: orders.remaining(slot),
      filledNotional: orders.totals.filledNotional(slot),
      feeTotal: orders.totals.feeTotal(slot),
      clientOrderId: orders.clientIds.textOf(slot) || digitsOf(orders.id(slot)),
    });
    slot = orders.userNext(slot);
  }
  const seen = live.orders.page(user, { limit: Number.MAX_SAFE_INTEGER }).reverse();
  const rows = seen.map((order) => ({
    orderId: order.orderId,
    instrument: order.instrument,
    price: order.price,
    size: order.size,
    filled: order.filled,
    remaining: order.remaining,
    filledNotional: order.filledNotional,
    feeTotal: order.feeTotal,
    clientOrderId: order.clientOrderId,
  }));
  if (lineOf(open) === lineOf(rows)) return;
  const message = `user ${user}: core ${lineOf(open)}, live ${lineOf(rows)}`;
  throw new Violation("live_views", state.seq, message);
}

/** Throws unless the live books and open orders are those of the state. */
export function checkLiveViews(live: LiveViews, state: State): void {
  if (live.seq !== state.seq) {
    throw new Violation("live_views", state.seq, `the views stand at ${live.seq}`);
  }
  for (const { index } of state.instruments) checkLiveBook(live, state, index);
  for (const { index } of state.users) checkLiveOrders(live, state, index);
}

/** Throws unless two histories have the same rows, and one fill for each one reported. */
export function checkHistory(
  seq: number,
  grown: SqlStore,
  rebuilt: SqlStore,
  fillIds: readonly number[],
): void {
  for (const table of HISTORY_TABLES) {
    const rows = allRows(grown, table);
    if (lineOf(rows) !== lineOf(allRows(rebuilt, table))) {
      throw new Violation("history", seq, `the rows of ${table.name} differ when rebuilt`);
    }
  }
  const ids = allRows(grown, FILLS).map(({ id }) => id);
  const [written, reported] = [ids, [...fillIds]].map((list) => list.sort((a, b) => a - b));
  if (lineOf(written) !== lineOf(reported)) {
    throw new Violation("history", seq, "the fills in it are not those of the events");
  }
}
