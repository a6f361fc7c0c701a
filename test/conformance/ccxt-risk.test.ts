/** What ccxt tells of risk: liquidation prices, and orders that bound a loss, by its own names. */
import { afterEach, describe, expect, it } from "vitest";
import { eventually } from "../support/eventually.ts";
import { idOf, type PlainClient, plainClient } from "./support/ccxt-clients.ts";
import { openExchange } from "./support/conformance-exchange.ts";
import { openCounterparty } from "./support/counterparty.ts";
import { USDT_PERPETUAL } from "./support/products.ts";
import { proves } from "./support/proves.ts";

const BTC = "BTC/USDT:USDT";
const ETH = "ETH/USDT:USDT";
const ETHER = { ...USDT_PERPETUAL, symbol: "ETHUSDT" };
/** Maintenance rate of the first tier of both contracts, with the taker fee of closing. */
const KEPT = 0.004 + 0.0006;

const exchange = await openExchange();
const bob = await openCounterparty(exchange);
const carol = await openCounterparty(exchange);

/** A new user with 10,000 USDT to trade futures with. */
async function trader(kind: "classic" | "unified"): Promise<PlainClient> {
  const wallet = kind === "classic" ? "usdt_futures" : "unified";
  const key = await exchange.newUser({ kind }, { wallet, coin: "USDT", amount: "10000" });
  return plainClient(exchange, key, { uta: kind === "unified", defaultType: "swap" });
}

async function liquidationPrices(client: PlainClient): Promise<Record<string, number>> {
  const positions = await client.fetchPositions([BTC, ETH]);
  return Object.fromEntries(positions.map((one) => [one.symbol, one.liquidationPrice ?? 0]));
}

async function tradeAt(price: string): Promise<void> {
  await bob.futures(USDT_PERPETUAL, { side: "sell", size: "0.01", price });
  await carol.futures(USDT_PERPETUAL, { side: "buy", size: "0.01", price });
}

async function openLong(client: PlainClient, size: number): Promise<void> {
  await bob.futures(USDT_PERPETUAL, { side: "sell", size: String(size), price: "60000" });
  await client.createOrder(BTC, "market", "buy", size);
}

afterEach(async () => {
  for (const one of [bob, carol]) {
    await one.clearFutures(USDT_PERPETUAL);
    await one.clearFutures(ETHER);
  }
});

describe("ccxt, classic account", () => {
  it("has the liquidation price of a crossed and of an isolated position", async () => {
    proves("ccxt.fetchPositions", "GET /api/v2/mix/position/all-position");
    proves("ccxt.setLeverage", "POST /api/v2/mix/account/set-leverage");
    proves("ccxt.reduceMargin", "POST /api/v2/mix/account/set-margin");
    const alice = await trader("classic");
    await openLong(alice, 1);
    // Equity is 10,000 less the fee of 36: (size × entry − equity) ÷ (size × (1 − kept)).
    const alone = await liquidationPrices(alice);
    expect(alone[BTC]).toBeCloseTo((60_000 - 9_964) / (1 - KEPT), 0);

    await alice.setMarginMode("isolated", ETH);
    await alice.setLeverage(10, ETH);
    await bob.futures(ETHER, { side: "buy", size: "10", price: "3000" });
    await alice.createOrder(ETH, "market", "sell", 10, undefined, { marginMode: "isolated" });
    // Short, with 3,000 of its own: (margin + size × entry) ÷ (size × (1 + kept)).
    const both = await liquidationPrices(alice);
    expect(both[ETH]).toBeCloseTo((3_000 + 30_000) / (10 * (1 + KEPT)), 0);
    // The crossed one has 3,000 and a fee of 18 less to stand on.
    expect(both[BTC]).toBeCloseTo((60_000 - 9_964 + 3_018) / (1 - KEPT), 0);

    await alice.addMargin(ETH, 1_000, { holdSide: "short" });
    const added = await liquidationPrices(alice);
    expect(added[ETH]).toBeCloseTo((4_000 + 30_000) / (10 * (1 + KEPT)), 0);
    expect(added[BTC]).toBeCloseTo((60_000 - 9_964 + 4_018) / (1 - KEPT), 0);
    await alice.reduceMargin(ETH, -1_000, { holdSide: "short" });
    expect(await liquidationPrices(alice)).toEqual(both);
  });

  it("bounds a loss and takes a profit by ccxt's own orders for it", async () => {
    proves("ccxt.createTriggerOrder", "POST /api/v2/mix/order/place-plan-order");
    proves("ccxt.createTrailingPercentOrder", "POST /api/v2/mix/order/place-plan-order");
    proves("ccxt.createStopLossOrder", "POST /api/v2/mix/order/place-tpsl-order");
    proves("ccxt.createTakeProfitOrder", "POST /api/v2/mix/order/place-tpsl-order");
    proves("ccxt.createOrderWithTakeProfitAndStopLoss", "POST /api/v2/mix/order/place-order");
    const alice = await trader("classic");
    await openLong(alice, 0.1);
    const last = { triggerType: "fill_price" };
    const reducing = { ...last, reduceOnly: true };
    await alice.createTriggerOrder(BTC, "market", "buy", 0.1, undefined, 62_000, last);
    await alice.createTrailingPercentOrder(
      ...([BTC, "market", "sell", 0.1, undefined, 2, 61_000, reducing] as const),
    );
    await alice.createStopLossOrder(BTC, "market", "sell", 0.1, undefined, 58_000, last);
    await alice.createTakeProfitOrder(BTC, "market", "sell", 0.1, undefined, 64_000, last);
    const pending = async (params: object) =>
      (await alice.fetchOpenOrders(BTC, undefined, undefined, params)).map(
        ({ triggerPrice }) => triggerPrice,
      );
    expect(await pending({ trigger: true })).toEqual([62_000]);
    expect(await pending({ trailing: true })).toEqual([61_000]);
    const exits = { trigger: true, planType: "profit_loss" };
    expect((await pending(exits)).sort()).toEqual([58_000, 64_000]);
    const attached = await alice.createOrderWithTakeProfitAndStopLoss(
      ...([BTC, "limit", "buy", 0.1, 59_000, 65_000, 57_000] as const),
    );
    expect(await alice.fetchOrder(idOf(attached), BTC)).toMatchObject({
      takeProfitPrice: 65_000,
      stopLossPrice: 57_000,
    });
    await bob.futures(USDT_PERPETUAL, { side: "buy", size: "1", price: "57900" });
    await alice.cancelOrder(idOf(attached), BTC);
    await tradeAt("58000");
    await eventually(
      "the position is closed",
      async () => (await alice.fetchPositions([BTC])).length === 0,
    );
    expect(await pending(exits)).toEqual([]);
  });
});

describe("ccxt, unified account", () => {
  it("attaches a take-profit and stop-loss, which act when the order has filled", async () => {
    proves("ccxt.createOrderWithTakeProfitAndStopLoss", "POST /api/v3/trade/place-order");
    proves("ccxt.createStopLossOrder", "POST /api/v3/trade/place-strategy-order");
    const ulla = await trader("unified");
    const by = { tpTriggerBy: "market", slTriggerBy: "market" };
    await ulla.createOrderWithTakeProfitAndStopLoss(
      ...([BTC, "limit", "buy", 0.1, 59_000, 65_000, 57_000, by] as const),
    );
    await bob.futures(USDT_PERPETUAL, { side: "sell", size: "0.1", price: "59000" });
    const pending = async () =>
      await ulla.fetchOpenOrders(BTC, undefined, undefined, { trigger: true });
    expect(await pending()).toMatchObject([{ takeProfitPrice: 65_000, stopLossPrice: 57_000 }]);
    const closing = { reduceOnly: true, slTriggerBy: "market" };
    await ulla.createStopLossOrder(BTC, "market", "sell", 0.1, undefined, 56_000, closing);
    expect(await pending()).toHaveLength(2);
    await bob.futures(USDT_PERPETUAL, { side: "buy", size: "1", price: "57000" });
    await tradeAt("57000");
    await eventually(
      "the position is closed",
      async () => (await ulla.fetchPositions([BTC])).length === 0,
    );
    expect(await pending()).toEqual([]);
  });
});
