import { afterEach, describe, expect, it } from "vitest";
import { idOf, plainClient } from "./support/ccxt-clients.ts";
import * as steps from "./support/ccxt-steps.ts";
import { openExchange } from "./support/conformance-exchange.ts";
import { openCounterparty } from "./support/counterparty.ts";
import {
  COIN_PERPETUAL,
  type Product,
  USDC_PERPETUAL,
  USDT_PERPETUAL,
} from "./support/products.ts";
import { proves } from "./support/proves.ts";

const PRODUCTS = [USDT_PERPETUAL, USDC_PERPETUAL, COIN_PERPETUAL];

const exchange = await openExchange();
const bob = await openCounterparty(exchange);
const alice = await plainClient(exchange, exchange.firstUser("unified"), {
  uta: true,
  defaultType: "swap",
});

const desk = { alice, bob };

async function balanceOf({ marginCoin }: Product): Promise<number> {
  return (await alice.fetchBalance())[marginCoin]?.total ?? 0;
}

afterEach(() => steps.clearFutures(desk, PRODUCTS));

describe.each(PRODUCTS)("ccxt, unified account, $market", (product) => {
  const { market, size } = product;

  it("places a limit order that rests, finds it, and cancels it", async () => {
    proves("ccxt.createOrder", "POST /api/v3/trade/place-order");
    proves("ccxt.fetchOrder", "GET /api/v3/trade/order-info");
    proves("ccxt.fetchOpenOrders", "GET /api/v3/trade/unfilled-orders");
    proves("ccxt.cancelOrder", "POST /api/v3/trade/cancel-order");
    const order = { market, size, clientOrderId: `rests-${product.symbol}` };
    const canceled = await steps.cancelResting(alice, await steps.placeResting(alice, order));
    proves("ccxt.fetchCanceledOrders", "GET /api/v3/trade/history-orders");
    const history = await alice.fetchCanceledOrders(market);
    expect(history.filter((order) => order.id === canceled.id)).toMatchObject([canceled]);
  });

  it("opens a long position, shows it, and closes it at a profit, to the last atom", async () => {
    proves("ccxt.fetchPositions", "GET /api/v3/position/current-position");
    proves("ccxt.fetchPosition", "GET /api/v3/position/current-position");
    proves("ccxt.fetchPositionsHistory", "GET /api/v3/position/history-position");
    proves("ccxt.fetchMyTrades", "GET /api/v3/trade/fills");
    proves("ccxt.fetchClosedOrders", "GET /api/v3/trade/history-orders");
    const { openFee, closeFee, profit } = product;
    const before = await balanceOf(product);
    const opened = await steps.openPosition(desk, product, "buy");
    const shown = steps.openedLong(product);
    // ccxt turns the sign of v3: a fee paid is positive there, and negative in ccxt.
    const paid = { fee: { currency: product.marginCoin, cost: -openFee } };
    expect(await alice.fetchOrder(opened, market)).toMatchObject({ ...shown.order, ...paid });
    await steps.expectPosition(alice, market, shown.position);
    expect(await balanceOf(product)).toBeCloseTo(before - openFee, 8);
    const closed = await steps.closeLong(desk, product);
    expect((await alice.fetchClosedOrders(market)).at(-1)).toMatchObject({
      id: closed,
      reduceOnly: true,
      filled: size,
      fee: { currency: product.marginCoin, cost: -closeFee },
    });
    expect(await alice.fetchPositions([market])).toEqual([]);
    expect((await alice.fetchPositionsHistory([market]))[0]).toMatchObject({
      symbol: market,
      side: "long",
      entryPrice: 60_000,
    });
    const trades = await alice.fetchMyTrades(market);
    const rows = trades.map(({ order, side, price, amount }) => [order, side, price, amount]);
    expect(rows.slice(-2)).toEqual([
      [opened, "buy", 60_000, size],
      [closed, "sell", 60_600, size],
    ]);
    expect(await balanceOf(product)).toBeCloseTo(before + profit - openFee - closeFee, 8);
  });

  it("opens a short position and closes it whole", async () => {
    proves("ccxt.closePosition", "POST /api/v3/trade/close-positions");
    await steps.openShort(desk, product);
    await alice.closePosition(market, "short");
    expect(await alice.fetchPositions([market])).toEqual([]);
  });

  it("fills an order in parts", () => steps.fillInParts(desk, product));

  it("edits the price and the size of an open order", async () => {
    proves("ccxt.editOrder", "POST /api/v3/trade/modify-order");
    const id = idOf(await alice.createOrder(market, "limit", "buy", size, 59_000));
    await alice.editOrder(id, market, "limit", "buy", size * 2, 59_100);
    expect(await alice.fetchOpenOrders(market)).toMatchObject([
      { id, price: 59_100, amount: size * 2, status: "open" },
    ]);
  });

  it("places and cancels in batches", async () => {
    proves("ccxt.createOrders", "POST /api/v3/trade/place-batch");
    proves("ccxt.cancelOrders", "POST /api/v3/trade/cancel-batch");
    proves("ccxt.cancelAllOrders", "POST /api/v3/trade/cancel-symbol-order");
    const limit = { symbol: market, type: "limit", side: "buy", amount: size } as const;
    const prices = [59_000, 59_100, 59_200];
    await alice.createOrders(prices.map((price) => ({ ...limit, price })));
    const placed = (await alice.fetchOpenOrders(market)).sort(
      (one, other) => (one.price ?? 0) - (other.price ?? 0),
    );
    expect(placed.map(({ price }) => price)).toEqual(prices);
    await alice.cancelOrders(placed.slice(0, 2).map(idOf), market);
    const left = await alice.fetchOpenOrders(market);
    expect(left.map(({ price }) => price)).toEqual([59_200]);
    await alice.cancelAllOrders(market);
    expect(await alice.fetchOpenOrders(market)).toEqual([]);
  });
});

describe("ccxt, unified account, position settings", () => {
  const { market } = USDT_PERPETUAL;

  it("changes the leverage of a contract", async () => {
    proves("ccxt.setLeverage", "POST /api/v3/account/set-leverage");
    await alice.setLeverage(50, market);
    await bob.futures(USDT_PERPETUAL, { side: "sell", size: "0.1", price: "60000" });
    await alice.createOrder(market, "market", "buy", 0.1);
    expect(await alice.fetchPosition(market)).toMatchObject({ leverage: 50 });
    await bob.futures(USDT_PERPETUAL, { side: "buy", size: "0.1", price: "60000" });
    await alice.closePosition(market, "long");
    await alice.setLeverage(20, market);
  });

  it("holds long and short at once in hedge mode, and closes each side", async () => {
    proves("ccxt.setPositionMode", "POST /api/v3/account/set-hold-mode");
    await alice.setPositionMode(true);
    await steps.holdBothSides(desk, USDT_PERPETUAL);
    await alice.setPositionMode(false);
  });
});
