/** Specification, v3: states of orders, events, and trade operations over WebSocket. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eventually } from "../../support/eventually.ts";
import {
  type SocketFixture,
  type SocketMessage,
  socketFixture,
  type TestSocket,
} from "../../support/socket-fixture.ts";

const ID = /^\d{19}$/;
const TIME = /^\d{13}$/;
const BUY = {
  category: "usdt-futures",
  symbol: "BTCUSDT",
  orderType: "limit",
  side: "buy",
  qty: "0.01",
  price: "49000",
};

let fixture: SocketFixture;
let alice: TestSocket;
let maker: TestSocket;
let requests = 0;

beforeAll(async () => {
  fixture = await socketFixture();
  alice = await fixture.login("unified");
  maker = await fixture.login("maker");
  alice.send({ op: "subscribe", args: [{ instType: "UTA", topic: "order" }] });
  await alice.message("the subscription", ({ event }) => event === "subscribe");
});
afterAll(() => fixture[Symbol.asyncDispose]());

async function trade(topic: string, args: readonly object[], socket = alice, rest = {}) {
  requests += 1;
  const id = `s-${requests}`;
  socket.send({ op: "trade", id, topic, args, ...rest });
  return socket.message(`the answer to ${topic}`, (message) => message.id === id);
}

/** Pushes of the order channel for one order, in their order. */
function statesOf(orderId: string): SocketMessage[] {
  const pushes = alice.messages.filter(({ arg, action }) => action && arg.topic === "order");
  return pushes.flatMap(({ data }) => data).filter((row) => row.orderId === orderId);
}

async function placed(change: object = {}, socket = alice): Promise<string> {
  const answer = await trade("place-order", [{ ...BUY, ...change }], socket);
  expect(answer).toMatchObject({ event: "trade", code: "0" });
  return answer.args[0].orderId;
}

async function pushed(orderId: string, states: readonly string[]): Promise<SocketMessage[]> {
  await eventually(`states ${states.join()}`, () => statesOf(orderId).length >= states.length);
  expect(statesOf(orderId).map(({ orderStatus }) => orderStatus)).toEqual(states);
  return statesOf(orderId);
}

/** The maker sells at a price that the test then buys at. */
const offer = (qty: string, price: string) => placed({ side: "sell", qty, price }, maker);

type Transition = readonly [string, string, () => Promise<void>];

const TRANSITIONS: readonly Transition[] = [
  [
    "(none), place order rejected at entry",
    "no order state and no push",
    async () => {
      const before = alice.texts.length;
      const refused = await trade("place-order", [{ ...BUY, qty: "90000000", clientOid: "no" }]);
      expect(refused).toMatchObject({ event: "error", code: expect.not.stringMatching(/^0/) });
      const orderId = await placed();
      await pushed(orderId, ["new"]);
      const rows = alice.messages.slice(before).flatMap(({ data = [] }) => data);
      expect(rows.filter(({ clientOid }) => clientOid === "no")).toEqual([]);
      await trade("cancel-order", [{ orderId }]);
    },
  ],
  [
    "(none), order placed and enters matching",
    "new",
    async () => {
      const orderId = await placed();
      const [row] = await pushed(orderId, ["new"]);
      expect(row).toMatchObject({ cumExecQty: "0", cancelSource: "" });
      await trade("cancel-order", [{ orderId }]);
    },
  ],
  [
    "new, fill of all at once",
    "filled, with fill fields",
    async () => {
      await offer("0.01", "50010");
      const orderId = await placed({ price: "50010" });
      const [, row] = await pushed(orderId, ["new", "filled"]);
      expect(row).toMatchObject({
        cumExecQty: "0.01",
        avgPrice: "50010",
        tradeId: expect.stringMatching(ID),
      });
    },
  ],
  [
    "new, fills through several trades",
    "partially_filled, then filled, a push per change with its tradeId",
    async () => {
      await offer("0.004", "50010");
      await offer("0.006", "50011");
      const orderId = await placed({ price: "50011" });
      const rows = await pushed(orderId, ["new", "partially_filled", "filled"]);
      const trades = rows.slice(1).map(({ tradeId }) => tradeId);
      expect(new Set(trades).size).toBe(2);
    },
  ],
  ...["fok", "ioc"].map(
    (timeInForce): Transition => [
      `(none), matching engine rejects ${timeInForce}`,
      "canceled, with the reason in cancelSource",
      async () => {
        const orderId = await placed({ timeInForce });
        const rows = await pushed(orderId, ["new", "canceled"]);
        expect(rows.at(-1)).toMatchObject({
          cancelSource: `${timeInForce}_not_full_cancel`,
          cumExecQty: "0",
        });
      },
    ],
  ),
  [
    "(none), matching engine rejects post_only",
    "canceled, with the reason in cancelSource",
    async () => {
      const sale = await offer("0.01", "50010");
      const orderId = await placed({ timeInForce: "post_only", price: "50010" });
      const rows = await pushed(orderId, ["new", "canceled"]);
      expect(rows.at(-1)).toMatchObject({ cancelSource: "post_only_fill_cancel" });
      await trade("cancel-order", [{ orderId: sale }], maker);
    },
  ],
  [
    "partially_filled, an IOC order without enough depth",
    "canceled",
    async () => {
      await offer("0.004", "50010");
      const orderId = await placed({ price: "50010", timeInForce: "ioc" });
      await eventually("the end", () => statesOf(orderId).at(-1)?.orderStatus === "canceled");
      expect(statesOf(orderId).at(-1)).toMatchObject({
        cumExecQty: "0.004",
        cancelSource: "ioc_not_full_cancel",
      });
    },
  ],
  [
    "new, system cancel by self-trade prevention",
    "canceled, with the reason in cancelSource",
    async () => {
      const orderId = await placed({ price: "49500" });
      const other = await placed({ side: "sell", price: "49500" });
      const [, row] = await pushed(orderId, ["new", "canceled"]);
      expect(row?.cancelSource).toMatch(/stp|self/);
      await trade("cancel-order", [{ orderId: other }]);
    },
  ],
  [
    "new, cancel order",
    "canceled, confirmed by a push; then it cannot be modified or cancelled",
    async () => {
      const orderId = await placed();
      await trade("cancel-order", [{ orderId }]);
      await pushed(orderId, ["new", "canceled"]);
      expect(await trade("cancel-order", [{ orderId }])).toMatchObject({ code: "25204" });
      expect(await trade("modify-order", [{ orderId, qty: "0.02" }])).toMatchObject({
        code: "25204",
      });
    },
  ],
];

describe("states of an order of a unified account", () => {
  it.each(TRANSITIONS)("%s: %s", async (_from, _to, check) => check());
});

describe("trade operations", () => {
  const message = { event: "trade", code: "0", msg: expect.any(String), ts: expect.any(String) };

  it.each(["usdt-futures", "spot"])("place-order of category %s is answered", async (category) => {
    const { category: _category, ...order } = BUY;
    const terms = { ...order, timeInForce: "gtc", clientOid: `op-${category}` };
    const answer = await trade("place-order", [terms], alice, { category });
    expect(answer).toMatchObject({
      ...message,
      category,
      topic: "place-order",
      args: [
        {
          symbol: "BTCUSDT",
          orderId: expect.stringMatching(ID),
          clientOid: `op-${category}`,
          cTime: expect.stringMatching(TIME),
        },
      ],
    });
    const { orderId } = answer.args[0];
    await pushed(orderId, ["new"]);
    await trade("cancel-order", [{ orderId }]);
  });

  it("modify-order and cancel-order are answered, the cancel without a category", async () => {
    const clientOid = "op-change";
    const orderId = await placed({ clientOid });
    const { symbol } = BUY;
    const terms = { autoCancel: "no", clientOid, orderId, price: "48900", qty: "0.02", symbol };
    const args = [{ orderId, clientOid }];
    expect(await trade("modify-order", [terms])).toMatchObject({
      ...message,
      topic: "modify-order",
      args,
    });
    expect(await trade("cancel-order", [{ orderId, clientOid }])).toMatchObject({
      ...message,
      topic: "cancel-order",
      args,
    });
  });

  it("batch-place, batch-modify and batch-cancel take up to 20 orders", async () => {
    const orders = Array.from({ length: 20 }, (_, nth) => ({ ...BUY, clientOid: `many-${nth}` }));
    const named = orders.map(({ clientOid }) => ({ clientOid }));
    const changes = named.map((one) => ({ ...one, qty: "0.02" }));
    for (const [topic, args] of [
      ["batch-place", orders],
      ["batch-modify", changes],
      ["batch-cancel", named],
    ] as const) {
      const answer = await trade(topic, args);
      expect(answer).toMatchObject({ ...message, topic });
      expect(answer.args.map(({ code }: SocketMessage) => code)).toEqual(new Array(20).fill("0"));
      const over = await trade(topic, [...args, args[0] ?? {}]);
      expect(over).toMatchObject({ event: "error" });
    }
  });

  it.each([
    ["text", "a-1"],
    ["a number", 17],
  ])("echoes an id that is %s", async (_what, id) => {
    for (const topic of ["place-order", "no-such-topic"]) {
      const from = alice.texts.length;
      alice.send({ op: "trade", id, topic, args: [{ ...BUY, side: "neither" }] });
      await eventually("an answer", () =>
        alice.messages.slice(from).some((one) => one.id === id && one.event === "error"),
      );
    }
  });
});

describe("channels", () => {
  async function opened(
    arg: object,
  ): Promise<{ socket: TestSocket; pushes: () => SocketMessage[] }> {
    const socket = await fixture.login("unified");
    socket.send({ op: "subscribe", args: [arg] });
    const answer = await socket.message("the answer", ({ event }) => event === "subscribe");
    expect(answer).toEqual({ event: "subscribe", arg, connId: expect.any(String) });
    return { socket, pushes: () => socket.messages.filter(({ action }) => action !== undefined) };
  }

  /** Changes the book of the contract and lets the slowest channel publish. */
  async function changeBook(): Promise<void> {
    const orderId = await placed({ price: "48000" });
    fixture.clock.advance(100);
    await trade("cancel-order", [{ orderId }]);
    fixture.clock.advance(100);
  }

  it("order has no initial data, account and position have the whole state", async () => {
    const order = await opened({ instType: "UTA", topic: "order" });
    const account = await opened({ instType: "UTA", topic: "account" });
    const position = await opened({ instType: "UTA", topic: "position" });
    await eventually("two snapshots", () => account.pushes().length + position.pushes().length > 1);
    expect(account.pushes()[0].data[0].coin.length).toBeGreaterThan(0);
    expect(position.pushes()[0]).toMatchObject({ action: "snapshot" });
    expect(order.pushes()).toEqual([]);
    fixture.clock.advance(5_000);
    await eventually("the periodic push", () => position.pushes().length > 1);
  });

  it.each(["books1", "books5", "books50"])("%s pushes a snapshot each time", async (topic) => {
    const { pushes } = await opened({ instType: "usdt-futures", topic, symbol: "BTCUSDT" });
    const best = await placed({ price: "49900" });
    fixture.clock.advance(100);
    await eventually("a change", () => pushes().length > 1);
    expect(new Set(pushes().map(({ action }) => action))).toEqual(new Set(["snapshot"]));
    const levels = Number(topic.slice("books".length));
    for (const { data } of pushes()) expect(data[0].b.length).toBeLessThanOrEqual(levels);
    await trade("cancel-order", [{ orderId: best }]);
  });

  it("books pushes a snapshot, then updates, and nothing while the book is unchanged", async () => {
    const arg = { instType: "usdt-futures", topic: "books", symbol: "BTCUSDT" };
    const { pushes } = await opened(arg);
    await changeBook();
    await eventually("updates", () => pushes().length > 1);
    const [first, ...rest] = pushes();
    expect(first.action).toBe("snapshot");
    expect(rest.map(({ action }) => action)).toEqual(rest.map(() => "update"));
    const count = pushes().length;
    fixture.clock.advance(1_000);
    expect(pushes()).toHaveLength(count);
  });
});
