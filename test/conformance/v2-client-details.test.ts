/** Details of v2 on which clients depend: depth of any size, status words, exits, echoed ids. */
import { afterEach, describe, expect, it } from "vitest";
import { restV2 } from "./support/bitget-api-clients.ts";
import { idOf, plainClient } from "./support/ccxt-clients.ts";
import { openExchange } from "./support/conformance-exchange.ts";
import { openCounterparty } from "./support/counterparty.ts";
import { USDT_PERPETUAL } from "./support/products.ts";
import { proves } from "./support/proves.ts";

const SPOT = "BTC/USDT";
const SWAP = "BTC/USDT:USDT";
const symbol = "BTCUSDT";

const exchange = await openExchange();
const bob = await openCounterparty(exchange);
const key = exchange.firstUser("classic");
const client = await plainClient(exchange, key, { uta: false });
const rest = restV2(exchange, key);
const startTime = String(Date.now() - 3_600_000);

afterEach(async () => {
  await bob.clearSpot(symbol);
  await bob.clearFutures(USDT_PERPETUAL);
});

describe("ccxt", () => {
  it("gets as many levels of the book as it asks for", async () => {
    proves("ccxt.fetchOrderBook", "GET /api/v2/mix/market/merge-depth");
    for (let level = 0; level < 22; level++) {
      await bob.futures(USDT_PERPETUAL, { side: "buy", size: "0.01", price: `${59_000 - level}` });
    }
    const { bids } = await client.fetchOrderBook(SWAP, 20);
    expect(bids).toHaveLength(20);
    expect(bids.at(-1)).toEqual([58_981, 0.01]);
  });

  it("reads the specification's words for orders that are closed", async () => {
    proves("ccxt.fetchClosedOrders", "GET /api/v2/spot/trade/history-orders");
    proves("ccxt.fetchCanceledOrders", "GET /api/v2/spot/trade/history-orders");
    await bob.spot(symbol, { side: "sell", size: "0.01", price: "60000" });
    const id = idOf(await client.createOrder(SPOT, "limit", "buy", 0.01, 60_000));
    const [closed] = await client.fetchClosedOrders(SPOT, undefined, 1);
    expect(closed).toMatchObject({ id, status: "closed", info: { status: "full_fill" } });
    const resting = idOf(await client.createOrder(SPOT, "limit", "buy", 0.01, 59_000));
    await client.cancelOrder(resting, SPOT);
    const [canceled] = await client.fetchCanceledOrders(SPOT, undefined, 1);
    expect(canceled).toMatchObject({ id: resting, status: "canceled" });
  });

  it("reads the side of past trades", async () => {
    proves("ccxt.fetchTrades", "GET /api/v2/spot/market/fills-history");
    await bob.spot(symbol, { side: "sell", size: "0.02", price: "60000" });
    await client.createOrder(SPOT, "limit", "buy", 0.02, 60_000);
    const [trade] = (await client.fetchTrades(SPOT, undefined, 1)) ?? [];
    expect(trade).toMatchObject({ side: "buy", amount: 0.02, price: 60_000 });
  });

  it("has the times of a closed position, and what is free of the account", async () => {
    proves("ccxt.fetchPositionsHistory", "GET /api/v2/mix/position/history-position");
    proves("ccxt.fetchBalance", "GET /api/v2/mix/account/accounts");
    await bob.futures(USDT_PERPETUAL, { side: "sell", size: "0.1", price: "60000" });
    await client.createOrder(SWAP, "limit", "buy", 0.1, 60_000);
    const held = await client.fetchBalance({ type: "swap" });
    const [info] = held["info"] as readonly Record<string, string>[];
    const { accountEquity, available, maxTransferOut, unrealizedPL } = info ?? {};
    expect(Number(available)).toBeCloseTo(Number(accountEquity) - Number(unrealizedPL), 8);
    expect(held["USDT"]?.free).toBe(Number(maxTransferOut));
    expect(Number(maxTransferOut)).toBeLessThan(Number(available));
    await bob.futures(USDT_PERPETUAL, { side: "buy", size: "0.1", price: "60000" });
    await client.createOrder(SWAP, "limit", "sell", 0.1, 60_000, { reduceOnly: true });
    const [closed] = await client.fetchPositionsHistory([SWAP]);
    expect(closed?.timestamp).toBeGreaterThan(Number(startTime));
    expect(closed?.lastUpdateTimestamp).toBeGreaterThanOrEqual(closed?.timestamp ?? 0);
  });
});

describe("RestClientV2", () => {
  it("finds the exits of a position in its row", async () => {
    proves("RestClientV2.getFuturesPosition", "GET /api/v2/mix/position/single-position");
    const { market: _market, size: _size, ...contract } = USDT_PERPETUAL;
    const { marginCoin, productType } = contract;
    await bob.futures(USDT_PERPETUAL, { side: "sell", size: "0.1", price: "60000" });
    await client.createOrder(SWAP, "limit", "buy", 0.1, 60_000, {
      stopLoss: { triggerPrice: 58_000 },
      takeProfit: { triggerPrice: 62_000 },
    });
    const place = rest as unknown as {
      postPrivate(path: string, params: object): Promise<unknown>;
    };
    await place.postPrivate("/api/v2/mix/order/place-pos-tpsl", {
      ...{ symbol, productType, marginCoin, holdSide: "buy" },
      ...{ stopSurplusTriggerPrice: "63000", stopLossTriggerPrice: "57000" },
    });
    const { data } = await rest.getFuturesPosition({ symbol, productType, marginCoin });
    expect(data[0]).toMatchObject({ takeProfit: "63000", stopLoss: "57000" });
  });

  it("finds the new order by the client id that a replacement answers", async () => {
    proves("RestClientV2.spotCancelandSubmitOrder", "POST /api/v2/spot/trade/cancel-replace-order");
    const order = { symbol, side: "buy", orderType: "limit", force: "gtc", size: "0.01" } as const;
    await rest.spotSubmitOrder({ ...order, price: "59000", clientOid: "to-replace" });
    const change = { symbol, price: "58900", size: "0.02", clientOid: "to-replace" };
    const { data } = await rest.spotCancelandSubmitOrder(change);
    expect(data).toMatchObject({ success: "success", msg: "" });
    const { orderId, clientOid } = { ...data, clientOid: data.clientOid ?? "" };
    const found = await rest.getSpotOrder({ clientOid });
    expect(found.data).toMatchObject([{ orderId, clientOid, status: "live", size: "0.02" }]);
    await rest.spotCancelOrder({ symbol, clientOid });
  });

  it("asks for all there is from the beginning, and for more rows than a page has", async () => {
    proves("RestClientV2.getSpotFills", "GET /api/v2/spot/trade/fills");
    proves("RestClientV2.getFuturesOpenOrders", "GET /api/v2/mix/order/orders-pending");
    const { data } = await rest.getSpotFills({ symbol, startTime: "0", limit: "12000" });
    expect(data.length).toBeGreaterThan(0);
    const productType = "USDT-FUTURES";
    const open = await rest.getFuturesOpenOrders({ productType, startTime: "0", limit: "0" });
    expect(open.code).toBe("00000");
  });
});
