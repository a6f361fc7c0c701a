import { describe, expect, it } from "vitest";
import { type PlainClient, plainClient } from "./support/ccxt-clients.ts";
import { openExchange } from "./support/conformance-exchange.ts";
import { openCounterparty } from "./support/counterparty.ts";
import { COIN_PERPETUAL, USDC_PERPETUAL, USDT_PERPETUAL } from "./support/products.ts";
import { proves } from "./support/proves.ts";

const exchange = await openExchange();
const bob = await openCounterparty(exchange);
const carol = await openCounterparty(exchange);
/** Holds no position, so that its orders are sized at their price. */
const dave = await openCounterparty(exchange);
const FUTURES = [USDT_PERPETUAL, USDC_PERPETUAL, COIN_PERPETUAL];

/** Two trades, up by 0.5 %, and one order left on each side. */
const STORY = [
  [bob, "sell", "60000"],
  [carol, "buy", "60000"],
  [bob, "sell", "60300"],
  [carol, "buy", "60300"],
  [dave, "buy", "59900"],
  [dave, "sell", "60400"],
] as const;
for (const [who, side, price] of STORY) {
  await who.spot("BTCUSDT", { side, size: "0.1", price });
  for (const product of FUTURES) {
    await who.futures(product, { side, size: String(product.size), price });
  }
}

const TRADED = [
  { market: "BTC/USDT", size: 0.1, baseVolume: 0.2, quoteVolume: 12_030, value: [6_000, 6_030] },
  ...FUTURES.map(({ market, size }) => {
    return { market, size, baseVolume: 0.2, quoteVolume: 12_030, value: [6_000, 6_030] };
  }),
];

const classic = await plainClient(exchange, undefined, { uta: false });
const unified = await plainClient(exchange, exchange.firstUser("unified"), { uta: true });

/** Registers what a method proves, on v2 of spot and futures or on v3. */
function provesRead(
  method: string,
  client: PlainClient,
  market: string,
  served: { readonly spot?: string; readonly mix?: string; readonly v3?: string },
): void {
  const v2 = market.includes(":") ? served.mix : served.spot;
  const path = client === unified ? served.v3 : v2;
  if (path !== undefined) proves(method, path);
}

const CASES = [
  ["v2", classic],
  ["v3", unified],
] as const;

describe.each(CASES)("ccxt's market data on %s", (_version, client) => {
  it.each(TRADED)("has the ticker of $market", async ({ market, size, ...volumes }) => {
    provesRead("ccxt.fetchTicker", client, market, {
      spot: "GET /api/v2/spot/market/tickers",
      mix: "GET /api/v2/mix/market/ticker",
      v3: "GET /api/v3/market/tickers",
    });
    provesRead("ccxt.fetchTickers", client, market, {
      spot: "GET /api/v2/spot/market/tickers",
      mix: "GET /api/v2/mix/market/tickers",
      v3: "GET /api/v3/market/tickers",
    });
    const ticker = {
      symbol: market,
      open: 60_000,
      high: 60_300,
      low: 60_000,
      last: 60_300,
      change: 300,
      percentage: 0.5,
      bid: 59_900,
      bidVolume: size,
      ask: 60_400,
      askVolume: size,
      baseVolume: volumes.baseVolume,
      quoteVolume: volumes.quoteVolume,
    };
    expect(await client.fetchTicker(market)).toMatchObject(ticker);
    expect(await client.fetchTickers([market])).toMatchObject({ [market]: ticker });
  });

  it.each(TRADED)("has the order book of $market", async ({ market, size }) => {
    provesRead("ccxt.fetchOrderBook", client, market, {
      spot: "GET /api/v2/spot/market/orderbook",
      mix: "GET /api/v2/mix/market/merge-depth",
      v3: "GET /api/v3/market/orderbook",
    });
    expect(await client.fetchOrderBook(market)).toMatchObject({
      bids: [[59_900, size]],
      asks: [[60_400, size]],
    });
  });

  it.each(TRADED)("has the trades of $market", async ({ market, size }) => {
    provesRead("ccxt.fetchTrades", client, market, {
      spot: "GET /api/v2/spot/market/fills-history",
      mix: "GET /api/v2/mix/market/fills-history",
      v3: "GET /api/v3/market/fills",
    });
    const trades = await client.fetchTrades(market);
    expect(trades.map(({ side, price, amount }) => [side, price, amount])).toEqual([
      ["buy", 60_000, size],
      ["buy", 60_300, size],
    ]);
  });

  it.each(TRADED)("has the candles of $market", async ({ market, quoteVolume, size }) => {
    provesRead("ccxt.fetchOHLCV", client, market, {
      spot: "GET /api/v2/spot/market/candles",
      mix: "GET /api/v2/mix/market/candles",
      v3: "GET /api/v3/market/candles",
    });
    // The story may have run over the end of a minute.
    const candles = await client.fetchOHLCV(market, "1m");
    const [first, last] = [candles[0] ?? [], candles.at(-1) ?? []];
    expect([first[1], last[4]]).toEqual([60_000, 60_300]);
    expect(Math.max(...candles.map((candle) => candle[2] ?? 0))).toBe(60_300);
    expect(Math.min(...candles.map((candle) => candle[3] ?? 0))).toBe(60_000);
    const volume = candles.reduce((sum, candle) => sum + (candle[5] ?? 0), 0);
    // ccxt reads the quote volume of inverse contracts.
    expect(volume).toBeCloseTo(market === COIN_PERPETUAL.market ? quoteVolume : 2 * size, 8);
    expect((first[0] ?? 1) % 60_000).toBe(0);
  });

  it.each(FUTURES)("has the candles of mark and index price of $market", async ({ market }) => {
    provesRead("ccxt.fetchOHLCV", client, market, { v3: "GET /api/v3/market/candles" });
    for (const price of ["mark", "index"]) {
      const candles = await client.fetchOHLCV(market, "1m", undefined, undefined, { price });
      const close = candles.at(-1)?.[4] ?? 0;
      // The mark price leans to the book, whose middle is 60150; the index stands at 60000.
      expect(close).toBeGreaterThanOrEqual(60_000);
      expect(close).toBeLessThanOrEqual(price === "mark" ? 60_300 : 60_000);
    }
  });

  it.each(FUTURES)("has the funding of $market", async ({ market }) => {
    provesRead("ccxt.fetchFundingRate", client, market, {
      mix: "GET /api/v2/mix/market/funding-time",
      v3: "GET /api/v3/market/current-fund-rate",
    });
    provesRead("ccxt.fetchFundingInterval", client, market, {
      mix: "GET /api/v2/mix/market/funding-time",
      v3: "GET /api/v3/market/current-fund-rate",
    });
    provesRead("ccxt.fetchFundingRates", client, market, {
      mix: "GET /api/v2/mix/market/tickers",
    });
    provesRead("ccxt.fetchFundingRateHistory", client, market, {
      mix: "GET /api/v2/mix/market/history-fund-rate",
      v3: "GET /api/v3/market/history-fund-rate",
    });
    provesRead("ccxt.fetchFundingInterval", client, market, {
      mix: "GET /api/v2/mix/market/funding-time",
      v3: "GET /api/v3/market/current-fund-rate",
    });
    const rate = await client.fetchFundingRate(market);
    expect(rate).toMatchObject({ symbol: market, interval: "8h" });
    const nextMs = rate.fundingTimestamp ?? 0;
    expect(nextMs % (8 * 3_600_000)).toBe(0);
    expect(nextMs).toBeGreaterThan(Date.now());
    expect(await client.fetchFundingInterval(market)).toMatchObject({ interval: "8h" });
    expect((await client.fetchFundingRates([market]))[market]?.fundingRate).toBe(rate.fundingRate);
    expect(await client.fetchFundingRateHistory(market)).toEqual([]);
  });

  it.each(FUTURES)("has open interest and tiers of $market", async ({ market, size }) => {
    provesRead("ccxt.fetchOpenInterest", client, market, {
      mix: "GET /api/v2/mix/market/open-interest",
      v3: "GET /api/v3/market/open-interest",
    });
    provesRead("ccxt.fetchMarketLeverageTiers", client, market, {
      mix: "GET /api/v2/mix/market/query-position-lever",
      v3: "GET /api/v3/market/position-tier",
    });
    expect(await client.fetchOpenInterest(market)).toMatchObject({
      symbol: market,
      openInterestAmount: expect.closeTo(2 * size, 2),
    });
    const tiers = await client.fetchMarketLeverageTiers(market);
    expect(tiers[0]).toMatchObject({
      tier: 1,
      minNotional: 0,
      maxNotional: 150_000,
      maintenanceMarginRate: 0.004,
      maxLeverage: 125,
    });
    expect(tiers.map(({ tier }) => tier)).toEqual(tiers.map((_tier, index) => index + 1));
  });
});

describe("ccxt's mark price", () => {
  it.each(FUTURES)("is told with the index of $market", async ({ market }) => {
    proves("ccxt.fetchMarkPrice", "GET /api/v2/mix/market/symbol-price");
    const { info, markPrice } = await classic.fetchMarkPrice(market);
    expect(info).toMatchObject({ indexPrice: "60000" });
    expect(markPrice).toBeGreaterThanOrEqual(60_000);
  });
});
