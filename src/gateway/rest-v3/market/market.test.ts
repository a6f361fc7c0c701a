import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listOf, rowOf, rowsOf } from "../../../../test/support/test-answer.ts";
import { ExchangeFixture } from "../../../../test/support/test-exchange.ts";
import { START_MS } from "../../../../test/support/test-key.ts";
import { TRADING_FUNDS } from "../../../../test/support/unified-traders.ts";
import { PLACE_ORDER } from "../../../../test/support/wire-orders.ts";
import { DAY_MS } from "../../http/time-range.ts";
import { endpointsTradeV3 } from "../trade/endpoints-trade.ts";
import { endpointsMarketV3 } from "./endpoints-market.ts";

const SPOT = { category: "SPOT", symbol: "BTCUSDT" };
const LINEAR = { category: "USDT-FUTURES", symbol: "BTCUSDT" };
const INVERSE = { category: "COIN-FUTURES", symbol: "BTCUSD" };
const MINUTE_MS = 60_000;
/** Trades happen in the 2nd, the 3rd and the 5th minute. */
const TRADED_MINUTES = [1, 2, 4];

let exchange: ExchangeFixture;
let startMs = 0;

async function place(name: string, terms: object): Promise<void> {
  const order = { orderType: "limit", price: "50000", ...terms };
  rowOf(await exchange.post(PLACE_ORDER, order, name));
}

/** Trades 0.1 BTC (0.02 inverse) at a price on each of three instruments. */
async function trade(price: string): Promise<void> {
  for (const [instrument, qty] of [
    [SPOT, "0.1"],
    [LINEAR, "0.1"],
    [INVERSE, "0.02"],
  ] as const) {
    await place("bob", { ...instrument, side: "sell", qty, price });
    await place("alice", { ...instrument, side: "buy", qty, price });
  }
}

beforeAll(async () => {
  exchange = await ExchangeFixture.start({
    endpoints: [...endpointsMarketV3, ...endpointsTradeV3],
    users: [
      { name: "alice", accountKind: "unified", funds: TRADING_FUNDS },
      { name: "bob", accountKind: "unified", funds: TRADING_FUNDS },
    ],
  });
  startMs = Math.ceil(START_MS / MINUTE_MS) * MINUTE_MS;
  exchange.gateway.advance(startMs - START_MS);
  for (const minute of TRADED_MINUTES) {
    exchange.gateway.advance(startMs + minute * MINUTE_MS - exchange.nowMs);
    await trade(`${50_000 + minute * 100}`);
  }
  for (let level = 0; level < 8; level++) {
    await place("alice", { ...SPOT, side: "buy", qty: "0.01", price: `${49_999 - level}` });
    await place("bob", { ...SPOT, side: "sell", qty: "0.02", price: `${51_000 + level}` });
  }
});

afterAll(async () => {
  await exchange[Symbol.asyncDispose]();
});

describe("instruments", () => {
  it.each(["/api/v3/market/instruments", "/api/v3/public/instruments"])(
    "%s lists the rules of a category",
    async (path) => {
      const shared = {
        symbol: "BTCUSDT",
        baseCoin: "BTC",
        quoteCoin: "USDT",
        buyLimitPriceRatio: "0.05",
        sellLimitPriceRatio: "0.05",
        quotePrecision: "8",
        maxSymbolOrderNum: "400",
        maxProductOrderNum: "400",
        status: "online",
        maintainTime: "",
        launchTime: `${START_MS}`,
        areaSymbol: "NO",
        isRwa: "NO",
      };
      expect(rowsOf(await exchange.get(path, SPOT))).toEqual([
        {
          ...shared,
          category: "SPOT",
          makerFeeRate: "0.001",
          takerFeeRate: "0.001",
          minOrderQty: "0.000001",
          maxOrderQty: "100",
          maxMarketOrderQty: "10",
          pricePrecision: "2",
          quantityPrecision: "6",
          priceMultiplier: "0.01",
          quantityMultiplier: "0.000001",
          minOrderAmount: "1",
        },
      ]);
      expect(rowsOf(await exchange.get(path, { category: "usdt-futures" }))[0]).toEqual({
        ...shared,
        category: "USDT-FUTURES",
        makerFeeRate: "0.0002",
        takerFeeRate: "0.0006",
        minOrderQty: "0.0001",
        maxOrderQty: "10000",
        maxMarketOrderQty: "1000",
        pricePrecision: "1",
        quantityPrecision: "4",
        priceMultiplier: "0.1",
        quantityMultiplier: "0.0001",
        minOrderAmount: "5",
        type: "perpetual",
        symbolType: "crypto",
        settleCoin: "USDT",
        feeRateUpRatio: "0",
        openCostUpRatio: "0",
        maxPositionNum: "400",
        offTime: "-1",
        limitOpenTime: "-1",
        deliveryTime: "",
        deliveryStartTime: "",
        deliveryPeriod: "",
        fundInterval: "8",
        minLeverage: "1",
        maxLeverage: "125",
      });
    },
  );

  it("are those of one realm, without margin loans", async () => {
    const path = "/api/v3/market/instruments";
    const symbolsIn = async (query: Record<string, string>, headers = {}) =>
      rowsOf(await exchange.get(path, query, undefined, headers)).map(({ symbol }) => symbol);
    expect(await symbolsIn({ category: "SPOT" })).toEqual(["BTCUSDT", "ETHUSDT"]);
    expect(await symbolsIn({ category: "SPOT" }, { paptrading: "1" })).toEqual(["BTCUSDT"]);
    expect(await symbolsIn({ category: "MARGIN" })).toEqual([]);
  });
});

it("tickers show best prices, 24-hour figures, mark and index", async () => {
  const path = "/api/v3/market/tickers";
  const prices = {
    lastPrice: "50400",
    openPrice24h: "50100",
    highPrice24h: "50400",
    lowPrice24h: "50100",
    price24hPcnt: "0.00599",
    volume24h: "0.3",
    turnover24h: "15070",
    ts: `${exchange.nowMs}`,
  };
  expect(rowsOf(await exchange.get(path, SPOT))).toEqual([
    {
      ...prices,
      ...SPOT,
      ask1Price: "51000",
      ask1Size: "0.02",
      bid1Price: "49999",
      bid1Size: "0.01",
    },
  ]);
  expect(rowsOf(await exchange.get(path, LINEAR))).toEqual([
    {
      ...prices,
      ...LINEAR,
      ask1Price: "",
      ask1Size: "0",
      bid1Price: "",
      bid1Size: "0",
      indexPrice: "50000",
      markPrice: "50000",
      fundingRate: "0.0001",
      openInterest: "0.3",
      deliveryStartTime: "",
      deliveryTime: "",
      deliveryStatus: "",
    },
  ]);
  expect(rowsOf(await exchange.get(path, INVERSE))).toMatchObject([
    { turnover24h: "3014", volume24h: "0.06" },
  ]);
  const all = rowsOf(await exchange.get(path, { category: "SPOT" }));
  expect(all.map(({ symbol, lastPrice }) => [symbol, lastPrice])).toEqual([
    ["BTCUSDT", "50400"],
    ["ETHUSDT", ""],
  ]);
});

it("orderbook returns five levels by default, 200 at most", async () => {
  const path = "/api/v3/market/orderbook";
  const book = rowOf(await exchange.get(path, SPOT));
  expect(book).toEqual({
    a: [0, 1, 2, 3, 4].map((level) => [`${51_000 + level}`, "0.02"]),
    b: [0, 1, 2, 3, 4].map((level) => [`${49_999 - level}`, "0.01"]),
    ts: `${exchange.nowMs}`,
    seq: exchange.access.live.books.of(0).seq,
  });
  const whole = rowOf(await exchange.get(path, { ...SPOT, limit: 1000 }));
  expect(whole["a"]).toHaveLength(8);
  expect(rowOf(await exchange.get(path, { ...SPOT, symbol: "ETHUSDT" }))).toMatchObject({
    a: [],
    b: [],
  });
});

it("public fills are the newest trades", async () => {
  const path = "/api/v3/market/fills";
  const rows = rowsOf(await exchange.get(path, { ...SPOT, limit: 2 }));
  const id = expect.stringMatching(/^1\d{18}$/);
  expect(rows).toEqual(
    [4, 2].map((minute) => ({
      execId: id,
      execLinkId: id,
      price: `${50_000 + minute * 100}`,
      size: "0.1",
      side: "buy",
      ts: `${startMs + minute * MINUTE_MS}`,
      isRPI: "NO",
    })),
  );
  const mine = listOf(await exchange.get("/api/v3/trade/fills", SPOT, "alice"));
  expect(mine.list[0]?.["execLinkId"]).toBe(rows[0]?.["execLinkId"]);
});

describe("candles", () => {
  const PATH = "/api/v3/market/candles";
  const MINUTES = { ...SPOT, interval: "1m" };

  it("of a minute without a trade are flat", async () => {
    const at = (minute: number) => `${startMs + minute * MINUTE_MS}`;
    const flat = (minute: number, price: string) => [
      at(minute),
      price,
      price,
      price,
      price,
      "0",
      "0",
    ];
    expect((await exchange.get(PATH, MINUTES)).data).toEqual([
      [at(1), "50100", "50100", "50100", "50100", "0.1", "5010"],
      [at(2), "50200", "50200", "50200", "50200", "0.1", "5020"],
      flat(3, "50200"),
      [at(4), "50400", "50400", "50400", "50400", "0.1", "5040"],
    ]);
  });

  it("are the newest within the times, or the first from the start on", async () => {
    const startsOf = async (query: Record<string, string | number>) => {
      const rows = (await exchange.get(PATH, { ...MINUTES, ...query })).data as string[][];
      return rows.map(([start]) => (Number(start) - startMs) / MINUTE_MS);
    };
    expect(await startsOf({ limit: 2 })).toEqual([3, 4]);
    expect(await startsOf({ startTime: startMs, limit: 3 })).toEqual([1, 2]);
    expect(await startsOf({ startTime: startMs + MINUTE_MS, limit: 2 })).toEqual([1, 2]);
    expect(await startsOf({ endTime: startMs + 3 * MINUTE_MS, limit: 2 })).toEqual([1, 2]);
    expect(await startsOf({ startTime: 0, limit: 2 })).toEqual([3, 4]);
    expect(await startsOf({ startTime: startMs - 99 * DAY_MS, limit: 2 })).toEqual([1, 2]);
    expect(await startsOf({ startTime: startMs + 5 * MINUTE_MS, limit: 2 })).toEqual([]);
  });

  it("leave out the one that starts at the end, so that pages follow one another", async () => {
    const at = (minute: number) => startMs + minute * MINUTE_MS;
    const page = async (startTime: number, endTime: number) => {
      const window = { ...MINUTES, startTime, endTime, limit: 2 };
      const rows = (await exchange.get(PATH, window)).data as string[][];
      return rows.map(([start]) => (Number(start) - startMs) / MINUTE_MS);
    };
    expect(await page(at(1), at(3))).toEqual([1, 2]);
    expect(await page(at(3), at(5))).toEqual([3, 4]);
    expect(await page(at(2), at(2))).toEqual([2]);
    expect(await page(at(3), at(4) + 1)).toEqual([3, 4]);
  });

  it("show the mark and index price, in any case of the words", async () => {
    const mark = await exchange.get(PATH, { ...LINEAR, interval: "1h", type: "MARK" });
    const rows = mark.data as string[][];
    expect(rows[0]?.slice(1)).toEqual(["50000", "50000", "50000", "50000", "0", "0"]);
    const index = await exchange.get("/api/v3/market/history-candles", {
      ...LINEAR,
      interval: "1D",
      type: "index",
    });
    expect((index.data as string[][])[0]?.[1]).toBe("50000");
  });

  it.each([
    [PATH, "an unknown interval", { interval: "7m" }, "25200"],
    [PATH, "no interval", { interval: "" }, "40019"],
    [PATH, "more than 1,000 rows", { limit: 1001 }, "40053"],
    [PATH, "a start after the end", { startTime: 2, endTime: 1 }, "20001"],
    [PATH, "an unknown price", { type: "fair" }, "25200"],
    [PATH, "the premium index, which is not kept", { type: "premium" }, "40805"],
    ["/api/v3/market/history-candles", "more than 100 rows", { limit: 101 }, "40053"],
    [
      "/api/v3/market/history-candles",
      "more than 90 days",
      { startTime: START_MS - 91 * DAY_MS, endTime: START_MS },
      "00001",
    ],
  ])("%s refuses %s", async (path, _what, change, code) => {
    const answer = await exchange.get(path, { ...MINUTES, ...change });
    expect([answer.status, answer.code]).toEqual([400, code]);
  });
});

describe("funding, open interest and tiers", () => {
  it("show the current rate of a symbol, without a category too", async () => {
    const rate = {
      fundingRate: "0.0001",
      fundingRateInterval: "8",
      nextUpdate: `${Math.ceil(exchange.nowMs / 28_800_000) * 28_800_000}`,
      minFundingRate: "-0.003",
      maxFundingRate: "0.003",
    };
    const path = "/api/v3/market/current-fund-rate";
    expect(rowsOf(await exchange.get(path, { symbol: "BTCUSDT" }))).toEqual([
      { symbol: "BTCUSDT", ...rate },
    ]);
    expect(rowsOf(await exchange.get(path, INVERSE))).toEqual([{ symbol: "BTCUSD", ...rate }]);
    const linear = { category: "USDT-FUTURES" };
    expect(rowsOf(await exchange.get(path, linear))).toEqual([
      { symbol: "BTCUSDT", ...rate },
      { symbol: "ETHUSDT", ...rate },
    ]);
    const wrong = await exchange.get(path, { ...INVERSE, symbol: "BTCUSDT" });
    expect(wrong.code).toBe("25100");
  });

  it("have no settled rate before the first settlement", async () => {
    const path = "/api/v3/market/history-fund-rate";
    const page = await exchange.get(path, { ...LINEAR, cursor: 1, limit: 200 });
    expect(page.data).toEqual({ resultList: [] });
  });

  it("count open interest once", async () => {
    const path = "/api/v3/market/open-interest";
    expect(rowOf(await exchange.get(path, { category: "USDT-FUTURES" }))).toEqual({
      list: [
        { symbol: "BTCUSDT", openInterest: "0.3" },
        { symbol: "ETHUSDT", openInterest: "0" },
      ],
      ts: `${exchange.nowMs}`,
    });
    expect(rowsOf(await exchange.get("/api/v3/market/oi-limit", LINEAR))).toEqual([
      { symbol: "BTCUSDT", notionalValue: "", totalNotionalValue: "" },
    ]);
  });

  it("list the tiers of a symbol, smallest first", async () => {
    const tiers = rowsOf(await exchange.get("/api/v3/market/position-tier", LINEAR));
    expect(tiers[0]).toEqual({
      symbol: "BTCUSDT",
      tier: "1",
      minTierValue: "0",
      maxTierValue: "150000",
      leverage: "125",
      mmr: "0.004",
    });
    expect(tiers).toHaveLength(7);
  });
});

it("shows the margin value of coins", async () => {
  expect(rowsOf(await exchange.get("/api/v3/market/discount-rate", {}))).toEqual([
    { coin: "USDT", list: [{ tierStartValue: "0", discountRate: "1" }] },
    { coin: "BTC", list: [{ tierStartValue: "0", discountRate: "1" }] },
    { coin: "ETH", list: [{ tierStartValue: "0", discountRate: "0.9" }] },
    { coin: "USDC", list: [{ tierStartValue: "0", discountRate: "1" }] },
  ]);
});

it.each([
  ["market/instruments", {}, "40019"],
  ["market/instruments", { category: "SPOT", symbol: "NOPE" }, "25100"],
  ["market/tickers", { category: "MARGIN", symbol: "BTCUSDT" }, "25100"],
  ["market/tickers", { category: "OPTIONS" }, "25200"],
  ["market/orderbook", { category: "SPOT" }, "40019"],
  ["market/orderbook", { ...SPOT, limit: 0 }, "40053"],
  ["market/orderbook", { ...SPOT, limit: "x" }, "25200"],
  ["market/fills", { ...SPOT, limit: 101 }, "40053"],
  ["market/open-interest", { category: "SPOT" }, "25200"],
  ["market/history-fund-rate", { ...LINEAR, cursor: 101 }, "40053"],
  ["market/history-fund-rate", { ...LINEAR, limit: 0 }, "40053"],
  ["market/position-tier", { category: "MARGIN", coin: "BTC" }, "50004"],
  ["market/position-tier", { category: "MARGIN" }, "40019"],
  ["market/position-tier", { category: "MARGIN", symbol: "BTCUSDT" }, "25100"],
  ["market/current-fund-rate", {}, "40019"],
  ["market/fills", { category: "SPOT" }, "40019"],
])("%s refuses %o", async (path, query, code) => {
  const answer = await exchange.get(`/api/v3/${path}`, query);
  expect([answer.status, answer.code]).toEqual([400, code]);
});
