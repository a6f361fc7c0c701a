/** The endpoints, channels and operations that no other conformance test drives. */
import { describe, expect, it } from "vitest";
import { eventually } from "../support/eventually.ts";
import { restV2, restV3 } from "./support/bitget-api-clients.ts";
import { lastRow, subscribed, websocketV2 } from "./support/bitget-api-sockets.ts";
import { plainClient } from "./support/ccxt-clients.ts";
import { openExchange } from "./support/conformance-exchange.ts";
import { openCounterparty } from "./support/counterparty.ts";
import { SPOT_STOP, USDT_PERPETUAL } from "./support/products.ts";
import { proves } from "./support/proves.ts";

/** The client's types lack parameters that its methods send. */
type Sent = never;

const exchange = await openExchange();
const bob = await openCounterparty(exchange);
const key = exchange.firstUser("classic");
const alice = restV2(exchange, key);
const anonymous = restV2(exchange);
const unified = restV3(exchange, exchange.firstUser("unified"));
const { productType, symbol, marginCoin } = USDT_PERPETUAL;
const CONTRACT = { productType, symbol, marginCoin };

await bob.spot(symbol, { side: "sell", size: "0.2", price: "60000" });
await alice.spotSubmitOrder({
  ...{ symbol, side: "buy", orderType: "limit", force: "gtc" },
  ...{ price: "60000", size: "0.2" },
});
await bob.futures(USDT_PERPETUAL, { side: "sell", size: "0.1", price: "60000" });
await alice.futuresSubmitOrder({
  ...{ ...CONTRACT, side: "buy", orderType: "limit", force: "gtc" },
  ...{ marginMode: "crossed", price: "60000", size: "0.1" },
});

describe("RestClientV2, past candles and trades", () => {
  const past = { symbol, limit: "5", endTime: String(Date.now() + 120_000) };
  const prices = ["60000", "60000", "60000", "60000"];

  it("has the candle of the spot trade", async () => {
    proves("RestClientV2.getSpotHistoricCandles", "GET /api/v2/spot/market/history-candles");
    await eventually("the candle", async () => {
      const { data } = await anonymous.getSpotHistoricCandles({ ...past, granularity: "1min" });
      expect(data.at(-1)?.slice(1, 6)).toEqual([...prices, "0.2"]);
      return true;
    });
  });

  it("has candles of futures by trade, index and mark", async () => {
    proves("RestClientV2.getFuturesHistoricCandles", "GET /api/v2/mix/market/history-candles");
    proves(
      "RestClientV2.getFuturesHistoricIndexPriceCandles",
      "GET /api/v2/mix/market/history-index-candles",
    );
    proves(
      "RestClientV2.getFuturesHistoricMarkPriceCandles",
      "GET /api/v2/mix/market/history-mark-candles",
    );
    const asked = { ...past, productType, granularity: "1m" } as const;
    await eventually("the candle", async () => {
      const { data } = await anonymous.getFuturesHistoricCandles(asked);
      expect(data.at(-1)?.slice(1, 6)).toEqual([...prices, "0.1"]);
      return true;
    });
    const index = await anonymous.getFuturesHistoricIndexPriceCandles(asked);
    expect(index.data.at(-1)?.[4]).toBe("60000");
    const mark = await anonymous.getFuturesHistoricMarkPriceCandles(asked);
    expect(mark.data.at(-1)?.[4]).toBe("60000");
  });

  it("has the trade itself, by both endpoints of spot and of futures", async () => {
    proves("RestClientV2.getFuturesRecentTrades", "GET /api/v2/mix/market/fills");
    proves("RestClientV2.getFuturesHistoricTrades", "GET /api/v2/mix/market/fills-history");
    proves("RestClientV2.getSpotHistoricTrades", "GET /api/v2/spot/market/fills-history");
    const future = { symbol, price: "60000", size: "0.1", side: "buy" };
    const { data } = await anonymous.getFuturesRecentTrades({ productType, symbol });
    expect(data).toMatchObject([future]);
    const { data: past } = await anonymous.getFuturesHistoricTrades({ productType, symbol });
    expect(past).toEqual(data);
    const { data: spot } = await anonymous.getSpotHistoricTrades({ symbol });
    // The endpoint of spot alone writes the side with a capital letter.
    expect(spot).toMatchObject([{ ...future, side: "Buy", size: "0.2" }]);
    const before = { symbol, idLessThan: spot[0]?.tradeId ?? "" };
    expect((await anonymous.getSpotHistoricTrades(before)).data).toEqual([]);
  });

  it("has the candle of futures in its minute", async () => {
    proves("RestClientV2.getFuturesCandles", "GET /api/v2/mix/market/candles");
    const { data } = await anonymous.getFuturesCandles({ productType, symbol, granularity: "1m" });
    const [traded] = data.filter((candle) => candle[5] !== "0");
    expect(traded?.slice(1, 7)).toEqual([...prices, "0.1", "6000"]);
    expect(Number(traded?.[0]) % 60_000).toBe(0);
  });
});

describe("RestClientV2, fees", () => {
  it("tells the caller's rates of all symbols and the one level", async () => {
    proves("RestClientV2.getTradeRate", "GET /api/v2/common/trade-rate");
    proves("RestClientV2.getAllTradeRates", "GET /api/v2/common/all-trade-rate");
    proves("RestClientV2.getSpotVIPFeeRate", "GET /api/v2/spot/market/vip-fee-rate");
    proves("RestClientV2.getFuturesVIPFeeRate", "GET /api/v2/mix/market/vip-fee-rate");
    const { data: mix } = await alice.getAllTradeRates({ businessType: "mix" } as Sent);
    const futures = { makerFeeRate: "0.0002", takerFeeRate: "0.0006" };
    expect(mix).toContainEqual({ symbol, ...futures });
    const { data: spot } = await alice.getAllTradeRates({ symbol, businessType: "spot" } as Sent);
    const rates = { makerFeeRate: "0.001", takerFeeRate: "0.001" };
    expect(spot).toEqual([{ symbol, ...rates }]);
    const one = await alice.getTradeRate({ symbol, businessType: "spot" });
    expect(one.data).toEqual(rates);
    const contract = await alice.getTradeRate({ symbol, businessType: "mix" });
    expect(contract.data).toEqual(futures);
    expect((await anonymous.getSpotVIPFeeRate()).data).toMatchObject([rates]);
    expect((await anonymous.getFuturesVIPFeeRate()).data).toMatchObject([futures]);
  });
});

describe("RestClientV2, orders and settings", () => {
  it("replaces spot orders in a batch, each on its own", async () => {
    proves(
      "RestClientV2.spotBatchCancelandSubmitOrder",
      "POST /api/v2/spot/trade/batch-cancel-replace-order",
    );
    const { data: placed } = await alice.spotSubmitOrder({
      ...{ symbol, side: "buy", orderType: "limit", force: "gtc" },
      ...{ price: "59000", size: "0.1" },
    });
    const next = { symbol, price: "59100", size: "0.2" };
    const orderList = [
      { ...next, orderId: placed.orderId },
      { ...next, orderId: "1000000000000000001" },
    ];
    const { data } = await alice.spotBatchCancelandSubmitOrder({ orderList } as Sent);
    expect(data).toMatchObject([{ success: "success" }, { success: "failure" }]);
    const { data: open } = await alice.getSpotOpenOrders({ symbol });
    expect(open).toMatchObject([{ priceAvg: "59100", size: "0.2" }]);
    await alice.spotCancelSymbolOrder({ symbol });
  });

  it("tells what can be opened, for an amount and for the account", async () => {
    proves("RestClientV2.getFuturesOpenCount", "GET /api/v2/mix/account/open-count");
    proves("RestClientV2.getFuturesMaxOpenableQuantity", "GET /api/v2/mix/account/max-open");
    const { data } = await alice.getFuturesOpenCount({
      ...CONTRACT,
      ...{ openAmount: "6000", openPrice: "60000", leverage: "10" },
    });
    // 6,000 × 10 ÷ 60,000 is 1 without the fee of its opening.
    expect(Number(data.size)).toBeGreaterThan(0.98);
    expect(Number(data.size)).toBeLessThan(1);
    const { data: most } = await alice.getFuturesMaxOpenableQuantity({
      ...{ ...CONTRACT, posSide: "long", orderType: "limit", openPrice: "60000" },
    } as Sent);
    expect(Number((most as { maxOpen: string }).maxOpen)).toBeGreaterThan(0.1);
  });

  it("tells the contracts of isolated margin, and keeps the asset mode", async () => {
    proves("RestClientV2.getFuturesIsolatedSymbols", "GET /api/v2/mix/account/isolated-symbols");
    proves("RestClientV2.setFuturesAssetMode", "POST /api/v2/mix/account/set-asset-mode");
    const named = { productType, symbol: "ETHUSDT", marginCoin };
    await alice.setFuturesMarginMode({ ...named, marginMode: "isolated" });
    const { data } = await alice.getFuturesIsolatedSymbols({ productType });
    expect(data).toEqual([{ symbol: "ETHUSDT", marginMode: "isolated" }]);
    const line = "USDT-FUTURES";
    const single = await alice.setFuturesAssetMode({ productType: line, assetMode: "single" });
    expect(single.data).toBe("success");
    const union = alice.setFuturesAssetMode({ productType: line, assetMode: "union" });
    await expect(union).rejects.toMatchObject({ code: 400 });
  });

  it("sets the leverage of all contracts at once, by a request of ccxt", async () => {
    proves(
      "ccxt.privateMixPostV2MixAccountSetAllLeverage",
      "POST /api/v2/mix/account/set-all-leverage",
    );
    const client = await plainClient(exchange, key, { uta: false });
    const requests = client as unknown as Record<string, (sent: object) => Promise<unknown>>;
    const set = requests["privateMixPostV2MixAccountSetAllLeverage"];
    await set?.({ productType: "USDC-FUTURES", leverage: "7" });
    const named = { productType: "USDC-FUTURES", marginCoin: "USDC", symbol: "BTCPERP" } as const;
    const { data } = await alice.getFuturesAccountAsset(named);
    expect(Number(data.crossedMarginLeverage)).toBe(7);
  });
});

describe("RestClientV3", () => {
  it("tells the time, past candles and the share of the open interest", async () => {
    proves("RestClientV3.getServerTime", "GET /api/v3/public/time");
    proves("RestClientV3.getHistoryCandles", "GET /api/v3/market/history-candles");
    proves("RestClientV3.getContractsOi", "GET /api/v3/market/oi-limit");
    const { data: time } = await unified.getServerTime();
    expect(Math.abs(Number(time.serverTime) - Date.now())).toBeLessThan(5_000);
    await eventually("the candle", async () => {
      const asked = { category: "SPOT", symbol, interval: "1m", limit: "5" } as const;
      const { data } = await unified.getHistoryCandles(asked);
      expect(data[0]?.slice(1, 6)).toEqual(["60000", "60000", "60000", "60000", "0.2"]);
      return true;
    });
    const { data: limits } = await unified.getContractsOi({ category: "USDT-FUTURES", symbol });
    expect(limits).toMatchObject([{ symbol }]);
  });

  it("tells whose key it is and what can be moved, and switches the account mode", async () => {
    proves("RestClientV3.getAccountInfo", "GET /api/v3/account/info");
    proves("RestClientV3.getTransferableCoins", "GET /api/v3/account/transferable-coins");
    proves("RestClientV3.adjustAccountMode", "POST /api/v3/account/adjust-account-mode");
    const carolKey = await exchange.newUser(
      { kind: "unified", name: "carol" },
      { wallet: "unified", coin: "USDT", amount: "5000" },
    );
    const carol = restV3(exchange, carolKey);
    const { data: info } = await carol.getAccountInfo();
    expect(info).toMatchObject({ userId: carolKey.uid, parentId: "" });
    const between = { fromType: "uta", toType: "p2p" } as const;
    const { data: coins } = await carol.getTransferableCoins(between as Sent);
    expect(coins).toContain("USDT");
    const levelOf = async () => {
      const { data } = await carol.getAccountSettings();
      return (data as unknown as { accountLevel: string }).accountLevel;
    };
    const before = await levelOf();
    const mode = before === "basic" ? "advanced" : "basic";
    await carol.adjustAccountMode({ mode });
    expect([before, await levelOf()]).toEqual([before, mode]);
  });
});

describe("WebsocketClientV2", () => {
  it("tells the equity of futures as the account changes", async () => {
    proves("WebsocketClientV2.subscribe", "v2 channel equity");
    const listening = websocketV2(exchange, key);
    const payload = { instType: productType, coin: "default" };
    await listening.client.subscribe({ topic: "equity" as "account", payload }, "v2Private");
    const channel = { instType: productType, channel: "equity" };
    await subscribed(listening, channel);
    const first = await eventually("the equity", () => lastRow(listening.pushes, channel));
    const before = Number(first["usdtEquity"]);
    expect(before).toBeGreaterThan(0);
    await alice.spotTransfer({
      ...{ fromType: "usdt_futures", toType: "spot", coin: "USDT", amount: "1000", symbol },
    });
    await eventually("the lower equity", () =>
      lastRow(
        listening.pushes,
        channel,
        (row) => Math.abs(before - Number(row["usdtEquity"]) - 1_000) < 1,
      ),
    );
  });

  it("places and cancels an order by trade operations", async () => {
    proves("WebsocketClientV2.tryWsSend", "v2 operation place-order", "v2 operation cancel-order");
    const listening = websocketV2(exchange, key);
    await listening.client.subscribeTopic("SPOT", "orders");
    await subscribed(listening, { instType: "SPOT", channel: "orders" });
    const [wsKey] = listening.client.getWsStore().getKeys();
    const named = { instType: "SPOT", instId: SPOT_STOP.symbol };
    const send = (channel: string, params: object): void => {
      const args = [{ id: `${channel}-1`, ...named, channel, params }];
      listening.client.tryWsSend(wsKey as "v2Private", JSON.stringify({ op: "trade", args }));
    };
    const ofOrder = (status: string) => () =>
      lastRow(
        listening.pushes,
        { channel: "orders" },
        (row) => row["clientOid"] === "by-socket" && row["status"] === status,
      );
    const order = { orderType: "limit", side: "buy", price: "59000", size: "0.1" };
    send("place-order", { ...order, force: "gtc", clientOid: "by-socket" });
    const { orderId } = await eventually("the order", ofOrder("live"));
    send("cancel-order", { orderId });
    await eventually("its end", ofOrder("cancelled"));
  });
});
