import { afterEach, describe, expect, it } from "vitest";
import { idOf, plainClient } from "./support/ccxt-clients.ts";
import { openExchange } from "./support/conformance-exchange.ts";
import { openCounterparty } from "./support/counterparty.ts";
import { proves } from "./support/proves.ts";

const BTC = "BTC/USDT";
const exchange = await openExchange();
const bob = await openCounterparty(exchange);
const alice = await plainClient(exchange, exchange.firstUser("unified"));

afterEach(async () => {
  if ((await alice.fetchOpenOrders(BTC)).length > 0) await alice.cancelAllOrders(BTC);
  await bob.clearSpot("BTCUSDT");
});

describe("ccxt, unified account it found out by asking, spot orders", () => {
  it("places a limit order that rests, finds it, and cancels it", async () => {
    proves("ccxt.createOrder", "POST /api/v3/trade/place-order");
    proves("ccxt.fetchOrder", "GET /api/v3/trade/order-info");
    proves("ccxt.fetchOpenOrders", "GET /api/v3/trade/unfilled-orders");
    proves("ccxt.cancelOrder", "POST /api/v3/trade/cancel-order");
    proves("ccxt.fetchCanceledOrders", "GET /api/v3/trade/history-orders");
    proves("ccxt.fetchBalance", "GET /api/v3/account/assets");
    const before = await alice.fetchBalance();
    const placed = await alice.createOrder(BTC, "limit", "buy", 0.5, 59_000, {
      clientOrderId: "rests-1",
    });
    const resting = {
      id: placed.id,
      clientOrderId: "rests-1",
      symbol: BTC,
      type: "limit",
      side: "buy",
      timeInForce: "GTC",
      status: "open",
      price: 59_000,
      amount: 0.5,
      filled: 0,
      remaining: 0.5,
    };
    expect(await alice.fetchOrder(idOf(placed), BTC)).toMatchObject(resting);
    expect(await alice.fetchOpenOrders(BTC)).toMatchObject([resting]);
    expect((await alice.fetchBalance())["USDT"]).toEqual({
      free: (before["USDT"]?.free ?? 0) - 29_500,
      used: 29_500,
      total: before["USDT"]?.total,
      debt: 0,
    });
    await alice.cancelOrder(idOf(placed), BTC);
    const canceled = { ...resting, status: "canceled" };
    expect(await alice.fetchOrder(idOf(placed), BTC)).toMatchObject(canceled);
    expect(await alice.fetchOpenOrders(BTC)).toEqual([]);
    expect((await alice.fetchCanceledOrders(BTC, undefined, 5)).at(-1)).toMatchObject(canceled);
    expect((await alice.fetchBalance())["USDT"]).toEqual(before["USDT"]);
  });

  it("shows a partial fill in order, trades and balance, to the last atom", async () => {
    proves("ccxt.fetchMyTrades", "GET /api/v3/trade/fills");
    const before = await alice.fetchBalance();
    const id = idOf(await alice.createOrder(BTC, "limit", "buy", 0.5, 60_000));
    await bob.spot("BTCUSDT", { side: "sell", size: "0.2", price: "59990" });
    expect(await alice.fetchOrder(id, BTC)).toMatchObject({
      status: "open",
      price: 60_000,
      average: 60_000,
      amount: 0.5,
      filled: 0.2,
      remaining: 0.3,
      cost: 12_000,
    });
    const trades = await alice.fetchMyTrades(BTC);
    expect(trades.filter(({ order }) => order === id)).toMatchObject([
      {
        symbol: BTC,
        side: "buy",
        type: "limit",
        takerOrMaker: "maker",
        price: 60_000,
        amount: 0.2,
        cost: 12_000,
        // ccxt turns the sign of v3: a fee paid is positive there, and negative in ccxt.
        fee: { currency: "BTC", cost: -0.0002 },
      },
    ]);
    const after = await alice.fetchBalance();
    expect(after["USDT"]?.total).toBe((before["USDT"]?.total ?? 0) - 12_000);
    expect(after["BTC"]?.total).toBeCloseTo((before["BTC"]?.total ?? 0) + 0.1998, 8);
  });

  it("buys at market for an amount of money, through two levels of the book", async () => {
    proves("ccxt.fetchClosedOrders", "GET /api/v3/trade/history-orders");
    await bob.spot("BTCUSDT", { side: "sell", size: "0.1", price: "60000" });
    await bob.spot("BTCUSDT", { side: "sell", size: "0.1", price: "60100" });
    // ccxt hands the number on as `qty`, which means money here.
    const id = idOf(await alice.createOrder(BTC, "market", "buy", 9_005));
    expect(await alice.fetchOrder(id, BTC)).toMatchObject({
      type: "market",
      status: "closed",
      filled: 0.15,
      cost: 9_005,
    });
    expect((await alice.fetchClosedOrders(BTC)).at(-1)).toMatchObject({ id, status: "closed" });
    const trades = (await alice.fetchMyTrades(BTC)).filter(({ order }) => order === id);
    expect(trades.map(({ price, amount, takerOrMaker }) => [price, amount, takerOrMaker])).toEqual([
      [60_000, 0.1, "taker"],
      [60_100, 0.05, "taker"],
    ]);
  });

  it("sells at market", async () => {
    await bob.spot("BTCUSDT", { side: "buy", size: "1", price: "59900" });
    const id = idOf(await alice.createOrder(BTC, "market", "sell", 0.25));
    expect(await alice.fetchOrder(id, BTC)).toMatchObject({
      type: "market",
      side: "sell",
      status: "closed",
      amount: 0.25,
      filled: 0.25,
      average: 59_900,
      cost: 14_975,
    });
    expect((await alice.fetchMyTrades(BTC)).at(-1)).toMatchObject({
      order: id,
      fee: { currency: "USDT", cost: -14.975 },
    });
  });

  it("refuses to let a post-only order take", async () => {
    await bob.spot("BTCUSDT", { side: "sell", size: "0.1", price: "60000" });
    const id = idOf(await alice.createOrder(BTC, "limit", "buy", 0.1, 60_000, { postOnly: true }));
    expect(await alice.fetchOrder(id, BTC)).toMatchObject({
      status: "canceled",
      filled: 0,
      postOnly: true,
    });
  });

  it("edits price and size of an open order", async () => {
    proves("ccxt.editOrder", "POST /api/v3/trade/modify-order");
    const id = idOf(await alice.createOrder(BTC, "limit", "buy", 0.5, 59_000));
    await alice.editOrder(id, BTC, "limit", "buy", 0.4, 59_100);
    expect(await alice.fetchOpenOrders(BTC)).toMatchObject([
      { price: 59_100, amount: 0.4, status: "open" },
    ]);
  });

  it("places and cancels in batches, failing one by one", async () => {
    proves("ccxt.createOrders", "POST /api/v3/trade/place-batch");
    proves("ccxt.cancelOrders", "POST /api/v3/trade/cancel-batch");
    const limit = { symbol: BTC, type: "limit", side: "buy", amount: 0.1 } as const;
    await alice.createOrders([
      { ...limit, price: 59_000 },
      { ...limit, price: 59_001 },
      { ...limit, amount: 1000, price: 59_002 },
    ]);
    const open = await alice.fetchOpenOrders(BTC);
    expect(open.map(({ price }) => price).sort()).toEqual([59_000, 59_001]);
    await alice.cancelOrders(open.map(idOf), BTC);
    expect(await alice.fetchOpenOrders(BTC)).toEqual([]);
  });

  it("cancels all orders of a symbol", async () => {
    proves("ccxt.cancelAllOrders", "POST /api/v3/trade/cancel-symbol-order");
    for (const price of [59_000, 59_100, 59_200]) {
      await alice.createOrder(BTC, "limit", "buy", 0.1, price);
    }
    expect(await alice.fetchOpenOrders(BTC)).toHaveLength(3);
    await alice.cancelAllOrders(BTC);
    expect(await alice.fetchOpenOrders(BTC)).toEqual([]);
  });
});
