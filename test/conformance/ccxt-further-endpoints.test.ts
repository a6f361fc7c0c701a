/** Endpoints that ccxt's unified methods request only with certain parameters. */
import { afterEach, describe, expect, it } from "vitest";
import { idOf, plainClient } from "./support/ccxt-clients.ts";
import { openExchange } from "./support/conformance-exchange.ts";
import { openCounterparty } from "./support/counterparty.ts";
import { USDT_PERPETUAL } from "./support/products.ts";
import { proves } from "./support/proves.ts";

const SPOT = "BTC/USDT";
const { market } = USDT_PERPETUAL;
const TRIGGER = { trigger: true } as const;
const ISOLATED = { marginMode: "isolated" } as const;
const CROSS = { marginMode: "cross" } as const;

const exchange = await openExchange();
const bob = await openCounterparty(exchange);
const alice = await plainClient(exchange, exchange.firstUser("classic"), { uta: false });
const ulla = await plainClient(exchange, exchange.firstUser("unified"), { uta: true });

afterEach(async () => {
  await bob.clearSpot("BTCUSDT");
  await bob.clearFutures(USDT_PERPETUAL);
});

type Order = Awaited<ReturnType<typeof alice.fetchOrder>>;

/** Oldest first: ids grow, and orders may be of the same millisecond. */
function byId(orders: readonly Order[]): Order[] {
  return orders.toSorted((one, other) => (idOf(one) < idOf(other) ? -1 : 1));
}

async function triggerOrder(client: typeof alice, symbol: string): Promise<string> {
  const terms = { triggerPrice: 50_000 };
  return idOf(await client.createOrder(symbol, "limit", "buy", 0.01, 50_000, terms));
}

describe("ccxt, trigger orders of futures", () => {
  const open = () => alice.fetchOpenOrders(market, undefined, undefined, TRIGGER);

  it("are cancelled by a list of ids", async () => {
    proves("ccxt.cancelOrders", "POST /api/v2/mix/order/cancel-plan-order");
    proves("ccxt.fetchCanceledAndClosedOrders", "GET /api/v2/mix/order/orders-plan-history");
    const [first, second] = [await triggerOrder(alice, market), await triggerOrder(alice, market)];
    const canceled = await alice.cancelOrders([first], market, TRIGGER);
    expect(canceled).toMatchObject([{ id: first }]);
    expect(await open()).toMatchObject([{ id: second }]);
    await alice.cancelOrders([second], market, TRIGGER);
    const closed = await alice.fetchCanceledAndClosedOrders(market, undefined, undefined, TRIGGER);
    expect(byId(closed)).toMatchObject([
      { id: first, status: "canceled", triggerPrice: 50_000 },
      { id: second, status: "canceled" },
    ]);
  });

  it("are cancelled all at once", async () => {
    proves("ccxt.cancelAllOrders", "POST /api/v2/mix/order/cancel-plan-order");
    await triggerOrder(alice, market);
    await triggerOrder(alice, market);
    await alice.cancelAllOrders(market, TRIGGER);
    expect(await open()).toEqual([]);
  });
});

describe("ccxt, closed orders of all states", () => {
  it("has those of futures and of spot trigger orders", async () => {
    proves("ccxt.fetchCanceledAndClosedOrders", "GET /api/v2/mix/order/orders-history");
    proves("ccxt.fetchCanceledAndClosedOrders", "GET /api/v2/spot/trade/history-plan-order");
    await bob.futures(USDT_PERPETUAL, { side: "sell", size: "0.01", price: "60000" });
    const bought = idOf(await alice.createOrder(market, "limit", "buy", 0.01, 60_000));
    const resting = idOf(await alice.createOrder(market, "limit", "buy", 0.01, 59_000));
    await alice.cancelOrder(resting, market);
    expect(byId(await alice.fetchCanceledAndClosedOrders(market))).toMatchObject([
      { id: bought, status: "closed", filled: 0.01, average: 60_000 },
      { id: resting, status: "canceled", filled: 0 },
    ]);
    const plan = await triggerOrder(alice, SPOT);
    await alice.cancelOrder(plan, SPOT, TRIGGER);
    expect(
      await alice.fetchCanceledAndClosedOrders(SPOT, undefined, undefined, TRIGGER),
    ).toMatchObject([{ id: plan, status: "canceled", triggerPrice: 50_000 }]);
    await bob.futures(USDT_PERPETUAL, { side: "buy", size: "0.01", price: "60000" });
    await alice.createOrder(market, "market", "sell", 0.01, undefined, { reduceOnly: true });
    proves("ccxt.fetchPositions", "GET /api/v2/mix/position/history-position");
    const past = await alice.fetchPositions([market], { useHistoryEndpoint: true });
    expect(past).toMatchObject([{ symbol: market, side: "long", entryPrice: 60_000 }]);
  });

  it("has strategy orders of a unified account", async () => {
    proves("ccxt.fetchCanceledAndClosedOrders", "GET /api/v3/trade/history-strategy-orders");
    await bob.futures(USDT_PERPETUAL, { side: "sell", size: "0.01", price: "60000" });
    await ulla.createOrder(market, "limit", "buy", 0.01, 60_000);
    const exit = { stopLossPrice: 50_000 };
    const stop = idOf(await ulla.createOrder(market, "market", "sell", 0.01, undefined, exit));
    await ulla.cancelOrder(stop, market, TRIGGER);
    const closed = await ulla.fetchCanceledAndClosedOrders(market, undefined, undefined, TRIGGER);
    expect(closed).toMatchObject([{ id: stop, symbol: market, stopLossPrice: 50_000 }]);
  });

  it("has those of isolated and crossed margin, placed and cancelled in batches", async () => {
    proves("ccxt.createOrders", "POST /api/v2/margin/isolated/batch-place-order");
    proves("ccxt.cancelOrders", "POST /api/v2/margin/isolated/batch-cancel-order");
    proves("ccxt.fetchCanceledAndClosedOrders", "GET /api/v2/margin/isolated/history-orders");
    proves("ccxt.fetchCanceledAndClosedOrders", "GET /api/v2/margin/crossed/history-orders");
    await alice.transfer("USDT", 5_000, "spot", "isolated", { symbol: SPOT });
    await alice.transfer("USDT", 5_000, "spot", "cross");
    for (const mode of [ISOLATED, CROSS]) {
      const params = { ...mode, loanType: "normal" };
      const terms = { symbol: SPOT, type: "limit", side: "buy", amount: 0.01, params } as const;
      const placed = await alice.createOrders([
        { ...terms, price: 59_000 },
        { ...terms, price: 58_000 },
      ]);
      const ids = placed.map(idOf);
      const open = await alice.fetchOpenOrders(SPOT, undefined, undefined, mode);
      expect(byId(open).map(({ price }) => price)).toEqual([59_000, 58_000]);
      expect(byId(await alice.cancelOrders(ids, SPOT, mode)).map(idOf)).toEqual(ids);
      const closed = await alice.fetchCanceledAndClosedOrders(SPOT, undefined, undefined, mode);
      expect(byId(closed).map(({ id, status }) => [id, status])).toEqual(
        ids.map((id) => [id, "canceled"]),
      );
    }
  });
});

describe("ccxt, market data and terms", () => {
  it("reads candles from the endpoints of past candles", async () => {
    proves("ccxt.fetchOHLCV", "GET /api/v2/spot/market/history-candles");
    proves("ccxt.fetchOHLCV", "GET /api/v2/mix/market/history-candles");
    proves("ccxt.fetchOHLCV", "GET /api/v2/mix/market/history-mark-candles");
    proves("ccxt.fetchOHLCV", "GET /api/v2/mix/market/history-index-candles");
    await bob.spot("BTCUSDT", { side: "sell", size: "0.01", price: "60000" });
    await alice.createOrder(SPOT, "limit", "buy", 0.01, 60_000);
    const until = Date.now() + 60_000;
    const read = (symbol: string, params: object) =>
      alice.fetchOHLCV(symbol, "1m", undefined, 10, { until, useHistoryEndpoint: true, ...params });
    const traded = async (symbol: string) =>
      (await read(symbol, {})).findLast(([, , , , , volume]) => Number(volume) > 0)?.slice(1);
    expect(await traded(SPOT)).toEqual([60_000, 60_000, 60_000, 60_000, 0.01]);
    await bob.futures(USDT_PERPETUAL, { side: "sell", size: "0.01", price: "60000" });
    await alice.createOrder(market, "limit", "buy", 0.01, 60_000);
    expect((await traded(market))?.slice(1, 4)).toEqual([60_000, 60_000, 60_000]);
    for (const price of ["mark", "index"]) {
      expect((await read(market, { price })).at(-1)?.[4]).toBe(60_000);
    }
  });

  it("reads fees and tiers of each kind of market", async () => {
    proves("ccxt.fetchMarkets", "GET /api/v2/spot/public/symbols");
    proves("ccxt.fetchMarkets", "GET /api/v2/margin/currencies");
    const markets = await alice.fetchMarkets();
    const spot = markets.find((entry) => entry?.symbol === SPOT);
    expect(spot).toMatchObject({ spot: true, margin: true, active: true });
    proves("ccxt.fetchTradingFees", "GET /api/v2/margin/currencies");
    proves("ccxt.fetchTradingFees", "GET /api/v2/mix/market/contracts");
    const margin = await alice.fetchTradingFees({ type: "spot", ...CROSS });
    expect(margin[SPOT]).toMatchObject({ maker: 0.001, taker: 0.001 });
    const futures = await alice.fetchTradingFees({ type: "swap" });
    expect(futures[market]).toMatchObject({ maker: 0.0002, taker: 0.0006 });
    proves("ccxt.fetchMarketLeverageTiers", "GET /api/v2/margin/crossed/tier-data");
    const tiers = await alice.fetchMarketLeverageTiers(SPOT, { ...CROSS, code: "BTC" });
    expect(tiers[0]).toMatchObject({ tier: 1, minNotional: 0 });
    expect(tiers.length).toBeGreaterThan(1);
  });
});
