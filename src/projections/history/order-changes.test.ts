import { expect, it } from "vitest";
import { EventBuffer, EventReader } from "../../core/events/event-buffer.ts";
import { atoms, lots, ticks } from "../../core/money/units.ts";
import { SqliteStore } from "../store/sqlite-store.ts";
import { OrderChanges } from "./order-changes.ts";
import { ORDER_STEPS } from "./order-step-table.ts";
import { allRows, createTableSql } from "./table-sql.ts";
import { ORDERS } from "./tables.ts";

const USER = 3;
const INSTRUMENT = 1;

type Step = (changes: OrderChanges, reader: EventReader) => void;

/** Reads the event that `write` writes. */
function read(changes: OrderChanges, write: (events: EventBuffer) => void, step: Step): void {
  const events = new EventBuffer();
  events.write("command_applied", { seq: 9, timeMs: 7_000, command: "tick" });
  write(events);
  const reader = new EventReader(events.words());
  reader.next();
  reader.next();
  step(changes, reader);
}

function accept(changes: OrderChanges, orderId: number): void {
  const write = (events: EventBuffer): void =>
    events.write("order_accepted", {
      ...{ orderId, user: USER, instrument: INSTRUMENT, side: "sell", orderType: "limit" },
      ...{ timeInForce: "gtc", positionSide: "net", reduceOnly: false, stpMode: "none" },
      ...{ price: ticks(100), size: lots(10), quoteAmount: atoms(0n), leverage: 0 },
      ...{ marginMode: "crossed", source: "api", backing: "default", loanType: "normal" },
      ...{ sizingPriceE6: 0, clientOrderId: `c${orderId}` },
    });
  read(changes, write, (to, reader) => to.accept(reader));
}

function amend(changes: OrderChanges, orderId: number, price: number): void {
  const terms = { price: ticks(price), size: lots(10), remaining: lots(10) };
  const write = (events: EventBuffer): void =>
    events.write("order_amended", { orderId, user: USER, instrument: INSTRUMENT, ...terms });
  read(changes, write, (to, reader) => to.amend(reader));
}

function close(changes: OrderChanges, orderId: number): void {
  const end = { outcome: "cancelled", reason: "user_cancelled", remaining: lots(4) } as const;
  const write = (events: EventBuffer): void =>
    events.write("order_closed", { orderId, user: USER, instrument: INSTRUMENT, ...end });
  read(changes, write, (to, reader) => to.close(reader, "cancel_order"));
}

/** Rows after three orders were accepted, amended twice and one of them closed, by blocks. */
function rowsWith(knownMax: number) {
  const store = new SqliteStore(":memory:");
  for (const table of [ORDERS, ORDER_STEPS]) store.exec(createTableSql(table));
  const changes = new OrderChanges(store, knownMax);
  const ids = [11, 12, 13];
  for (const id of ids) accept(changes, id);
  changes.write();
  for (const id of ids) amend(changes, id, 100 + id);
  changes.write();
  amend(changes, 12, 50);
  close(changes, 13);
  changes.write();
  // What is discarded is read again as it was written.
  amend(changes, 11, 1);
  changes.clear();
  accept(changes, 14);
  close(changes, 12);
  changes.write();
  const rows = { orders: allRows(store, ORDERS), steps: allRows(store, ORDER_STEPS) };
  store.close();
  return rows;
}

it("orders have the same rows whether they are known or read again", () => {
  const { orders, steps } = rowsWith(10);
  expect(rowsWith(0)).toEqual({ orders, steps });
  expect(rowsWith(2)).toEqual({ orders, steps });
  expect(orders).toMatchObject([
    { id: 11, price: 111, status: "live", closedBy: "none", clientOrderId: "c11" },
    { id: 12, price: 50, status: "cancelled", closedBy: "cancel_order", remaining: 4 },
    { id: 13, price: 113, status: "cancelled", closedSeq: 9, clientOrderId: "c13" },
    { id: 14, price: 100, status: "live", closeReason: "none", clientOrderId: "c14" },
  ]);
  // A second change in one command replaces the first; all events here are of one command.
  expect(steps.map(({ subject, price, priceBefore }) => [subject, price, priceBefore])).toEqual([
    [11, 111, 100],
    [12, 50, 112],
    [13, 113, 100],
  ]);
});
