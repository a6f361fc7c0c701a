/** Strategy orders and exits of categories MARGIN and SPOT, over REST. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { lendCoins } from "../../../../test/support/lend-coins.ts";
import { listOf, rowOf, rowsOf, type TestAnswer } from "../../../../test/support/test-answer.ts";
import { ExchangeFixture } from "../../../../test/support/test-exchange.ts";
import { COIN } from "../../../../test/support/test-listings.ts";
import { endpointsTradeV3 } from "../trade/endpoints-trade.ts";
import { endpointsStrategyV3 } from "./endpoints-strategy.ts";

const TRADE = "/api/v3/trade";
const PAIR = { category: "MARGIN", symbol: "BTCUSDT" };
const LIMIT = { ...PAIR, orderType: "limit", price: "50000", qty: "0.4" };

let exchange: ExchangeFixture;

beforeEach(async () => {
  const rich = [
    ["unified", "BTC", 10n * COIN],
    ["unified", "USDT", 900_000n * COIN],
  ] as const;
  exchange = await ExchangeFixture.start({
    endpoints: [...endpointsTradeV3, ...endpointsStrategyV3],
    users: [
      { name: "alice", accountKind: "unified", funds: [["unified", "USDT", 10_000n * COIN]] },
      { name: "bob", accountKind: "unified", funds: rich },
      { name: "dora", accountKind: "unified", funds: rich },
      { name: "carol", accountKind: "classic", funds: [["spot", "USDT", 10_000n * COIN]] },
      { name: "basic", accountKind: "unified", funds: [["unified", "USDT", 100n * COIN]] },
    ],
  });
  await lendCoins(exchange);
  const { index: user } = exchange.user("basic");
  await exchange.apply({ kind: "set_account_level", user, level: "basic", isByOperator: true });
  await tradeAt("50000");
});

afterEach(async () => {
  await exchange[Symbol.asyncDispose]();
});

function post(path: string, body: object, name = "alice"): Promise<TestAnswer> {
  return exchange.post(`${TRADE}/${path}`, body, name);
}

async function get(path: string, query: Record<string, string> = {}): Promise<TestAnswer> {
  return exchange.get(`${TRADE}/${path}`, { category: "MARGIN", ...query }, "alice");
}

const pending = async (category = "MARGIN", query = {}) =>
  rowsOf(await get("unfilled-strategy-orders", { category, ...query }));
const past = async (category = "MARGIN") =>
  listOf(await get("history-strategy-orders", { category })).list;

/** Others trade on spot at a price. */
async function tradeAt(price: string): Promise<void> {
  const order = { ...LIMIT, category: "SPOT", price, qty: "0.01" };
  rowOf(await post("place-order", { ...order, side: "sell" }, "bob"));
  rowOf(await post("place-order", { ...order, side: "buy" }, "dora"));
}

async function offer(side: "buy" | "sell", price: string, qty: string): Promise<void> {
  rowOf(await post("place-order", { ...LIMIT, category: "SPOT", side, price, qty }, "bob"));
}

const TRIGGER = {
  ...PAIR,
  type: "trigger",
  side: "buy",
  qty: "0.4",
  triggerPrice: "50500",
  triggerOrderType: "limit",
  triggerOrderPrice: "50600",
};

describe("a trigger order of category MARGIN", () => {
  it("is listed under its own category, and borrows when it is placed", async () => {
    const { orderId } = rowOf(
      await post("place-strategy-order", { ...TRIGGER, clientOid: "later" }),
    );
    expect(await pending()).toMatchObject([
      {
        ...{ orderId, category: "MARGIN", type: "trigger", side: "buy", qty: "0.4" },
        ...{ triggerPrice: "50500", triggerOrderPrice: "50600", status: "pending" },
      },
    ]);
    expect(await pending("SPOT")).toEqual([]);
    const change = { clientOid: "later", qty: "0.3", triggerPrice: "50400" };
    rowOf(await post("modify-strategy-order", change));
    await offer("sell", "50600", "0.3");
    await tradeAt("50400");
    await exchange.apply({ kind: "tick" });
    expect(await past()).toMatchObject([
      { orderId, category: "MARGIN", status: "success", qty: "0.3" },
    ]);
    expect(await past("SPOT")).toEqual([]);
    const [subOrder] = rowsOf(await get("strategy-sub-orders", { orderId: String(orderId) }));
    expect(subOrder).toMatchObject({ status: "success", price: "50600" });
    const spot = await get("strategy-sub-orders", { orderId: String(orderId), category: "SPOT" });
    expect(spot.code).toBe("25597");
    const { list } = listOf(await get("history-orders"));
    expect(list).toMatchObject([
      { orderId: subOrder?.["orderId"], category: "MARGIN", cumExecQty: "0.3" },
    ]);
    const user = exchange.user("alice").index;
    expect(exchange.access.accounts.debts.coins(user)).toContainEqual(
      expect.objectContaining({ debt: 5_180n * COIN }),
    );
  });

  it("is shown as failed when it may not borrow that much", async () => {
    const { orderId } = rowOf(await post("place-strategy-order", { ...TRIGGER, qty: "3" }));
    await tradeAt("50500");
    await exchange.apply({ kind: "tick" });
    expect(await past()).toMatchObject([{ orderId, status: "failed" }]);
    expect(rowsOf(await get("strategy-sub-orders", { orderId: String(orderId) }))).toMatchObject([
      { orderId: "", status: "fail" },
    ]);
  });

  it("is cancelled, by its id alone", async () => {
    const { orderId } = rowOf(await post("place-strategy-order", TRIGGER));
    expect((await post("cancel-strategy-order", { orderId }, "bob")).code).toBe("25597");
    expect((await post("cancel-strategy-order", { orderId })).data).toBeNull();
    expect(await pending()).toEqual([]);
    expect(await past()).toMatchObject([{ orderId, status: "cancelled" }]);
  });

  it("buys at market for an amount, which may change", async () => {
    const { triggerOrderPrice: _, ...market } = { ...TRIGGER, triggerOrderType: "market" };
    const { orderId } = rowOf(await post("place-strategy-order", { ...market, qty: "12000.5" }));
    rowOf(await post("modify-strategy-order", { orderId, qty: "15150" }));
    expect(await pending()).toMatchObject([{ orderId, qty: "15150" }]);
    await offer("sell", "50500", "1");
    await tradeAt("50500");
    await exchange.apply({ kind: "tick" });
    expect(listOf(await get("history-orders")).list).toMatchObject([
      { orderType: "market", cumExecQty: "0.3", category: "MARGIN" },
    ]);
  });

  it.each([
    ["with a position side", { posSide: "long" }, "25236"],
    ["that reduces only", { reduceOnly: "yes" }, "25236"],
    ["of an unknown pair", { symbol: "NOPEUSDT" }, "25100"],
    ["of a pair whose coins are not lent", { symbol: "ETHUSDT" }, "50004"],
    ["without a side", { side: "" }, "40019"],
    ["without a trigger price", { triggerPrice: "" }, "40019"],
    ["of nothing", { qty: "0" }, "25207"],
    ["off the price increment", { triggerPrice: "50500.001" }, "25244"],
  ])("%s is refused", async (_what, change, code) => {
    expect((await post("place-strategy-order", { ...TRIGGER, ...change })).code).toBe(code);
    expect(await pending()).toEqual([]);
  });

  it("is for advanced unified accounts", async () => {
    expect((await post("place-strategy-order", TRIGGER, "basic")).code).toBe("40128");
    expect((await post("place-strategy-order", TRIGGER, "carol")).code).toBe("40084");
  });
});

describe("take-profit and stop-loss of category MARGIN", () => {
  const BOTH = { ...PAIR, side: "sell", qty: "0.4", takeProfit: "52000", stopLoss: "49000" };

  it("are one order that sells the bought size, in any position mode", async () => {
    await offer("sell", "50000", "0.4");
    rowOf(await post("place-order", { ...LIMIT, side: "buy" }));
    const { orderId } = rowOf(await post("place-strategy-order", { ...BOTH, clientOid: "pair" }));
    expect(await pending("MARGIN", { type: "tpsl" })).toMatchObject([
      { orderId, category: "MARGIN", type: "tpsl", qty: "0.4", side: "sell", stopLoss: "49000" },
    ]);
    expect(await pending("MARGIN", { type: "trigger" })).toEqual([]);
    rowOf(await post("modify-strategy-order", { orderId, stopLoss: "49500", qty: "0.3" }));
    await offer("buy", "49400", "0.4");
    await tradeAt("49500");
    await exchange.apply({ kind: "tick" });
    expect((await past()).map(({ status, triggerType }) => [triggerType, status]).sort()).toEqual([
      ["stopLoss", "success"],
      ["takeProfit", "cancelled"],
    ]);
    const subOrders = rowsOf(await get("strategy-sub-orders", { orderId: String(orderId) }));
    expect(subOrders).toMatchObject([{ status: "cancelled" }, { status: "success" }]);
    const sold = listOf(await get("history-orders")).list[0];
    expect(sold).toMatchObject({ side: "sell", cumExecQty: "0.3", category: "MARGIN" });
  });

  it.each([
    ["without a side", { side: "" }, "40019"],
    ["with a position side", { posSide: "long" }, "25236"],
    ["without a price", { takeProfit: "", stopLoss: "" }, "40019"],
    ["on the wrong side", { takeProfit: "49000" }, "25585"],
    ["of a buy on the wrong side", { side: "buy" }, "25585"],
    ["of nothing", { qty: "0" }, "25207"],
  ])("%s are refused", async (_what, change, code) => {
    expect((await post("place-strategy-order", { ...BOTH, ...change })).code).toBe(code);
    expect(await pending()).toEqual([]);
  });
});

describe("take-profit and stop-loss of category SPOT", () => {
  const STOP = { ...PAIR, category: "SPOT", side: "sell", qty: "0.1", stopLoss: "49000" };

  it("sell coins that the user has, on an account of any level", async () => {
    await offer("sell", "50000", "0.002");
    rowOf(
      await post("place-order", { ...LIMIT, category: "SPOT", side: "buy", qty: "0.002" }, "basic"),
    );
    const terms = { ...STOP, qty: "0.001", takeProfit: "52000" };
    const { orderId } = rowOf(await post("place-strategy-order", terms, "basic"));
    const lists = async (path: string, category: string) =>
      exchange.get(`${TRADE}/${path}`, { category }, "basic");
    expect(rowsOf(await lists("unfilled-strategy-orders", "MARGIN"))).toEqual([]);
    expect(rowsOf(await lists("unfilled-strategy-orders", "SPOT"))).toMatchObject([
      { orderId, category: "SPOT", type: "tpsl", side: "sell", qty: "0.001", stopLoss: "49000" },
    ]);
    await offer("buy", "48900", "0.001");
    await tradeAt("49000");
    await exchange.apply({ kind: "tick" });
    expect(rowsOf(await lists("unfilled-strategy-orders", "SPOT"))).toEqual([]);
    const { list } = listOf(await lists("history-orders", "SPOT"));
    expect(list[0]).toMatchObject({ side: "sell", cumExecQty: "0.001", avgPrice: "48900" });
  });

  it("fail where the user has less, and borrow nothing", async () => {
    const { orderId } = rowOf(await post("place-strategy-order", STOP));
    await offer("buy", "48900", "1");
    await tradeAt("49000");
    await exchange.apply({ kind: "tick" });
    expect(await past("SPOT")).toMatchObject([{ orderId, category: "SPOT", status: "failed" }]);
    const user = exchange.user("alice").index;
    expect(exchange.access.accounts.debts.coins(user)).toMatchObject([{ debt: 0n }]);
  });

  it.each([
    ["without a side", { side: "" }, "40019"],
    ["with a position side", { posSide: "long" }, "25236"],
    ["that reduce only", { reduceOnly: "yes" }, "25236"],
    ["without a price", { stopLoss: "" }, "40019"],
    ["on the wrong side", { stopLoss: "51000" }, "25586"],
    ["without a quantity", { qty: "" }, "40019"],
    ["of nothing", { qty: "0" }, "25207"],
  ])("%s are refused", async (_what, change, code) => {
    expect((await post("place-strategy-order", { ...STOP, ...change })).code).toBe(code);
    expect(await pending("SPOT")).toEqual([]);
  });
});

describe("an order of category MARGIN with exits", () => {
  const ENTRY = { ...LIMIT, side: "buy", takeProfit: "52000", stopLoss: "49000" };

  it("is protected by strategy orders of its category as it fills", async () => {
    const { orderId } = rowOf(await post("place-order", ENTRY));
    rowOf(await post("modify-order", { ...PAIR, orderId, stopLoss: "48000" }));
    const info = rowOf(await get("order-info", { orderId: String(orderId) }));
    expect(info).toMatchObject({ category: "MARGIN", takeProfit: "52000", stopLoss: "48000" });
    expect(await pending()).toEqual([]);
    await offer("sell", "50000", "0.4");
    expect(await pending()).toMatchObject([
      { category: "MARGIN", qty: "0.4", side: "sell", takeProfit: "52000", stopLoss: "48000" },
    ]);
    expect(await pending("SPOT")).toEqual([]);
    await offer("buy", "52000", "0.4");
    await tradeAt("52000");
    await exchange.apply({ kind: "tick" });
    const sold = listOf(await get("history-orders")).list[0];
    expect(sold).toMatchObject({ side: "sell", category: "MARGIN" });
    expect(await pending()).toEqual([]);
  });

  it("may be one of a batch", async () => {
    const sent = [ENTRY, { ...ENTRY, side: "sell", price: "52000" }];
    const rows = rowsOf(await post("place-batch", sent));
    expect(rows.map(({ code }) => code)).toEqual(["00000", "25612"]);
  });

  it.each([
    ["that sells", { side: "sell", takeProfit: "49000", stopLoss: "51000" }, "25612"],
    ["on the wrong side", { stopLoss: "51000" }, "25586"],
    ["with a position side", { posSide: "long" }, "25236"],
    ["that is too large", { qty: "1.2" }, "25203"],
  ])("%s is refused", async (_what, change, code) => {
    expect((await post("place-order", { ...ENTRY, ...change })).code).toBe(code);
  });
});
