import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eventStory, STORY_INSTRUMENTS } from "../../../test/support/event-story.ts";
import { ORDER_SOURCES, ORDER_TYPES, SIDES } from "../../core/base/vocabulary.ts";
import type { Fields, RecordOf } from "../../core/commands/schema.ts";
import { decodeEvents } from "../../core/events/event-buffer.ts";
import type { CoreEvent } from "../../core/events/events.ts";
import { SqliteStore } from "../store/sqlite-store.ts";
import { HistoryStore } from "./history-store.ts";
import type { AnyRow, HistoryQuery, Paging } from "./queries.ts";
import type { Table } from "./table-shape.ts";
import { allRows } from "./table-sql.ts";
import {
  BILL_KINDS,
  BILLS,
  type BillRow,
  CLOSED_POSITIONS,
  FILLS,
  ORDER_STATUSES,
  ORDERS,
  TRADES,
  TRANSFERS,
} from "./tables.ts";

const KEEPS_ALL = { tradesMs: 0, minuteCandlesMs: 0, hourCandlesMs: 0, userRowsMs: 0 };
const STORY = eventStory({ seed: 77, commands: 1_500, stepMs: 90_000, batchMax: 30 });

const store = new SqliteStore(":memory:");
let history: HistoryStore;
let events: CoreEvent[] = [];

beforeAll(() => {
  history = new HistoryStore(store, { quietUsers: [], retention: KEEPS_ALL });
  history.listInstruments(STORY_INSTRUMENTS);
  for (const words of STORY) history.apply(words);
  events = STORY.flatMap((words) => decodeEvents(words));
});
afterAll(() => history.close());

type Row = AnyRow & { id: number };
type Judge<R> = (row: R) => boolean;

/** Walks all pages; every page but the last is full. */
function walked(asked: HistoryQuery, paging: Omit<Paging, "idLessThan">): Row[] {
  const rows: Row[] = [];
  let idLessThan: number | undefined;
  for (;;) {
    const query = { ...asked.query, ...paging, idLessThan };
    const page = history.find({ kind: asked.kind, query } as HistoryQuery);
    rows.push(...(page.rows as Row[]));
    if (!page.hasMore) return rows;
    expect(page.rows).toHaveLength(paging.limit);
    idLessThan = rows.at(-1)?.id;
  }
}

/** The same by looking at every row. */
function filtered<F extends Fields>(table: Table<F>, judge: Judge<RecordOf<F>>): unknown[] {
  const rows = allRows(store, table).filter(judge) as unknown as { id: number }[];
  return rows.sort((a, b) => b.id - a.id);
}

const START_MS = 1_700_000_000_000;
const time = fc.integer({ min: START_MS - 1_000, max: START_MS + 1_500 * 46_000 });
const user = fc.integer({ min: 0, max: 5 });
const limit = fc.constantFrom(1, 2, 7, 100, 1_000);
const paging = fc.record({
  fromMs: fc.option(time, { nil: undefined }),
  toMs: fc.option(time, { nil: undefined }),
  limit,
});
const instruments = fc.option(fc.uniqueArray(fc.constantFrom(0, 1, 9)), { nil: undefined });
const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });

function isIn(
  atMs: number,
  { fromMs = 0, toMs = Number.MAX_VALUE }: Omit<Paging, "limit">,
): boolean {
  return atMs >= fromMs && atMs <= toMs;
}

function matches<T>(wanted: readonly T[] | undefined, value: T): boolean {
  return wanted === undefined || wanted.includes(value);
}

function matchesOne<T>(wanted: T | undefined, value: T): boolean {
  return wanted === undefined || wanted === value;
}

describe("pages are exactly the matching rows, newest first, without gaps or repeats", () => {
  it("of orders", () => {
    const words = {
      statuses: optional(fc.uniqueArray(fc.constantFrom(...ORDER_STATUSES))),
      clientOrderId: optional(fc.integer({ min: 0, max: 50 }).map((n) => `c${n}`)),
      orderTypes: optional(fc.uniqueArray(fc.constantFrom(...ORDER_TYPES))),
      sides: optional(fc.uniqueArray(fc.constantFrom(...SIDES))),
      sources: optional(fc.uniqueArray(fc.constantFrom(...ORDER_SOURCES))),
    };
    const filters = fc.record({ user, instruments, ...words });
    const check = fc.property(filters, paging, (query, window) => {
      const expected = filtered(
        ORDERS,
        (row) =>
          row.user === query.user &&
          matches(query.instruments, row.instrument) &&
          matches(query.statuses, row.status) &&
          matches(query.orderTypes, row.orderType) &&
          matches(query.sides, row.side) &&
          matches(query.sources, row.source) &&
          matchesOne(query.clientOrderId, row.clientOrderId) &&
          isIn(row.createdAtMs, window),
      );
      expect(walked({ kind: "orders", query: { ...query, ...window } }, window)).toEqual(expected);
    });
    fc.assert(check, { numRuns: 60 });
  });

  it("of fills", () => {
    const orders = events.flatMap((event) => (event.kind === "order_filled" ? event.orderId : []));
    const orderId = optional(fc.constantFrom(...orders.slice(0, 40)));
    const filters = fc.record({ user, instruments, orderId });
    const check = fc.property(filters, paging, (query, window) => {
      const expected = filtered(
        FILLS,
        (row) =>
          row.user === query.user &&
          matches(query.instruments, row.instrument) &&
          matchesOne(query.orderId, row.orderId) &&
          isIn(row.createdAtMs, window),
      );
      expect(walked({ kind: "fills", query: { ...query, ...window } }, window)).toEqual(expected);
    });
    fc.assert(check, { numRuns: 60 });
  });

  it("of bills", () => {
    const wallets = optional(fc.uniqueArray(fc.constantFrom("spot", "unified", "usdt_futures")));
    const kinds = optional(fc.uniqueArray(fc.constantFrom(...BILL_KINDS)));
    const currency = optional(fc.integer({ min: 0, max: 2 }));
    const signs = { isTrade: optional(fc.boolean()), isOutflow: optional(fc.boolean()) };
    const filters = fc.record({ user, wallets, kinds, currency, ...signs, instruments });
    const check = fc.property(filters, paging, (query, window) => {
      const judge = (row: BillRow): boolean =>
        row.user === query.user &&
        matches<string>(query.wallets, row.wallet) &&
        matches(query.kinds, row.kind) &&
        matchesOne(query.currency, row.currency) &&
        matchesOne(query.isTrade, row.hasInstrument) &&
        matchesOne(query.isOutflow, row.amount < 0n) &&
        (query.instruments === undefined || row.hasInstrument) &&
        matches(query.instruments, row.instrument) &&
        isIn(row.createdAtMs, window);
      const asked = { kind: "bills", query: { ...query, ...window } } as HistoryQuery;
      expect(walked(asked, window)).toEqual(filtered(BILLS, judge));
    });
    fc.assert(check, { numRuns: 60 });
  });

  it("of closed positions and public trades", () => {
    const check = fc.property(user, instruments, paging, (whose, which, window) => {
      const positions = filtered(
        CLOSED_POSITIONS,
        (row) =>
          row.user === whose && matches(which, row.instrument) && isIn(row.closedAtMs, window),
      );
      const query = { user: whose, instruments: which, ...window };
      expect(walked({ kind: "closedPositions", query }, window)).toEqual(positions);
      const instrument = whose % 2;
      const trades = filtered(
        TRADES,
        (row) => row.instrument === instrument && isIn(row.createdAtMs, window),
      );
      const ofTrades = { instrument, ...window };
      expect(walked({ kind: "trades", query: ofTrades }, window)).toEqual(trades);
    });
    fc.assert(check, { numRuns: 60 });
  });

  it("of transfers, by id and by number", () => {
    const currency = optional(fc.integer({ min: 0, max: 1 }));
    const check = fc.property(user, currency, paging, (whose, coin, window) => {
      const expected = filtered(
        TRANSFERS,
        (row) =>
          row.user === whose && matchesOne(coin, row.currency) && isIn(row.createdAtMs, window),
      );
      const query = { user: whose, currency: coin, ...window };
      expect(walked({ kind: "transfers", query }, window)).toEqual(expected);
      const numbered: AnyRow[] = [];
      for (let page = 1; ; page++) {
        const found = history.find({ kind: "transfers", query: { ...query, page } });
        numbered.push(...found.rows);
        if (!found.hasMore) break;
      }
      expect(numbered).toEqual(expected);
    });
    fc.assert(check, { numRuns: 60 });
  });
});

describe("what the rows must agree with in the events", () => {
  it("every fill has its row, its order's totals and its bills", () => {
    const fills = events.filter((event) => event.kind === "order_filled");
    expect(fills.length).toBeGreaterThan(100);
    const rows = allRows(store, FILLS);
    expect(new Set(rows.map(({ id }) => id))).toEqual(new Set(fills.map(({ fillId }) => fillId)));
    const bills = allRows(store, BILLS).filter((row) => row.orderId !== 0);
    const spotFills = fills.filter(({ instrument }) => instrument === 0).length;
    expect(bills).toHaveLength(fills.length + spotFills);
    for (const order of allRows(store, ORDERS)) {
      const own = rows.filter(({ orderId }) => orderId === order.id);
      expect(own.reduce((sum, { size }) => sum + size, 0)).toBe(order.filled);
      expect(own.reduce((sum, { value }) => sum + value, 0n)).toBe(order.filledNotional);
      expect(own.reduce((sum, { realisedPnl }) => sum + realisedPnl, 0n)).toBe(order.realisedPnl);
    }
  });
});
