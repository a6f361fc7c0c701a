import { describe, expect, it } from "vitest";
import { eventually } from "../support/eventually.ts";
import { restV2, restV3 } from "./support/bitget-api-clients.ts";
import { subscribed, websocketV3 } from "./support/bitget-api-sockets.ts";
import { idOf, type PlainClient, plainClient, proClient } from "./support/ccxt-clients.ts";
import { openExchange } from "./support/conformance-exchange.ts";
import { openCounterparty } from "./support/counterparty.ts";
import { follow } from "./support/followed.ts";
import { COIN_PERPETUAL, USDC_PERPETUAL, USDT_PERPETUAL } from "./support/products.ts";
import { proves } from "./support/proves.ts";

const exchange = await openExchange();
const bob = await openCounterparty(exchange, "demo");
const live = await plainClient(exchange, undefined, { uta: false });

async function demo(name: "classic-demo" | "unified-demo"): Promise<PlainClient> {
  const uta = name === "unified-demo";
  return plainClient(exchange, exchange.firstUser(name), { uta, isSandbox: true });
}

describe.each(["classic-demo", "unified-demo"] as const)(
  "ccxt in sandbox mode, %s",
  async (name) => {
    const alice = await demo(name);

    it("trades spot in a world of its own", async () => {
      await bob.spot("BTCUSDT", { side: "sell", size: "0.1", price: "60000" });
      expect((await alice.fetchOrderBook("BTC/USDT")).asks).toEqual([[60_000, 0.1]]);
      expect((await live.fetchOrderBook("BTC/USDT")).asks).toEqual([]);
      const before = (await alice.fetchBalance())["BTC"]?.total ?? 0;
      const id = idOf(await alice.createOrder("BTC/USDT", "limit", "buy", 0.1, 60_000));
      expect(await alice.fetchOrder(id, "BTC/USDT")).toMatchObject({
        status: "closed",
        filled: 0.1,
      });
      expect((await alice.fetchBalance())["BTC"]?.total).toBeCloseTo(before + 0.0999, 8);
      expect(await live.fetchTrades("BTC/USDT")).toEqual([]);
    });

    it.each([USDT_PERPETUAL, USDC_PERPETUAL, COIN_PERPETUAL])(
      "opens and closes a position in $market",
      async (product) => {
        const { market, size } = product;
        await bob.futures(product, { side: "sell", size: String(size), price: "60000" });
        await alice.createOrder(market, "market", "buy", size);
        expect(await alice.fetchPositions([market])).toMatchObject([
          { symbol: market, side: "long", contracts: size, entryPrice: 60_000 },
        ]);
        await bob.futures(product, { side: "buy", size: String(size), price: "60000" });
        await alice.createOrder(market, "market", "sell", size, undefined, { reduceOnly: true });
        expect(await alice.fetchPositions([market])).toEqual([]);
      },
    );
  },
);

describe.each(["classic-demo", "unified-demo"] as const)("ccxt.pro in sandbox mode, %s", (name) => {
  it("watches the demo world", async () => {
    const uta = name === "unified-demo";
    proves("ccxt.pro.watchOrderBook", uta ? "v3 channel books" : "v2 channel books");
    const alice = await proClient(exchange, exchange.firstUser(name), {
      uta,
      isSandbox: true,
      defaultType: "spot",
    });
    const books = follow(() => alice.watchOrderBook("ETH/USDT"));
    const orders = follow(() => alice.watchOrders("ETH/USDT"));
    const balances = follow(() => alice.watchBalance());
    await eventually("the balance at the start", () => balances[0]);
    await bob.spot("ETHUSDT", { side: "sell", size: "1", price: "3000" });
    await eventually("the offer", () => books.at(-1)?.asks[0]?.[0] === 3_000);
    const id = idOf(await alice.createOrder("ETH/USDT", "limit", "buy", 1, 3_000));
    await eventually("the filled order", () =>
      orders.find((order) => order.id === id && order.status === "closed"),
    );
  });
});

describe("bitget-api with demoTrading", () => {
  it("trades v2 and v3 in the demo world", async () => {
    const v2 = restV2(exchange, exchange.firstUser("classic-demo"), true);
    const v3 = restV3(exchange, exchange.firstUser("unified-demo"), true);
    const placed = await v2.spotSubmitOrder({
      symbol: "SOLUSDT",
      side: "buy",
      orderType: "limit",
      force: "gtc",
      price: "150",
      size: "3",
    });
    expect((await v3.getOrderBook({ category: "SPOT", symbol: "SOLUSDT" })).data.b).toEqual([
      ["150", "3"],
    ]);
    const sold = await v3.submitNewOrder({
      category: "SPOT",
      symbol: "SOLUSDT",
      side: "sell",
      orderType: "market",
      qty: "3",
    });
    expect((await v3.getOrderInfo({ orderId: sold.data.orderId })).data).toMatchObject({
      orderStatus: "filled",
    });
    const [order] = (await v2.getSpotOrder({ orderId: placed.data.orderId })).data;
    expect(order).toMatchObject({ status: "filled", baseVolume: "3" });
  });

  it("listens to the demo world by its own address", async () => {
    const listening = websocketV3(exchange, undefined, "/demo/v3/ws/public");
    const payload = { instType: "spot", symbol: "XRPUSDT" } as const;
    await listening.client.subscribe({ topic: "publicTrade", payload }, "v3Public");
    await subscribed(listening, { topic: "publicTrade", symbol: "XRPUSDT" });
    const alice = await demo("classic-demo");
    await bob.spot("XRPUSDT", { side: "buy", size: "100", price: "0.5" });
    await alice.createOrder("XRP/USDT", "market", "sell", 100);
    await eventually("the trade", () =>
      listening.pushes.some(({ data }) => data.some(({ p, v }) => p === "0.5" && v === "100")),
    );
  });
});

describe("the worlds", () => {
  it("refuse each other's keys", async () => {
    const wrongHeader = restV2(exchange, exchange.firstUser("classic"), true);
    await expect(wrongHeader.getSpotAccountAssets()).rejects.toMatchObject({
      body: { code: "40099" },
    });
    const noHeader = restV2(exchange, exchange.firstUser("classic-demo"));
    await expect(noHeader.getSpotAccountAssets()).rejects.toMatchObject({
      body: { code: "40099" },
    });
  });

  it("answer what only the live world has as not available in demo trading", async () => {
    const v2 = restV2(exchange, exchange.firstUser("classic-demo"), true);
    const v3 = restV3(exchange, exchange.firstUser("unified-demo"), true);
    const pair = { token: "USDT", fiat: "EUR", side: "sell", pageNum: "1", limit: "10" } as const;
    const withdrawal = { coin: "USDT", address: "1", size: "10" } as const;
    for (const ask of [
      () => v3.getP2pAdList(pair),
      () => v3.getP2pCurrencies(),
      () => v3.operateP2pAd({ advId: "1000000000000000001", operation: "remove" }),
      () => v2.getP2PMerchantList(),
      () => v3.getDepositAddress({ coin: "USDT", chain: "TRC20", size: "10" }),
      () => v2.spotWithdraw({ ...withdrawal, transferType: "internal_transfer" }),
    ]) {
      await expect(ask()).rejects.toMatchObject({ body: { code: "40110" } });
    }
  });
});
