import { afterEach, beforeEach, expect, it } from "vitest";
import { listOf, rowOf, rowsOf, type TestAnswer } from "../../../../test/support/test-answer.ts";
import { ExchangeFixture } from "../../../../test/support/test-exchange.ts";
import { COIN } from "../../../../test/support/test-listings.ts";
import { endpointsTradeV3 } from "../trade/endpoints-trade.ts";
import { endpointsStrategyV3 } from "./endpoints-strategy.ts";

const TRADE = "/api/v3/trade";
const FUNDS = [["unified", "USDT", 1_000_000n * COIN]] as const;
const CONTRACT = { category: "USDT-FUTURES", symbol: "BTCUSDT" };
const LIMIT = { ...CONTRACT, orderType: "limit", price: "50000", qty: "0.4" };

let exchange: ExchangeFixture;

beforeEach(async () => {
  exchange = await ExchangeFixture.start({
    endpoints: [...endpointsTradeV3, ...endpointsStrategyV3],
    users: [
      { name: "alice", accountKind: "unified", funds: FUNDS },
      { name: "bob", accountKind: "unified", funds: FUNDS },
      { name: "carol", accountKind: "unified", funds: FUNDS },
    ],
  });
  rowOf(await post("place-order", { ...LIMIT, side: "sell" }, "bob"));
  rowOf(await post("place-order", { ...LIMIT, side: "buy" }));
  const rest = { ...LIMIT, qty: "5" };
  rowOf(await post("place-order", { ...rest, side: "buy", price: "48000" }, "bob"));
});

afterEach(async () => {
  await exchange[Symbol.asyncDispose]();
});

function post(path: string, body: object, name = "alice"): Promise<TestAnswer> {
  return exchange.post(`${TRADE}/${path}`, body, name);
}

function get(path: string, query: Record<string, string> = {}): Promise<TestAnswer> {
  return exchange.get(`${TRADE}/${path}`, { category: "USDT-FUTURES", ...query }, "alice");
}

async function pending(query: Record<string, string> = {}) {
  return rowsOf(await get("unfilled-strategy-orders", query));
}

async function pendingId(at: number): Promise<unknown> {
  return (await pending())[at]?.["orderId"];
}

async function tradeAt(price: string): Promise<void> {
  rowOf(await post("place-order", { ...LIMIT, price, qty: "0.1", side: "sell" }, "bob"));
  rowOf(await post("place-order", { ...LIMIT, price, qty: "0.1", side: "buy" }, "carol"));
}

const BOTH = { ...CONTRACT, qty: "0.4", posSide: "long", takeProfit: "52000", stopLoss: "49000" };

it("take-profit and stop-loss are one order, and the one that executes cancels the other", async () => {
  const sent = {
    ...BOTH,
    tpslMode: "full",
    clientOid: "pair",
    slOrderType: "limit",
    slLimitPrice: "48500",
  };
  const { orderId } = rowOf(await post("place-strategy-order", sent));
  expect(await pending()).toMatchObject([
    {
      orderId,
      clientOid: "pair",
      type: "tpsl",
      status: "pending",
      qty: "",
      posSide: "long",
      reduceOnly: "YES",
      triggerType: "",
      takeProfit: "52000",
      tpOrderType: "market",
      stopLoss: "49000",
      slOrderType: "limit",
      slLimitPrice: "48500",
      slTriggerBy: "market",
    },
  ]);
  const change = { orderId, stopLoss: "49500", slTriggerBy: "mark" };
  expect(rowOf(await post("modify-strategy-order", change))).toEqual({
    orderId,
    clientOid: "pair",
  });
  expect(await pending()).toMatchObject([
    { orderId, takeProfit: "52000", stopLoss: "49500", slTriggerBy: "mark" },
  ]);
  const { accounts } = exchange.access;
  const contract = accounts.instrument("live", "usdt_futures", "BTCUSDT");
  await exchange.setIndex(contract?.index ?? -1, 490_000);
  await exchange.apply({ kind: "tick" });
  const { list } = listOf(await get("history-strategy-orders", { type: "tpsl" }));
  expect(list.map(({ status, triggerType }) => [triggerType, status]).sort()).toEqual([
    ["stopLoss", "success"],
    ["takeProfit", "cancelled"],
  ]);
  const subOrders = rowsOf(await get("strategy-sub-orders", { orderId: String(orderId) }));
  expect(subOrders).toMatchObject([
    { orderId: "", type: "market", status: "cancelled" },
    { price: "48500", type: "limit", status: "success" },
  ]);
});

it("closes the whole position without a qty, and never more than a qty that is named", async () => {
  const { qty: _qty, ...documented } = BOTH;
  rowOf(await post("place-strategy-order", documented));
  expect(await pending()).toMatchObject([{ qty: "", posSide: "long", takeProfit: "52000" }]);
  const part = { ...BOTH, takeProfit: undefined, qty: "0.1", clientOid: "part" };
  rowOf(await post("place-strategy-order", part));
  expect(await pending()).toMatchObject([{ clientOid: "part", qty: "0.1" }, { qty: "" }]);
  rowOf(await post("cancel-strategy-order", { orderId: await pendingId(1) }));
  const user = exchange.user("alice").index;
  const held = () => exchange.access.accounts.positions(user).map(({ size }) => size);
  const before = held()[0] ?? 0;
  const { accounts } = exchange.access;
  const contract = accounts.instrument("live", "usdt_futures", "BTCUSDT");
  rowOf(await post("place-order", { ...LIMIT, price: "48900", qty: "5", side: "buy" }, "bob"));
  await tradeAt("48950");
  await exchange.setIndex(contract?.index ?? -1, 489_000);
  await exchange.apply({ kind: "tick" });
  expect(await pending()).toEqual([]);
  expect(before - (held()[0] ?? 0)).toBe(1_000);
});

it("a trigger order sends an order at its price", async () => {
  const sent = {
    ...CONTRACT,
    type: "trigger",
    side: "sell",
    qty: "0.1",
    triggerPrice: "49000",
    triggerBy: "market",
    triggerOrderType: "limit",
    triggerOrderPrice: "49900",
  };
  const { orderId } = rowOf(await post("place-strategy-order", sent));
  expect(await pending({ type: "tpsl" })).toEqual([]);
  expect(await pending({ type: "trigger" })).toMatchObject([
    { orderId, type: "trigger", triggerPrice: "49000", triggerOrderPrice: "49900" },
  ]);
  rowOf(await post("modify-strategy-order", { orderId, triggerPrice: "49500", qty: "0.2" }));
  await tradeAt("49500");
  await exchange.apply({ kind: "tick" });
  expect(await pending()).toEqual([]);
  const { list } = listOf(await get("unfilled-orders"));
  expect(list).toMatchObject([{ price: "49900", qty: "0.2", side: "sell" }]);
});

it("a strategy order has sub-orders from its trigger on, also when it fails", async () => {
  const sent = { ...CONTRACT, type: "trigger", side: "buy", triggerPrice: "51000" };
  const huge = { ...sent, qty: "450", triggerOrderType: "market", clientOid: "huge" };
  rowOf(await post("place-strategy-order", huge));
  const subOrders = async () => rowsOf(await get("strategy-sub-orders", { clientOid: "huge" }));
  expect(await subOrders()).toEqual([]);
  await tradeAt("51000");
  expect(await subOrders()).toMatchObject([{ orderId: "", status: "in_progress" }]);
  await exchange.apply({ kind: "tick" });
  // 450 at 51,000 need more margin than she has.
  expect(await subOrders()).toEqual([{ orderId: "", price: "", type: "market", status: "fail" }]);
  expect((await get("strategy-sub-orders", { orderId: "7" })).code).toBe("25597");
  expect((await get("strategy-sub-orders")).code).toBe("40924");
});

it("cancelling ends both halves", async () => {
  const { orderId } = rowOf(await post("place-strategy-order", BOTH));
  expect((await post("cancel-strategy-order", { orderId })).data).toBeNull();
  expect(await pending()).toEqual([]);
  expect((await post("cancel-strategy-order", { orderId })).code).toBe("25597");
});

it("an order's own take-profit becomes a strategy order when it fills", async () => {
  const sent = { ...LIMIT, side: "buy", price: "49000", qty: "0.1", takeProfit: "53000" };
  rowOf(await post("place-order", { ...sent, tpTriggerBy: "mark" }));
  await tradeAt("49000");
  expect(await pending()).toMatchObject([
    { takeProfit: "53000", tpTriggerBy: "mark", qty: "0.1", triggerType: "takeProfit" },
  ]);
});

it("modify-order changes an order's exits, alone or with its price", async () => {
  const sent = { ...LIMIT, side: "buy", price: "49000", qty: "0.1", takeProfit: "53000" };
  const { orderId } = rowOf(await post("place-order", sent));
  rowOf(await post("modify-order", { orderId, stopLoss: "48500", slTriggerBy: "mark" }));
  expect((await post("modify-order", { orderId, stopLoss: "49500" })).code).toBe("25586");
  const both = { orderId, price: "49100", takeProfit: "54000", tpLimitPrice: "53900" };
  rowOf(await post("modify-order", both));
  const shown = rowOf(await get("order-info", { orderId: String(orderId) }));
  expect(shown).toMatchObject({ takeProfit: "54000", stopLoss: "48500", slTriggerBy: "mark" });
  rowOf(await post("modify-order", { orderId, stopLoss: "0" }));
  await tradeAt("49100");
  expect(await pending()).toMatchObject([
    { takeProfit: "54000", tpLimitPrice: "53900", stopLoss: "", qty: "0.1" },
  ]);
});

it("a change of an order's exit keeps what it does not name", async () => {
  const exit = { stopLoss: "48500", slTriggerBy: "mark", slOrderType: "limit" };
  const sent = { ...LIMIT, side: "buy", price: "49000", qty: "0.1", slLimitPrice: "48400" };
  const { orderId } = rowOf(await post("place-order", { ...sent, ...exit }));
  const shown = async () => rowOf(await get("order-info", { orderId: String(orderId) }));
  rowOf(await post("modify-order", { orderId, stopLoss: "48600" }));
  expect(await shown()).toMatchObject({ ...exit, stopLoss: "48600", slLimitPrice: "48400" });
  rowOf(await post("modify-order", { orderId, slLimitPrice: "48300" }));
  expect(await shown()).toMatchObject({ ...exit, stopLoss: "48600", slLimitPrice: "48300" });
  rowOf(await post("modify-order", { orderId, slOrderType: "market" }));
  expect(await shown()).toMatchObject({ stopLoss: "48600", slOrderType: "market" });
  expect((await post("modify-order", { orderId, tpLimitPrice: "53000" })).code).toBe("40019");
});

it("a change of a trigger order's exit keeps what it does not name", async () => {
  const exit = { stopLoss: "50500", slTriggerBy: "mark", slLimitPrice: "50400" };
  const trigger = { ...CONTRACT, type: "trigger", side: "buy", qty: "0.1", triggerPrice: "51000" };
  const { orderId } = rowOf(await post("place-strategy-order", { ...trigger, ...exit }));
  rowOf(await post("modify-strategy-order", { orderId, stopLoss: "50300" }));
  expect(await pending()).toMatchObject([{ ...exit, stopLoss: "50300" }]);
  rowOf(await post("modify-strategy-order", { orderId, slLimitPrice: "50200" }));
  expect(await pending()).toMatchObject([{ stopLoss: "50300", slLimitPrice: "50200" }]);
  const limitAlone = { ...trigger, slLimitPrice: "50400" };
  expect((await post("place-strategy-order", limitAlone)).code).toBe("40019");
});

it.each([
  ["without a price", { takeProfit: "", stopLoss: "" }, "40019"],
  ["on the wrong side", { takeProfit: "49000" }, "25585"],
  ["of a position that is not held", { posSide: "short" }, "25227"],
  ["without a side", { posSide: "" }, "40019"],
  ["of more than is held", { tpslMode: "partial", qty: "0.5" }, "25225"],
  ["on spot without a side", { category: "SPOT" }, "40019"],
  ["for a part without its qty", { tpslMode: "partial", qty: undefined }, "40019"],
])("an order %s is refused", async (_what, change, code) => {
  expect((await post("place-strategy-order", { ...BOTH, ...change })).code).toBe(code);
  expect(await pending()).toEqual([]);
});
