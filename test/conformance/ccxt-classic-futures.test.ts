import { afterEach, describe, expect, it } from "vitest";
import { idOf, type PlainClient, plainClient } from "./support/ccxt-clients.ts";
import { openExchange } from "./support/conformance-exchange.ts";
import { openCounterparty } from "./support/counterparty.ts";
import {
  COIN_PERPETUAL,
  PRACTICE_COIN_PERPETUAL,
  PRACTICE_PERPETUAL,
  PRACTICE_USDC_PERPETUAL,
  type Product,
  USDC_PERPETUAL,
  USDT_PERPETUAL,
} from "./support/products.ts";
import { proves } from "./support/proves.ts";

const PRODUCTS = [
  USDT_PERPETUAL,
  USDC_PERPETUAL,
  COIN_PERPETUAL,
  PRACTICE_PERPETUAL,
  PRACTICE_USDC_PERPETUAL,
  PRACTICE_COIN_PERPETUAL,
];

const exchange = await openExchange();
const bob = await openCounterparty(exchange);
const alice: PlainClient = await plainClient(exchange, exchange.firstUser("classic"), {
  uta: false,
  defaultType: "swap",
});

async function balanceOf({ productType, marginCoin }: Product): Promise<number> {
  const balance = await alice.fetchBalance({ productType });
  return balance[marginCoin]?.total ?? 0;
}

afterEach(async () => {
  for (const product of PRODUCTS) {
    const open = await alice.fetchOpenOrders(product.market);
    if (open.length > 0) await alice.cancelAllOrders(product.market);
    await bob.clearFutures(product);
  }
});

describe.each(PRODUCTS)("ccxt, classic account, $market", (product) => {
  const { market, size } = product;

  it("places a limit order that rests, finds it, and cancels it", async () => {
    proves("ccxt.createOrder", "POST /api/v2/mix/order/place-order");
    proves("ccxt.fetchOrder", "GET /api/v2/mix/order/detail");
    proves("ccxt.fetchOpenOrders", "GET /api/v2/mix/order/orders-pending");
    proves("ccxt.cancelOrder", "POST /api/v2/mix/order/cancel-order");
    proves("ccxt.fetchCanceledOrders", "GET /api/v2/mix/order/orders-history");
    const clientOrderId = `rests-${product.symbol}`;
    const id = idOf(
      await alice.createOrder(market, "limit", "buy", size, 59_000, { clientOrderId }),
    );
    const resting = {
      id,
      clientOrderId,
      symbol: market,
      type: "limit",
      side: "buy",
      timeInForce: "GTC",
      reduceOnly: false,
      status: "open",
      price: 59_000,
      amount: size,
      filled: 0,
      remaining: size,
    };
    expect(await alice.fetchOrder(id, market)).toMatchObject(resting);
    expect(await alice.fetchOpenOrders(market)).toMatchObject([resting]);
    await alice.cancelOrder(id, market);
    const canceled = { ...resting, status: "canceled" };
    expect(await alice.fetchOrder(id, market)).toMatchObject(canceled);
    expect(await alice.fetchOpenOrders(market)).toEqual([]);
    expect(await alice.fetchCanceledOrders(market, undefined, 1)).toMatchObject([canceled]);
  });

  it("opens a long position, shows it, and closes it at a profit, to the last atom", async () => {
    proves("ccxt.fetchBalance", "GET /api/v2/mix/account/accounts");
    proves("ccxt.fetchPositions", "GET /api/v2/mix/position/all-position");
    proves("ccxt.fetchPosition", "GET /api/v2/mix/position/single-position");
    proves("ccxt.fetchPositionsHistory", "GET /api/v2/mix/position/history-position");
    proves("ccxt.fetchMyTrades", "GET /api/v2/mix/order/fills");
    proves("ccxt.fetchClosedOrders", "GET /api/v2/mix/order/orders-history");
    const { openFee, closeFee, profit, value } = product;
    const before = await balanceOf(product);
    await bob.futures(product, { side: "sell", size: String(size), price: "60000" });
    const opened = idOf(await alice.createOrder(market, "market", "buy", size));
    expect(await alice.fetchOrder(opened, market)).toMatchObject({
      status: "closed",
      average: 60_000,
      amount: size,
      filled: size,
      cost: value,
      fee: { currency: product.marginCoin, cost: openFee },
    });
    const position = {
      symbol: market,
      side: "long",
      contracts: size,
      entryPrice: 60_000,
      leverage: 20,
      marginMode: "cross",
      hedged: false,
      initialMargin: value / 20,
    };
    expect(await alice.fetchPositions([market])).toMatchObject([position]);
    expect(await alice.fetchPosition(market)).toMatchObject(position);
    expect(await balanceOf(product)).toBeCloseTo(before - openFee, 8);

    await bob.futures(product, { side: "buy", size: String(size), price: "60600" });
    const closed = idOf(
      await alice.createOrder(market, "market", "sell", size, undefined, { reduceOnly: true }),
    );
    expect((await alice.fetchClosedOrders(market, undefined, 1))[0]).toMatchObject({
      id: closed,
      reduceOnly: true,
      filled: size,
      fee: { currency: product.marginCoin, cost: closeFee },
    });
    expect(await alice.fetchPositions([market])).toEqual([]);
    expect((await alice.fetchPositionsHistory([market]))[0]).toMatchObject({
      symbol: market,
      side: "long",
      entryPrice: 60_000,
      contracts: size,
      realizedPnl: profit,
    });
    const trades = await alice.fetchMyTrades(market);
    const rows = trades.map(({ order, side, price, amount, fee }) => [
      order,
      side,
      price,
      amount,
      fee?.cost,
    ]);
    expect(rows.slice(-2)).toEqual([
      [opened, "buy", 60_000, size, openFee],
      [closed, "sell", 60_600, size, closeFee],
    ]);
    expect(await balanceOf(product)).toBeCloseTo(before + profit - openFee - closeFee, 8);
  });

  it("opens a short position that gains when the index falls, and closes it whole", async () => {
    proves("ccxt.closePosition", "POST /api/v2/mix/order/close-positions");
    await bob.futures(product, { side: "buy", size: String(size), price: "60000" });
    await alice.createOrder(market, "market", "sell", size);
    const [position] = await alice.fetchPositions([market]);
    expect(position).toMatchObject({ side: "short", contracts: size, entryPrice: 60_000 });
    await bob.futures(product, { side: "sell", size: String(size), price: "60000" });
    await alice.closePosition(market);
    expect(await alice.fetchPositions([market])).toEqual([]);
  });

  it("fills an order in parts", async () => {
    const id = idOf(await alice.createOrder(market, "limit", "buy", size, 60_000));
    const part = size / 2;
    await bob.futures(product, { side: "sell", size: String(part), price: "60000" });
    expect(await alice.fetchOrder(id, market)).toMatchObject({
      status: "open",
      filled: part,
      remaining: part,
      average: 60_000,
    });
    expect((await alice.fetchMyTrades(market)).at(-1)).toMatchObject({
      order: id,
      takerOrMaker: "maker",
      amount: part,
    });
    await alice.cancelOrder(id, market);
    expect(await alice.fetchOrder(id, market)).toMatchObject({ status: "canceled", filled: part });
    await bob.futures(product, { side: "buy", size: String(part), price: "60000" });
    await alice.createOrder(market, "market", "sell", part, undefined, { reduceOnly: true });
    expect(await alice.fetchPositions([market])).toEqual([]);
  });

  it("edits the price and the size of an open order", async () => {
    proves("ccxt.editOrder", "POST /api/v2/mix/order/modify-order");
    const id = idOf(await alice.createOrder(market, "limit", "buy", size, 59_000));
    const edited = idOf(
      await alice.editOrder(id, market, "limit", "buy", size * 2, 59_100, {
        newClientOid: `edited-${product.symbol}`,
      }),
    );
    expect(await alice.fetchOpenOrders(market)).toMatchObject([
      { id: edited, price: 59_100, amount: size * 2, status: "open" },
    ]);
  });

  it("places and cancels in batches", async () => {
    proves("ccxt.createOrders", "POST /api/v2/mix/order/batch-place-order");
    proves("ccxt.cancelOrders", "POST /api/v2/mix/order/batch-cancel-orders");
    proves("ccxt.cancelAllOrders", "POST /api/v2/mix/order/batch-cancel-orders");
    const limit = { symbol: market, type: "limit", side: "buy", amount: size } as const;
    const prices = [59_000, 59_100, 59_200];
    const placed = await alice.createOrders(prices.map((price) => ({ ...limit, price })));
    expect(placed).toHaveLength(3);
    const [first = "", second = ""] = placed.map(idOf);
    await alice.cancelOrders([first, second], market);
    const open = await alice.fetchOpenOrders(market);
    expect(open.map(idOf)).toEqual(placed.map(idOf).filter((id) => id !== first && id !== second));
    await alice.cancelAllOrders(market);
    expect(await alice.fetchOpenOrders(market)).toEqual([]);
  });
});

describe("ccxt, classic account, position settings", () => {
  const { market } = USDT_PERPETUAL;

  it("changes the leverage of a contract", async () => {
    proves("ccxt.setLeverage", "POST /api/v2/mix/account/set-leverage");
    proves("ccxt.fetchLeverage", "GET /api/v2/mix/account/account");
    await alice.setLeverage(50, market);
    expect(await alice.fetchLeverage(market)).toMatchObject({
      symbol: market,
      marginMode: "cross",
      longLeverage: 50,
      shortLeverage: 50,
    });
    await alice.setLeverage(20, market);
    expect(await alice.fetchMarginMode(market)).toMatchObject({ marginMode: "cross" });
  });

  it("holds long and short at once in hedge mode, and closes each side", async () => {
    proves("ccxt.setPositionMode", "POST /api/v2/mix/account/set-position-mode");
    await alice.setPositionMode(true, market);
    await bob.futures(USDT_PERPETUAL, { side: "sell", size: "0.3", price: "60000" });
    await alice.createOrder(market, "market", "buy", 0.3, undefined, { hedged: true });
    await bob.futures(USDT_PERPETUAL, { side: "buy", size: "0.1", price: "60000" });
    await alice.createOrder(market, "market", "sell", 0.1, undefined, { hedged: true });
    const sides = async () =>
      (await alice.fetchPositions([market]))
        .map(({ side, contracts, hedged }) => [side, contracts, hedged])
        .sort();
    expect(await sides()).toEqual([
      ["long", 0.3, true],
      ["short", 0.1, true],
    ]);
    await bob.futures(USDT_PERPETUAL, { side: "buy", size: "0.3", price: "60000" });
    await alice.createOrder(market, "market", "sell", 0.3, undefined, {
      hedged: true,
      reduceOnly: true,
    });
    expect(await sides()).toEqual([["short", 0.1, true]]);
    await bob.futures(USDT_PERPETUAL, { side: "sell", size: "0.1", price: "60000" });
    await alice.closePosition(market, "short");
    expect(await sides()).toEqual([]);
    await alice.setPositionMode(false, market);
  });
});
