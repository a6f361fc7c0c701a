/** Sizes of coin-margined contracts in the base coin, as unmodified clients send and read them. */
import { afterEach, describe, expect, it } from "vitest";
import { restV2, restV3 } from "./support/bitget-api-clients.ts";
import { idOf, type PlainClient, plainClient } from "./support/ccxt-clients.ts";
import { openExchange } from "./support/conformance-exchange.ts";
import { openCounterparty } from "./support/counterparty.ts";
import { COIN_PERPETUAL } from "./support/products.ts";
import { proves } from "./support/proves.ts";

const exchange = await openExchange();
const classicKey = exchange.firstUser("classic");
const unifiedKey = exchange.firstUser("unified");
const classic = await plainClient(exchange, classicKey, { uta: false, defaultType: "swap" });
const unified = await plainClient(exchange, unifiedKey, { uta: true, defaultType: "swap" });
const v2 = restV2(exchange, classicKey);
const v3 = restV3(exchange, unifiedKey);
const { market, marginCoin, productType, symbol } = COIN_PERPETUAL;
const named = { productType, symbol } as const;

const makers: Awaited<ReturnType<typeof openCounterparty>>[] = [];

/** Offers 2 BTC by a user without a position, at a price of no round number of dollars a step. */
async function quotes(side: "buy" | "sell", price: string): Promise<void> {
  const maker = await openCounterparty(exchange);
  makers.push(maker);
  await maker.futures(COIN_PERPETUAL, { side, size: "2", price });
}

afterEach(async () => {
  for (const maker of makers.splice(0)) await maker.clearFutures(COIN_PERPETUAL);
  for (const client of [classic, unified]) {
    for (const order of await client.fetchOpenOrders(market)) {
      await client.cancelOrder(idOf(order), market);
    }
  }
});

describe.each([
  ["classic", classic],
  ["unified", unified],
] as const)("ccxt on a %s account", (_name, client: PlainClient) => {
  it("reads back the amount of a resting order", async () => {
    proves(
      "ccxt.createOrder",
      "POST /api/v2/mix/order/place-order",
      "POST /api/v3/trade/place-order",
    );
    proves("ccxt.fetchOrder", "GET /api/v2/mix/order/detail", "GET /api/v3/trade/order-info");
    for (const amount of [0.001, 0.017, 1.234]) {
      const id = idOf(await client.createOrder(market, "limit", "buy", amount, 58_123.4));
      const order = await client.fetchOrder(id, market);
      expect(order).toMatchObject({ amount, filled: 0, remaining: amount, status: "open" });
      await client.cancelOrder(id, market);
    }
    await expect(client.createOrder(market, "limit", "buy", 0.0001, 58_000)).rejects.toThrow();
  });

  it("opens a position whose size it sends back, and nothing is left", async () => {
    proves(
      "ccxt.fetchPositions",
      "GET /api/v2/mix/position/all-position",
      "GET /api/v3/position/current-position",
    );
    proves("ccxt.fetchMyTrades", "GET /api/v2/mix/order/fills", "GET /api/v3/trade/fills");
    await quotes("sell", "60123.4");
    const opened = idOf(await client.createOrder(market, "market", "buy", 0.123));
    expect(await client.fetchOrder(opened, market)).toMatchObject({
      amount: 0.123,
      filled: 0.123,
      remaining: 0,
      average: 60_123.4,
    });
    const [position] = await client.fetchPositions([market]);
    expect(position).toMatchObject({ contracts: 0.123, entryPrice: 60_123.4, side: "long" });
    await quotes("buy", "60123.3");
    const half = { reduceOnly: true };
    const part = idOf(await client.createOrder(market, "market", "sell", 0.061, undefined, half));
    expect((await client.fetchOrder(part, market)).filled).toBe(0.061);
    expect((await client.fetchPositions([market]))[0]?.contracts).toBe(0.062);
    const rest = idOf(await client.createOrder(market, "limit", "sell", 0.062, 60_000));
    expect(await client.fetchOrder(rest, market)).toMatchObject({ amount: 0.062, filled: 0.062 });
    expect(await client.fetchPositions([market])).toEqual([]);
    const trades = await client.fetchMyTrades(market);
    const amountOf = (id: string) =>
      trades
        .filter(({ order }) => order === id)
        .reduce((sum, { amount }) => sum + (amount ?? 0), 0);
    for (const [id, amount] of [
      [opened, 0.123],
      [part, 0.061],
      [rest, 0.062],
    ] as const) {
      expect(amountOf(id)).toBeCloseTo(amount, 8);
    }
  });

  it("closes a position at once", async () => {
    proves(
      "ccxt.closePosition",
      "POST /api/v2/mix/order/close-positions",
      "POST /api/v3/trade/close-positions",
    );
    await quotes("sell", "60200.1");
    await client.createOrder(market, "market", "buy", 0.05);
    await quotes("buy", "60200");
    await client.closePosition(market);
    expect(await client.fetchPositions([market])).toEqual([]);
  });
});

describe("bitget-api", () => {
  it("reads sizes of v2 in the base coin, and repeats an order", async () => {
    proves("RestClientV2.futuresSubmitOrder", "POST /api/v2/mix/order/place-order");
    const terms = {
      ...named,
      marginCoin,
      marginMode: "crossed",
      force: "gtc",
      side: "buy",
      orderType: "limit",
      price: "58123.4",
      size: "0.017",
      clientOid: "coin-size-again",
    } as const;
    const first = (await v2.futuresSubmitOrder(terms)).data.orderId;
    expect((await v2.futuresSubmitOrder(terms)).data.orderId).toBe(first);
    const { data } = await v2.getFuturesOrder({ ...named, orderId: first });
    expect(data).toMatchObject({ size: "0.017", baseVolume: "0" });
    const [contract] = (await v2.getFuturesContractConfig(named)).data;
    expect(contract).toMatchObject({
      minTradeNum: "0.001",
      sizeMultiplier: "0.001",
      volumePlace: "3",
    });
  });

  it("reads sizes of v3 in the base coin, and an amended size keeps its conversion", async () => {
    proves("RestClientV3.submitNewOrder", "POST /api/v3/trade/place-order");
    proves("RestClientV3.modifyOrder", "POST /api/v3/trade/modify-order");
    const contract = { category: "COIN-FUTURES", symbol } as const;
    const terms = { side: "buy", orderType: "limit", timeInForce: "gtc" } as const;
    const sent = { ...contract, ...terms, price: "58123.4", qty: "0.017" };
    const { orderId } = (await v3.submitNewOrder(sent)).data;
    const qtyOf = async () => (await v3.getOrderInfo({ orderId })).data.qty;
    expect(await qtyOf()).toBe("0.017");
    await v3.modifyOrder({ orderId, price: "57000.1" });
    expect(await qtyOf()).toBe("0.017");
    await v3.modifyOrder({ orderId, qty: "0.029" });
    expect(await qtyOf()).toBe("0.029");
    const [row] = (await v3.getInstruments(contract)).data;
    expect(row).toMatchObject({ minOrderQty: "0.001", quantityPrecision: "3" });
  });
});
