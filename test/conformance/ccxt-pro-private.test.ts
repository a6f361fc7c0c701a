import { afterEach, describe, expect, it } from "vitest";
import { eventually } from "../support/eventually.ts";
import { idOf, type ProClient, proClient } from "./support/ccxt-clients.ts";
import { openExchange } from "./support/conformance-exchange.ts";
import { openCounterparty } from "./support/counterparty.ts";
import { follow } from "./support/followed.ts";
import {
  COIN_PERPETUAL,
  type Product,
  USDC_PERPETUAL,
  USDT_PERPETUAL,
} from "./support/products.ts";
import { proves } from "./support/proves.ts";

const exchange = await openExchange();
const bob = await openCounterparty(exchange);
const FUTURES = [USDT_PERPETUAL, USDC_PERPETUAL, COIN_PERPETUAL];

afterEach(async () => {
  await bob.clearSpot("BTCUSDT");
  for (const product of FUTURES) await bob.clearFutures(product);
});

async function watching(name: "classic" | "unified", type: "spot" | "swap"): Promise<ProClient> {
  return proClient(exchange, exchange.firstUser(name), {
    uta: name === "unified",
    defaultType: type,
  });
}

/** Waits for the long position that a fill at 60000 opened, and closes it at 60600. */
async function showsAndCloses(
  client: ProClient,
  product: Product,
  positions: readonly Awaited<ReturnType<ProClient["watchPositions"]>>[number][],
): Promise<void> {
  const { market, size } = product;
  const position = await eventually("the open position", () =>
    positions.find((one) => one.symbol === market && one.contracts === size),
  );
  expect(position).toMatchObject({ side: "long", entryPrice: 60_000, leverage: 20 });
  await bob.futures(product, { side: "buy", size: String(size), price: "60600" });
  await client.createOrder(market, "market", "sell", size, undefined, { reduceOnly: true });
}

describe.each(["classic", "unified"] as const)("ccxt.pro on a %s account, spot", async (name) => {
  const isClassic = name === "classic";
  const alice = await watching(name, "spot");

  it("watches orders, fills and balance", async () => {
    proves("ccxt.pro.watchOrders", isClassic ? "v2 channel orders" : "v3 channel order");
    proves("ccxt.pro.watchMyTrades", isClassic ? "v2 channel fill" : "v3 channel fill");
    proves("ccxt.pro.watchBalance", isClassic ? "v2 channel account" : "v3 channel account");
    const orders = follow(() => alice.watchOrders("BTC/USDT"));
    const trades = follow(() => alice.watchMyTrades("BTC/USDT"));
    const balances = follow(() => alice.watchBalance());
    const before = await eventually("the balance at the start", () => balances[0]);
    const usdtBefore = before["USDT"]?.total ?? 0;

    const id = idOf(await alice.createOrder("BTC/USDT", "limit", "buy", 0.5, 59_900));
    const placed = await eventually("the new order", () => orders.find((one) => one.id === id));
    expect(placed).toMatchObject({
      symbol: "BTC/USDT",
      type: "limit",
      side: "buy",
      status: "open",
      price: 59_900,
      amount: 0.5,
      filled: 0,
    });
    await bob.spot("BTCUSDT", { side: "sell", size: "0.2", price: "59900" });
    const partly = await eventually("the partial fill", () =>
      orders.find((one) => one.id === id && one.filled === 0.2),
    );
    expect(partly).toMatchObject({ status: "open", remaining: 0.3, average: 59_900 });
    const trade = await eventually("the fill", () => trades.find((one) => one.order === id));
    expect(trade).toMatchObject({
      symbol: "BTC/USDT",
      side: "buy",
      takerOrMaker: "maker",
      price: 59_900,
      amount: 0.2,
      cost: 11_980,
    });
    await eventually("the money spent", () => {
      return alice.balance["USDT"]?.total === usdtBefore - 11_980;
    });
    await alice.cancelOrder(id, "BTC/USDT");
    const canceled = await eventually("the cancellation", () =>
      orders.find((one) => one.id === id && one.status === "canceled"),
    );
    expect(canceled).toMatchObject({ filled: 0.2, amount: 0.5 });
  });

  it("watches an order that is filled at once", async () => {
    const orders = follow(() => alice.watchOrders("BTC/USDT"));
    const balances = follow(() => alice.watchBalance());
    await eventually("the balance at the start", () => balances[0] ?? alice.balance);
    await bob.spot("BTCUSDT", { side: "buy", size: "0.1", price: "59800" });
    const id = idOf(await alice.createOrder("BTC/USDT", "market", "sell", 0.1));
    const filled = await eventually("the filled order", () =>
      orders.find((one) => one.id === id && one.status === "closed"),
    );
    expect(filled).toMatchObject({ type: "market", side: "sell", filled: 0.1, average: 59_800 });
  });
});

describe("ccxt.pro on margin of a classic account", () => {
  it.each(["cross", "isolated"])("watches orders until they are filled: %s", async (marginMode) => {
    const alice = await watching("classic", "spot");
    proves(
      "ccxt.pro.watchOrders",
      marginMode === "cross" ? "v2 channel orders-crossed" : "v2 channel orders-isolated",
    );
    const pair = marginMode === "isolated" ? { symbol: "BTC/USDT" } : {};
    await alice.transfer("USDT", 20_000, "spot", marginMode, pair);
    const terms = { marginMode, loanType: "normal" };
    const orders = follow(() => alice.watchOrders("BTC/USDT", undefined, undefined, terms));
    const balances = follow(() => alice.watchBalance());
    await eventually("the balance at the start", () => balances[0]);
    const id = idOf(await alice.createOrder("BTC/USDT", "limit", "buy", 0.1, 59_700, terms));
    const isSeen = (status: string, filled: number): boolean =>
      orders.some((one) => one.id === id && one.status === status && one.filled === filled);
    await eventually("the new order", () => isSeen("open", 0));
    await bob.spot("BTCUSDT", { side: "sell", size: "0.04", price: "59700" });
    await eventually("the partial fill", () => isSeen("open", 0.04));
    await bob.spot("BTCUSDT", { side: "sell", size: "0.06", price: "59700" });
    await eventually("the filled order", () => isSeen("closed", 0.1));
  });
});

describe("ccxt.pro on a classic account, futures", () => {
  const instType = (product: Product) => ({ instType: product.productType });

  it.each(FUTURES)("watches orders, fills and positions of $market", async (product) => {
    const { market, size } = product;
    // ccxt subscribes to positions once for each client, whatever the product line.
    const alice = await watching("classic", "swap");
    proves("ccxt.pro.watchOrders", "v2 channel orders");
    proves("ccxt.pro.watchMyTrades", "v2 channel fill");
    proves("ccxt.pro.watchPositions", "v2 channel positions");
    proves("ccxt.pro.watchBalance", "v2 channel account");
    const orders = follow(() => alice.watchOrders(market));
    const trades = follow(() => alice.watchMyTrades(market));
    const positions = follow(() => alice.watchPositions([market]));
    const balances = follow(() => alice.watchBalance(instType(product)));
    await eventually("the balance at the start", () => balances[0]);

    await bob.futures(product, { side: "sell", size: String(size), price: "60000" });
    const opened = idOf(await alice.createOrder(market, "market", "buy", size));
    const filled = await eventually("the filled order", () =>
      orders.find((one) => one.id === opened && one.status === "closed"),
    );
    expect(filled).toMatchObject({
      symbol: market,
      side: "buy",
      filled: size,
      average: 60_000,
    });
    const trade = await eventually("the fill", () => trades.find((one) => one.order === opened));
    expect(trade).toMatchObject({
      symbol: market,
      side: "buy",
      takerOrMaker: "taker",
      price: 60_000,
      amount: size,
      fee: { currency: product.marginCoin, cost: product.openFee },
    });
    await showsAndCloses(alice, product, positions);
    await eventually("the balance after it was closed", async () => {
      const { total } = (await alice.fetchBalance({ productType: product.productType }))[
        product.marginCoin
      ] ?? { total: 0 };
      return alice.balance[product.marginCoin]?.total === total;
    });
  });
});

describe("ccxt.pro on a unified account, futures", async () => {
  const alice = await watching("unified", "swap");

  it.each(FUTURES)("watches orders, fills and positions of $market", async (product) => {
    const { market, size } = product;
    proves("ccxt.pro.watchOrders", "v3 channel order");
    proves("ccxt.pro.watchMyTrades", "v3 channel fill");
    proves("ccxt.pro.watchPositions", "v3 channel position");
    proves("ccxt.pro.watchBalance", "v3 channel account");
    const orders = follow(() => alice.watchOrders(market));
    const trades = follow(() => alice.watchMyTrades(market));
    const positions = follow(() => alice.watchPositions([market]));
    const balances = follow(() => alice.watchBalance());
    await eventually("the balance at the start", () => balances[0] ?? alice.balance["USDT"]);

    const id = idOf(await alice.createOrder(market, "limit", "buy", size, 60_000));
    await eventually("the new order", () =>
      orders.find((one) => one.id === id && one.status === "open"),
    );
    await bob.futures(product, { side: "sell", size: String(size), price: "60000" });
    const filled = await eventually("the filled order", () =>
      orders.find((one) => one.id === id && one.status === "closed"),
    );
    const whole = { symbol: market, side: "buy", amount: size, filled: size, average: 60_000 };
    expect(filled).toMatchObject(whole);
    const trade = await eventually("the fill", () => trades.find((one) => one.order === id));
    expect(trade).toMatchObject({
      symbol: market,
      side: "buy",
      takerOrMaker: "maker",
      price: 60_000,
      amount: size,
    });
    await showsAndCloses(alice, product, positions);
    await eventually("the balance after it was closed", async () => {
      const { total } = (await alice.fetchBalance())[product.marginCoin] ?? { total: 0 };
      return alice.balance[product.marginCoin]?.total === total;
    });
  });
});
