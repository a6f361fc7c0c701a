import { afterEach, describe, expect, it } from "vitest";
import { eventually } from "../support/eventually.ts";
import { row } from "./specification-v2/support/specified-rules.ts";
import { restV2, restV3 } from "./support/bitget-api-clients.ts";
import { lastRow, subscribed, websocketV2 } from "./support/bitget-api-sockets.ts";
import { idOf, plainClient, proClient } from "./support/ccxt-clients.ts";
import { openExchange } from "./support/conformance-exchange.ts";
import { openCounterparty } from "./support/counterparty.ts";
import { follow } from "./support/followed.ts";
import {
  PRACTICE_COIN_PERPETUAL,
  PRACTICE_PERPETUAL,
  PRACTICE_USDC_PERPETUAL,
  USDT_PERPETUAL,
} from "./support/products.ts";
import { proves } from "./support/proves.ts";

const PRACTICE = [PRACTICE_PERPETUAL, PRACTICE_USDC_PERPETUAL, PRACTICE_COIN_PERPETUAL];

const exchange = await openExchange();
const bob = await openCounterparty(exchange);
const alice = restV2(exchange, exchange.firstUser("classic"));

afterEach(async () => {
  for (const product of PRACTICE) await bob.clearFutures(product);
});

function order(product: (typeof PRACTICE)[number]) {
  const { productType, symbol, marginCoin, size } = product;
  const named = { productType, symbol, marginCoin, marginMode: "crossed" } as const;
  const terms = { side: "buy", orderType: "limit", force: "gtc", price: "60000" } as const;
  return { ...named, ...terms, size: String(size) };
}

describe.each(PRACTICE)("bitget-api with a live key on $symbol", (product) => {
  const { marginCoin, openFee, productType, size, symbol } = product;
  const named = { productType, symbol, marginCoin } as const;

  async function equity(): Promise<number> {
    const { data } = await alice.getFuturesAccountAsset(named);
    return Number(data.accountEquity);
  }

  it("lists the contract, its ticker and its book", async () => {
    proves("RestClientV2.getFuturesContractConfig", "GET /api/v2/mix/market/contracts");
    proves("RestClientV2.getFuturesTicker", "GET /api/v2/mix/market/ticker");
    const lowerCase = productType.toLowerCase() as typeof productType;
    const { data } = await alice.getFuturesContractConfig({ productType: lowerCase, symbol });
    expect(data).toMatchObject([
      { symbol, supportMarginCoins: [marginCoin], symbolStatus: "normal" },
    ]);
    const tickers = (await alice.getFuturesTicker({ productType, symbol })).data;
    expect(tickers).toMatchObject([{ symbol, indexPrice: "60000" }]);
    await bob.futures(product, { side: "sell", size: String(size), price: "60000" });
    const book = (await alice.getFuturesMergeDepth({ productType, symbol })).data;
    expect(book.asks.map(([price, quantity]) => [Number(price), Number(quantity)])).toEqual([
      [60_000, size],
    ]);
  });

  it("pushes its book, its orders and its position on the live address", async () => {
    proves("WebsocketClientV2.subscribeTopic", "v2 channel books5", "v2 channel orders");
    proves("WebsocketClientV2.subscribeTopic", "v2 channel positions");
    const listening = websocketV2(exchange, exchange.firstUser("classic"));
    await listening.client.subscribeTopic(productType, "books5", symbol);
    await listening.client.subscribeTopic(productType, "orders");
    await listening.client.subscribeTopic(productType, "positions");
    for (const channel of ["books5", "orders", "positions"]) {
      await subscribed(listening, { instType: productType, channel });
    }
    await bob.futures(product, { side: "sell", size: String(size), price: "60000" });
    await eventually("the offer", () =>
      lastRow(listening.pushes, { channel: "books5" }, ({ asks }) =>
        (asks as [string][]).some(([price]) => Number(price) === 60_000),
      ),
    );
    const before = await equity();
    const { orderId } = (await alice.futuresSubmitOrder(order(product))).data;
    await eventually("the filled order", () =>
      lastRow(listening.pushes, { channel: "orders" }, (row) => {
        return row["orderId"] === orderId && row["status"] === "filled";
      }),
    );
    const position = await eventually("the position", () =>
      lastRow(listening.pushes, { channel: "positions" }, ({ instId }) => instId === symbol),
    );
    expect(position).toMatchObject({ marginCoin, holdSide: "long", total: String(size) });
    expect(await equity()).toBeCloseTo(before - openFee, 8);
    await bob.futures(product, { side: "buy", size: String(size), price: "60000" });
    await alice.futuresFlashClosePositions({ productType, symbol });
    expect((await alice.getFuturesPosition(named)).data).toEqual([]);
  });

  it("wants the practice coin with the practice symbol", async () => {
    const terms = order(product);
    const refused = (changed: object) =>
      expect(alice.futuresSubmitOrder({ ...terms, ...changed })).rejects;
    await refused({ marginCoin: marginCoin.slice(1) }).toMatchObject({ body: { code: "40778" } });
    const real = { productType: productType.slice(1) };
    await refused(real).toMatchObject({ body: { code: "22012" } });
    const isCoin = productType === "SCOIN-FUTURES";
    const ofReal = {
      symbol: isCoin ? "BTCUSD" : productType === "SUSDC-FUTURES" ? "BTCPERP" : "BTCUSDT",
    };
    await refused(ofReal).toMatchObject({ body: { code: "22012" } });
    await refused({ ...ofReal, ...real }).toMatchObject({ body: { code: "40778" } });
  });
});

describe("practice coins", () => {
  it("are apart from the real ones", async () => {
    const real = async () => {
      const { productType, symbol, marginCoin } = USDT_PERPETUAL;
      return (await alice.getFuturesAccountAsset({ productType, symbol, marginCoin })).data;
    };
    const before = (await real()).accountEquity;
    await bob.futures(PRACTICE_PERPETUAL, { side: "sell", size: "0.1", price: "60000" });
    await alice.futuresSubmitOrder(order(PRACTICE_PERPETUAL));
    expect((await real()).accountEquity).toBe(before);
    const book = (
      await alice.getFuturesMergeDepth({ productType: "USDT-FUTURES", symbol: "BTCUSDT" })
    ).data;
    expect(book.asks).toEqual([]);
    await bob.futures(PRACTICE_PERPETUAL, { side: "buy", size: "0.1", price: "60000" });
    const { productType, symbol } = PRACTICE_PERPETUAL;
    await alice.futuresFlashClosePositions({ productType, symbol });
  });

  it("are not of the demo world: neither its key nor its header reaches them", async () => {
    const demo = restV2(exchange, exchange.firstUser("classic-demo"), true);
    await expect(demo.futuresSubmitOrder(order(PRACTICE_PERPETUAL))).rejects.toMatchObject({
      body: { code: "40072" },
    });
    const noHeader = restV2(exchange, exchange.firstUser("classic-demo"));
    await expect(noHeader.futuresSubmitOrder(order(PRACTICE_PERPETUAL))).rejects.toMatchObject({
      body: { code: "40099" },
    });
  });

  it("are refused by name on a unified account, which has no wallet for them", async () => {
    const carol = restV3(exchange, exchange.firstUser("unified"));
    const terms = { symbol: "SBTCSUSDT", qty: "0.1", price: "60000" };
    const placed = carol.submitNewOrder({
      category: "SUSDT-FUTURES" as never,
      ...terms,
      side: "buy",
      orderType: "limit",
      timeInForce: "gtc",
    });
    await expect(placed).rejects.toMatchObject({ body: { code: "25200" } });
  });
});

describe.each(PRACTICE)("ccxt in sandbox mode with a live key, $market", (product) => {
  const { market, size } = product;

  it("trades it, and watches it on the live address", async () => {
    const key = exchange.firstUser("classic");
    const options = { uta: false, isSandbox: true, defaultType: "swap" } as const;
    const carol = await plainClient(exchange, key, options);
    const watching = await proClient(exchange, key, options);
    const books = follow(() => watching.watchOrderBook(market));
    const orders = follow(() => watching.watchOrders(market));
    await bob.futures(product, { side: "sell", size: String(size), price: "60000" });
    await eventually("the offer", () => books.at(-1)?.asks[0]?.[0] === 60_000);
    const id = idOf(await carol.createOrder(market, "limit", "buy", size, 60_000));
    await eventually("the filled order", () =>
      orders.find((one) => one.id === id && one.status === "closed"),
    );
    expect(await carol.fetchPositions([market])).toMatchObject([
      { symbol: market, side: "long", contracts: size, entryPrice: 60_000 },
    ]);
    await bob.futures(product, { side: "buy", size: String(size), price: "60000" });
    await carol.createOrder(market, "market", "sell", size, undefined, { reduceOnly: true });
    expect(await carol.fetchPositions([market])).toEqual([]);
  });
});

it(
  row("Authentication", "demo coins", "a new classic user has each of them on futures"),
  async () => {
    proves("RestClientV2.getFuturesAccountAssets", "GET /api/v2/mix/account/accounts");
    const key = await exchange.newUser(
      { kind: "classic", name: "newcomer" },
      { wallet: "spot", coin: "USDT", amount: "1" },
    );
    for (const client of [restV2(exchange, key), alice]) {
      const coins: string[] = [];
      for (const productType of ["SUSDT-FUTURES", "SUSDC-FUTURES", "SCOIN-FUTURES"] as const) {
        const { data } = await client.getFuturesAccountAssets({ productType });
        const held = data.filter(({ accountEquity }) => Number(accountEquity) > 0);
        coins.push(...held.map(({ marginCoin }) => marginCoin));
      }
      expect(coins.sort()).toEqual(["SBTC", "SEOS", "SETH", "SUSDC", "SUSDT"]);
      const real = (await client.getFuturesAccountAssets({ productType: "COIN-FUTURES" })).data;
      expect(real.filter(({ marginCoin }) => coins.includes(marginCoin))).toEqual([]);
    }
  },
);

it("the equity of a line of real coins counts no practice coins", async () => {
  proves("WebsocketClientV2.subscribe", "v2 channel equity");
  const user = { kind: "classic", name: "equity" } as const;
  const funds = { wallet: "usdt_futures", coin: "USDT", amount: "500" } as const;
  const key = await exchange.newUser(user, funds);
  const listening = websocketV2(exchange, key);
  const client = restV2(exchange, key);
  for (const productType of ["USDT-FUTURES", "SUSDT-FUTURES"] as const) {
    const payload = { instType: productType, coin: "default" };
    await listening.client.subscribe({ topic: "equity" as "account", payload }, "v2Private");
    const channel = { instType: productType, channel: "equity" };
    await subscribed(listening, channel);
    const row = await eventually("the equity", () => lastRow(listening.pushes, channel));
    const [account] = (await client.getFuturesAccountAssets({ productType })).data;
    expect(row).toMatchObject({ usdtEquity: account?.usdtEquity, usdtUnrealized: "0" });
    expect(row["unionMM"]).toBe("0");
  }
});
