import { afterEach, describe, expect, it } from "vitest";
import { idOf, plainClient } from "./support/ccxt-clients.ts";
import * as steps from "./support/ccxt-steps.ts";
import { openExchange } from "./support/conformance-exchange.ts";
import { openCounterparty } from "./support/counterparty.ts";
import { proves } from "./support/proves.ts";

const BTC = "BTC/USDT";
const exchange = await openExchange();
const bob = await openCounterparty(exchange);
const alice = await plainClient(exchange, exchange.firstUser("unified"));
const desk = { alice, bob };

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
    const order = { market: BTC, size: 0.5, clientOrderId: "rests-1" };
    const resting = await steps.placeResting(alice, order);
    expect((await alice.fetchBalance())["USDT"]).toEqual({
      free: (before["USDT"]?.free ?? 0) - 29_500,
      used: 29_500,
      total: before["USDT"]?.total,
      debt: 0,
    });
    const canceled = await steps.cancelResting(alice, resting);
    expect((await alice.fetchCanceledOrders(BTC, undefined, 5)).at(-1)).toMatchObject(canceled);
    expect((await alice.fetchBalance())["USDT"]).toEqual(before["USDT"]);
  });

  it("shows a partial fill in order, trades and balance, to the last atom", async () => {
    proves("ccxt.fetchMyTrades", "GET /api/v3/trade/fills");
    const before = await alice.fetchBalance();
    const id = await steps.buyPartly(desk, BTC);
    const trades = await alice.fetchMyTrades(BTC);
    expect(trades.filter(({ order }) => order === id)).toMatchObject([
      // ccxt turns the sign of v3: a fee paid is positive there, and negative in ccxt.
      steps.partialFill(BTC, -0.0002),
    ]);
    const after = await alice.fetchBalance();
    expect(after["USDT"]?.total).toBe((before["USDT"]?.total ?? 0) - 12_000);
    expect(after["BTC"]?.total).toBeCloseTo((before["BTC"]?.total ?? 0) + 0.1998, 8);
  });

  it("buys at market for an amount of money, through two levels of the book", async () => {
    proves("ccxt.fetchClosedOrders", "GET /api/v3/trade/history-orders");
    await steps.offerTwoLevels(desk);
    // ccxt hands the number on as `qty`, which means money here.
    const id = idOf(await alice.createOrder(BTC, "market", "buy", 9_005));
    expect(await alice.fetchOrder(id, BTC)).toMatchObject({
      type: "market",
      status: "closed",
      filled: 0.15,
      cost: 9_005,
    });
    expect((await alice.fetchClosedOrders(BTC)).at(-1)).toMatchObject({ id, status: "closed" });
    await steps.expectTwoFills(alice, BTC, id);
  });

  it("sells at market", async () => {
    const { id, ...sold } = await steps.sellAtMarket(desk, BTC);
    expect(await alice.fetchOrder(id, BTC)).toMatchObject(sold);
    expect((await alice.fetchMyTrades(BTC)).at(-1)).toMatchObject({
      order: id,
      fee: { currency: "USDT", cost: -14.975 },
    });
  });

  it("pages through orders and fills, as many at once as the exchange lists", async () => {
    await steps.sellAtMarket(desk, BTC);
    await steps.sellAtMarket(desk, BTC);
    const since = Date.now() - 3_600_000;
    const trades = await alice.fetchMyTrades(BTC, since);
    expect(trades.length).toBeGreaterThan(1);
    const paged = { paginate: true };
    const pagedTrades = await alice.fetchMyTrades(BTC, since, undefined, paged);
    const idsOf = (rows: readonly { readonly id?: string | undefined }[]) =>
      rows.map(({ id }) => id).sort();
    expect(idsOf(pagedTrades)).toEqual(idsOf(trades));
    const orders = await alice.fetchCanceledAndClosedOrders(BTC, since);
    const pagedOrders = await alice.fetchCanceledAndClosedOrders(BTC, since, undefined, paged);
    expect(idsOf(pagedOrders)).toEqual(idsOf(orders));
  });

  it("refuses to let a post-only order take", () => steps.placePostOnly(desk, BTC));

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
    await steps.cancelThree(alice, BTC);
  });
});
