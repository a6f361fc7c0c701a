/** Specification, Events (v3): subscription and channels, row by row. */
import { describe, expect, it } from "vitest";
import { eventually } from "../../support/eventually.ts";
import type { SocketMessage } from "../../support/socket-fixture.ts";
import { row } from "./support/specified-rules.ts";
import { BUY, UnifiedSocket } from "./support/unified-socket.ts";

const unified = new UnifiedSocket();
const UTA = { instType: "UTA" };
const contract = (topic: string) => ({ instType: "usdt-futures", topic, symbol: "BTCUSDT" });
/** Longer than any interval of a channel of books. */
const LONGEST_MS = 100;
const POSITION_MS = 5_000;

/** Lets each timer of at most `ms` milliseconds run. */
const wait = (ms: number) => unified.fixture.clock.advance(ms);

describe("subscription", () => {
  it(row("Subscription", "request", "one object takes several channels"), async () => {
    const socket = await unified.fixture.login("unified");
    const args = [{ ...UTA, topic: "order" }, contract("books5")];
    socket.send({ op: "subscribe", args });
    await eventually("two answers", () => {
      const answers = socket.messages.filter(({ event }) => event === "subscribe");
      return answers.length === 2;
    });
    const answers = socket.messages.filter(({ event }) => event === "subscribe");
    expect(answers.map(({ arg }) => arg)).toEqual(args);
  });

  it.each([
    ["an unknown op", { op: "listen", args: [{ ...UTA, topic: "order" }] }],
    ["no args", { op: "subscribe" }],
    ["args without a topic", { op: "subscribe", args: [UTA] }],
    ["args without an instType", { op: "subscribe", args: [{ topic: "order" }] }],
    ["an unknown topic", { op: "subscribe", args: [{ ...UTA, topic: "nothing" }] }],
  ])(row("Subscription", "request", "%s is answered by an error"), async (_what, message) => {
    const socket = await unified.fixture.login("unified");
    socket.send(message);
    const answer = await socket.message("an error", ({ event }) => event === "error");
    expect(answer).toMatchObject({ code: expect.any(Number), msg: expect.stringMatching(/\w/) });
    expect(socket.messages.filter(({ event }) => event === "subscribe")).toEqual([]);
  });

  it.each(["order", "account", "position"])(
    row("Subscription", "response", "of %s is the event and the arg, and no more"),
    async (topic) => {
      const { answer } = await unified.opened({ topic, ...UTA });
      expect(answer).toEqual({ event: "subscribe", arg: { topic, ...UTA } });
    },
  );

  it(row("Subscription", "instType", "any other has no channel of the account"), async () => {
    for (const instType of ["SPOT", "usdt-futures", "NONE"]) {
      const { answer } = await unified.opened({ instType, topic: "position" });
      expect(answer).toMatchObject({ event: "error", code: 30001 });
    }
  });
});

describe("private channels", () => {
  const statusesOf = (pushes: readonly SocketMessage[]) =>
    pushes.flatMap(({ data }) => data).map(({ orderStatus }) => orderStatus);

  it(row("Channels", "order", "no initial data; a push per change of status"), async () => {
    const before = await unified.placed();
    const { pushes } = await unified.opened({ ...UTA, topic: "order" });
    wait(POSITION_MS);
    expect(pushes()).toEqual([]);
    await unified.cancel(before);
    await unified.offer("0.004", "50010");
    const orderId = await unified.placed({ price: "50010" });
    await unified.cancel(orderId);
    await eventually("all pushes", () => statusesOf(pushes()).length >= 4);
    expect(statusesOf(pushes())).toEqual(["canceled", "new", "partially_filled", "canceled"]);
    const rows = pushes().flatMap(({ data }) => data);
    expect(rows[0]).toMatchObject({ orderId: before, cancelSource: expect.stringMatching(/\w/) });
    expect(rows[2]).toMatchObject({ cumExecQty: "0.004", avgPrice: "50010" });
  });

  it(row("Channels", "account", "full data at subscription, with its value in USD"), async () => {
    const { pushes } = await unified.opened({ ...UTA, topic: "account" });
    await eventually("full data", () => pushes().length > 0);
    const [first] = pushes();
    expect(first).toMatchObject({ action: "snapshot", arg: { ...UTA, topic: "account" } });
    const [account] = first.data;
    expect(Number(account.totalEquity)).toBeGreaterThan(0);
    expect([account, ...account.coin].map(({ bonus }) => bonus)).not.toContain(undefined);
    const held = account.coin.map(({ coin, usdValue }: SocketMessage) => [coin, usdValue]);
    const usd = new Map<string, string>(held);
    expect(Number(usd.get("USDT"))).toBeGreaterThan(0);
    expect(Number(usd.get("BTC"))).toBeGreaterThan(Number(usd.get("USDT")));
  });

  it.each([
    ["a fill", () => boughtOne()],
    ["a change of the balance", () => credited()],
  ])(row("Channels", "account", "pushes on %s"), async (_what, change) => {
    const { pushes } = await unified.opened({ ...UTA, topic: "account" });
    await eventually("full data", () => pushes().length > 0);
    const count = pushes().length;
    wait(LONGEST_MS);
    await change();
    wait(LONGEST_MS);
    await eventually("the change", () => pushes().length > count);
  });

  it(row("Channels", "account", "carries parameters that change with the price"), async () => {
    await boughtOne();
    const { pushes } = await unified.opened({ ...UTA, topic: "account" });
    const equities = () => new Set(pushes().map(({ data }) => data[0].totalEquity));
    await eventually("full data", () => equities().size === 1);
    await unified.fixture.apply({
      ...{ kind: "set_index_prices", instruments: [2], prices: [501_000] },
    });
    await boughtOne();
    wait(LONGEST_MS);
    await eventually("another equity", () => equities().size > 1);
  });

  it(row("Channels", "position", "has the mark price, and is pushed periodically"), async () => {
    await boughtOne();
    const { pushes } = await unified.opened({ ...UTA, topic: "position" });
    await eventually("full data", () => pushes().length === 1);
    expect(pushes()[0]).toMatchObject({
      action: "snapshot",
      data: [{ symbol: "BTCUSDT", markPrice: expect.stringMatching(/^\d+(\.\d+)?$/) }],
    });
    for (const count of [2, 3]) {
      wait(POSITION_MS);
      await eventually("a periodic push", () => pushes().length >= count);
    }
  });

  it.each([
    [{ symbol: "BTCUSDT" }, 1],
    [{ category: "usdt-futures" }, 1],
    [{ symbol: "ETHUSDT" }, 0],
    [{ category: "coin-futures" }, 0],
  ])(row("Channels", "position", "of dimension %o has %d positions"), async (dimension, count) => {
    await boughtOne();
    const { pushes } = await unified.opened({ ...UTA, topic: "position", ...dimension });
    await eventually("full data", () => pushes().length > 0);
    expect(pushes()[0].data).toHaveLength(count);
  });
});

/** Alice buys 0.01 of the contract. */
async function boughtOne(): Promise<void> {
  await unified.offer("0.01", "50010");
  await unified.placed({ price: "50010" });
}

async function credited(): Promise<void> {
  const user = unified.fixture.userIndex("unified");
  const amount = 100_000_000n as never;
  await unified.fixture.apply({ kind: "credit", user, wallet: "unified", currency: 0, amount });
}

describe("channels of books", () => {
  const BATCH = 20;

  /** The maker offers `count` levels, the best at 52,000. */
  async function offered(count: number): Promise<void> {
    const sale = { ...BUY, side: "sell", qty: "0.001" };
    const orders = Array.from({ length: count }, (_, nth) => ({
      ...sale,
      price: `${52_000 + nth}`,
    }));
    for (let from = 0; from < count; from += BATCH) {
      const batch = orders.slice(from, from + BATCH);
      await unified.trade("batch-place", batch, unified.maker);
    }
  }

  /**
   * Opens a channel after the changes that other subscribers still wait for, which they share with
   * a new one. `later` returns the pushes since then.
   */
  async function settled(topic: string) {
    wait(LONGEST_MS);
    const { pushes, socket } = await unified.opened(contract(topic));
    wait(LONGEST_MS);
    await unified.received(socket);
    const before = pushes().length;
    const later = async (): Promise<SocketMessage[]> => {
      await unified.received(socket);
      return pushes().slice(before);
    };
    return { first: pushes()[0], later };
  }

  it.each([
    [row("Channels", "books1"), "books1", 1, 1],
    [row("Channels", "books5"), "books5", 5, 10],
    [row("Channels", "books50"), "books50", 50, 20],
  ] as const)("%s: %s has %d levels, every %d ms, each push a snapshot", async (...terms) => {
    const [, topic, levels, intervalMs] = terms;
    await offered(levels + 1);
    const { first, later } = await settled(topic);
    expect(first).toMatchObject({ action: "snapshot" });
    expect(first.data[0].a).toHaveLength(levels);
    const orders = [await unified.placed({ price: "49800" })];
    orders.push(await unified.placed({ price: "49801" }));
    wait(intervalMs - 1);
    const bestBids = async () => (await later()).map(({ data }) => data[0].b[0][0]);
    expect(await bestBids()).toEqual(["49800"]);
    wait(1);
    expect(await bestBids()).toEqual(["49800", "49801"]);
    expect((await later()).map(({ action }) => action)).toEqual(["snapshot", "snapshot"]);
    for (const orderId of orders) await unified.cancel(orderId);
  });

  it(row("Channels", "books", "the full depth first, then updates every 50 ms"), async () => {
    await offered(60);
    const { first, later } = await settled("books");
    expect(first).toMatchObject({ action: "snapshot" });
    expect(first.data[0].a.length).toBeGreaterThanOrEqual(60);
    const orders = [await unified.placed({ price: "49800" })];
    orders.push(await unified.placed({ price: "49801" }));
    wait(49);
    expect(await later()).toMatchObject([{ action: "update", data: [{ b: [["49800", "0.01"]] }] }]);
    wait(1);
    const [, second] = await later();
    expect(second).toMatchObject({ action: "update", data: [{ a: [], b: [["49801", "0.01"]] }] });
    for (const orderId of orders) await unified.cancel(orderId);
  });

  it.each(["books", "books1", "books5", "books50"])(
    row("Channels", "depth rules", "%s pushes nothing while the book is unchanged"),
    async (topic) => {
      const { later } = await settled(topic);
      wait(10_000);
      expect(await later()).toEqual([]);
    },
  );

  it.each(["books", "books5", "books50"])(
    row("Channels", "depth rules", "%s pushes the final state of quick changes alone"),
    async (topic) => {
      const { later } = await settled(topic);
      const orders = [await unified.placed({ price: "49700" })];
      for (const price of ["49701", "49702"]) await unified.cancel(await unified.placed({ price }));
      orders.push(await unified.placed({ price: "49703" }));
      wait(LONGEST_MS);
      const [, last, ...others] = await later();
      expect(others).toEqual([]);
      // An update says of a level that came and went that it has nothing.
      const levels: readonly string[][] = last.data[0].b;
      const prices = levels.filter(([, size]) => size !== "0").map(([price]) => price);
      expect(prices[0]).toBe("49703");
      for (const gone of ["49701", "49702"]) expect(prices).not.toContain(gone);
      for (const orderId of orders) await unified.cancel(orderId);
    },
  );

  it(row("Channels", "depth rules", "sequence numbers increase from push to push"), async () => {
    const { pushes } = await unified.opened(contract("books"));
    for (const price of ["49601", "49602", "49603"]) {
      await unified.cancel(await unified.placed({ price }));
      wait(LONGEST_MS);
    }
    await eventually("pushes", () => pushes().length > 3);
    const books = pushes().map(({ data }) => data[0]);
    for (const [nth, { pseq, seq }] of books.entries()) {
      expect(pseq).toBe(nth === 0 ? 0 : books[nth - 1].seq);
      expect(seq).toBeGreaterThan(pseq);
    }
  });
});
