import { afterEach, describe, expect, it } from "vitest";
import { eventually } from "../support/eventually.ts";
import { idOf, plainClient } from "./support/ccxt-clients.ts";
import { openExchange } from "./support/conformance-exchange.ts";
import { openCounterparty } from "./support/counterparty.ts";
import { USDT_PERPETUAL } from "./support/products.ts";
import { proves } from "./support/proves.ts";

const { market } = USDT_PERPETUAL;
const SPOT = "BTC/USDT";
const TRIGGER = { trigger: true } as const;
const LAST = { triggerType: "fill_price" } as const;

const exchange = await openExchange();
const bob = await openCounterparty(exchange);
const carol = await openCounterparty(exchange);
const alice = await plainClient(exchange, exchange.firstUser("classic"), {
  uta: false,
  defaultType: "swap",
});
const ulla = await plainClient(exchange, exchange.firstUser("unified"), {
  uta: true,
  defaultType: "swap",
});

/** Two others trade at a price, so that it is the last one. */
async function tradeAt(price: string): Promise<void> {
  await bob.futures(USDT_PERPETUAL, { side: "sell", size: "0.01", price });
  await carol.futures(USDT_PERPETUAL, { side: "buy", size: "0.01", price });
}

/** A long of 0.1 at 60,000, with bids below it. */
async function openLong(client: typeof alice): Promise<void> {
  await bob.futures(USDT_PERPETUAL, { side: "sell", size: "0.1", price: "60000" });
  await client.createOrder(market, "market", "buy", 0.1);
  await bob.futures(USDT_PERPETUAL, { side: "buy", size: "1", price: "58000" });
}

afterEach(async () => {
  await bob.clearFutures(USDT_PERPETUAL);
  await carol.clearFutures(USDT_PERPETUAL);
});

describe("ccxt, classic account", () => {
  it("places, finds, edits and cancels a trigger order of futures", async () => {
    proves("ccxt.createOrder", "POST /api/v2/mix/order/place-plan-order");
    proves("ccxt.fetchOpenOrders", "GET /api/v2/mix/order/orders-plan-pending");
    proves("ccxt.editOrder", "POST /api/v2/mix/order/modify-plan-order");
    proves("ccxt.cancelOrder", "POST /api/v2/mix/order/cancel-plan-order");
    proves("ccxt.fetchCanceledOrders", "GET /api/v2/mix/order/orders-plan-history");
    const placed = await alice.createOrder(market, "limit", "buy", 0.1, 61_100, {
      triggerPrice: 61_000,
      ...LAST,
    });
    const id = idOf(placed);
    expect(await alice.fetchOpenOrders(market, undefined, undefined, TRIGGER)).toMatchObject([
      { id, status: "open", triggerPrice: 61_000, price: 61_100, amount: 0.1, side: "buy" },
    ]);
    await alice.editOrder(id, market, "limit", "buy", 0.2, 61_200, { triggerPrice: 61_500 });
    expect(await alice.fetchOpenOrders(market, undefined, undefined, TRIGGER)).toMatchObject([
      { id, triggerPrice: 61_500, price: 61_200, amount: 0.2 },
    ]);
    await alice.cancelOrder(id, market, TRIGGER);
    expect(await alice.fetchOpenOrders(market, undefined, undefined, TRIGGER)).toEqual([]);
    const canceled = await alice.fetchCanceledOrders(market, undefined, undefined, TRIGGER);
    expect(canceled.filter((order) => order.id === id)).toMatchObject([{ status: "canceled" }]);
  });

  it("sees the trigger prices of the exits of a trigger order", async () => {
    const placed = await alice.createOrder(market, "limit", "buy", 0.1, 61_100, {
      triggerPrice: 61_000,
      stopLoss: { triggerPrice: 60_000, price: 59_900 },
      takeProfit: { triggerPrice: 65_000, price: 65_100 },
      ...LAST,
    });
    expect(await alice.fetchOpenOrders(market, undefined, undefined, TRIGGER)).toMatchObject([
      { id: idOf(placed), stopLossPrice: 60_000, takeProfitPrice: 65_000 },
    ]);
    await alice.cancelOrder(idOf(placed), market, TRIGGER);
    await expect(alice.cancelOrder(idOf(placed), market, TRIGGER)).rejects.toThrow("43025");
  });

  it("sees stop-loss and take-profit of a position, of which one fires", async () => {
    proves("ccxt.createOrder", "POST /api/v2/mix/order/place-tpsl-order");
    proves("ccxt.editOrder", "POST /api/v2/mix/order/modify-tpsl-order");
    await openLong(alice);
    const stop = idOf(
      await alice.createOrder(market, "market", "sell", 0.1, undefined, {
        stopLossPrice: 58_500,
        ...LAST,
      }),
    );
    const profit = idOf(
      await alice.createOrder(market, "market", "sell", 0.1, undefined, {
        takeProfitPrice: 63_000,
        ...LAST,
      }),
    );
    await alice.editOrder(stop, market, "market", "sell", 0.1, undefined, {
      stopLossPrice: 59_000,
    });
    const exits = { ...TRIGGER, planType: "profit_loss" };
    const open = await alice.fetchOpenOrders(market, undefined, undefined, exits);
    expect(open.map((order) => [order.id, order.triggerPrice])).toEqual([
      [stop, 59_000],
      [profit, 63_000],
    ]);
    await tradeAt("59000");
    await eventually(
      "the position is closed",
      async () => (await alice.fetchPositions([market])).length === 0,
    );
    expect(await alice.fetchOpenOrders(market, undefined, undefined, exits)).toEqual([]);
  });

  it("trails a price and sells at its retreat", async () => {
    await openLong(alice);
    const id = idOf(
      await alice.createOrder(market, "market", "sell", 0.1, undefined, {
        trailingPercent: "1",
        trailingTriggerPrice: 60_500,
        reduceOnly: true,
        ...LAST,
      }),
    );
    const trailing = { trailing: true } as const;
    expect(await alice.fetchOpenOrders(market, undefined, undefined, trailing)).toMatchObject([
      { id, triggerPrice: 60_500 },
    ]);
    await tradeAt("60500");
    await tradeAt("62000");
    // 62,000 × 0.99 = 61,380.
    await tradeAt("61380");
    await eventually(
      "the position is closed",
      async () => (await alice.fetchPositions([market])).length === 0,
    );
  });

  it("attaches stop-loss and take-profit to an order", async () => {
    const id = idOf(
      await alice.createOrder(market, "limit", "buy", 0.1, 59_000, {
        stopLoss: { triggerPrice: 57_000 },
        takeProfit: { triggerPrice: 64_000 },
      }),
    );
    expect(await alice.fetchOrder(id, market)).toMatchObject({
      stopLossPrice: 57_000,
      takeProfitPrice: 64_000,
    });
    await bob.futures(USDT_PERPETUAL, { side: "sell", size: "0.1", price: "59000" });
    const exits = { ...TRIGGER, planType: "profit_loss" };
    const open = await alice.fetchOpenOrders(market, undefined, undefined, exits);
    expect(open.map(({ triggerPrice }) => triggerPrice).sort()).toEqual([57_000, 64_000]);
    await bob.futures(USDT_PERPETUAL, { side: "buy", size: "0.1", price: "59000" });
    await alice.createOrder(market, "market", "sell", 0.1, undefined, { reduceOnly: true });
    expect(await alice.fetchOpenOrders(market, undefined, undefined, exits)).toEqual([]);
  });

  it("places, finds, edits and cancels a trigger order of spot", async () => {
    proves("ccxt.createOrder", "POST /api/v2/spot/trade/place-plan-order");
    proves("ccxt.fetchOpenOrders", "GET /api/v2/spot/trade/current-plan-order");
    proves("ccxt.editOrder", "POST /api/v2/spot/trade/modify-plan-order");
    proves("ccxt.cancelOrder", "POST /api/v2/spot/trade/cancel-plan-order");
    proves("ccxt.cancelAllOrders", "POST /api/v2/spot/trade/batch-cancel-plan-order");
    proves("ccxt.fetchCanceledOrders", "GET /api/v2/spot/trade/history-plan-order");
    const terms = { triggerPrice: 50_000 };
    const id = idOf(await alice.createOrder(SPOT, "limit", "sell", 0.1, 49_900, terms));
    const found = (): Promise<unknown> =>
      alice.fetchOpenOrders(SPOT, undefined, undefined, TRIGGER);
    expect(await found()).toMatchObject([{ id, status: "open", triggerPrice: 50_000 }]);
    await alice.editOrder(id, SPOT, "limit", "sell", 0.2, 48_900, { triggerPrice: 49_000 });
    expect(await found()).toMatchObject([{ id, triggerPrice: 49_000, amount: 0.2 }]);
    await alice.cancelOrder(id, SPOT, TRIGGER);
    await alice.createOrder(SPOT, "limit", "sell", 0.1, 49_900, terms);
    await alice.cancelAllOrders(SPOT, TRIGGER);
    expect(await found()).toEqual([]);
    const canceled = await alice.fetchCanceledOrders(SPOT, undefined, undefined, TRIGGER);
    expect(canceled).toMatchObject([{ status: "canceled" }, { status: "canceled" }]);
  });
});

describe("ccxt, unified account", () => {
  it("places, finds, edits and cancels stop-losses, and one fires", async () => {
    proves("ccxt.createOrder", "POST /api/v3/trade/place-strategy-order");
    proves("ccxt.fetchOpenOrders", "GET /api/v3/trade/unfilled-strategy-orders");
    proves("ccxt.editOrder", "POST /api/v3/trade/modify-strategy-order");
    proves("ccxt.cancelOrder", "POST /api/v3/trade/cancel-strategy-order");
    await openLong(ulla);
    const stop = (price: number) => ({
      stopLossPrice: price,
      slTriggerBy: "market",
      reduceOnly: true,
    });
    const first = idOf(
      await ulla.createOrder(market, "market", "sell", 0.1, undefined, stop(58_500)),
    );
    const found = (): Promise<unknown> =>
      ulla.fetchOpenOrders(market, undefined, undefined, TRIGGER);
    expect(await found()).toMatchObject([{ id: first, stopLossPrice: 58_500 }]);
    await ulla.editOrder(first, market, "market", "sell", 0.1, undefined, {
      stopLossPrice: 58_800,
      slTriggerBy: "market",
    });
    expect(await found()).toMatchObject([{ id: first, stopLossPrice: 58_800 }]);
    await ulla.cancelOrder(first, market, TRIGGER);
    expect(await found()).toEqual([]);
    await ulla.createOrder(market, "market", "sell", 0.1, undefined, stop(59_000));
    await tradeAt("59000");
    await eventually(
      "the position is closed",
      async () => (await ulla.fetchPositions([market])).length === 0,
    );
  });
});
