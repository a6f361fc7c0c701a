import { afterEach, describe, expect, it } from "vitest";
import { idOf, plainClient } from "./support/ccxt-clients.ts";
import * as steps from "./support/ccxt-steps.ts";
import { openExchange } from "./support/conformance-exchange.ts";
import { openCounterparty } from "./support/counterparty.ts";
import { proves } from "./support/proves.ts";

const BTC = "BTC/USDT";
const exchange = await openExchange();
const bob = await openCounterparty(exchange);
const alice = await plainClient(exchange, exchange.firstUser("classic"), { uta: false });
const desk = { alice, bob };

afterEach(async () => {
  await alice.cancelAllOrders(BTC);
  await bob.clearSpot("BTCUSDT");
});

describe("ccxt, classic account, spot orders", () => {
  it("places a limit order that rests, finds it, and cancels it", async () => {
    proves("ccxt.createOrder", "POST /api/v2/spot/trade/place-order");
    proves("ccxt.fetchOrder", "GET /api/v2/spot/trade/orderInfo");
    proves("ccxt.fetchOpenOrders", "GET /api/v2/spot/trade/unfilled-orders");
    proves("ccxt.cancelOrder", "POST /api/v2/spot/trade/cancel-order");
    proves("ccxt.fetchCanceledOrders", "GET /api/v2/spot/trade/history-orders");
    const before = await alice.fetchBalance();
    const order = { market: BTC, size: 0.5, clientOrderId: "rests-1" };
    const resting = await steps.placeResting(alice, order);
    expect(await alice.fetchOpenOrders()).toMatchObject([resting]);
    const held = await alice.fetchBalance();
    expect(held["USDT"]).toEqual({
      free: (before["USDT"]?.free ?? 0) - 29_500,
      used: 29_500,
      total: before["USDT"]?.total,
    });
    const canceled = await steps.cancelResting(alice, resting);
    expect(await alice.fetchCanceledOrders(BTC, undefined, 1)).toMatchObject([canceled]);
    expect((await alice.fetchBalance())["USDT"]).toEqual(before["USDT"]);
  });

  it("shows a partial fill in order, trades and balance, to the last atom", async () => {
    proves("ccxt.fetchMyTrades", "GET /api/v2/spot/trade/fills");
    proves("ccxt.fetchBalance", "GET /api/v2/spot/account/assets");
    const before = await alice.fetchBalance();
    const id = await steps.buyPartly(desk, BTC);
    const trades = await alice.fetchMyTrades(BTC, undefined, undefined, {});
    expect(trades.filter(({ order }) => order === id)).toMatchObject([
      steps.partialFill(BTC, 0.0002),
    ]);
    const after = await alice.fetchBalance();
    expect(after["USDT"]).toEqual({
      free: (before["USDT"]?.free ?? 0) - 30_000,
      used: 18_000,
      total: (before["USDT"]?.total ?? 0) - 12_000,
    });
    expect(after["BTC"]?.total).toBeCloseTo((before["BTC"]?.total ?? 0) + 0.1998, 8);
  });

  it("buys at market for an amount of money, through two levels of the book", async () => {
    proves("ccxt.createMarketBuyOrderWithCost", "POST /api/v2/spot/trade/place-order");
    proves("ccxt.fetchClosedOrders", "GET /api/v2/spot/trade/history-orders");
    await steps.offerTwoLevels(desk);
    const id = idOf(await alice.createMarketBuyOrderWithCost(BTC, 9_005));
    const filled = {
      id,
      type: "market",
      side: "buy",
      status: "closed",
      filled: 0.15,
      cost: 9_005,
      average: 60_033.33,
    };
    const order = await alice.fetchOrder(id, BTC);
    expect({ ...order, average: Math.round((order.average ?? 0) * 100) / 100 }).toMatchObject(
      filled,
    );
    const [closed] = await alice.fetchClosedOrders(BTC, undefined, 1);
    expect(closed).toMatchObject({ id, status: "closed", filled: 0.15, cost: 9_005 });
    await steps.expectTwoFills(alice, BTC, id);
  });

  it("sells at market", async () => {
    const { id, ...sold } = await steps.sellAtMarket(desk, BTC);
    const fee = { currency: "USDT", cost: 14.975 };
    expect(await alice.fetchOrder(id, BTC)).toMatchObject({ ...sold, fee });
  });

  it("refuses to let a post-only order take", () => steps.placePostOnly(desk, BTC));

  it("fills what it can immediately and cancels the rest, or all or nothing", async () => {
    await bob.spot("BTCUSDT", { side: "sell", size: "0.1", price: "60000" });
    const killed = await alice.createOrder(BTC, "limit", "buy", 0.2, 60_000, {
      timeInForce: "FOK",
    });
    expect(await alice.fetchOrder(idOf(killed), BTC)).toMatchObject({
      status: "canceled",
      filled: 0,
    });
    const partly = await alice.createOrder(BTC, "limit", "buy", 0.2, 60_000, {
      timeInForce: "IOC",
    });
    expect(await alice.fetchOrder(idOf(partly), BTC)).toMatchObject({
      status: "canceled",
      timeInForce: "IOC",
      filled: 0.1,
      average: 60_000,
    });
  });

  it("edits an order by replacing it", async () => {
    proves("ccxt.editOrder", "POST /api/v2/spot/trade/cancel-replace-order");
    const id = idOf(await alice.createOrder(BTC, "limit", "buy", 0.5, 59_000));
    const edited = await alice.editOrder(id, BTC, "limit", "buy", 0.4, 59_100);
    expect(edited.id).not.toBe(id);
    expect(await alice.fetchOrder(id, BTC)).toMatchObject({ status: "canceled" });
    expect(await alice.fetchOpenOrders(BTC)).toMatchObject([
      { id: edited.id, price: 59_100, amount: 0.4, status: "open" },
    ]);
  });

  it("places and cancels in batches, failing one by one", async () => {
    proves("ccxt.createOrders", "POST /api/v2/spot/trade/batch-orders");
    proves("ccxt.cancelOrders", "POST /api/v2/spot/trade/batch-cancel-order");
    const limit = { symbol: BTC, type: "limit", side: "buy", amount: 0.1 } as const;
    const placed = await alice.createOrders([
      { ...limit, price: 59_000 },
      { ...limit, price: 59_001 },
      { ...limit, amount: 1000, price: 59_002 },
    ]);
    // ccxt drops the third, which the exchange refused, from its list.
    const open = await alice.fetchOpenOrders(BTC);
    expect(open.map(({ price }) => price).sort()).toEqual([59_000, 59_001]);
    expect(placed.map(({ id }) => id).sort()).toEqual(open.map(({ id }) => id).sort());
    await alice.cancelOrders(open.map(idOf), BTC);
    expect(await alice.fetchOpenOrders(BTC)).toEqual([]);
  });

  it("cancels all orders of a symbol", async () => {
    proves("ccxt.cancelAllOrders", "POST /api/v2/spot/trade/cancel-symbol-order");
    await steps.cancelThree(alice, BTC);
  });
});
