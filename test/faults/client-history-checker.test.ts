/** The checker of client histories: each violation of a promise is found, and named. */
import { describe, expect, it } from "vitest";
import { checkHistory, RULES, type Rule } from "./support/client-history/checker.ts";
import type { History, JournalOrder } from "./support/client-history/history.ts";
import type {
  Answer,
  Call,
  Cancel,
  Dialect,
  Listing,
  Lookup,
  Operation,
  Placement,
} from "./support/client-history/operations.ts";

/** Exchange time at monotonic time 0. */
const BEGIN_MS = 1_800_000_000_000;
const WINDOW_MS = 30_000;
const DONE = (orderId: string): Answer => ({ kind: "acknowledged", orderId });
const NONE: Answer = { kind: "none" };
const UNKNOWN: Answer = { kind: "unknown" };
const refused = (code: string): Answer => ({ kind: "refused", code });

type Times = { readonly at: number; readonly for?: number; readonly life?: number };

/** A call that begins at monotonic time `at`, and takes 10 ms. */
function call(
  dialect: Dialect,
  clientOid: string,
  { at, for: lasted = 10, life = 1 }: Times,
): Call {
  return {
    client: "raw",
    dialect,
    clientOid,
    invokedMs: at,
    returnedMs: at + lasted,
    life,
    lifeAtEnd: life,
    acceptedMs: BEGIN_MS + at,
  };
}

function placement(clientOid: string, times: Times, answer: Answer, windowMs = WINDOW_MS) {
  const sent = call(dialectOf(clientOid), clientOid, times);
  const acceptedMs = answer.kind === "none" ? undefined : sent.acceptedMs;
  const deadlineMs = BEGIN_MS + times.at + windowMs;
  return { ...sent, kind: "placement", acceptedMs, deadlineMs, answer } satisfies Placement;
}

function cancel(clientOid: string, times: Times, answer: Answer): Cancel {
  const sent = call(dialectOf(clientOid), clientOid, times);
  return { ...sent, kind: "cancel", deadlineMs: BEGIN_MS + times.at + WINDOW_MS, answer };
}

function lookup(clientOid: string, times: Times, answer: Lookup["answer"], isLast = false): Lookup {
  return { ...call(dialectOf(clientOid), clientOid, times), kind: "lookup", isLast, answer };
}

function found(orderId: string, filledLots: number, isOpen: boolean): Lookup["answer"] {
  return { kind: "found", order: { orderId, filledLots, isOpen } };
}

function listing(dialect: Dialect, times: Times, orderIds: readonly string[]): Listing {
  return { ...call(dialect, "", times), kind: "listing", isWhole: true, orderIds };
}

function dialectOf(clientOid: string): Dialect {
  return clientOid.startsWith("v2") ? "v2" : "v3";
}

/** An order of the journal that was created at monotonic time `at`. */
function order(
  orderId: string,
  clientOid: string,
  at: number,
  rest: Partial<JournalOrder> = {},
): JournalOrder {
  return {
    orderId,
    dialect: dialectOf(clientOid),
    clientOid,
    createdAtMs: BEGIN_MS + at,
    createdSeq: 1_000 + at,
    closed: undefined,
    filledLots: 0,
    isOverfilled: false,
    ...rest,
  };
}

function closed(at: number, isCancelled = false): NonNullable<JournalOrder["closed"]> {
  return { seq: 1_000 + at, atMs: BEGIN_MS + at, isCancelled };
}

const ABSENT = { kind: "absent" } as const;
const LATER = { kind: "later" } as const;

/** What clients of a correct exchange see: of both dialects, with retries, cancels and an outage. */
const OPERATIONS: readonly Operation[] = ["v2", "v3"].flatMap((name, index): Operation[] => {
  const id = (text: string): string => `${name}-${text}`;
  const key = (text: string): string => `${index}${text}`;
  return [
    placement(id("rests"), { at: 100 }, DONE(key("rests"))),
    lookup(id("rests"), { at: 200 }, found(key("rests"), 0, true)),
    listing(name as Dialect, { at: 250 }, [key("rests")]),
    placement(id("taker"), { at: 300 }, DONE(key("taker"))),
    lookup(id("taker"), { at: 400 }, found(key("taker"), 7, false)),
    // No answer, a repeat that returns the same order, and a cancel.
    placement(id("retried"), { at: 500 }, NONE),
    lookup(id("retried"), { at: 600 }, LATER),
    placement(id("retried"), { at: 700 }, DONE(key("retried"))),
    cancel(id("retried"), { at: 800 }, NONE),
    cancel(id("retried"), { at: 900 }, refused("43001")),
    placement(id("retried"), { at: 1_000 }, name === "v2" ? refused("43118") : refused("25202")),
    // Sent while no write ends: its window is over before one does.
    placement(id("late"), { at: 2_000 }, refused("40008"), 1_000),
    placement(id("lost"), { at: 2_100 }, UNKNOWN, 1_000),
    lookup(id("lost"), { at: 6_000 }, ABSENT),
    placement(id("lost"), { at: 6_100 }, DONE(key("lost"))),
    // Killed with the process that it was sent to, and sent again.
    placement(id("killed"), { at: 7_000 }, NONE),
    lookup(id("killed"), { at: 8_000, life: 2 }, ABSENT),
    placement(id("killed"), { at: 8_100, life: 2 }, DONE(key("killed"))),
    lookup(id("late"), { at: 9_000, life: 2 }, ABSENT, true),
    lookup(id("rests"), { at: 9_000, life: 2 }, found(key("rests"), 0, true), true),
    lookup(id("retried"), { at: 9_000, life: 2 }, found(key("retried"), 0, false), true),
  ];
});

const ORDERS: readonly JournalOrder[] = ["v2", "v3"].flatMap((name, index) => [
  order(`${index}rests`, `${name}-rests`, 105),
  order(`${index}taker`, `${name}-taker`, 305, { closed: closed(305), filledLots: 7 }),
  order(`${index}retried`, `${name}-retried`, 505, { closed: closed(805, true) }),
  order(`${index}lost`, `${name}-lost`, 6_105),
  order(`${index}killed`, `${name}-killed`, 8_105),
]);

const GOOD: History = {
  operations: OPERATIONS,
  orders: ORDERS,
  outages: [{ fromMs: 1_900, toMs: 5_000, untilMs: BEGIN_MS + 5_000 }],
  stops: [{ fromMs: 10_000, toMs: 40_000 }],
};

/** The good history with more in it. */
function also(operations: readonly Operation[], orders: readonly JournalOrder[] = []): History {
  const { operations: seen, orders: made, ...rest } = GOOD;
  return { ...rest, operations: [...seen, ...operations], orders: [...made, ...orders] };
}

/** The good history with one order changed, or left out. */
function without(orderId: string, change?: Partial<JournalOrder>): History {
  const orders = GOOD.orders.flatMap((made) => {
    if (made.orderId !== orderId) return [made];
    return change === undefined ? [] : [{ ...made, ...change }];
  });
  return { ...GOOD, orders };
}

const AT = 9_500;
const X = { id: "v2-x", order: "x" } as const;
const Y = { id: "v3-y", order: "y" } as const;

/** What is planted, and what the checker must say; nothing else. */
const PLANTED: Readonly<Record<Rule, readonly (readonly [string, History])[]>> = {
  second_effect: [
    [
      "two open orders, v2",
      also(
        [placement(X.id, { at: AT }, NONE), placement(X.id, { at: AT + 1 }, NONE)],
        [order("x1", X.id, AT + 5), order("x2", X.id, AT + 6)],
      ),
    ],
    [
      "two open orders, v3",
      also(
        [placement(Y.id, { at: AT }, NONE), placement(Y.id, { at: AT + 1 }, DONE("y2"))],
        [order("y1", Y.id, AT + 5), order("y2", Y.id, AT + 6)],
      ),
    ],
    [
      "an order after one that closed, v2",
      also(
        [placement(X.id, { at: AT }, DONE("x1")), placement(X.id, { at: AT + 100 }, DONE("x2"))],
        [
          order("x1", X.id, AT + 5, { closed: closed(AT + 6) }),
          order("x2", X.id, AT + 105, { closed: closed(AT + 106) }),
        ],
      ),
    ],
  ],
  acknowledged_missing: [
    ["the order is nowhere", without("0lost")],
    ["v3 as well", without("1killed")],
    [
      "another order is under its id",
      also(
        [placement(X.id, { at: AT }, NONE), placement(X.id, { at: AT + 20 }, DONE("z"))],
        [order(X.order, X.id, AT + 5)],
      ),
    ],
  ],
  refused_executed: [
    [
      "told that it expired",
      also([placement(X.id, { at: AT }, refused("40008"))], [order(X.order, X.id, AT + 5)]),
    ],
    [
      "told to come later",
      also([placement(Y.id, { at: AT }, refused("40015"))], [order(Y.order, Y.id, AT + 5)]),
    ],
    [
      "told that the money is not enough",
      also([placement(Y.id, { at: AT }, refused("25202"))], [order(Y.order, Y.id, AT + 5)]),
    ],
    ["nobody sent it", also([], [order(X.order, X.id, AT)])],
    [
      "two orders of one request, v3",
      also(
        [placement(Y.id, { at: AT }, NONE)],
        [order("y1", Y.id, AT + 5, { closed: closed(AT + 6) }), order("y2", Y.id, AT + 7)],
      ),
    ],
  ],
  outside_window: [
    [
      "told that it expired, and the repeat was sent after it was made",
      also(
        [
          placement(X.id, { at: AT }, refused("40008")),
          listing("v2", { at: AT + 100 }, ["0rests", "0lost", "0killed"]),
          placement(X.id, { at: AT + 200 }, NONE),
        ],
        [order(X.order, X.id, AT + 5)],
      ),
    ],
    [
      "after the signature's window",
      also([placement(X.id, { at: AT }, NONE)], [order(X.order, X.id, AT + 30_001)]),
    ],
    [
      "after the window that the request states",
      also([placement(Y.id, { at: AT }, UNKNOWN, 1_000)], [order(Y.order, Y.id, AT + 1_001)]),
    ],
    [
      "acknowledged, and dated before it was taken",
      also([placement(X.id, { at: AT }, DONE(X.order))], [order(X.order, X.id, AT - 1)]),
    ],
    [
      "acknowledged too late",
      also(
        [placement(Y.id, { at: AT, for: 2_000 }, DONE(Y.order), 1_000)],
        [order(Y.order, Y.id, AT + 1_500)],
      ),
    ],
  ],
  outlived_outage: [
    [
      "stamped in time, durable too late",
      also([placement(X.id, { at: 2_200 }, NONE, 1_000)], [order(X.order, X.id, 2_205)]),
    ],
    [
      "the same, acknowledged",
      also(
        [placement(Y.id, { at: 2_200, for: 4_000 }, DONE(Y.order), 1_000)],
        [order(Y.order, Y.id, 2_205)],
      ),
    ],
  ],
  absent_then_there: [
    [
      "answered as unknown, then looked up",
      also(
        [placement(X.id, { at: AT }, UNKNOWN), lookup(X.id, { at: AT + 100 }, ABSENT)],
        [order(X.order, X.id, AT + 5)],
      ),
    ],
    [
      "looked up after the deadline",
      also(
        [placement(X.id, { at: AT }, NONE, 1_000), lookup(X.id, { at: AT + 1_100 }, ABSENT)],
        [order(X.order, X.id, AT + 5)],
      ),
    ],
    [
      "looked up after a restart",
      also(
        [placement(Y.id, { at: AT }, NONE), lookup(Y.id, { at: AT + 100, life: 2 }, ABSENT)],
        [order(Y.order, Y.id, AT + 5)],
      ),
    ],
    [
      "looked up while its command waited, v2",
      also(
        [placement(X.id, { at: AT }, NONE), lookup(X.id, { at: AT + 100 }, ABSENT)],
        [order(X.order, X.id, AT + 5)],
      ),
    ],
    [
      "looked up while its command waited, v3",
      also(
        [
          placement(Y.id, { at: AT }, NONE),
          lookup(Y.id, { at: AT + 100 }, ABSENT),
          placement(Y.id, { at: AT + 200 }, DONE(Y.order)),
        ],
        [order(Y.order, Y.id, AT + 5)],
      ),
    ],
  ],
  duplicate_of_nothing: [
    ["v2", also([placement(X.id, { at: AT }, refused("43118"))])],
    ["v3", also([placement(Y.id, { at: AT }, refused("25212"))])],
  ],
  lost_read: [
    ["acknowledged", also([lookup("v2-rests", { at: AT }, ABSENT)])],
    ["acknowledged, in the next process", also([lookup("v3-killed", { at: AT, life: 2 }, ABSENT)])],
    [
      "found before",
      also(
        [
          placement(X.id, { at: AT }, NONE),
          lookup(X.id, { at: AT + 20 }, found(X.order, 0, true)),
          placement(X.id, { at: AT + 40 }, NONE),
          lookup(X.id, { at: AT + 60 }, ABSENT),
        ],
        [order(X.order, X.id, AT + 5)],
      ),
    ],
  ],
  missing_in_list: [
    ["v2", also([listing("v2", { at: AT }, ["0lost", "0killed"])])],
    ["v3", also([listing("v3", { at: AT }, ["1rests", "1lost"])])],
    ["before its cancel", also([listing("v2", { at: 750 }, ["0rests"])])],
  ],
  wrong_read: [
    ["an order that is not there", also([lookup("v2-late", { at: AT }, found("late", 0, true))])],
    ["more than was filled", also([lookup("v2-taker", { at: AT }, found("0taker", 8, false))])],
    ["closed, and it is open", also([lookup("v3-rests", { at: AT }, found("1rests", 0, false))])],
    ["less at the end", also([lookup("v3-taker", { at: 350 }, found("1taker", 6, false), true)])],
    [
      "none at the end",
      also(
        [placement(X.id, { at: AT }, NONE), lookup(X.id, { at: AT + 20 }, ABSENT, true)],
        [order(X.order, X.id, AT + 5)],
      ),
    ],
  ],
  went_back: [
    ["less filled", also([lookup("v2-taker", { at: AT }, found("0taker", 3, false))])],
    ["open again", also([lookup("v3-retried", { at: AT }, found("1retried", 0, true))])],
  ],
  cancel_lost: [
    ["v2", also([cancel("v2-rests", { at: AT }, DONE("0rests"))])],
    ["v3", also([cancel("v3-killed", { at: AT }, DONE("1killed"))])],
  ],
  refused_cancel_executed: [
    ["told that it expired", without("0lost", { closed: closed(9_000, true) })],
    [
      "after its window",
      also(
        [placement(Y.id, { at: AT }, DONE(Y.order)), cancel(Y.id, { at: AT + 20 }, NONE)],
        [order(Y.order, Y.id, AT + 5, { closed: closed(AT + 30_021, true) })],
      ),
    ],
  ],
  overfilled: [
    ["v2", without("0taker", { isOverfilled: true })],
    ["v3", without("1taker", { isOverfilled: true })],
  ],
  slow_answer: [
    ["an order", also([placement(X.id, { at: 50_000, for: 15_001 }, NONE)])],
    ["a lookup", also([lookup(X.id, { at: 50_000, for: 20_000 }, LATER)])],
    ["after a stop", also([lookup(X.id, { at: 39_000, for: 16_001 }, LATER)])],
  ],
};

describe("a history of clients", () => {
  it("of an exchange that keeps its promises has no violation", () => {
    expect(checkHistory(GOOD)).toEqual([]);
  });

  it("may have these as well", () => {
    const may = (operations: readonly Operation[], orders: readonly JournalOrder[] = []) =>
      expect(checkHistory(also(operations, orders))).toEqual([]);
    // An abandoned request that waits in a socket is taken after the lookup of another connection.
    may(
      [placement(X.id, { at: AT }, NONE), lookup(X.id, { at: AT + 100 }, ABSENT)],
      [order(X.order, X.id, AT + 200)],
    );
    // A write that hung when the process was killed may have reached the disk: no outage of that.
    may([placement(X.id, { at: AT }, UNKNOWN, 1_000)], [order(X.order, X.id, AT + 5)]);
    // v3 takes a client id again once its order is closed.
    may(
      [placement(Y.id, { at: AT }, DONE("y1")), placement(Y.id, { at: AT + 100 }, DONE("y2"))],
      [
        order("y1", Y.id, AT + 5, { closed: closed(AT + 6) }),
        order("y2", Y.id, AT + 105, { closed: closed(AT + 106) }),
      ],
    );
    // v2 does so a day later.
    const dayMs = 24 * 3_600_000;
    may(
      [placement(X.id, { at: AT }, DONE("x1")), placement(X.id, { at: AT + dayMs }, DONE("x2"))],
      [
        order("x1", X.id, AT + 5, { closed: closed(AT + 5) }),
        order("x2", X.id, AT + dayMs + 5, { createdSeq: 20_000 }),
      ],
    );
    // There is no answer while the process is stopped, or after it was killed.
    may([lookup(X.id, { at: 9_000, for: 44_000 }, LATER)]);
    may([{ ...lookup(X.id, { at: 50_000, for: 40_000 }, LATER), lifeAtEnd: 2 }]);
  });

  describe.each(RULES)("with a planted %s", (rule) => {
    it.each(PLANTED[rule])("has that violation and no other: %s", (_what, history) => {
      const named = checkHistory(history).map((violation) => violation.rule);
      expect([...new Set(named)]).toEqual([rule]);
    });
  });
});
