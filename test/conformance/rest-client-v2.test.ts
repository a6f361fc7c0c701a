import { describe, expect, it } from "vitest";
import { restV2 } from "./support/bitget-api-clients.ts";
import { openExchange } from "./support/conformance-exchange.ts";
import { openCounterparty } from "./support/counterparty.ts";
import { COIN_PERPETUAL, USDC_PERPETUAL, USDT_PERPETUAL } from "./support/products.ts";
import { proves } from "./support/proves.ts";

const exchange = await openExchange();
const bob = await openCounterparty(exchange);
const anonymous = restV2(exchange);
const alice = restV2(exchange, exchange.firstUser("classic"));
const FUTURES = [USDT_PERPETUAL, USDC_PERPETUAL, COIN_PERPETUAL];

describe("RestClientV2, public", () => {
  it("knows the time, coins and symbols", async () => {
    proves("RestClientV2.getServerTime", "GET /api/v2/public/time");
    proves("RestClientV2.getSpotCoinInfo", "GET /api/v2/spot/public/coins");
    proves("RestClientV2.getSpotSymbolInfo", "GET /api/v2/spot/public/symbols");
    proves("RestClientV2.getFuturesContractConfig", "GET /api/v2/mix/market/contracts");
    const { data: time } = await anonymous.getServerTime();
    expect(Math.abs(Number(time.serverTime) - Date.now())).toBeLessThan(5_000);
    const coins = await anonymous.getSpotCoinInfo({ coin: "BTC" });
    expect(coins).toMatchObject({ code: "00000", msg: "success", data: [{ coin: "BTC" }] });
    const symbols = await anonymous.getSpotSymbolInfo({ symbol: "BTCUSDT" });
    expect(symbols.data).toMatchObject([
      {
        symbol: "BTCUSDT",
        baseCoin: "BTC",
        quoteCoin: "USDT",
        pricePrecision: "2",
        quantityPrecision: "6",
        status: "online",
      },
    ]);
    for (const { productType, symbol, marginCoin } of FUTURES) {
      const { data } = await anonymous.getFuturesContractConfig({ productType, symbol });
      expect(data).toMatchObject([
        { symbol, symbolType: "perpetual", symbolStatus: "normal", pricePlace: "1" },
      ]);
      expect(data[0]?.supportMarginCoins).toEqual([marginCoin]);
    }
  });

  it("has tickers, books, trades and candles of spot", async () => {
    proves("RestClientV2.getSpotTicker", "GET /api/v2/spot/market/tickers");
    proves("RestClientV2.getSpotOrderBookDepth", "GET /api/v2/spot/market/orderbook");
    proves("RestClientV2.getSpotMergeDepth", "GET /api/v2/spot/market/merge-depth");
    proves("RestClientV2.getSpotRecentTrades", "GET /api/v2/spot/market/fills");
    proves("RestClientV2.getSpotCandles", "GET /api/v2/spot/market/candles");
    await bob.spot("ETHUSDT", { side: "sell", size: "1", price: "3000" });
    await alice.spotSubmitOrder({
      symbol: "ETHUSDT",
      side: "buy",
      orderType: "limit",
      force: "gtc",
      price: "3000",
      size: "0.4",
    });
    const [ticker] = (await anonymous.getSpotTicker({ symbol: "ETHUSDT" })).data;
    expect(ticker).toMatchObject({
      symbol: "ETHUSDT",
      lastPr: "3000",
      askPr: "3000",
      askSz: "0.6",
      baseVolume: "0.4",
      quoteVolume: "1200",
    });
    const book = await anonymous.getSpotOrderBookDepth({ symbol: "ETHUSDT" });
    expect(book.data).toMatchObject({ asks: [["3000", "0.6"]], bids: [] });
    const merged = await anonymous.getSpotMergeDepth({ symbol: "ETHUSDT", limit: "5" });
    expect(merged.data).toMatchObject({ asks: [[expect.anything(), expect.anything()]] });
    const trades = await anonymous.getSpotRecentTrades({ symbol: "ETHUSDT" });
    expect(trades.data).toMatchObject([{ side: "buy", price: "3000", size: "0.4" }]);
    const candles = await anonymous.getSpotCandles({ symbol: "ETHUSDT", granularity: "1h" });
    expect(candles.data.at(-1)?.slice(1, 5)).toEqual(["3000", "3000", "3000", "3000"]);
    await bob.clearSpot("ETHUSDT");
  });

  it.each(FUTURES)("has tickers, depth and funding of $symbol", async (product) => {
    proves("RestClientV2.getFuturesTicker", "GET /api/v2/mix/market/ticker");
    proves("RestClientV2.getFuturesAllTickers", "GET /api/v2/mix/market/tickers");
    proves("RestClientV2.getFuturesMergeDepth", "GET /api/v2/mix/market/merge-depth");
    proves("RestClientV2.getFuturesCurrentFundingRate", "GET /api/v2/mix/market/current-fund-rate");
    proves("RestClientV2.getFuturesNextFundingTime", "GET /api/v2/mix/market/funding-time");
    proves("RestClientV2.getFuturesSymbolPrice", "GET /api/v2/mix/market/symbol-price");
    proves("RestClientV2.getFuturesOpenInterest", "GET /api/v2/mix/market/open-interest");
    const { productType, symbol, size } = product;
    await bob.futures(product, { side: "buy", size: String(size), price: "59900" });
    const named = { productType, symbol };
    const [ticker] = (await anonymous.getFuturesTicker(named)).data;
    expect(ticker).toMatchObject({ symbol, bidPr: "59900", bidSz: String(size) });
    const all = await anonymous.getFuturesAllTickers({ productType });
    expect(all.data.map((one) => one.symbol)).toContain(symbol);
    const depth = await anonymous.getFuturesMergeDepth(named);
    expect(depth.data.bids).toEqual([[59_900, size].map(String)]);
    const funding = await anonymous.getFuturesCurrentFundingRate(named);
    expect(funding.data).toMatchObject([{ symbol }]);
    const next = await anonymous.getFuturesNextFundingTime(named);
    expect(next.data).toMatchObject([{ symbol, ratePeriod: "8" }]);
    const price = await anonymous.getFuturesSymbolPrice(named);
    expect(price.data).toMatchObject([{ symbol, indexPrice: "60000" }]);
    const interest = await anonymous.getFuturesOpenInterest(named);
    expect(interest.data.openInterestList).toMatchObject([{ symbol, size: "0" }]);
    await bob.clearFutures(product);
  });
});

describe("RestClientV2, spot orders", () => {
  const limit = {
    symbol: "BTCUSDT",
    side: "buy",
    orderType: "limit",
    force: "gtc",
    price: "59000",
    size: "0.1",
  } as const;

  it("places, replaces, finds and cancels", async () => {
    proves("RestClientV2.spotSubmitOrder", "POST /api/v2/spot/trade/place-order");
    proves("RestClientV2.spotCancelandSubmitOrder", "POST /api/v2/spot/trade/cancel-replace-order");
    proves("RestClientV2.getSpotOrder", "GET /api/v2/spot/trade/orderInfo");
    proves("RestClientV2.getSpotOpenOrders", "GET /api/v2/spot/trade/unfilled-orders");
    proves("RestClientV2.spotCancelOrder", "POST /api/v2/spot/trade/cancel-order");
    proves("RestClientV2.getSpotHistoricOrders", "GET /api/v2/spot/trade/history-orders");
    const placed = await alice.spotSubmitOrder({ ...limit, clientOid: "v2-1" });
    expect(placed.data.clientOid).toBe("v2-1");
    const replaced = await alice.spotCancelandSubmitOrder({
      symbol: "BTCUSDT",
      orderId: placed.data.orderId,
      price: "59100",
      size: "0.2",
    });
    const { orderId } = replaced.data;
    expect((await alice.getSpotOpenOrders({ symbol: "BTCUSDT" })).data).toMatchObject([
      { orderId, priceAvg: "59100", size: "0.2", status: "live", force: "gtc" },
    ]);
    await alice.spotCancelOrder({ symbol: "BTCUSDT", orderId });
    expect((await alice.getSpotOrder({ orderId })).data).toMatchObject([
      { orderId, price: "59100", size: "0.2", status: "cancelled", cancelReason: "normal_cancel" },
    ]);
    const history = await alice.getSpotHistoricOrders({ symbol: "BTCUSDT" });
    expect(history.data.slice(0, 2).map((order) => order.orderId)).toEqual([
      orderId,
      placed.data.orderId,
    ]);
  });

  it("places and cancels in batches with partial success", async () => {
    proves("RestClientV2.spotBatchSubmitOrders", "POST /api/v2/spot/trade/batch-orders");
    proves("RestClientV2.spotBatchCancelOrders", "POST /api/v2/spot/trade/batch-cancel-order");
    proves("RestClientV2.spotCancelSymbolOrder", "POST /api/v2/spot/trade/cancel-symbol-order");
    const { data } = await alice.spotBatchSubmitOrders({
      symbol: "BTCUSDT",
      orderList: [
        { ...limit, clientOid: "batch-1" },
        { ...limit, clientOid: "batch-2" },
        { ...limit, clientOid: "batch-3", size: "1000" },
      ],
    });
    expect(data.successList.map(({ clientOid }) => clientOid)).toEqual(["batch-1", "batch-2"]);
    expect(data.failureList).toMatchObject([{ clientOid: "batch-3", errorCode: "43012" }]);
    const canceled = await alice.spotBatchCancelOrders({
      symbol: "BTCUSDT",
      orderList: [{ clientOid: "batch-1" }, { clientOid: "never-placed" }],
    });
    expect(canceled.data.successList).toMatchObject([{ clientOid: "batch-1" }]);
    expect(canceled.data.failureList).toMatchObject([{ clientOid: "never-placed" }]);
    await alice.spotCancelSymbolOrder({ symbol: "BTCUSDT" });
    expect((await alice.getSpotOpenOrders({ symbol: "BTCUSDT" })).data).toEqual([]);
  });

  it("trades, and shows fill, bill and balance", async () => {
    proves("RestClientV2.getSpotFills", "GET /api/v2/spot/trade/fills");
    proves("RestClientV2.getSpotAccountBills", "GET /api/v2/spot/account/bills");
    proves("RestClientV2.getSpotAccountAssets", "GET /api/v2/spot/account/assets");
    proves("RestClientV2.getSpotAccount", "GET /api/v2/spot/account/info");
    const solBefore = (await alice.getSpotAccountAssets({ coin: "SOL" })).data[0];
    expect(solBefore).toMatchObject({ coin: "SOL", available: "5000", frozen: "0" });
    await alice.spotSubmitOrder({
      ...limit,
      symbol: "SOLUSDT",
      side: "sell",
      price: "150",
      size: "10",
    });
    await bob.spot("SOLUSDT", { side: "buy", size: "10", price: "150" });
    const [fill] = (await alice.getSpotFills({ symbol: "SOLUSDT" })).data;
    expect(fill).toMatchObject({
      side: "sell",
      priceAvg: "150",
      size: "10",
      amount: "1500",
      tradeScope: "maker",
      feeDetail: { feeCoin: "USDT", totalFee: "-1.5" },
    });
    const [bill] = (await alice.getSpotAccountBills({ coin: "SOL" })).data;
    expect(bill).toMatchObject({ coin: "SOL", size: "-10", balance: "4990" });
    const solAfter = (await alice.getSpotAccountAssets({ coin: "SOL" })).data[0];
    expect(solAfter).toMatchObject({ available: "4990", frozen: "0" });
    const { data: account } = await alice.getSpotAccount();
    expect(account.userId).toBe(exchange.firstUser("classic").uid);
  });
});

describe.each(FUTURES)("RestClientV2, orders of $symbol", (product) => {
  const { productType, symbol, marginCoin } = product;
  const named = { productType, symbol };
  const size = String(product.size);
  const limit = {
    ...named,
    marginCoin,
    marginMode: "crossed",
    side: "buy",
    orderType: "limit",
    force: "gtc",
    price: "59000",
    size,
  } as const;

  it("places, modifies, finds and cancels", async () => {
    proves("RestClientV2.futuresSubmitOrder", "POST /api/v2/mix/order/place-order");
    proves("RestClientV2.futuresModifyOrder", "POST /api/v2/mix/order/modify-order");
    proves("RestClientV2.getFuturesOrder", "GET /api/v2/mix/order/detail");
    proves("RestClientV2.getFuturesOpenOrders", "GET /api/v2/mix/order/orders-pending");
    proves("RestClientV2.futuresCancelOrder", "POST /api/v2/mix/order/cancel-order");
    proves("RestClientV2.getFuturesHistoricOrders", "GET /api/v2/mix/order/orders-history");
    const { orderId } = (await alice.futuresSubmitOrder(limit)).data;
    await alice.futuresModifyOrder({
      ...named,
      orderId,
      newClientOid: `modified-${symbol}`,
      newSize: size,
      newPrice: "59100",
    });
    const open = (await alice.getFuturesOpenOrders(named)).data.entrustedList;
    expect(open).toMatchObject([
      { clientOid: `modified-${symbol}`, price: "59100", size, status: "live", posSide: "net" },
    ]);
    const modified = open?.[0]?.orderId ?? "";
    await alice.futuresCancelOrder({ ...named, orderId: modified });
    expect(
      (await alice.getFuturesOrder({ symbol, productType, orderId: modified })).data,
    ).toMatchObject({
      state: "canceled",
      cancelReason: "normal_cancel",
    });
    const history = (await alice.getFuturesHistoricOrders(named)).data.entrustedList;
    expect(history?.[0]).toMatchObject({ orderId: modified, status: "canceled" });
  });

  it("places and cancels in batches", async () => {
    proves("RestClientV2.futuresBatchSubmitOrders", "POST /api/v2/mix/order/batch-place-order");
    proves("RestClientV2.futuresBatchCancelOrders", "POST /api/v2/mix/order/batch-cancel-orders");
    proves("RestClientV2.futuresCancelAllOrders", "POST /api/v2/mix/order/cancel-all-orders");
    const item = { side: "buy", orderType: "limit", force: "gtc", price: "59000", size } as const;
    const { data } = await alice.futuresBatchSubmitOrders({
      ...named,
      marginCoin,
      marginMode: "crossed",
      orderList: [
        { ...item, clientOid: `one-${symbol}` },
        { ...item, clientOid: `two-${symbol}` },
      ],
    });
    expect(data.successList.map(({ clientOid }) => clientOid)).toEqual([
      `one-${symbol}`,
      `two-${symbol}`,
    ]);
    const canceled = await alice.futuresBatchCancelOrders({
      ...named,
      orderIdList: [{ orderId: data.successList[0]?.orderId ?? "" }],
    });
    expect(canceled.data.successList).toHaveLength(1);
    await alice.futuresCancelAllOrders({ productType });
    expect((await alice.getFuturesOpenOrders(named)).data.entrustedList ?? []).toEqual([]);
  });

  it("opens and closes a position", async () => {
    proves("RestClientV2.getFuturesPosition", "GET /api/v2/mix/position/single-position");
    proves("RestClientV2.getFuturesPositions", "GET /api/v2/mix/position/all-position");
    proves("RestClientV2.futuresFlashClosePositions", "POST /api/v2/mix/order/close-positions");
    proves("RestClientV2.getFuturesHistoricPositions", "GET /api/v2/mix/position/history-position");
    proves("RestClientV2.getFuturesFills", "GET /api/v2/mix/order/fills");
    proves("RestClientV2.getFuturesAccountBills", "GET /api/v2/mix/account/bill");
    proves("RestClientV2.getFuturesAccountAsset", "GET /api/v2/mix/account/account");
    await bob.futures(product, { side: "sell", size, price: "60000" });
    await alice.futuresSubmitOrder({ ...limit, price: "60000" });
    const position = {
      symbol,
      holdSide: "long",
      total: size,
      openPriceAvg: "60000",
      leverage: "20",
    };
    expect((await alice.getFuturesPosition({ ...named, marginCoin })).data).toMatchObject([
      position,
    ]);
    expect((await alice.getFuturesPositions({ productType })).data).toMatchObject([position]);
    await bob.futures(product, { side: "buy", size, price: "60000" });
    await alice.futuresFlashClosePositions(named);
    expect((await alice.getFuturesPositions({ productType })).data).toEqual([]);
    const closed = (await alice.getFuturesHistoricPositions({ ...named })).data.list;
    expect(closed?.[0]).toMatchObject({ symbol, closeTotalPos: size, pnl: "0" });
    const fills = (await alice.getFuturesFills(named)).data.fillList;
    expect(fills?.slice(0, 2)).toMatchObject([
      { side: "sell", price: "60000", baseVolume: size },
      { side: "buy", price: "60000", baseVolume: size },
    ]);
    const bills = (await alice.getFuturesAccountBills({ productType })).data.bills;
    expect(bills.slice(0, 2).map(({ businessType }) => businessType)).toEqual(["sell", "buy"]);
    const account = await alice.getFuturesAccountAsset({ ...named, marginCoin });
    expect(account.data).toMatchObject({ marginCoin, posMode: "one_way_mode" });
  });

  it("reverses a position", async () => {
    proves("RestClientV2.futuresSubmitReversal", "POST /api/v2/mix/order/click-backhand");
    await bob.futures(product, { side: "sell", size, price: "60000" });
    await alice.futuresSubmitOrder({ ...limit, price: "60000" });
    await bob.futures(product, { side: "buy", size: String(2 * Number(size)), price: "60000" });
    const { orderId } = (
      await alice.futuresSubmitReversal({ ...named, marginCoin, size, side: "sell" })
    ).data;
    const reversed = (await alice.getFuturesPosition({ ...named, marginCoin })).data;
    expect(reversed).toMatchObject([{ symbol, holdSide: "short", total: size }]);
    const order = (await alice.getFuturesOrder({ symbol, productType, orderId })).data;
    expect(order).toMatchObject({ side: "sell", orderSource: "reverse", state: "filled" });
    await bob.futures(product, { side: "sell", size, price: "60000" });
    await alice.futuresFlashClosePositions(named);
    expect((await alice.getFuturesPositions({ productType })).data).toEqual([]);
  });
});

describe("RestClientV2, settings and transfers", () => {
  it("sets leverage and position mode", async () => {
    proves("RestClientV2.setFuturesLeverage", "POST /api/v2/mix/account/set-leverage");
    proves("RestClientV2.setFuturesPositionMode", "POST /api/v2/mix/account/set-position-mode");
    const { productType, symbol, marginCoin } = USDT_PERPETUAL;
    const leverage = await alice.setFuturesLeverage({
      productType,
      symbol,
      marginCoin,
      leverage: "10",
    });
    expect(leverage.data).toMatchObject({ symbol, crossMarginLeverage: "10" });
    const mode = await alice.setFuturesPositionMode({ productType, posMode: "hedge_mode" });
    expect(mode.data).toMatchObject({ posMode: "hedge_mode" });
    await alice.setFuturesPositionMode({ productType, posMode: "one_way_mode" });
  });

  it("moves money and lists it", async () => {
    proves("RestClientV2.spotTransfer", "POST /api/v2/spot/wallet/transfer");
    proves("RestClientV2.getSpotTransferHistory", "GET /api/v2/spot/account/transferRecords");
    proves("RestClientV2.getSpotTransferableCoins", "GET /api/v2/spot/wallet/transfer-coin-info");
    const { data } = await alice.spotTransfer({
      fromType: "spot",
      toType: "coin_futures",
      coin: "BTC",
      amount: "0.5",
      symbol: "",
      clientOid: "move-1",
    });
    const [record] = (
      await alice.getSpotTransferHistory({ coin: "BTC", fromType: "spot", clientOid: "move-1" })
    ).data;
    expect(record).toMatchObject({
      transferId: data.transferId,
      clientOid: "move-1",
      fromType: "spot",
      toType: "coin_futures",
      size: "0.5",
      status: "Successful",
    });
    const coins = await alice.getSpotTransferableCoins({
      fromType: "spot",
      toType: "usdt_futures",
    });
    expect(coins.data).toContain("USDT");
  });

  it("is told what is wrong, with the code", async () => {
    const order = { symbol: "BTCUSDT", side: "buy", orderType: "limit", force: "gtc" } as const;
    await expect(
      alice.spotSubmitOrder({ ...order, price: "59000", size: "1000" }),
    ).rejects.toMatchObject({ code: 400, body: { code: "43012" } });
    await expect(
      alice.spotSubmitOrder({ ...order, symbol: "NOPE", price: "1", size: "1" }),
    ).rejects.toMatchObject({ code: 400, body: { code: "40034" } });
    await expect(anonymous.getSpotAccountAssets()).rejects.toBeDefined();
    const unified = restV2(exchange, exchange.firstUser("unified"));
    await expect(unified.getSpotAccountAssets()).rejects.toMatchObject({
      body: { code: "40085" },
    });
  });
});
