/** What ccxt reads through endpoints that it takes only when its caller asks for them. */
import { describe, expect, it } from "vitest";
import { eventually } from "../support/eventually.ts";
import { idOf, plainClient } from "./support/ccxt-clients.ts";
import { openExchange } from "./support/conformance-exchange.ts";
import { openCounterparty } from "./support/counterparty.ts";
import { USDT_PERPETUAL } from "./support/products.ts";
import { proves } from "./support/proves.ts";

const SPOT = "BTC/USDT";
const PERPETUAL = USDT_PERPETUAL.market;
const DAY_MS = 86_400_000;

const exchange = await openExchange();
const bob = await openCounterparty(exchange);
const carol = await openCounterparty(exchange);
const classic = await plainClient(exchange, exchange.firstUser("classic"), { uta: false });
const unified = await plainClient(exchange, exchange.firstUser("unified"), { uta: true });

/** Two trades, up by 0.5 %, and one order left on each side. */
const STORY = [
  [bob, "sell", "60000"],
  [carol, "buy", "60000"],
  [bob, "sell", "60300"],
  [carol, "buy", "60300"],
  [carol, "buy", "59900"],
  [bob, "sell", "60400"],
] as const;
for (const [who, side, price] of STORY) {
  await who.spot("BTCUSDT", { side, size: "0.1", price });
  await who.futures(USDT_PERPETUAL, { side, size: "0.1", price });
}

/** Asks for the newest two hundred minutes by the endpoint for those of long ago. */
const fromHistory = () => ({ useHistoryEndpoint: true, until: Date.now() });

describe("ccxt's candles by the endpoints of long ago", () => {
  it.each([SPOT, PERPETUAL])("are those of the trades of %s", async (market) => {
    proves("ccxt.fetchOHLCV", "GET /api/v2/spot/market/history-candles");
    proves("ccxt.fetchOHLCV", "GET /api/v2/mix/market/history-candles");
    const since = Date.now() - DAY_MS / 24;
    const candles = await eventually("the candles of the story", async () => {
      const rows = await classic.fetchOHLCV(market, "1m", since, 200, fromHistory());
      return rows.length > 0 && rows.at(-1)?.[4] === 60_300 && rows;
    });
    expect(candles.find((row) => (row[5] ?? 0) > 0)?.[1]).toBe(60_000);
    const volume = candles.reduce((sum, row) => sum + (row[5] ?? 0), 0);
    expect(volume).toBeCloseTo(0.2, 8);
  });

  it.each(["mark", "index"] as const)("are those of the %s price", async (price) => {
    proves("ccxt.fetchOHLCV", "GET /api/v2/mix/market/history-mark-candles");
    proves("ccxt.fetchOHLCV", "GET /api/v2/mix/market/history-index-candles");
    proves("ccxt.fetchMarkOHLCV", "GET /api/v2/mix/market/history-mark-candles");
    proves("ccxt.fetchIndexOHLCV", "GET /api/v2/mix/market/history-index-candles");
    const method = price === "mark" ? "fetchMarkOHLCV" : "fetchIndexOHLCV";
    const since = Date.now() - DAY_MS / 24;
    const rows = await eventually("a candle in the history", async () => {
      const found = await classic[method](PERPETUAL, "1m", since, 200, fromHistory());
      return found.length > 0 && found;
    });
    const close = rows.at(-1)?.[4] ?? 0;
    // The mark price leans to the book; the index stands still.
    expect(close).toBeGreaterThanOrEqual(60_000);
    expect(close).toBeLessThanOrEqual(price === "mark" ? 60_300 : 60_000);
    const same = { ...fromHistory(), price };
    const [row] = (await classic.fetchOHLCV(PERPETUAL, "1m", since, 200, same)).slice(-1);
    expect((row?.[0] ?? 1) % 60_000).toBe(0);
  });
});

describe.each([
  ["classic", classic],
  ["unified", unified],
] as const)("ccxt on a %s account", (_name, client) => {
  it("reads candles of mark and index", async () => {
    proves("ccxt.fetchMarkOHLCV", "GET /api/v2/mix/market/candles", "GET /api/v3/market/candles");
    proves("ccxt.fetchIndexOHLCV", "GET /api/v2/mix/market/candles", "GET /api/v3/market/candles");
    const mark = (await client.fetchMarkOHLCV(PERPETUAL, "1m")).at(-1)?.[4] ?? 0;
    expect(mark).toBeGreaterThanOrEqual(60_000);
    expect(mark).toBeLessThanOrEqual(60_300);
    expect((await client.fetchIndexOHLCV(PERPETUAL, "1m")).at(-1)?.[4]).toBe(60_000);
  });

  it.each([SPOT, PERPETUAL])("reads the book of %s as its prices and sizes", async (market) => {
    proves(
      "ccxt.fetchL2OrderBook",
      "GET /api/v2/spot/market/orderbook",
      "GET /api/v2/mix/market/merge-depth",
      "GET /api/v3/market/orderbook",
    );
    expect(await client.fetchL2OrderBook(market)).toMatchObject({
      bids: [[59_900, 0.1]],
      asks: [[60_400, 0.1]],
    });
  });
});

describe("ccxt on a classic account", () => {
  it.each([
    [SPOT, "publicSpotGetV2SpotMarketFills"],
    [PERPETUAL, "publicMixGetV2MixMarketFills"],
  ])("reads the newest trades of %s", async (market, method) => {
    proves("ccxt.fetchTrades", "GET /api/v2/spot/market/fills", "GET /api/v2/mix/market/fills");
    const trades = await classic.fetchTrades(market, undefined, undefined, { method });
    expect(trades.map(({ side, price, amount }) => [side, price, amount])).toEqual([
      ["buy", 60_000, 0.1],
      ["buy", 60_300, 0.1],
    ]);
  });

  it("reads funding of several contracts from their tickers", async () => {
    proves("ccxt.fetchFundingIntervals", "GET /api/v2/mix/market/tickers");
    const byTickers = { method: "publicMixGetV2MixMarketTickers" };
    const all = await classic.fetchFundingIntervals([PERPETUAL], byTickers);
    const { fundingRate } = await classic.fetchFundingRate(PERPETUAL);
    expect(all).toMatchObject({ [PERPETUAL]: { symbol: PERPETUAL, fundingRate } });
  });

  it("reads the fees of margin pairs and of contracts", async () => {
    proves("ccxt.fetchTradingFees", "GET /api/v2/margin/currencies");
    proves("ccxt.fetchTradingFees", "GET /api/v2/mix/market/contracts");
    const margin = await classic.fetchTradingFees({ margin: true });
    expect(margin[SPOT]).toMatchObject({ symbol: SPOT, maker: 0.001, taker: 0.001 });
    const contracts = await classic.fetchTradingFees({ type: "swap" });
    const futures = { symbol: PERPETUAL, maker: 0.0002, taker: 0.0006 };
    expect(contracts[PERPETUAL]).toMatchObject(futures);
  });

  it("reads the markets of margin with those of spot and contracts", async () => {
    proves("ccxt.fetchMarkets", "GET /api/v2/margin/currencies");
    proves("ccxt.fetchMarkets", "GET /api/v2/spot/public/symbols");
    const markets = await classic.fetchMarkets();
    const [pair] = markets.filter((market) => market?.symbol === SPOT);
    expect(pair).toMatchObject({
      ...{ id: "BTCUSDT", type: "spot", active: true, base: "BTC", quote: "USDT" },
      ...{ margin: true, taker: 0.001, maker: 0.001 },
    });
  });

  it("reads the tiers of crossed margin", async () => {
    proves("ccxt.fetchMarketLeverageTiers", "GET /api/v2/margin/crossed/tier-data");
    const terms = { marginMode: "cross", code: "BTC" };
    const tiers = await classic.fetchMarketLeverageTiers(SPOT, terms);
    expect(tiers[0]).toMatchObject({ tier: 1, minNotional: 0, currency: "BTC" });
    const bounds = tiers.map(({ minNotional, maxNotional }) => [minNotional, maxNotional]);
    expect(bounds.length).toBeGreaterThan(0);
    for (const [from = 0, to = 0] of bounds) expect(to).toBeGreaterThan(from);
    const leverages = tiers.map(({ maxLeverage = 0 }) => maxLeverage);
    expect(leverages).toEqual([...leverages].sort((one, other) => other - one));
  });

  it("reads the positions that have ended as positions", async () => {
    proves("ccxt.fetchPositions", "GET /api/v2/mix/position/history-position");
    const id = idOf(await classic.createOrder(PERPETUAL, "limit", "buy", 0.1, 60_400));
    expect(id).toMatch(/^\d+$/);
    await classic.createOrder(PERPETUAL, "limit", "sell", 0.1, 59_900, { reduceOnly: true });
    const ended = await eventually("the position that has ended", async () => {
      const rows = await classic.fetchPositions([PERPETUAL], { useHistoryEndpoint: true });
      return rows.length > 0 && rows;
    });
    // 0.1 from 60,400 to 59,900 loses 50.
    expect(ended).toMatchObject([{ symbol: PERPETUAL, side: "long", entryPrice: 60_400 }]);
    expect(Reflect.get(ended[0]?.info ?? {}, "pnl")).toBe("-50");
  });
});
