import { afterEach, describe, expect, it } from "vitest";
import { idOf, type PlainClient, plainClient } from "./support/ccxt-clients.ts";
import * as steps from "./support/ccxt-steps.ts";
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

const desk = { alice, bob };

async function balanceOf({ productType, marginCoin }: Product): Promise<number> {
  const balance = await alice.fetchBalance({ productType });
  return balance[marginCoin]?.total ?? 0;
}

afterEach(() => steps.clearFutures(desk, PRODUCTS));

describe.each(PRODUCTS)("ccxt, classic account, $market", (product) => {
  const { market, size } = product;

  it("places a limit order that rests, finds it, and cancels it", async () => {
    proves("ccxt.createOrder", "POST /api/v2/mix/order/place-order");
    proves("ccxt.fetchOrder", "GET /api/v2/mix/order/detail");
    proves("ccxt.fetchOpenOrders", "GET /api/v2/mix/order/orders-pending");
    proves("ccxt.cancelOrder", "POST /api/v2/mix/order/cancel-order");
    const order = { market, size, clientOrderId: `rests-${product.symbol}` };
    const canceled = await steps.cancelResting(alice, await steps.placeResting(alice, order));
    proves("ccxt.fetchCanceledOrders", "GET /api/v2/mix/order/orders-history");
    expect(await alice.fetchCanceledOrders(market, undefined, 1)).toMatchObject([canceled]);
  });

  it("opens a long position, shows it, and closes it at a profit, to the last atom", async () => {
    proves("ccxt.fetchBalance", "GET /api/v2/mix/account/accounts");
    proves("ccxt.fetchPositions", "GET /api/v2/mix/position/all-position");
    proves("ccxt.fetchPosition", "GET /api/v2/mix/position/single-position");
    proves("ccxt.fetchPositionsHistory", "GET /api/v2/mix/position/history-position");
    proves("ccxt.fetchMyTrades", "GET /api/v2/mix/order/fills");
    proves("ccxt.fetchClosedOrders", "GET /api/v2/mix/order/orders-history");
    const { openFee, closeFee, profit, margin } = product;
    const before = await balanceOf(product);
    const opened = await steps.openPosition(desk, product, "buy");
    const shown = steps.openedLong(product);
    const paid = { fee: { currency: product.marginCoin, cost: openFee } };
    expect(await alice.fetchOrder(opened, market)).toMatchObject({ ...shown.order, ...paid });
    await steps.expectPosition(alice, market, { ...shown.position, initialMargin: margin });
    expect(await balanceOf(product)).toBeCloseTo(before - openFee, 8);
    const closed = await steps.closeLong(desk, product);
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
    await steps.openShort(desk, product);
    await alice.closePosition(market);
    expect(await alice.fetchPositions([market])).toEqual([]);
  });

  it("fills an order in parts", () => steps.fillInParts(desk, product));

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
    await steps.holdBothSides(desk, USDT_PERPETUAL);
    await alice.setPositionMode(false, market);
  });
});
