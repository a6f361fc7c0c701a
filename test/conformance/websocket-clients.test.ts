import { describe, expect, it } from "vitest";
import { eventually } from "../support/eventually.ts";
import { restV2, restV3 } from "./support/bitget-api-clients.ts";
import { lastRow, subscribed, websocketV2, websocketV3 } from "./support/bitget-api-sockets.ts";
import { openExchange } from "./support/conformance-exchange.ts";
import { openCounterparty } from "./support/counterparty.ts";
import { COIN_PERPETUAL, USDC_PERPETUAL, USDT_PERPETUAL } from "./support/products.ts";
import { proves } from "./support/proves.ts";

const exchange = await openExchange();
const bob = await openCounterparty(exchange);
const carol = await openCounterparty(exchange);
const FUTURES = [USDT_PERPETUAL, USDC_PERPETUAL, COIN_PERPETUAL];

/** Holds for the candle of the minute of a trade; the minute after it begins without volume. */
const hasVolume = (candle: Readonly<Record<string, unknown>>): boolean =>
  Object.values(candle)[5] !== "0";

describe("WebsocketClientV2, public channels", () => {
  const listening = websocketV2(exchange);
  const { client, pushes } = listening;

  it("tell spot ticker, trades, books and candles", async () => {
    proves("WebsocketClientV2.subscribeTopic", "v2 channel ticker", "v2 channel trade");
    proves("WebsocketClientV2.subscribeTopic", "v2 channel books", "v2 channel books1");
    proves("WebsocketClientV2.subscribeTopic", "v2 channel books5", "v2 channel books15");
    proves("WebsocketClientV2.subscribeTopic", "v2 channel candle");
    const topics = ["ticker", "trade", "books", "books1", "books5", "books15", "candle1m"] as const;
    for (const topic of topics) {
      await client.subscribeTopic("SPOT", topic, "BTCUSDT");
    }
    const of = (channel: string) => ({ instType: "SPOT", channel, instId: "BTCUSDT" });
    for (const topic of topics) await subscribed(listening, of(topic));
    await bob.spot("BTCUSDT", { side: "sell", size: "0.5", price: "60000" });
    await carol.spot("BTCUSDT", { side: "buy", size: "0.2", price: "60000" });
    await bob.spot("BTCUSDT", { side: "buy", size: "0.7", price: "59900" });
    const levels = { asks: [["60000", "0.3"]], bids: [["59900", "0.7"]] };
    for (const channel of ["books1", "books5", "books15"]) {
      const row = await eventually(channel, () =>
        lastRow(pushes, of(channel), ({ bids }) => (bids as unknown[]).length === 1),
      );
      expect(row).toMatchObject(levels);
    }
    const ticker = await eventually("the ticker", () =>
      lastRow(pushes, of("ticker"), ({ bidPr }) => bidPr === "59900"),
    );
    expect(ticker).toMatchObject({ instId: "BTCUSDT", lastPr: "60000", askSz: "0.3" });
    expect(await eventually("the trade", () => lastRow(pushes, of("trade")))).toMatchObject({
      price: "60000",
      size: "0.2",
      side: "buy",
    });
    const candle = await eventually("the candle of the trade", () =>
      lastRow(pushes, of("candle1m"), hasVolume),
    );
    expect(Object.values(candle).slice(1, 6)).toEqual(["60000", "60000", "60000", "60000", "0.2"]);
  });

  it("tell the index prices of one pair and of all, under MARGIN", async () => {
    proves("WebsocketClientV2.subscribeTopic", "v2 channel index-price");
    const margin = "MARGIN" as "SPOT";
    await client.subscribeTopic(margin, "index-price" as "ticker", "BTCUSDT");
    await client.subscribeTopic(margin, "index-price" as "ticker", "default");
    const rowsOf = (instId: string) =>
      pushes
        .filter(({ arg }) => arg["channel"] === "index-price" && arg["instId"] === instId)
        .flatMap(({ data }) => data as { symbol: string; indexPrice: string }[]);
    const pair = await eventually("the index of the pair", () => rowsOf("BTCUSDT").at(-1));
    expect(pair).toEqual({
      ...{ symbol: "BTCUSDT", baseCoin: "BTC", quoteCoin: "USDT" },
      indexPrice: expect.stringMatching(/^\d/u),
      ts: expect.stringMatching(/^\d{13}$/u),
    });
    const symbols = () => new Set(rowsOf("default").map(({ symbol }) => symbol));
    await eventually("the index of all pairs", () => symbols().has("ETHUSDT"));
    expect(symbols().has("BTCUSDT")).toBe(true);
    await client.unsubscribeTopic(margin, "index-price" as "ticker", "default");
  });

  it("end when unsubscribed, and say what does not exist", async () => {
    proves("WebsocketClientV2.unsubscribeTopic", "v2 channel ticker");
    await client.unsubscribeTopic("SPOT", "ticker", "BTCUSDT");
    await eventually("the acknowledgement", () =>
      listening.replies.some(({ event }) => event === "unsubscribe"),
    );
    await client.subscribeTopic("SPOT", "ticker", "NOPEUSDT");
    const refusal = await eventually("the refusal", () => listening.refusals[0]);
    expect(refusal).toMatchObject({ event: "error", code: 30001 });
  });
});

describe("WebsocketClientV2, private channels", () => {
  const listening = websocketV2(exchange, exchange.firstUser("classic"));
  const { client, pushes } = listening;
  const alice = restV2(exchange, exchange.firstUser("classic"));

  it("tell spot orders, fills and account", async () => {
    proves("WebsocketClientV2.subscribeTopic", "v2 channel orders", "v2 channel account");
    proves("WebsocketClientV2.subscribeTopic", "v2 channel fill");
    await client.subscribeTopic("SPOT", "orders");
    await client.subscribeTopic("SPOT", "account");
    await client.subscribeTopic("SPOT", "fill" as "orders");
    for (const channel of ["orders", "account", "fill"]) {
      await subscribed(listening, { instType: "SPOT", channel });
    }
    await bob.clearSpot("BTCUSDT");
    const { orderId } = (
      await alice.spotSubmitOrder({
        symbol: "BTCUSDT",
        side: "buy",
        orderType: "limit",
        force: "gtc",
        price: "60000",
        size: "0.5",
        clientOid: "pushed-1",
      })
    ).data;
    await bob.spot("BTCUSDT", { side: "sell", size: "0.2", price: "60000" });
    const orders = { instType: "SPOT", channel: "orders" };
    const filled = await eventually("the fill of the order", () =>
      lastRow(pushes, orders, (row) => row["orderId"] === orderId && row["tradeId"] !== undefined),
    );
    expect(filled).toMatchObject({
      instId: "BTCUSDT",
      clientOid: "pushed-1",
      status: "partially_filled",
      fillPrice: "60000",
      baseVolume: "0.2",
      accBaseVolume: "0.2",
      tradeScope: "M",
      fillFee: "-0.0002",
      fillFeeCoin: "BTC",
    });
    const states = pushes
      .filter(({ arg }) => arg["channel"] === "orders")
      .flatMap(({ data }) => data.map(({ status }) => status));
    expect(states).toEqual(["live", "partially_filled"]);
    await alice.spotCancelOrder({ symbol: "BTCUSDT", orderId });
    await eventually("the cancellation", () =>
      lastRow(pushes, orders, ({ status }) => status === "cancelled"),
    );
    const fill = await eventually("the fill", () =>
      lastRow(pushes, { instType: "SPOT", channel: "fill" }),
    );
    expect(fill).toMatchObject({ orderId, priceAvg: "60000", size: "0.2", amount: "12000" });
    const [asset] = (await alice.getSpotAccountAssets({ coin: "USDT" })).data;
    await eventually("the account", () =>
      lastRow(
        pushes,
        { instType: "SPOT", channel: "account" },
        ({ coin, available, frozen }) =>
          coin === "USDT" && available === asset?.available && frozen === "0",
      ),
    );
  });

  it.each(FUTURES)("tell orders, fills, positions and account of $symbol", async (product) => {
    proves("WebsocketClientV2.subscribeTopic", "v2 channel positions");
    const { productType, symbol, marginCoin } = product;
    const size = String(product.size);
    const topics = ["orders", "positions", "account", "fill", "positions-history"] as const;
    for (const topic of topics) await client.subscribeTopic(productType, topic as "orders");
    const of = (channel: string) => ({ instType: productType, channel });
    for (const topic of topics) await subscribed(listening, of(topic));
    await bob.futures(product, { side: "sell", size, price: "60000" });
    const { orderId } = (
      await alice.futuresSubmitOrder({
        productType,
        symbol,
        marginCoin,
        marginMode: "crossed",
        side: "buy",
        orderType: "market",
        size,
      })
    ).data;
    const order = await eventually("the filled order", () =>
      lastRow(pushes, of("orders"), (row) => row["status"] === "filled"),
    );
    expect(order).toMatchObject({
      orderId,
      instId: symbol,
      posSide: "net",
      posMode: "one_way_mode",
      priceAvg: "60000",
      accBaseVolume: size,
      tradeScope: "T",
    });
    const position = await eventually("the position", () => lastRow(pushes, of("positions")));
    expect(position).toMatchObject({
      instId: symbol,
      marginCoin,
      holdSide: "long",
      total: size,
      openPriceAvg: "60000",
    });
    const fill = await eventually("the fill", () => lastRow(pushes, of("fill")));
    expect(fill).toMatchObject({ orderId, symbol, side: "buy", price: "60000", baseVolume: size });
    await bob.futures(product, { side: "buy", size, price: "60000" });
    await alice.futuresFlashClosePositions({ productType, symbol });
    const closed = await eventually("the closed position", () =>
      lastRow(pushes, of("positions-history")),
    );
    expect(closed).toMatchObject({ instId: symbol, closePriceAvg: "60000", closeSize: size });
    proves("WebsocketClientV2.subscribeTopic", "v2 channel positions-history");
    await eventually("the empty list of positions", () => {
      const last = pushes.findLast(
        ({ arg }) => arg["channel"] === "positions" && arg["instType"] === productType,
      );
      return last?.data.length === 0;
    });
  });
});

describe("WebsocketClientV3, public channels", () => {
  const listening = websocketV3(exchange);
  const { client, pushes } = listening;

  it.each([
    { instType: "usdt-futures", product: USDT_PERPETUAL },
    { instType: "usdc-futures", product: USDC_PERPETUAL },
    { instType: "coin-futures", product: COIN_PERPETUAL },
  ] as const)(
    "tell ticker, trades, books and candles of $instType",
    async ({ instType, product }) => {
      proves("WebsocketClientV3.subscribe", "v3 channel ticker", "v3 channel publicTrade");
      proves("WebsocketClientV3.subscribe", "v3 channel books", "v3 channel books1");
      proves("WebsocketClientV3.subscribe", "v3 channel books5", "v3 channel books50");
      proves("WebsocketClientV3.subscribe", "v3 channel kline");
      const { symbol } = product;
      const topics = ["ticker", "publicTrade", "books", "books1", "books5", "books50"] as const;
      await client.subscribe(
        // The client's types know no books1.
        topics.map((topic) => ({ topic: topic as "books", payload: { instType, symbol } })),
        "v3Public",
      );
      await client.subscribe(
        { topic: "kline", payload: { instType, symbol, interval: "1m" } },
        "v3Public",
      );
      const of = (topic: string) => ({ instType, topic, symbol });
      for (const topic of topics) await subscribed(listening, of(topic));
      await subscribed(listening, { ...of("kline"), interval: "1m" });
      const size = String(product.size);
      const part = String(product.size / 2);
      await bob.futures(product, { side: "sell", size, price: "60000" });
      await carol.futures(product, { side: "buy", size: part, price: "60000" });
      await carol.futures(product, { side: "buy", size, price: "59900" });
      for (const topic of ["books1", "books5", "books50"]) {
        const row = await eventually(topic, () =>
          lastRow(pushes, of(topic), ({ b }) => (b as unknown[]).length === 1),
        );
        expect(row).toMatchObject({ a: [["60000", part]], b: [["59900", size]] });
      }
      const ticker = await eventually("the ticker", () =>
        lastRow(pushes, of("ticker"), ({ bid1Price }) => bid1Price === "59900"),
      );
      expect(ticker).toMatchObject({ symbol, lastPrice: "60000", indexPrice: "60000" });
      expect(await eventually("the trade", () => lastRow(pushes, of("publicTrade")))).toMatchObject(
        {
          p: "60000",
          v: part,
          S: "buy",
        },
      );
      const candle = await eventually("the candle", () => lastRow(pushes, of("kline")));
      expect(candle).toMatchObject({ open: "60000", close: "60000" });
    },
  );
});

describe("WebsocketClientV3, private channels", () => {
  const listening = websocketV3(exchange, exchange.firstUser("unified"));
  const { client, pushes } = listening;
  const alice = restV3(exchange, exchange.firstUser("unified"));
  const of = (topic: string) => ({ instType: "UTA", topic });

  it("tell orders, fills, positions and account", async () => {
    proves("WebsocketClientV3.subscribe", "v3 channel order", "v3 channel fill");
    proves("WebsocketClientV3.subscribe", "v3 channel position", "v3 channel account");
    proves("WebsocketClientV3.subscribe", "v3 channel fast-fill");
    const topics = ["order", "fill", "position", "account", "fast-fill"] as const;
    await client.subscribe(
      topics.map((topic) => ({ topic: topic as "order", payload: { instType: "UTA" } })),
      "v3Private",
    );
    for (const topic of topics) await subscribed(listening, of(topic));
    const account = await eventually("the account at the start", () =>
      lastRow(pushes, of("account")),
    );
    expect(account["coin"]).toEqual(
      expect.arrayContaining([expect.objectContaining({ coin: "DOGE", balance: "2000000" })]),
    );
    await bob.clearFutures(USDT_PERPETUAL);
    const { orderId } = (
      await alice.submitNewOrder({
        category: "USDT-FUTURES",
        symbol: "BTCUSDT",
        side: "buy",
        orderType: "limit",
        timeInForce: "gtc",
        price: "60000",
        qty: "0.2",
        clientOid: "pushed-1",
      })
    ).data;
    await bob.futures(USDT_PERPETUAL, { side: "sell", size: "0.1", price: "60000" });
    await eventually("the partial fill", () =>
      lastRow(pushes, of("order"), ({ orderStatus }) => orderStatus === "partially_filled"),
    );
    await alice.cancelOrder({ orderId });
    await eventually("the cancellation", () =>
      lastRow(pushes, of("order"), ({ cancelReason }) => cancelReason !== ""),
    );
    const orders = pushes.filter(({ arg }) => arg["topic"] === "order").flatMap(({ data }) => data);
    expect(orders.map(({ orderStatus, cumExecQty }) => [orderStatus, cumExecQty])).toEqual([
      ["new", "0"],
      ["partially_filled", "0.1"],
      ["canceled", "0.1"],
    ]);
    expect(orders[1]).toMatchObject({
      category: "usdt-futures",
      symbol: "BTCUSDT",
      orderId,
      clientOid: "pushed-1",
      avgPrice: "60000",
      feeDetail: [{ feeCoin: "USDT", fee: "1.2" }],
    });
    for (const topic of ["fill", "fast-fill"]) {
      const fill = await eventually(topic, () => lastRow(pushes, of(topic)));
      expect(fill).toMatchObject({
        orderId,
        execPrice: "60000",
        execQty: "0.1",
        tradeScope: "maker",
      });
    }
    const position = await eventually("the position", () => lastRow(pushes, of("position")));
    expect(position).toMatchObject({
      symbol: "BTCUSDT",
      posSide: "long",
      size: "0.1",
      avgPrice: "60000",
      leverage: "20",
    });
    const [usdt] = (await alice.getBalances()).data.assets.filter(({ coin }) => coin === "USDT");
    await eventually("the account after the fill", () =>
      lastRow(pushes, of("account"), ({ coin }) =>
        (coin as { coin: string; balance: string }[]).some(
          (one) => one.coin === "USDT" && one.balance === usdt?.balance,
        ),
      ),
    );
  });

  it("are closed to an anonymous client", async () => {
    const unknown = websocketV3(exchange);
    await unknown.client.subscribe({ topic: "order", payload: { instType: "UTA" } }, "v3Public");
    const refusal = await eventually("the refusal", () => unknown.refusals[0]);
    expect(refusal).toMatchObject({ event: "error", code: 30004 });
  });

  it("tell the request id of a modification over REST", async () => {
    const category = "SPOT" as const;
    const order = { category, symbol: "BTCUSDT", side: "buy", orderType: "limit" } as const;
    const { orderId } = (await alice.submitNewOrder({ ...order, price: "50000", qty: "0.1" })).data;
    const change = { orderId, category, price: "50001", requestId: "by-rest" };
    await alice.modifyOrder(change);
    const pushed = await eventually("the modification", () =>
      lastRow(pushes, of("order"), ({ price }) => price === "50001"),
    );
    expect(pushed).toMatchObject({ orderId, orderStatus: "new", requestId: "by-rest" });
    await alice.cancelOrder({ orderId });
  });
});
