/** Specification, Unified-account order (v3): every row of its table of states. */
import { describe, expect, it } from "vitest";
import { atoms } from "../../../src/core/money/units.ts";
import { eventually } from "../../support/eventually.ts";
import { COIN } from "../../support/test-listings.ts";
import {
  ID,
  NUMBER,
  type Resource,
  TEXT,
  TIME,
  testFields,
} from "../specification-v2/support/field-tests.ts";
import { row } from "./support/specified-rules.ts";
import { BUY, UnifiedSocket } from "./support/unified-socket.ts";

const unified = new UnifiedSocket();
const STATES = ["new", "partially_filled", "filled", "canceled"];
const ENDED = "25204";
/** Index of the contract BTCUSDT. */
const CONTRACT = 2;
const POOR = {
  ...({ accountKind: "unified", realm: "live", parent: 0 } as const),
  ...{ name: "poor", openOrdersMax: 10 },
};

describe("states of an order of a unified account", () => {
  it(row("Unified-account order", "rejected at entry", "no order state and no push"), async () => {
    const before = unified.alice.texts.length;
    const sent = [{ ...BUY, qty: "90000000", clientOid: "no" }];
    const refused = await unified.trade("place-order", sent);
    expect(refused).toMatchObject({ event: "error", code: expect.not.stringMatching(/^0/) });
    const orderId = await unified.placed();
    await unified.pushed(orderId, ["new"]);
    const rows = unified.alice.messages.slice(before).flatMap(({ data = [] }) => data);
    expect(rows.filter(({ clientOid }) => clientOid === "no")).toEqual([]);
    await unified.cancel(orderId);
  });

  it(row("Unified-account order", "new"), async () => {
    const orderId = await unified.placed();
    const [state] = await unified.pushed(orderId, ["new"]);
    expect(state).toMatchObject({ cumExecQty: "0", cancelSource: "" });
    await unified.cancel(orderId);
  });

  it(
    row("Unified-account order", "filled", "with fill fields and the id of the fill"),
    async () => {
      await unified.offer("0.01", "50010");
      const orderId = await unified.placed({ price: "50010" });
      const [, state] = await unified.pushed(orderId, ["new", "filled"]);
      expect(state).toMatchObject({
        cumExecQty: "0.01",
        avgPrice: "50010",
        tradeId: expect.stringMatching(ID),
      });
    },
  );

  it(row("Unified-account order", "partially_filled", "then filled, a push each"), async () => {
    await unified.offer("0.004", "50010");
    await unified.offer("0.006", "50011");
    const orderId = await unified.placed({ price: "50011" });
    const states = await unified.pushed(orderId, ["new", "partially_filled", "filled"]);
    expect(states.map(({ cumExecQty }) => cumExecQty)).toEqual(["0", "0.004", "0.01"]);
    expect(new Set(states.slice(1).map(({ tradeId }) => tradeId)).size).toBe(2);
  });

  it.each([
    ["fok", "fok_not_full_cancel"],
    ["ioc", "ioc_not_full_cancel"],
    ["post_only", "post_only_fill_cancel"],
  ])(
    row("Unified-account order", "rejected by the matching engine", "%s has cancelSource %s"),
    async (timeInForce, cancelSource) => {
      const price = timeInForce === "post_only" ? "50010" : "49000";
      const sale = await unified.offer("0.01", "50010");
      const orderId = await unified.placed({ timeInForce, price });
      const states = await unified.pushed(orderId, ["new", "canceled"]);
      expect(states.at(-1)).toMatchObject({ cancelSource, cumExecQty: "0" });
      await unified.cancel(sale, unified.maker);
    },
  );

  it(row("Unified-account order", "IOC without depth"), async () => {
    await unified.offer("0.004", "50010");
    const orderId = await unified.placed({ price: "50010", timeInForce: "ioc" });
    const states = await unified.pushed(orderId, ["new", "partially_filled", "canceled"]);
    expect(states.at(-1)).toMatchObject({
      cumExecQty: "0.004",
      cancelSource: "ioc_not_full_cancel",
    });
  });

  it(row("Unified-account order", "system cancel", "self-trade of a new order"), async () => {
    const orderId = await unified.placed({ price: "49500" });
    const other = await unified.placed({ side: "sell", price: "49500" });
    const [, state] = await unified.pushed(orderId, ["new", "canceled"]);
    expect(state).toMatchObject({ cancelSource: expect.stringMatching(/stp|self/) });
    await unified.cancel(other);
  });

  it(
    row("Unified-account order", "system cancel", "self-trade of a partly filled one"),
    async () => {
      const orderId = await unified.placed({ price: "49500" });
      await unified.placed({ side: "sell", price: "49500", qty: "0.004" }, unified.maker);
      const other = await unified.placed({ side: "sell", price: "49500" });
      const states = await unified.pushed(orderId, ["new", "partially_filled", "canceled"]);
      expect(states.at(-1)).toMatchObject({ cancelSource: expect.stringMatching(/stp|self/) });
      await unified.cancel(other);
    },
  );

  it(row("Unified-account order", "cancel order", "of a new order, by a push"), async () => {
    const orderId = await unified.placed();
    await unified.cancel(orderId);
    const [, state] = await unified.pushed(orderId, ["new", "canceled"]);
    expect(state).toMatchObject({ cumExecQty: "0", cancelSource: expect.stringMatching(/./) });
  });

  it(row("Unified-account order", "cancel order", "of a partly filled order"), async () => {
    await unified.offer("0.004", "50010");
    const orderId = await unified.placed({ price: "50010" });
    await unified.cancel(orderId);
    const states = await unified.pushed(orderId, ["new", "partially_filled", "canceled"]);
    expect(states.at(-1)).toMatchObject({ cumExecQty: "0.004" });
  });

  it.each(["filled", "canceled"])(
    row("Unified-account order", "ended orders", "a %s one is neither modified nor cancelled"),
    async (state) => {
      const orderId = await unified.placed({ price: "50010" });
      if (state === "canceled") await unified.cancel(orderId);
      else await unified.placed({ side: "sell", price: "50010" }, unified.maker);
      await unified.pushed(orderId, ["new", state]);
      const change = [{ orderId, qty: "0.02" }];
      expect(await unified.trade("cancel-order", [{ orderId }])).toMatchObject({ code: ENDED });
      expect(await unified.trade("modify-order", change)).toMatchObject({ code: ENDED });
      await unified.pushed(orderId, ["new", state]);
    },
  );

  it(row("Unified-account order", "receipt", "the order channel confirms each step"), async () => {
    const { args, ...answer } = await unified.trade("place-order", [BUY]);
    expect([Object.keys(args[0]).includes("orderStatus"), answer.code]).toEqual([false, "0"]);
    const { orderId } = args[0];
    await unified.pushed(orderId, ["new"]);
    await unified.trade("modify-order", [{ orderId, qty: "0.02" }]);
    await eventually("the change", () => unified.statesOf(orderId).at(-1)?.qty === "0.02");
    await unified.cancel(orderId);
    await eventually("the end", () => unified.statesOf(orderId).at(-1)?.orderStatus === "canceled");
  });
});

describe("an account without equity", () => {
  const fallen = new UnifiedSocket();

  it(row("Unified-account order", "system cancel", "liquidation of the account"), async () => {
    const { fixture } = fallen;
    const user = (await fixture.apply({ kind: "create_user", ...POOR })).id;
    const money = { currency: 0, amount: atoms(1_000n * COIN) };
    await fixture.apply({ kind: "credit", user, wallet: "unified", ...money });
    fixture.addKey("poor", "unified", { userIndex: user, uid: String(1_000_000_000 + user) });
    const poor = await fixture.login("poor");
    poor.send({ op: "subscribe", args: [{ instType: "UTA", topic: "order" }] });
    await poor.message("the subscription", ({ event }) => event === "subscribe");
    await fallen.offer("0.1", "50010");
    await fallen.placed({ price: "50010", qty: "0.1" }, poor);
    const opening = await fallen.placed({ price: "48000", qty: "0.001" }, poor);
    const exit = { side: "sell", price: "52000", reduceOnly: "yes" };
    const closing = await fallen.placed({ ...exit, qty: "0.001" }, poor);
    for (const price of [400_000, 398_000, 396_000, 394_000, 392_000, 390_000]) {
      await fixture.apply({ kind: "set_index_prices", instruments: [CONTRACT], prices: [price] });
      fixture.clock.advance(1_000);
      await fixture.apply({ kind: "tick" });
    }
    const ended = (): readonly Resource[] =>
      poor.messages
        .filter(({ action }) => action !== undefined)
        .flatMap(({ data }) => data)
        .filter(({ orderStatus }) => orderStatus === "canceled");
    await eventually("the ends", () => ended().length >= 2, 5_000);
    expect(ended().map(({ cancelSource, orderId }) => [orderId, cancelSource])).toEqual([
      [opening, "delegated_risk_order_cancel"],
      [closing, "burst_cancel"],
    ]);
  });
});

describe("the pushes of all orders of this file", () => {
  const rows = () =>
    unified.alice.messages
      .filter(({ action, arg }) => action !== undefined && arg.topic === "order")
      .flatMap(({ data }) => data);

  it(
    row("Unified-account order", "states", "are the four of the list, each of which occurs"),
    () => {
      const seen = new Set(rows().map(({ orderStatus }) => orderStatus));
      expect([...seen].sort()).toEqual(STATES.toSorted());
    },
  );

  it(row("Unified-account order", "terminal states", "are the last state of their order"), () => {
    const states = Map.groupBy(rows(), ({ orderId }) => orderId as string);
    expect(states.size).toBeGreaterThan(10);
    for (const [orderId, pushes] of states) {
      const words = pushes.map(({ orderStatus }) => orderStatus as string);
      const ended = words.findIndex((word) => word === "filled" || word === "canceled");
      expect(ended === -1 || ended === words.length - 1, `${orderId}: ${words.join()}`).toBe(true);
    }
  });

  const fills = (): readonly Resource[] =>
    unified.alice.messages
      .filter(({ action, arg }) => action !== undefined && arg.topic === "order")
      .flatMap(({ data, ts }) => data.map((state: Resource) => ({ ...state, ts })))
      .filter(({ tradeId }) => tradeId !== undefined);

  testFields("an order of a unified account", fills, {
    category: ["usdt-futures"],
    symbol: ["BTCUSDT"],
    orderType: ["limit", "market"],
    qty: NUMBER,
    price: NUMBER,
    side: ["buy", "sell"],
    posSide: ["long", "short", "net"],
    timeInForce: ["gtc", "ioc", "fok", "post_only"],
    reduceOnly: ["yes", "no"],
    clientOid: TEXT,
    stpMode: ["none", "cancel_taker", "cancel_maker", "cancel_both"],
    orderId: ID,
    cancelSource: [""],
    tradeId: ID,
    createdTime: TIME,
    updatedTime: (value, { createdTime }) => Number(value) >= Number(createdTime),
    ts: (value, { updatedTime }) => Number(value) >= Number(updatedTime),
  });
});
