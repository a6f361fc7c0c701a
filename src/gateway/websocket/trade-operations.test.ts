import { afterAll, beforeAll, expect, it } from "vitest";
import { eventually } from "../../../test/support/eventually.ts";
import {
  type SocketFixture,
  type SocketMessage,
  socketFixture,
  type TestSocket,
} from "../../../test/support/socket-fixture.ts";

let fixture: SocketFixture;
let unified: TestSocket;
let classic: TestSocket;
beforeAll(async () => {
  fixture = await socketFixture();
  unified = await fixture.login("unified");
  classic = await fixture.login("classic");
});
afterAll(() => fixture[Symbol.asyncDispose]());

let ids = 0;

/** Sends a v3 operation and waits for its answer. */
async function trade(topic: string, args: unknown, rest: object = {}): Promise<SocketMessage> {
  ids += 1;
  const id = `r-${ids}`;
  unified.send({ op: "trade", id, topic, args, ...rest });
  return unified.message(`the answer to ${topic}`, (message) => message.id === id);
}

const ORDER = {
  symbol: "BTCUSDT",
  side: "buy",
  orderType: "limit",
  qty: "0.01",
  price: "49000",
};
const FUTURES = { category: "usdt-futures" };

it("places, modifies and cancels an order with the answers of the documents", async () => {
  const placed = await trade("place-order", [{ ...ORDER, clientOid: "w-1" }], FUTURES);
  expect(placed).toMatchObject({
    event: "trade",
    category: "usdt-futures",
    topic: "place-order",
    args: [{ symbol: "BTCUSDT", clientOid: "w-1", orderId: expect.stringMatching(/^\d{19}$/) }],
    code: "0",
    msg: "success",
    ts: expect.stringMatching(/^\d{13}$/),
  });
  expect(placed.args[0].cTime).toMatch(/^\d{13}$/);
  const { orderId } = placed.args[0];
  const modified = await trade("modify-order", [{ orderId, clientOid: "w-1", price: "48000" }]);
  expect(modified).toMatchObject({ args: [{ orderId, clientOid: "w-1" }], code: "0" });
  expect(modified).not.toHaveProperty("category");
  const cancelled = await trade("cancel-order", [{ clientOid: "w-1" }]);
  expect(cancelled).toMatchObject({ args: [{ orderId, clientOid: "w-1" }], code: "0" });
});

it("repeats the request id of a modification in the push of the order, and nowhere else", async () => {
  const socket = await fixture.login("unified");
  socket.send({ op: "subscribe", args: [{ instType: "UTA", topic: "order" }] });
  await socket.message("the acknowledgement", ({ event }) => event === "subscribe");
  const [one, two] = [
    (await trade("place-order", [ORDER], FUTURES)).args[0],
    (await trade("place-order", [ORDER], FUTURES)).args[0],
  ];
  await trade("modify-order", [{ orderId: one.orderId, qty: "0.02", requestId: "m-1" }]);
  await trade("batch-modify", [
    { orderId: two.orderId, price: "48000", requestId: "m-2" },
    { orderId: one.orderId, price: "48000" },
  ]);
  await trade("modify-order", [{ orderId: one.orderId, price: "-1", requestId: "m-3" }]);
  await trade("modify-order", [{ orderId: two.orderId, qty: "99999999", requestId: "m-4" }]);
  await trade("batch-cancel", [{ orderId: one.orderId }, { orderId: two.orderId }]);
  const pushed = await eventually("the cancels", () => {
    const orders = socket.messages.filter(({ action }) => action === "snapshot");
    return orders.length >= 7 ? orders.map(({ data }) => data[0]) : undefined;
  });
  expect(pushed.map(({ orderId, requestId }) => [orderId, requestId])).toEqual([
    [one.orderId, undefined],
    [two.orderId, undefined],
    [one.orderId, "m-1"],
    [two.orderId, "m-2"],
    [one.orderId, undefined],
    [one.orderId, undefined],
    [two.orderId, undefined],
  ]);
  expect(fixture.amendments.count).toBe(0);
});

it("answers errors with the codes of REST as text, under the id of the request", async () => {
  expect(await trade("cancel-order", [{ orderId: "1" }])).toMatchObject({
    event: "error",
    code: "25204",
  });
  expect(await trade("place-order", [{ ...ORDER, price: "1.23" }], FUTURES)).toMatchObject({
    event: "error",
    code: "25244",
  });
  expect(await trade("place-order", [{ ...ORDER, qty: "90000000" }], FUTURES)).toMatchObject({
    code: "25208",
  });
  expect(await trade("place-order", [ORDER, ORDER], FUTURES)).toMatchObject({ code: "25200" });
  expect(await trade("place-order", [], FUTURES)).toMatchObject({ code: "40019" });
  expect(await trade("place-order", [null], FUTURES)).toMatchObject({ code: "25200" });
});

it("refuses an order that would wait for a price, and places nothing", async () => {
  const waits = { ...ORDER, orderType: "market", triggerPrice: "61000", clientOid: "t-1" };
  expect(await trade("place-order", [waits], FUTURES)).toMatchObject({
    event: "error",
    code: "25200",
    msg: expect.stringContaining("triggerPrice"),
  });
  expect((await trade("batch-place", [waits], FUTURES)).args).toMatchObject([{ code: "25200" }]);
  expect(await trade("cancel-order", [{ clientOid: "t-1" }])).toMatchObject({ code: "25204" });
});

it("echoes a numeric id as a number", async () => {
  unified.send({ op: "trade", id: 41, topic: "cancel-order", args: [{ orderId: "1" }] });
  expect(await unified.message("the answer", ({ id }) => id === 41)).toMatchObject({
    code: "25204",
  });
});

it("reports each order of a batch separately, under both names of the operation", async () => {
  const bad = { ...ORDER, clientOid: "b-2", side: "hold" };
  const batch = [{ ...ORDER, clientOid: "b-1" }, bad, { ...ORDER, clientOid: "b-1", qty: "0.02" }];
  const placed = await trade("batch-place-order", batch, FUTURES);
  expect(placed).toMatchObject({ event: "trade", code: "0", msg: "Success" });
  expect(placed.args).toMatchObject([
    { code: "0", clientOid: "b-1" },
    { code: "25200", orderId: "", clientOid: "b-2" },
    { code: "25212", clientOid: "b-1" },
  ]);
  const changes = [
    { clientOid: "b-1", qty: "0.03" },
    { clientOid: "none", qty: "0.03" },
    { orderId: "1000000000009999999", qty: "0.03" },
  ];
  const modified = await trade("batch-modify", changes);
  expect(modified.args).toMatchObject([
    { code: "0" },
    { code: "25204", orderId: "", clientOid: "none" },
    { code: "25204", orderId: "1000000000009999999", clientOid: "" },
  ]);
  const cancelled = await trade("batch-cancel", [{ clientOid: "b-1" }, { clientOid: "b-1" }]);
  expect(cancelled.args).toMatchObject([{ code: "0" }, { code: "25204" }]);
  const tooMany = await trade("batch-place", new Array(21).fill(ORDER), FUTURES);
  expect(tooMany).toMatchObject({ event: "error", code: "40306" });
});

it("refuses unknown topics and ids that are neither text nor number", async () => {
  const before = unified.texts.length;
  unified.send({ op: "trade", id: "x", topic: "dance", args: [{}] });
  unified.send({ op: "trade", id: 7, topic: ["place-order"], args: [{}] });
  unified.send({ op: "trade", id: {}, topic: "place-order", args: [{}] });
  unified.send({ op: "trade", id: "no-topic", args: [{}] });
  await eventually("four answers", () => unified.texts.length === before + 4);
  expect(unified.messages.slice(before)).toEqual([
    { event: "error", id: "x", code: "30016", msg: "Parameter topic is not valid" },
    { event: "error", id: 7, code: "30016", msg: "Parameter topic is not valid" },
    { event: "error", code: 30016, msg: "Parameter id is not valid" },
    { event: "error", id: "no-topic", code: "30016", msg: "Parameter id is not valid" },
  ]);
});

it("names both ids of an order that is cancelled or changed by one of them", async () => {
  const { orderId } = (await trade("place-order", [{ ...ORDER, clientOid: "both-1" }], FUTURES))
    .args[0];
  const changed = await trade("modify-order", [{ orderId, qty: "0.02" }]);
  expect(changed.args).toEqual([{ orderId, clientOid: "both-1" }]);
  const [gone] = (await trade("batch-cancel", [{ orderId }])).args;
  expect(gone).toMatchObject({ code: "0", orderId, clientOid: "both-1" });
});

it("serves the v2 operations to classic keys", async () => {
  const head = { id: "v2-1", instType: "USDT-FUTURES", instId: "BTCUSDT" };
  const params = {
    orderType: "limit",
    side: "buy",
    size: "0.02",
    price: "49000",
    marginCoin: "USDT",
    marginMode: "crossed",
    force: "gtc",
    clientOid: "c-1",
  };
  const send = (channel: string, changes: object, change: object = {}): void => {
    const arg = { ...head, channel, params: { ...params, ...changes }, ...change };
    classic.send({ op: "trade", args: [arg] });
  };
  send("place-order", {});
  const placed = await classic.message("the answer", ({ event }) => event === "trade");
  expect(placed).toMatchObject({
    arg: [{ ...head, channel: "place-order", params: { clientOid: "c-1" } }],
    code: 0,
    msg: "Success",
  });
  const { orderId } = placed.arg[0].params;
  expect(orderId).toMatch(/^\d{19}$/);
  send("cancel-order", { orderId }, { id: "v2-2" });
  const cancelled = await classic.message("the cancel", ({ arg }) => arg?.[0]?.id === "v2-2");
  expect(cancelled.arg[0].params).toEqual({ orderId, clientOid: "c-1" });
  send("cancel-order", { orderId }, { id: "v2-3" });
  const again = await classic.message("a refusal", ({ arg }) => arg?.[0]?.id === "v2-3");
  send("dance", { orderId }, { id: "v2-4" });
  const unknown = await classic.message("a refusal", ({ arg }) => arg?.[0]?.id === "v2-4");
  expect(unknown).toMatchObject({ event: "error", arg: [{ id: "v2-4" }], code: 30016 });
  expect(again).toMatchObject({ event: "error", code: 40768 });
});

it("restricts trade operations to their account kind", async () => {
  classic.send({ op: "trade", id: "k-1", topic: "place-order", args: [ORDER], ...FUTURES });
  expect(await classic.message("a refusal", ({ id }) => id === "k-1")).toMatchObject({
    event: "error",
    code: "40084",
  });
});

it("counts operations together with REST when limits are exact", async () => {
  await using own = await socketFixture({ mode: "exact", limits: { messagesPerSecond: 100 } });
  const socket = await own.login("unified");
  for (let id = 0; id < 11; id += 1) {
    socket.send({ op: "trade", id: `${id}`, topic: "place-order", args: [ORDER], ...FUTURES });
  }
  expect(await socket.message("the eleventh", ({ id }) => id === "10")).toMatchObject({
    event: "error",
    code: "429",
  });
});

it("answers everything on a connection that is held repeatedly", async () => {
  await using own = await socketFixture({ limits: { ordersUnansweredMax: 2 } });
  const socket = await own.login("unified");
  const ORDERS = 500;
  for (let nth = 0; nth < ORDERS; nth += 1) {
    const args = [{ ...ORDER, clientOid: `held-${nth}` }];
    const topic = nth % 10 === 9 ? "no-such-topic" : "place-order";
    socket.send({ op: "trade", id: `h-${nth}`, topic, args, ...FUTURES });
  }
  await eventually("all are answered", () => socket.messages.length === 1 + ORDERS);
  const placed = socket.messages.filter(({ event }) => event === "trade").map(({ id }) => id);
  expect(placed).toHaveLength(450);
  expect(new Set(placed).size).toBe(450);
  expect(own.faults).toEqual([]);
});
