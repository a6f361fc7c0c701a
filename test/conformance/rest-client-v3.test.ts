import { describe, expect, it } from "vitest";
import { restV3 } from "./support/bitget-api-clients.ts";
import { openExchange } from "./support/conformance-exchange.ts";
import { openCounterparty } from "./support/counterparty.ts";
import { COIN_PERPETUAL, USDC_PERPETUAL, USDT_PERPETUAL } from "./support/products.ts";
import { proves } from "./support/proves.ts";

const exchange = await openExchange();
const bob = await openCounterparty(exchange);
/** Holds no position, so that its orders are sized at their price. */
const carol = await openCounterparty(exchange);
const anonymous = restV3(exchange);
const alice = restV3(exchange, exchange.firstUser("unified"));

type Category = "SPOT" | "USDT-FUTURES" | "USDC-FUTURES" | "COIN-FUTURES";
type Traded = {
  readonly category: Category;
  readonly symbol: string;
  readonly size: string;
  place(side: "buy" | "sell", price: string): Promise<string>;
  quote(price: string): Promise<string>;
  clear(): Promise<void>;
};

const TRADED: readonly Traded[] = [
  {
    category: "SPOT",
    symbol: "BTCUSDT",
    size: "0.1",
    place: (side, price) => bob.spot("BTCUSDT", { side, price, size: "0.1" }),
    quote: (price) => carol.spot("BTCUSDT", { side: "buy", price, size: "0.1" }),
    clear: async () => {
      for (const who of [bob, carol]) await who.clearSpot("BTCUSDT");
    },
  },
  ...[USDT_PERPETUAL, USDC_PERPETUAL, COIN_PERPETUAL].map((product) => ({
    category: product.productType as Category,
    symbol: product.symbol,
    size: String(product.size),
    place: (side: "buy" | "sell", price: string) =>
      bob.futures(product, { side, price, size: String(product.size) }),
    quote: (price: string) =>
      carol.futures(product, { side: "buy", price, size: String(product.size) }),
    clear: async () => {
      for (const who of [bob, carol]) await who.clearFutures(product);
    },
  })),
];

describe.each(TRADED)("RestClientV3, market data of $category", (traded) => {
  const { category, symbol, size } = traded;
  const named = { category, symbol };

  it("has terms, ticker, book, trades and candles", async () => {
    proves("RestClientV3.getInstruments", "GET /api/v3/market/instruments");
    proves("RestClientV3.getTickers", "GET /api/v3/market/tickers");
    proves("RestClientV3.getOrderBook", "GET /api/v3/market/orderbook");
    proves("RestClientV3.getFills", "GET /api/v3/market/fills");
    proves("RestClientV3.getCandles", "GET /api/v3/market/candles");
    const instruments = await anonymous.getInstruments(named);
    expect(instruments).toMatchObject({ code: "00000", msg: "success" });
    expect(instruments.data).toMatchObject([{ symbol, category, status: "online" }]);
    await traded.place("sell", "60000");
    await alice.submitNewOrder({
      ...named,
      side: "buy",
      orderType: "limit",
      timeInForce: "ioc",
      price: "60000",
      qty: size,
    });
    await traded.quote("59900");
    const [ticker] = (await anonymous.getTickers(named)).data;
    expect(ticker).toMatchObject({
      category,
      symbol,
      lastPrice: "60000",
      bid1Price: "59900",
      bid1Size: size,
    });
    const book = (await anonymous.getOrderBook(named)).data;
    expect(book).toMatchObject({ a: [], b: [["59900", size]] });
    expect((await anonymous.getFills(named)).data).toMatchObject([
      { price: "60000", size, side: "buy" },
    ]);
    const candles = await anonymous.getCandles({ ...named, interval: "1H" });
    expect(candles.data[0]?.slice(1, 5)).toEqual(["60000", "60000", "60000", "60000"]);
    await traded.place("buy", "60000");
    await alice.submitNewOrder({
      ...named,
      side: "sell",
      orderType: "limit",
      timeInForce: "ioc",
      price: "60000",
      qty: size,
    });
    await traded.clear();
  });
});

describe.each(TRADED.slice(1))("RestClientV3, futures data of $category", (traded) => {
  it("has funding, open interest and tiers", async () => {
    proves("RestClientV3.getCurrentFundingRate", "GET /api/v3/market/current-fund-rate");
    proves("RestClientV3.getHistoryFundingRate", "GET /api/v3/market/history-fund-rate");
    proves("RestClientV3.getOpenInterest", "GET /api/v3/market/open-interest");
    proves("RestClientV3.getPositionTier", "GET /api/v3/market/position-tier");
    const { symbol } = traded;
    const category = traded.category as Exclude<Category, "SPOT">;
    const rate = await anonymous.getCurrentFundingRate({ symbol });
    expect(rate.data).toMatchObject([{ symbol, fundingRateInterval: "8" }]);
    const history = await anonymous.getHistoryFundingRate({ category, symbol });
    // The client's types leave out the object around the list.
    expect(history.data).toEqual({ resultList: [] });
    const interest = await anonymous.getOpenInterest({ category, symbol });
    expect(interest.data.list).toMatchObject([{ symbol, openInterest: "0" }]);
    const tiers = await anonymous.getPositionTier({ category, symbol });
    expect(tiers.data[0]).toMatchObject({ tier: "1", leverage: "125", mmr: "0.004" });
  });
});

describe.each(TRADED)("RestClientV3, orders of $category", (traded) => {
  const { category, symbol, size } = traded;
  const limit = {
    category,
    symbol,
    side: "buy",
    orderType: "limit",
    timeInForce: "gtc",
    price: "59000",
    qty: size,
  } as const;

  it("places, modifies, finds and cancels", async () => {
    proves("RestClientV3.submitNewOrder", "POST /api/v3/trade/place-order");
    proves("RestClientV3.modifyOrder", "POST /api/v3/trade/modify-order");
    proves("RestClientV3.getOrderInfo", "GET /api/v3/trade/order-info");
    proves("RestClientV3.getUnfilledOrders", "GET /api/v3/trade/unfilled-orders");
    proves("RestClientV3.cancelOrder", "POST /api/v3/trade/cancel-order");
    proves("RestClientV3.getHistoryOrders", "GET /api/v3/trade/history-orders");
    const clientOid = `mine-${category}`;
    const placed = await alice.submitNewOrder({ ...limit, clientOid });
    expect(placed.data.clientOid).toBe(clientOid);
    const { orderId } = placed.data;
    const modified = await alice.modifyOrder({ orderId, symbol, category, price: "59100" });
    expect(modified.data.orderId).toBe(orderId);
    expect((await alice.getUnfilledOrders({ category, symbol })).data.list).toMatchObject([
      { orderId, clientOid, price: "59100", qty: size, orderStatus: "new", cumExecQty: "0" },
    ]);
    const canceled = await alice.cancelOrder({ clientOid });
    expect(canceled.data).toMatchObject({ orderId, clientOid });
    expect((await alice.getOrderInfo({ orderId })).data).toMatchObject({
      orderId,
      category,
      price: "59100",
      orderStatus: "cancelled",
    });
    const history = await alice.getHistoryOrders({ category, symbol });
    expect(history.data.list[0]).toMatchObject({ orderId, orderStatus: "cancelled" });
  });

  it("places, modifies and cancels in batches with partial success", async () => {
    proves("RestClientV3.placeBatchOrders", "POST /api/v3/trade/place-batch");
    proves("RestClientV3.batchModifyOrders", "POST /api/v3/trade/batch-modify-order");
    proves("RestClientV3.cancelBatchOrders", "POST /api/v3/trade/cancel-batch");
    proves("RestClientV3.cancelAllOrders", "POST /api/v3/trade/cancel-symbol-order");
    const placed = await alice.placeBatchOrders([
      { ...limit, clientOid: `one-${symbol}` },
      { ...limit, clientOid: `two-${symbol}` },
      { ...limit, clientOid: `bad-${symbol}`, price: "59000.001" },
    ]);
    expect(placed.data.map(({ code }) => code)).toEqual(["00000", "00000", "25244"]);
    const modified = await alice.batchModifyOrders([
      { clientOid: `one-${symbol}`, price: "59200" },
      { clientOid: "never-placed", price: "59200" },
    ]);
    expect(modified.data).toMatchObject([
      { clientOid: `one-${symbol}`, code: "00000" },
      { clientOid: "never-placed", code: "25204" },
    ]);
    const canceled = await alice.cancelBatchOrders([
      { category, symbol, orderId: placed.data[0]?.orderId ?? "" },
      { category, symbol, orderId: "1000000000000000001" },
    ]);
    expect(canceled.data.map(({ code }) => code)).toEqual(["00000", "25204"]);
    const all = await alice.cancelAllOrders({ category, symbol });
    expect(all.data.list).toHaveLength(1);
    expect((await alice.getUnfilledOrders({ category, symbol })).data.list).toEqual([]);
  });

  it("trades in part, and shows fills", async () => {
    proves("RestClientV3.getTradeFills", "GET /api/v3/trade/fills");
    await traded.place("sell", "60000");
    const { orderId } = (
      await alice.submitNewOrder({ ...limit, price: "60000", qty: String(Number(size) * 2) })
    ).data;
    expect((await alice.getOrderInfo({ orderId })).data).toMatchObject({
      orderStatus: "partially_filled",
      cumExecQty: size,
      avgPrice: "60000",
    });
    const fills = await alice.getTradeFills({ orderId });
    expect(fills.data.list).toMatchObject([
      { orderId, symbol, execPrice: "60000", execQty: size, side: "buy", tradeScope: "taker" },
    ]);
    await alice.cancelOrder({ orderId });
  });
});

describe.each(TRADED.slice(1))("RestClientV3, positions of $category", (traded) => {
  const category = traded.category as Exclude<Category, "SPOT">;
  const { symbol, size } = traded;

  it("shows the open position, closes it and keeps it", async () => {
    proves("RestClientV3.getCurrentPosition", "GET /api/v3/position/current-position");
    proves("RestClientV3.closeAllPositions", "POST /api/v3/trade/close-positions");
    proves("RestClientV3.getPositionHistory", "GET /api/v3/position/history-position");
    expect((await alice.getCurrentPosition({ category, symbol })).data.list).toMatchObject([
      { symbol, posSide: "long", total: size, avgPrice: "60000", leverage: "20" },
    ]);
    await traded.place("buy", "60000");
    await alice.closeAllPositions({ category, symbol });
    expect((await alice.getCurrentPosition({ category, symbol })).data.list).toEqual([]);
    const history = await alice.getPositionHistory({ category, symbol });
    expect(history.data.list[0]).toMatchObject({ symbol, posSide: "long" });
  });
});

describe("RestClientV3, account", () => {
  it("shows settings, assets and what can be opened", async () => {
    proves("RestClientV3.getAccountSettings", "GET /api/v3/account/settings");
    proves("RestClientV3.getBalances", "GET /api/v3/account/assets");
    proves("RestClientV3.getFundingAssets", "GET /api/v3/account/funding-assets");
    proves("RestClientV3.getMaxOpenAvailable", "POST /api/v3/account/max-open-available");
    proves("RestClientV3.getMaxTransferable", "GET /api/v3/account/max-transferable");
    proves("RestClientV3.getFinancialRecords", "GET /api/v3/account/financial-records");
    proves("RestClientV3.getFeeRate", "GET /api/v3/account/fee-rate");
    proves("RestClientV3.getAllFeeRates", "GET /api/v3/account/all-fee-rate");
    expect((await alice.getAccountSettings()).data).toMatchObject({ holdMode: "one_way_mode" });
    const doge = (await alice.getBalances()).data.assets.find(({ coin }) => coin === "DOGE");
    expect(doge).toMatchObject({ balance: "2000000", available: "2000000" });
    proves("RestClientV3.getDiscountRate", "GET /api/v3/market/discount-rate");
    expect((await alice.getDiscountRate()).data).toContainEqual({
      coin: "USDT",
      list: [{ tierStartValue: "0", discountRate: "1" }],
    });
    expect((await alice.getFundingAssets({ coin: "USDT" })).data).toMatchObject([
      { coin: "USDT", balance: "100000" },
    ]);
    const open = await alice.getMaxOpenAvailable({
      category: "SPOT",
      symbol: "DOGEUSDT",
      orderType: "market",
      side: "sell",
    });
    expect(open.data).toMatchObject({ available: "2000000" });
    expect((await alice.getMaxTransferable({ coin: "DOGE" })).data).toMatchObject({
      coin: "DOGE",
      maxTransfer: "2000000",
    });
    const records = await alice.getFinancialRecords({ category: "SPOT" });
    expect(records.data.list.length).toBeGreaterThan(0);
    const contracts = await alice.getAllFeeRates({ category: "USDT-FUTURES" });
    const rates = new Map(contracts.data.map(({ symbol, ...rate }) => [symbol, rate]));
    expect(rates.get("BTCUSDT")).toMatchObject({ makerFeeRate: "0.0002", takerFeeRate: "0.0006" });
    expect(rates.has("ETHUSDT")).toBe(true);
    expect((await alice.getFeeRate({ category: "SPOT", symbol: "BTCUSDT" })).data).toEqual({
      makerFeeRate: "0.001",
      takerFeeRate: "0.001",
    });
  });

  it("sets leverage and hold mode, and moves money", async () => {
    proves("RestClientV3.setLeverage", "POST /api/v3/account/set-leverage");
    proves("RestClientV3.setHoldMode", "POST /api/v3/account/set-hold-mode");
    proves("RestClientV3.submitTransfer", "POST /api/v3/account/transfer");
    await alice.setLeverage({ category: "USDT-FUTURES", symbol: "BTCUSDT", leverage: "10" });
    await alice.setHoldMode({ holdMode: "hedge_mode" });
    expect((await alice.getAccountSettings()).data).toMatchObject({ holdMode: "hedge_mode" });
    await alice.setHoldMode({ holdMode: "one_way_mode" });
    const moved = await alice.submitTransfer({
      fromType: "uta",
      toType: "spot",
      coin: "DOGE",
      amount: "1000.5",
    });
    expect(moved.data.transferId).toMatch(/^\d+$/);
    expect((await alice.getFundingAssets({ coin: "DOGE" })).data).toMatchObject([
      { coin: "DOGE", balance: "1000.5" },
    ]);
  });

  it("is told what is wrong, with the code", async () => {
    const order = { category: "SPOT", symbol: "BTCUSDT", side: "buy", orderType: "limit" } as const;
    await expect(
      alice.submitNewOrder({ ...order, price: "59000", qty: "1000" }),
    ).rejects.toMatchObject({ code: 400, body: { code: "25202" } });
    await expect(alice.cancelOrder({ orderId: "1000000000000000001" })).rejects.toMatchObject({
      body: { code: "25204" },
    });
    const classic = restV3(exchange, exchange.firstUser("classic"));
    await expect(classic.getBalances()).rejects.toMatchObject({ body: { code: "40084" } });
  });
});
