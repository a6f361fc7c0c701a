/** Strategy orders and exits of MARGIN and SPOT, with the SDK, its sockets and with ccxt. */
import { describe, expect, it } from "vitest";
import { eventually } from "../support/eventually.ts";
import { restV3 } from "./support/bitget-api-clients.ts";
import { lastRow, subscribed, websocketV3 } from "./support/bitget-api-sockets.ts";
import { idOf, plainClient } from "./support/ccxt-clients.ts";
import { type Key, openExchange } from "./support/conformance-exchange.ts";
import { openCounterparty } from "./support/counterparty.ts";
import { proves } from "./support/proves.ts";

const BTC = "BTC/USDT";
const PAIR = { category: "MARGIN", symbol: "BTCUSDT" } as const;
const STRATEGY = { instType: "UTA", topic: "strategy-order" };

const exchange = await openExchange();
const bob = await openCounterparty(exchange);
const carol = await openCounterparty(exchange);

/** A new advanced user with 30,000 USDT in the unified account. */
function borrower(name: string): Promise<Key> {
  const money = { wallet: "unified", coin: "USDT", amount: "30000" } as const;
  return exchange.newUser({ kind: "unified", name }, money);
}

/** Two others trade at a price, so that it is the last one. */
async function tradeAt(price: string): Promise<void> {
  await bob.spot("BTCUSDT", { side: "sell", size: "0.001", price });
  await carol.spot("BTCUSDT", { side: "buy", size: "0.001", price });
}

describe("RestClientV3 and WebsocketClientV3, on margin", () => {
  it("places a trigger that borrows, and hears of it", async () => {
    proves("RestClientV3.submitStrategyOrder", "POST /api/v3/trade/place-strategy-order");
    proves("RestClientV3.getHistoryStrategyOrders", "GET /api/v3/trade/history-strategy-orders");
    proves("WebsocketClientV3.subscribe", "v3 channel strategy-order");
    const key = await borrower("trigger");
    const alice = restV3(exchange, key);
    const watch = websocketV3(exchange, key);
    const payload = { instType: "UTA" } as const;
    await watch.client.subscribe({ topic: "strategy-order", payload }, "v3Private");
    await subscribed(watch, STRATEGY);
    await tradeAt("60000");
    const { data: placed } = await alice.submitStrategyOrder({
      ...PAIR,
      ...{ type: "trigger", side: "buy", qty: "0.8", triggerBy: "market", triggerPrice: "60500" },
      ...{ triggerOrderType: "limit", triggerOrderPrice: "60600" },
    } as unknown as Parameters<typeof alice.submitStrategyOrder>[0]);
    const { orderId } = placed;
    const pushOf = (status: string) => () =>
      lastRow(watch.pushes, STRATEGY, (row) => row["status"] === status);
    expect(await eventually("the push", pushOf("pending"))).toMatchObject({
      ...{ orderId, category: "margin", symbol: "BTCUSDT", type: "trigger" },
    });
    const { data: open } = await alice.getUnfilledStrategyOrders({ category: "MARGIN" });
    expect(open).toMatchObject([{ orderId, category: "MARGIN", triggerPrice: "60500" }]);
    expect((await alice.getUnfilledStrategyOrders({ category: "SPOT" })).data).toEqual([]);
    await bob.spot("BTCUSDT", { side: "sell", size: "0.8", price: "60600" });
    await tradeAt("60500");
    expect(await eventually("the execution", pushOf("success"))).toMatchObject({
      ...{ orderId, category: "margin" },
    });
    const owed = await alice.getRepayableCoins();
    expect(owed.data).toMatchObject({ repayableCoinList: [{ coin: "USDT", size: "18480" }] });
    await eventually("the record", async () => {
      const { data } = await alice.getHistoryStrategyOrders({ category: "MARGIN" });
      expect(data.list).toMatchObject([{ orderId, category: "MARGIN", status: "success" }]);
      return true;
    });
    watch.client.closeAll();
  });

  it("buys on margin with a take-profit and a stop-loss, and changes and cancels them", async () => {
    proves("RestClientV3.submitNewOrder", "POST /api/v3/trade/place-order");
    proves("RestClientV3.modifyStrategyOrder", "POST /api/v3/trade/modify-strategy-order");
    proves("RestClientV3.cancelStrategyOrder", "POST /api/v3/trade/cancel-strategy-order");
    const alice = restV3(exchange, await borrower("exits"));
    await tradeAt("60000");
    await bob.spot("BTCUSDT", { side: "sell", size: "0.8", price: "60000" });
    await alice.submitNewOrder({
      ...PAIR,
      ...{ side: "buy", orderType: "limit", price: "60000", qty: "0.8" },
      ...{ takeProfit: "62000", stopLoss: "59000" },
    });
    const open = async () =>
      (await alice.getUnfilledStrategyOrders({ category: "MARGIN", type: "tpsl" })).data;
    const orderId = (await open())[0]?.orderId ?? "";
    expect(await open()).toMatchObject([
      { category: "MARGIN", qty: "0.8", takeProfit: "62000", stopLoss: "59000" },
    ]);
    await alice.modifyStrategyOrder({ orderId, qty: "0.5", stopLoss: "58500" });
    expect(await open()).toMatchObject([{ orderId, qty: "0.5", stopLoss: "58500" }]);
    await alice.cancelStrategyOrder({ orderId });
    expect(await open()).toEqual([]);
  });
});

describe("ccxt, on margin", () => {
  it("sells short with a stop-loss that buys back, and finds, edits and cancels it", async () => {
    proves("ccxt.createOrder", "POST /api/v3/trade/place-strategy-order");
    proves("ccxt.fetchOpenOrders", "GET /api/v3/trade/unfilled-strategy-orders");
    proves("ccxt.editOrder", "POST /api/v3/trade/modify-strategy-order");
    const alice = await plainClient(exchange, await borrower("ccxt"), { uta: true });
    const margin = { marginMode: "cross" };
    await tradeAt("60000");
    await bob.spot("BTCUSDT", { side: "buy", size: "0.3", price: "60000" });
    await alice.createOrder(BTC, "limit", "sell", 0.3, 60_000, margin);
    expect((await alice.fetchBalance())["BTC"]).toMatchObject({ debt: 0.3 });
    const stop = (price: number) => ({ ...margin, stopLossPrice: price, slTriggerBy: "market" });
    const id = idOf(await alice.createOrder(BTC, "market", "buy", 0.3, undefined, stop(61_000)));
    const found = () =>
      alice.fetchOpenOrders(BTC, undefined, undefined, { ...margin, trigger: true });
    expect(await found()).toMatchObject([{ id, stopLossPrice: 61_000, amount: 0.3, side: "buy" }]);
    await alice.editOrder(id, BTC, "market", "buy", 0.3, undefined, {
      ...{ stopLossPrice: 60_800, slTriggerBy: "market" },
    });
    await bob.spot("BTCUSDT", { side: "sell", size: "0.3", price: "60900" });
    await tradeAt("60800");
    await eventually("what was sold is bought back", async () => {
      expect((await alice.fetchBalance())["BTC"]?.debt).toBeLessThan(0.001);
      return true;
    });
    expect(await found()).toEqual([]);
  });

  it("buys on margin with a take-profit and a stop-loss", async () => {
    const alice = await plainClient(exchange, await borrower("ccxt-exits"), { uta: true });
    const margin = { marginMode: "cross" };
    await tradeAt("60000");
    await bob.spot("BTCUSDT", { side: "sell", size: "0.6", price: "60000" });
    await alice.createOrder(BTC, "limit", "buy", 0.6, 60_000, {
      ...margin,
      ...{ takeProfit: { triggerPrice: 62_000 }, stopLoss: { triggerPrice: 59_000 } },
    });
    const [open] = await alice.fetchOpenOrders(BTC, undefined, undefined, {
      ...{ ...margin, trigger: true },
    });
    const exits = { takeProfitPrice: 62_000, stopLossPrice: 59_000, amount: 0.6 };
    expect(open).toMatchObject(exits);
    await alice.cancelOrder(idOf(open ?? {}), BTC, { trigger: true });
  });
});

describe("ccxt, on spot of a unified account", () => {
  it("keeps a stop-loss on the exchange, which sells what was bought", async () => {
    proves("ccxt.createOrder", "POST /api/v3/trade/place-strategy-order");
    const alice = await plainClient(exchange, await borrower("ccxt-spot"), { uta: true });
    await tradeAt("60000");
    await bob.spot("BTCUSDT", { side: "sell", size: "0.2", price: "60000" });
    await alice.createOrder(BTC, "limit", "buy", 0.2, 60_000);
    const has = async () => (await alice.fetchBalance())["BTC"]?.total ?? 0;
    expect(await has()).toBeCloseTo(0.2, 3);
    const stop = (price: number) => ({ stopLossPrice: price, slTriggerBy: "market" });
    const id = idOf(await alice.createOrder(BTC, "market", "sell", 0.199, undefined, stop(59_000)));
    const found = () => alice.fetchOpenOrders(BTC, undefined, undefined, { trigger: true });
    expect(await found()).toMatchObject([{ id, stopLossPrice: 59_000, amount: 0.199 }]);
    await bob.spot("BTCUSDT", { side: "buy", size: "0.199", price: "58900" });
    await tradeAt("59000");
    await eventually("the coins are sold", async () => (await has()) < 0.001);
    expect(await found()).toEqual([]);
  });

  it("keeps one by the mark price, which ccxt chooses where nothing else is said", async () => {
    const alice = await plainClient(exchange, await borrower("ccxt-mark"), { uta: true });
    await tradeAt("60000");
    const stop = { stopLossPrice: 20_000 };
    const id = idOf(await alice.createOrder(BTC, "market", "sell", 0.1, undefined, stop));
    const trigger = { trigger: true };
    expect(await alice.fetchOpenOrders(BTC, undefined, undefined, trigger)).toMatchObject([{ id }]);
    await alice.cancelOrder(id, BTC, trigger);
    expect(await alice.fetchOpenOrders(BTC, undefined, undefined, trigger)).toEqual([]);
  });
});
