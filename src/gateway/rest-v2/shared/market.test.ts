import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { chainTermsDraft } from "../../../../test/support/chain-drafts.ts";
import { rowOf, rowsOf } from "../../../../test/support/test-answer.ts";
import { ExchangeFixture } from "../../../../test/support/test-exchange.ts";
import { START_MS } from "../../../../test/support/test-key.ts";
import { COIN, currencyIndex } from "../../../../test/support/test-listings.ts";
import { DAY_MS } from "../../http/time-range.ts";
import { endpointsV2 } from "../endpoints-v2.ts";

const SPOT = "/api/v2/spot/market";
const MIX = "/api/v2/mix/market";
const PAIR = { symbol: "BTCUSDT" };
const CONTRACT = { ...PAIR, productType: "usdt-futures" };
const HOUR_MS = 3_600_000;
const FUNDS = [
  ["spot", "USDT", 1_000_000n * COIN],
  ["spot", "BTC", 10n * COIN],
  ["usdt_futures", "USDT", 100_000n * COIN],
] as const;

let exchange: ExchangeFixture;

beforeEach(async () => {
  exchange = await ExchangeFixture.start({
    endpoints: endpointsV2,
    users: [
      { name: "alice", accountKind: "classic", funds: FUNDS },
      { name: "bob", accountKind: "classic", funds: FUNDS },
    ],
  });
});

afterEach(async () => {
  await exchange[Symbol.asyncDispose]();
});

type Query = Record<string, string | number>;
type Terms = { side: string; price: string; size: string };

const get = (path: string, query: Query = {}) => exchange.get(path, query);
const rows = async (path: string, query: Query = {}) => rowsOf(await get(path, query));
const row = async (path: string, query: Query = {}) => rowOf(await get(path, query));

async function spot(name: string, terms: Terms): Promise<void> {
  const order = { ...PAIR, orderType: "limit", force: "gtc", ...terms };
  rowOf(await exchange.post("/api/v2/spot/trade/place-order", order, name));
}

async function futures(name: string, terms: Terms): Promise<void> {
  const order = { ...CONTRACT, marginMode: "crossed", marginCoin: "USDT", orderType: "limit" };
  rowOf(await exchange.post("/api/v2/mix/order/place-order", { ...order, ...terms }, name));
}

/** Bob sells to alice, who takes. */
async function trade(place: typeof spot, price: string, size: string): Promise<void> {
  await place("bob", { side: "sell", price, size });
  await place("alice", { side: "buy", price, size });
}

describe("terms", () => {
  it("lists spot symbols of the realm", async () => {
    const [symbol, ...more] = await rows("/api/v2/spot/public/symbols", PAIR);
    expect(more).toEqual([]);
    expect(symbol).toEqual({
      symbol: "BTCUSDT",
      baseCoin: "BTC",
      quoteCoin: "USDT",
      minTradeAmount: "0.000001",
      maxTradeAmount: "100",
      takerFeeRate: "0.001",
      makerFeeRate: "0.001",
      pricePrecision: "2",
      quantityPrecision: "6",
      quotePrecision: "8",
      status: "online",
      maxLimitOrderValue: "92233720368.54775807",
      maxMarketOrderValue: "92233720368.54775807",
      minTradeUSDT: "1",
      buyLimitPriceRatio: "0.05",
      sellLimitPriceRatio: "0.05",
      areaSymbol: "no",
      orderQuantity: "400",
      openTime: String(START_MS),
      offTime: "",
    });
    const demo = await exchange.get("/api/v2/spot/public/symbols", {}, undefined, {
      paptrading: "1",
    });
    expect(rowsOf(demo).map((one) => one["symbol"])).toEqual(["BTCUSDT"]);
    expect((await get("/api/v2/spot/public/symbols", { symbol: "NOPE" })).code).toBe("40034");
  });

  it("shows a halted symbol as such", async () => {
    await exchange.apply({ kind: "set_instrument_status", instrument: 0, status: "halted" });
    const [symbol] = await rows("/api/v2/spot/public/symbols", PAIR);
    expect(symbol).toMatchObject({ status: "halt" });
  });

  it("lists the contracts of every product line", async () => {
    const path = `${MIX}/contracts`;
    const names = async (productType: string) =>
      (await rows(path, { productType })).map(({ symbol }) => symbol);
    expect(await names("usdt-futures")).toEqual(["BTCUSDT", "ETHUSDT"]);
    expect(await names("USDC-FUTURES")).toEqual(["BTCPERP"]);
    expect(await names("coin-futures")).toEqual(["BTCUSD"]);
    expect(await names("susdt-futures")).toEqual(["SBTCSUSDT"]);
    expect(await names("susdc-futures")).toEqual([]);
    const [contract] = await rows(path, CONTRACT);
    expect(contract).toMatchObject({
      symbolStatus: "normal",
      symbolType: "perpetual",
      supportMarginCoins: ["USDT"],
      minTradeNum: "0.0001",
      sizeMultiplier: "0.0001",
      volumePlace: "4",
      pricePlace: "1",
      priceEndStep: "1",
      minTradeUSDT: "5",
      makerFeeRate: "0.0002",
      takerFeeRate: "0.0006",
      fundInterval: "8",
      minLever: "1",
      maxLever: "125",
    });
    expect((await get(path)).code).toBe("40019");
    expect((await get(path, { productType: "moon" })).code).toBe("40034");
    const strange = { symbol: "SBTCSUSDT", productType: "usdt-futures" };
    expect((await get(path, strange)).code).toBe("22012");
  });

  it("lists coins, fee levels and position tiers", async () => {
    const [coin, ...more] = await rows("/api/v2/spot/public/coins", { coin: "btc" });
    expect(more).toEqual([]);
    expect(coin).toMatchObject({ coin: "BTC", transfer: "true", areaCoin: "no", chains: [] });
    await exchange.apply(chainTermsDraft({ currency: currencyIndex("BTC"), chain: "BTC" }));
    const [chained] = await rows("/api/v2/spot/public/coins", { coin: "BTC" });
    expect(chained).toMatchObject({
      chains: [
        {
          ...{ chain: "BTC", needTag: "false", withdrawable: "true", rechargeable: "true" },
          ...{ withdrawFee: "0.00000001", extraWithdrawFee: "0", withdrawMinScale: "0" },
          ...{ depositConfirm: "2", withdrawConfirm: "2", withdrawStep: "0" },
          ...{ minDepositAmount: "0.00000001", minWithdrawAmount: "0.00000001" },
          ...{ browserUrl: "", contractAddress: "", congestion: "normal" },
        },
      ],
    });

    expect((await get("/api/v2/spot/public/coins", { coin: "NOPE" })).code).toBe("40034");
    const [level] = await rows(`${SPOT}/vip-fee-rate`);
    expect(level).toMatchObject({ level: "0", takerFeeRate: "0.001", makerFeeRate: "0.001" });
    const [tier] = await rows(`${MIX}/query-position-lever`, CONTRACT);
    expect(tier).toEqual({
      symbol: "BTCUSDT",
      level: "1",
      startUnit: "0",
      endUnit: "150000",
      leverage: "125",
      keepMarginRate: "0.004",
    });
  });

  it("borrows nothing", async () => {
    const all = await rows("/api/v2/margin/currencies");
    expect(all.map(({ symbol, isBorrowable }) => [symbol, isBorrowable])).toEqual([
      ["BTCUSDT", false],
      ["ETHUSDT", false],
    ]);
  });

  it("shows the caller's rates", async () => {
    const ask = (query: Query) => exchange.get("/api/v2/common/trade-rate", query, "alice");
    expect((await ask({ ...PAIR, businessType: "mix" })).data).toEqual({
      makerFeeRate: "0.0002",
      takerFeeRate: "0.0006",
    });
    // Nothing is lent on the pair.
    expect((await ask({ ...PAIR, businessType: "margin" })).code).toBe("40034");
    expect((await ask({ symbol: "NOPE", businessType: "spot" })).code).toBe("40034");
    const query = { businessType: "spot" };
    const all = rowsOf(await exchange.get("/api/v2/common/all-trade-rate", query, "alice"));
    expect(all.map(({ symbol }) => symbol)).toEqual(["BTCUSDT", "ETHUSDT"]);
  });
});

describe("depth", () => {
  beforeEach(async () => {
    await spot("alice", { side: "buy", price: "49999.99", size: "0.1" });
    await spot("alice", { side: "buy", price: "49999.91", size: "0.2" });
    await spot("bob", { side: "sell", price: "50000.01", size: "0.3" });
    await spot("bob", { side: "sell", price: "50000.09", size: "0.4" });
  });

  it("shows spot levels best first, merged at the worse price bound", async () => {
    const ts = String(exchange.nowMs);
    expect(await row(`${SPOT}/orderbook`, PAIR)).toEqual({
      bids: [
        ["49999.99", "0.1"],
        ["49999.91", "0.2"],
      ],
      asks: [
        ["50000.01", "0.3"],
        ["50000.09", "0.4"],
      ],
      ts,
    });
    expect(await row(`${SPOT}/orderbook`, { ...PAIR, type: "step1", limit: 1 })).toEqual({
      bids: [["49999.9", "0.3"]],
      asks: [["50000.1", "0.7"]],
      ts,
    });
    expect(await row(`${SPOT}/merge-depth`, { ...PAIR, precision: "scale1" })).toMatchObject({
      bids: [["49999.9", "0.3"]],
      scale: "0.1",
      precision: "scale1",
      isMaxPrecision: "NO",
    });
    const best = await row(`${SPOT}/merge-depth`, { ...PAIR, limit: "1" });
    expect(best).toMatchObject({ bids: [["49999.99", "0.1"]], asks: [["50000.01", "0.3"]] });
    for (const limit of ["20", "0", "12000", "max"]) {
      const { bids } = (await row(`${SPOT}/merge-depth`, { ...PAIR, limit })) as object as {
        bids: object[];
      };
      expect(bids, limit).toHaveLength(2);
    }
    expect((await get(`${SPOT}/merge-depth`, { ...PAIR, limit: "some" })).code).toBe("40020");
    expect((await get(`${SPOT}/orderbook`, { ...PAIR, type: "step9" })).code).toBe("40034");
  });

  it("shows futures levels in the requested precision", async () => {
    await futures("alice", { side: "buy", price: "49999.9", size: "0.1" });
    const depth = await row(`${MIX}/merge-depth`, { ...CONTRACT, limit: "max" });
    expect(depth).toMatchObject({
      bids: [["49999.9", "0.1"]],
      asks: [],
      scale: "0.1",
      isMaxPrecision: "YES",
    });
    expect((await get(`${MIX}/merge-depth`, PAIR)).code).toBe("40019");
  });
});

describe("tickers and trades", () => {
  it("shows the day of a spot symbol", async () => {
    await trade(spot, "50000", "0.1");
    await trade(spot, "51000", "0.1");
    await spot("alice", { side: "buy", price: "50500", size: "0.2" });
    const [ticker, ...more] = await rows(`${SPOT}/tickers`, PAIR);
    expect(more).toEqual([]);
    expect(ticker).toEqual({
      symbol: "BTCUSDT",
      lastPr: "51000",
      open: "50000",
      high24h: "51000",
      low24h: "50000",
      openUtc: "50000",
      change24h: "0.02",
      changeUtc24h: "0.02",
      bidPr: "50500",
      bidSz: "0.2",
      askPr: "",
      askSz: "0",
      baseVolume: "0.2",
      quoteVolume: "10100",
      usdtVolume: "10100",
      ts: String(exchange.nowMs),
    });
    expect(await rows(`${SPOT}/tickers`)).toHaveLength(2);
  });

  it("shows mark, index, funding and open interest of a contract", async () => {
    await trade(futures, "50000", "0.5");
    const [ticker] = await rows(`${MIX}/ticker`, CONTRACT);
    expect(ticker).toMatchObject({
      lastPr: "50000",
      indexPrice: "50000",
      markPrice: "50000",
      holdingAmount: "0.5",
      fundingRate: "0.0001",
    });
    expect((await rows(`${MIX}/tickers`, { productType: "usdt-futures" }))[0]).toEqual(ticker);
    expect(await row(`${MIX}/open-interest`, CONTRACT)).toEqual({
      openInterestList: [{ symbol: "BTCUSDT", size: "0.5" }],
      ts: String(exchange.nowMs),
    });
    const [price] = await rows(`${MIX}/symbol-price`, CONTRACT);
    expect(price).toMatchObject({ price: "50000", indexPrice: "50000", markPrice: "50000" });
    const [time] = await rows(`${MIX}/funding-time`, CONTRACT);
    const next = Math.ceil(START_MS / (8 * HOUR_MS)) * 8 * HOUR_MS;
    expect(time).toEqual({ symbol: "BTCUSDT", nextFundingTime: String(next), ratePeriod: "8" });
    const [rate] = await rows(`${MIX}/current-fund-rate`, CONTRACT);
    expect(rate).toMatchObject({ fundingRate: "0.0001", nextUpdate: String(next) });
    expect(await rows(`${MIX}/history-fund-rate`, CONTRACT)).toEqual([]);
  });

  it.each([
    ["spot", SPOT, PAIR, [spot, "Buy"]],
    ["futures", MIX, CONTRACT, [futures, "buy"]],
  ] as const)("pages the public trades of %s", async (_what, base, named, [place, side]) => {
    await trade(place, "50000", "0.1");
    exchange.gateway.advance(HOUR_MS);
    await trade(place, "50000", "0.2");
    const all = await rows(`${base}/fills`, named);
    expect(all).toEqual([
      {
        symbol: "BTCUSDT",
        tradeId: expect.stringMatching(/^\d{19}$/),
        side: "buy",
        price: "50000",
        size: "0.2",
        ts: String(exchange.nowMs),
      },
      expect.objectContaining({ size: "0.1", ts: String(START_MS) }),
    ]);
    const past = all.map((trade) => ({ ...trade, side }));
    expect(await rows(`${base}/fills-history`, named)).toEqual(past);
    expect(await rows(`${base}/fills`, { ...named, limit: 1 })).toEqual([all[0]]);
    const page = { ...named, idLessThan: all[0]?.["tradeId"] ?? "" };
    expect(await rows(`${base}/fills-history`, page)).toEqual([past[1]]);
    const window = { ...named, startTime: START_MS - 1_000, endTime: START_MS + 1_000 };
    expect(await rows(`${base}/fills-history`, window)).toEqual([past[1]]);
    const old = { ...named, startTime: exchange.nowMs - 8 * DAY_MS };
    expect((await get(`${base}/fills-history`, old)).code).toBe("40704");
  });
});

describe("candles", () => {
  const candles = async (path: string, query: Query) =>
    (await rows(path, query)) as unknown as readonly (readonly string[])[];
  const minute = Math.floor(START_MS / 60_000) * 60_000;

  it("aggregates trades, with flat candles for empty spans", async () => {
    await trade(spot, "50000", "0.1");
    await trade(spot, "51000", "0.1");
    exchange.gateway.advance(120_000);
    await trade(spot, "50500", "0.2");
    const query = { ...PAIR, granularity: "1min" };
    const all = await candles(`${SPOT}/candles`, query);
    expect(all).toEqual([
      [String(minute), "50000", "51000", "50000", "51000", "0.2", "10100", "10100"],
      [String(minute + 60_000), "51000", "51000", "51000", "51000", "0", "0", "0"],
      [String(minute + 120_000), "50500", "50500", "50500", "50500", "0.2", "10100", "10100"],
    ]);
    expect(await candles(`${SPOT}/candles`, { ...query, limit: 1 })).toEqual([all[2]]);
    const past = { ...query, endTime: minute + 120_000 };
    expect(await candles(`${SPOT}/history-candles`, past)).toEqual(all.slice(0, 2));
    expect((await get(`${SPOT}/history-candles`, query)).code).toBe("40019");
    const page = { ...query, startTime: minute, endTime: minute + 120_000, limit: 2 };
    expect(await candles(`${SPOT}/candles`, page)).toEqual(all.slice(0, 2));
    expect(await candles(`${SPOT}/history-candles`, page)).toEqual(all.slice(0, 2));
    const [month, ...more] = await candles(`${SPOT}/candles`, { ...PAIR, granularity: "1M" });
    expect(more).toEqual([]);
    expect(month?.slice(1, 6)).toEqual(["50000", "51000", "50000", "50500", "0.4"]);
    expect((await get(`${SPOT}/candles`, { ...PAIR, granularity: "7min" })).code).toBe("40034");
  });

  it("separates futures candles of trades, mark and index", async () => {
    await trade(futures, "50100", "0.1");
    const query = { ...CONTRACT, granularity: "1H" };
    const hour = String(Math.floor(START_MS / HOUR_MS) * HOUR_MS);
    const last = [hour, "50100", "50100", "50100", "50100", "0.1", "5010"];
    expect(await candles(`${MIX}/candles`, query)).toEqual([last]);
    expect(await candles(`${MIX}/history-candles`, query)).toEqual([last]);
    const index = [hour, "50000", "50000", "50000", "50000", "0", "0"];
    expect(await candles(`${MIX}/candles`, { ...query, kLineType: "index" })).toEqual([index]);
    expect(await candles(`${MIX}/history-index-candles`, query)).toEqual([index]);
    const [mark] = await candles(`${MIX}/history-mark-candles`, query);
    expect(mark?.[0]).toBe(hour);
    const twoReadings = { startTime: START_MS - 90 * DAY_MS, endTime: START_MS + 40 };
    expect(await candles(`${MIX}/candles`, { ...query, ...twoReadings })).toEqual([last]);
    const upToIt = { startTime: Number(hour) - HOUR_MS, endTime: hour };
    expect(await candles(`${MIX}/candles`, { ...query, ...upToIt })).toEqual([]);
    const long = { ...query, startTime: START_MS - 91 * DAY_MS, endTime: START_MS };
    expect((await get(`${MIX}/candles`, long)).code).toBe("00001");
    const reversed = { ...query, startTime: START_MS, endTime: START_MS - 1 };
    expect((await get(`${MIX}/candles`, reversed)).code).toBe("40707");
  });

  it("combines candles from the history beyond the candles in memory", async () => {
    await trade(spot, "50000", "0.1");
    exchange.gateway.advance(HOUR_MS);
    await trade(spot, "51000", "0.2");
    const series = exchange.access.live.candles.series(0, "last", "1m");
    // As many newer minutes as memory keeps push the first ones out.
    const newest = exchange.nowMs;
    for (let count = 1; !series.isTruncated || series.startAt(0) <= newest; count += 1) {
      const first = series.at(series.count - 1);
      series.append({ ...first, startMs: first.startMs + 60_000 });
      if (count > 20_000) throw new Error("the series lets old candles go");
    }
    exchange.gateway.advance((series.count + 1) * 60_000);
    await trade(spot, "51000", "0.1");
    const query = { ...PAIR, granularity: "30min", endTime: START_MS + HOUR_MS, limit: 3 };
    const all = await candles(`${SPOT}/history-candles`, query);
    const half = Math.floor(START_MS / 1_800_000) * 1_800_000;
    expect(all).toEqual([
      [String(half), "50000", "50000", "50000", "50000", "0.1", "5000", "5000"],
      [String(half + 1_800_000), "50000", "50000", "50000", "50000", "0", "0", "0"],
      [String(half + HOUR_MS), "51000", "51000", "51000", "51000", "0.2", "10200", "10200"],
    ]);
  });
});
