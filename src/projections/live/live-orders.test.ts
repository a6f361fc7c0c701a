import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  acceptedOrder,
  commandApplied,
  type DraftOfEvent,
  type EventDraft,
  eventWords,
  filledOrder,
} from "../../../test/support/event-drafts.ts";
import { atoms, lots, ticks } from "../../core/money/units.ts";
import { CLOSED_ORDERS_MAX, ClosedOrders } from "./closed-orders.ts";
import { LastOrders } from "./last-orders.ts";
import { type LiveOrder, NO_CURRENCY } from "./live-order.ts";
import { LiveViews } from "./live-views.ts";
import { WITHOUT_EXITS } from "./order-exits.ts";

const ALICE = 5;
const BOB = 6;

function accepted(
  orderId: number,
  change: Partial<DraftOfEvent<"order_accepted">> = {},
): EventDraft {
  const order = { orderId, user: ALICE, instrument: 1, side: "buy" } as const;
  return acceptedOrder({ ...order, price: ticks(10), size: lots(3), ...change });
}

function filled(orderId: number, change: Partial<DraftOfEvent<"order_filled">> = {}): EventDraft {
  const order = { orderId, user: ALICE, instrument: 1, side: "buy", role: "maker" } as const;
  const fill = { fillId: 900, tradeId: 800, price: ticks(10), size: lots(1), value: atoms(10n) };
  const fee = { fee: atoms(2n), feeTotal: atoms(2n), feeCurrency: 4 };
  const totals = { filled: lots(1), filledNotional: atoms(10n), remaining: lots(2) };
  return filledOrder({ ...order, ...fill, ...fee, ...totals, ...change });
}

function closed(orderId: number, change: Partial<DraftOfEvent<"order_closed">> = {}): EventDraft {
  return {
    kind: "order_closed",
    orderId,
    user: ALICE,
    instrument: 1,
    outcome: "cancelled",
    reason: "user_cancelled",
    remaining: lots(3),
    ...change,
  };
}

function viewsAfter(...batches: readonly EventDraft[][]): LiveViews {
  const views = new LiveViews([]);
  for (const [index, events] of batches.entries()) {
    views.onBatch(eventWords([commandApplied(index + 1, (index + 1) * 100), ...events]));
  }
  return views;
}

const idsOf = (orders: Iterable<LiveOrder>): number[] => Array.from(orders, (row) => row.orderId);

describe("live orders", () => {
  test("an accepted order is found by its id, its client's id and on its user's page", () => {
    const { orders } = viewsAfter([accepted(11, { clientOrderId: "first" })]);
    const order = orders.byId(11);
    expect(order).toEqual({
      orderId: 11,
      user: ALICE,
      instrument: 1,
      side: "buy",
      orderType: "limit",
      timeInForce: "gtc",
      positionSide: "net",
      reduceOnly: false,
      stpMode: "none",
      price: 10,
      size: 3,
      quoteAmount: 0n,
      filled: 0,
      filledNotional: 0n,
      sizingPriceE6: 0,
      fillPriceMin: 0,
      fillPriceMax: 0,
      feeTotal: 0n,
      feeCurrency: NO_CURRENCY,
      remaining: 3,
      realisedPnl: 0n,
      leverage: 0,
      marginMode: "crossed",
      source: "api",
      backing: "default",
      loanType: "normal",
      exits: WITHOUT_EXITS,
      clientOrderId: "first",
      status: "new",
      closeReason: undefined,
      createdAtMs: 100,
      updatedAtMs: 100,
      seq: 1,
      lastFill: undefined,
    });
    expect(orders.pendingByClientOrderId(ALICE, "first")).toBe(order);
    expect(orders.byClientOrderId(BOB, "first")).toBeUndefined();
    expect(orders.open(ALICE, 11)).toBe(order);
    expect(orders.ownById(ALICE, 11)).toBe(order);
    expect(orders.page(ALICE, { limit: 10 })).toEqual([order]);
    expect(orders.openCount).toBe(1);
  });

  test("a fill updates totals, profit and the last fill", () => {
    const { orders } = viewsAfter(
      [accepted(11)],
      [filled(11, { realisedPnl: atoms(-7n), closesPosition: true })],
    );
    expect(orders.byId(11)).toMatchObject({
      status: "partially_filled",
      filled: 1,
      filledNotional: 10n,
      feeTotal: 2n,
      feeCurrency: 4,
      remaining: 2,
      realisedPnl: -7n,
      updatedAtMs: 200,
      seq: 2,
      lastFill: { fillId: 900, tradeId: 800, role: "maker", closesPosition: true, value: 10n },
    });
  });

  test("an amended order keeps its id and shows its new terms", () => {
    const terms = { price: ticks(12), size: lots(9), remaining: lots(9) };
    const amended: EventDraft = {
      kind: "order_amended",
      orderId: 11,
      user: ALICE,
      instrument: 1,
      ...terms,
    };
    const { orders } = viewsAfter([accepted(11)], [amended]);
    expect(orders.byId(11)).toMatchObject({ ...terms, status: "new", createdAtMs: 100 });
  });

  test("a closed order leaves the open ones and can still be looked up", () => {
    const { orders } = viewsAfter([accepted(11, { clientOrderId: "one" })], [closed(11)]);
    expect(orders.page(ALICE, { limit: 10 })).toEqual([]);
    expect(orders.openCountOf(ALICE)).toBe(0);
    expect(orders.pendingByClientOrderId(ALICE, "one")).toBeUndefined();
    expect(orders.byClientOrderId(ALICE, "one")).toBe(orders.byId(11));
    expect(orders.byId(11)).toMatchObject({
      status: "cancelled",
      closeReason: "user_cancelled",
      remaining: 3,
    });
    expect(orders.open(ALICE, 11)).toBeUndefined();
    expect(orders.ownById(ALICE, 11)?.status).toBe("cancelled");
    expect(idsOf(orders.closedOf(ALICE))).toEqual([11]);
  });

  test("an order of another user is not found by its owner's look-ups", () => {
    const { orders } = viewsAfter([accepted(11)], [accepted(12)], [closed(12)]);
    expect(orders.open(BOB, 11)).toBeUndefined();
    expect(orders.ownById(BOB, 11)).toBeUndefined();
    expect(orders.ownById(BOB, 12)).toBeUndefined();
    expect(orders.byId(12)?.user).toBe(ALICE);
  });

  test("a client's id used again after a close names the pending order", () => {
    const { orders } = viewsAfter(
      [accepted(11, { clientOrderId: "one" })],
      [closed(11)],
      [accepted(12, { clientOrderId: "one" })],
    );
    expect(orders.byClientOrderId(ALICE, "one")?.orderId).toBe(12);
    expect(orders.byId(11)?.status).toBe("cancelled");
  });

  test("listeners receive each event in order, with the fill and the state after the event", () => {
    const views = new LiveViews([]);
    const reported: unknown[] = [];
    views.orders.onOrderChanged((order, change, fill) => {
      reported.push([order.orderId, change, order.status, order.remaining, fill?.fillId]);
    });
    const whole = { filled: lots(3), remaining: lots(0), fillId: 901 };
    views.onBatch(
      eventWords([
        commandApplied(1, 100),
        accepted(11),
        filled(11),
        filled(11, whole),
        closed(11, { outcome: "filled", reason: "filled", remaining: lots(0) }),
      ]),
    );
    expect(reported).toEqual([
      [11, "accepted", "new", 3, undefined],
      [11, "filled", "partially_filled", 2, 900],
      [11, "filled", "filled", 0, 901],
      [11, "closed", "filled", 0, undefined],
    ]);
  });

  test("a market buy given by amount is not shown as filled before it is closed", () => {
    const market = { orderType: "market", price: ticks(0), size: lots(0) } as const;
    const { orders } = viewsAfter(
      [accepted(11, { ...market, quoteAmount: atoms(50n) })],
      [filled(11, { remaining: lots(0) })],
    );
    expect(orders.byId(11)?.status).toBe("partially_filled");
  });

  test("an event of an unknown order is a broken invariant", () => {
    expect(() => viewsAfter([closed(99)])).toThrow("follows its acceptance");
  });

  test("orders of a snapshot take part like accepted ones", () => {
    const views = new LiveViews([]);
    const source = viewsAfter([accepted(11, { clientOrderId: "one" })]).orders.byId(11);
    if (source === undefined) throw new Error("the order is open");
    views.seedOrder({ ...source, remaining: lots(2) });
    expect(views.orders.byId(11)).toMatchObject({ status: "new", remaining: 2 });
    views.onBatch(eventWords([commandApplied(7, 700), closed(11)]));
    expect(views.orders.byClientOrderId(ALICE, "one")?.status).toBe("cancelled");
  });

  test("pages and look-ups of random orders equal those of a plain list", () => {
    const step = fc.record({
      user: fc.integer({ min: 1, max: 3 }),
      closes: fc.integer({ min: 0, max: 12 }),
      isLookedUp: fc.boolean(),
    });
    fc.assert(
      fc.property(
        fc.array(step, { maxLength: 80 }),
        fc.integer({ min: 1, max: 9 }),
        fc.integer({ min: 0, max: 80 }),
        (steps, limit, idLessThan) => {
          const views = new LiveViews([]);
          let open: { id: number; user: number }[] = [];
          for (const [index, { user, closes, isLookedUp }] of steps.entries()) {
            const id = index + 1;
            const clientOrderId = `c${id}`;
            const events = [commandApplied(id, id), accepted(id, { user, clientOrderId })];
            open.push({ id, user });
            const gone = open[closes];
            if (gone !== undefined) events.push(closed(gone.id, { user: gone.user }));
            open = open.filter((order) => order !== gone);
            views.onBatch(eventWords(events));
            if (!isLookedUp) continue;
            const found = views.orders.pendingByClientOrderId(user, clientOrderId);
            expect(found?.orderId).toBe(gone?.id === id ? undefined : id);
          }
          const { orders } = views;
          expect(orders.openCount).toBe(open.length);
          for (const user of [1, 2, 3]) {
            const own = open.filter((order) => order.user === user).map((order) => order.id);
            expect(orders.openCountOf(user)).toBe(own.length);
            expect(idsOf(orders.openOf(user))).toEqual(own.toReversed());
            const below = own.filter((id) => id < idLessThan).toReversed();
            expect(idsOf(orders.page(user, { limit, idLessThan }))).toEqual(below.slice(0, limit));
            const accepts = (order: LiveOrder): boolean => order.orderId % 2 === 0;
            const even = own.filter((id) => id % 2 === 0).toReversed();
            expect(idsOf(orders.page(user, { limit, accepts }))).toEqual(even.slice(0, limit));
            for (const id of own) {
              expect(orders.pendingByClientOrderId(user, `c${id}`)?.orderId).toBe(id);
            }
          }
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe("orders closed lately", () => {
  test("the oldest give way, per user and in all, as in a plain list", () => {
    const template = viewsAfter([accepted(1)]).orders.byId(1);
    if (template === undefined) throw new Error("the order is open");
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 120 }),
        fc.integer({ min: 1, max: 8 }),
        fc.integer({ min: 8, max: 20 }),
        (users, perUserMax, max) => {
          const closedOrders = new ClosedOrders(perUserMax, max);
          const ring: { id: number; user: number }[] = [];
          for (const [index, user] of users.entries()) {
            const id = index + 1;
            closedOrders.add({ ...template, orderId: id, user, clientOrderId: `c${id % 5}` });
            ring.push({ id, user });
          }
          const inAll = ring.slice(-max);
          for (const user of [1, 2, 3, 4]) {
            const own = ring.filter((order) => order.user === user).slice(-perUserMax);
            const kept = own.filter((order) => inAll.includes(order)).map((order) => order.id);
            expect(idsOf(closedOrders.of(user))).toEqual(kept.toReversed());
            for (const id of kept) expect(closedOrders.byId(id)?.user).toBe(user);
            for (let name = 0; name < 5; name++) {
              const newest = kept.findLast((id) => id % 5 === name);
              expect(closedOrders.byClientOrderId(user, `c${name}`)?.orderId).toBe(newest);
            }
          }
        },
      ),
      { numRuns: 80 },
    );
  });

  test("the last ones of each user stay, whatever the others do", () => {
    const views = viewsAfter([accepted(1, { user: 7 })]);
    views.onBatch(eventWords([closed(1, { user: 7 })]));
    for (let first = 10; first < 10 + CLOSED_ORDERS_MAX; first += 1_000) {
      const ids = Array.from({ length: 1_000 }, (_, index) => first + index);
      const users = ids.map((id) => 8 + (id % 200));
      const events = ids.flatMap((id, index) => {
        const user = users[index] ?? 0;
        return [accepted(id, { user }), closed(id, { user })];
      });
      views.onBatch(eventWords(events));
    }
    const { orders } = views;
    expect(idsOf(orders.closedOf(7)), "all others pushed it out").toEqual([]);
    expect(orders.ownById(7, 1)?.status).toBe("cancelled");
    const name = orders.ownById(7, 1)?.clientOrderId ?? "";
    expect(orders.byClientOrderId(7, name)?.orderId).toBe(1);
    expect(orders.ownById(8, 1)).toBeUndefined();
    expect(orders.byClientOrderId(8, name)).toBeUndefined();
  });

  test("a user keeps as many as are kept, and the earliest user gives way", () => {
    const template = viewsAfter([accepted(1)]).orders.byId(1);
    if (template === undefined) throw new Error("the order is open");
    const last = new LastOrders(2, 2);
    const add = (user: number, orderId: number, clientOrderId = `c${orderId}`): void =>
      last.add({ ...template, user, orderId, clientOrderId });
    for (const id of [1, 2, 3]) add(1, id);
    expect([1, 2, 3].map((id) => last.byId(1, id)?.orderId)).toEqual([undefined, 2, 3]);
    add(2, 4, "same");
    add(2, 5, "same");
    expect(last.byClientOrderId(2, "same")?.orderId).toBe(5);
    expect([last.byId(1, 5), last.byClientOrderId(1, "same")]).toEqual([undefined, undefined]);
    add(3, 6);
    expect(last.byId(1, 3)).toBeUndefined();
    expect([last.byId(2, 4), last.byId(3, 6)]).toMatchObject([{ orderId: 4 }, { orderId: 6 }]);
  });
});
