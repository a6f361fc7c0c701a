/** Methods of ccxt that arrange or combine what others request. */
import { describe, expect, it } from "vitest";
import { eventually } from "../support/eventually.ts";
import { idOf, plainClient } from "./support/ccxt-clients.ts";
import { openExchange } from "./support/conformance-exchange.ts";
import { openCounterparty } from "./support/counterparty.ts";
import { USDT_PERPETUAL } from "./support/products.ts";
import { proves } from "./support/proves.ts";

const exchange = await openExchange();
const bob = await openCounterparty(exchange);
const classic = await plainClient(exchange, exchange.firstUser("classic"), { uta: false });
const unified = await plainClient(exchange, exchange.firstUser("unified"), { uta: true });
const CLIENTS = [
  ["classic", classic],
  ["unified", unified],
] as const;
const PERPETUAL = "BTC/USDT:USDT";

describe.each(CLIENTS)("ccxt on a %s account", (name, client) => {
  const isClassic = name === "classic";

  it("places orders by their kind, and lists what ended of them", async () => {
    const place = isClassic
      ? "POST /api/v2/spot/trade/place-order"
      : "POST /api/v3/trade/place-order";
    proves("ccxt.createLimitOrder", place);
    proves("ccxt.createMarketOrder", place);
    proves("ccxt.createPostOnlyOrder", place);
    proves(
      "ccxt.fetchCanceledAndClosedOrders",
      isClassic ? "GET /api/v2/spot/trade/history-orders" : "GET /api/v3/trade/history-orders",
    );
    await bob.spot("BTCUSDT", { side: "buy", size: "0.3", price: "59900" });
    const limit = await client.createLimitOrder("BTC/USDT", "sell", 0.1, 61_000);
    await client.cancelOrder(idOf(limit), "BTC/USDT");
    // It would take from the book: it ends without a trade.
    const maker = await client.createPostOnlyOrder("BTC/USDT", "limit", "sell", 0.1, 59_900);
    const market = await client.createMarketOrder("BTC/USDT", "sell", 0.1);
    await eventually("the ended orders", async () => {
      const ended = await client.fetchCanceledAndClosedOrders("BTC/USDT");
      const statuses = new Map(ended.map(({ id, status }) => [id, status]));
      expect(statuses.get(idOf(limit))).toBe("canceled");
      expect(statuses.get(idOf(maker))).toBe("canceled");
      expect(statuses.get(idOf(market))).toBe("closed");
      return true;
    });
    await bob.clearSpot("BTCUSDT");
  });

  it("closes all positions, and finds the closed one", async () => {
    proves(
      "ccxt.closeAllPositions",
      isClassic ? "POST /api/v2/mix/order/close-positions" : "POST /api/v3/trade/close-positions",
    );
    proves(
      "ccxt.fetchPositionHistory",
      isClassic
        ? "GET /api/v2/mix/position/history-position"
        : "GET /api/v3/position/history-position",
    );
    await bob.futures(USDT_PERPETUAL, { side: "sell", size: "0.1", price: "60000" });
    await client.createOrder(PERPETUAL, "limit", "buy", 0.1, 60_000);
    expect(await client.fetchPositions([PERPETUAL])).toMatchObject([{ contracts: 0.1 }]);
    await bob.futures(USDT_PERPETUAL, { side: "buy", size: "0.1", price: "59990" });
    await client.closeAllPositions({ productType: "USDT-FUTURES", category: "USDT-FUTURES" });
    await eventually("the end of the position", async () => {
      const open = await client.fetchPositions([PERPETUAL]);
      return open.every(({ contracts }) => Number(contracts ?? 0) === 0);
    });
    await eventually("the closed position", async () => {
      const closed = await client.fetchPositionHistory(PERPETUAL);
      expect(closed).toMatchObject([{ symbol: PERPETUAL, side: "long" }]);
      return true;
    });
  });

  it("reads the book, and candles of index and mark", async () => {
    proves(
      "ccxt.fetchL2OrderBook",
      isClassic ? "GET /api/v2/spot/market/orderbook" : "GET /api/v3/market/orderbook",
    );
    const candles = isClassic ? "GET /api/v2/mix/market/candles" : "GET /api/v3/market/candles";
    proves("ccxt.fetchIndexOHLCV", candles);
    proves("ccxt.fetchMarkOHLCV", candles);
    await bob.spot("ETHUSDT", { side: "sell", size: "0.5", price: "3100" });
    const book = await client.fetchL2OrderBook("ETH/USDT");
    expect(book).toMatchObject({ asks: [[3_100, 0.5]], bids: [] });
    await bob.clearSpot("ETHUSDT");
    for (const read of ["fetchIndexOHLCV", "fetchMarkOHLCV"] as const) {
      const rows = await client[read](PERPETUAL, "1m");
      expect(rows.at(-1)?.[4]).toBe(60_000);
    }
  });

  it("has every market, and the fees of deposits and withdrawals of a coin", async () => {
    proves(
      "ccxt.fetchMarkets",
      isClassic ? "GET /api/v2/mix/market/contracts" : "GET /api/v3/market/instruments",
    );
    proves("ccxt.fetchDepositWithdrawFee", "GET /api/v2/spot/public/coins");
    const markets = await client.fetchMarkets();
    const symbols = markets.map((market) => market?.symbol);
    expect(symbols).toEqual(expect.arrayContaining(["BTC/USDT", PERPETUAL, "BTC/USD:BTC"]));
    expect(await client.fetchDepositWithdrawFee("BTC")).toHaveProperty("withdraw");
  });
});

it("ccxt tells the funding intervals of several contracts", async () => {
  proves("ccxt.fetchFundingIntervals", "GET /api/v2/mix/market/current-fund-rate");
  const intervals = await classic.fetchFundingIntervals([PERPETUAL]);
  expect(intervals).toMatchObject({ [PERPETUAL]: { symbol: PERPETUAL, interval: "8h" } });
});
