/** The public statistics of markets and the terms beside them: true of a story with exact figures. */
import { describe, expect, it } from "vitest";
import { eventually } from "../support/eventually.ts";
import { restV2, restV3 } from "./support/bitget-api-clients.ts";
import { plainClient } from "./support/ccxt-clients.ts";
import { openExchange } from "./support/conformance-exchange.ts";
import { openCounterparty } from "./support/counterparty.ts";
import { USDT_PERPETUAL } from "./support/products.ts";
import { proves } from "./support/proves.ts";

/** The client's types ask for other parameters than its methods send. */
type Sent = never;

const exchange = await openExchange();
const [bob, carol, dave] = [
  await openCounterparty(exchange),
  await openCounterparty(exchange),
  await openCounterparty(exchange),
];
const v2 = restV2(exchange);
const v3 = restV3(exchange);
const alice = restV2(exchange, exchange.firstUser("classic"));
const symbol = "BTCUSDT";

// Futures: bob sells 0.3 to carol and dave, who buy as takers; carol sells 0.1 of hers back as taker.
await bob.futures(USDT_PERPETUAL, { side: "sell", size: "0.3", price: "60000" });
await carol.futures(USDT_PERPETUAL, { side: "buy", size: "0.2", price: "60000" });
await dave.futures(USDT_PERPETUAL, { side: "buy", size: "0.1", price: "60000" });
await bob.futures(USDT_PERPETUAL, { side: "buy", size: "0.1", price: "59990" });
await carol.futures(USDT_PERPETUAL, { side: "sell", size: "0.1", price: "59990" });
// Spot: a whale's purchase of 120,000, a dolphin's of 12,000 and a fish's sale of 600.
await bob.spot(symbol, { side: "sell", size: "2.2", price: "60000" });
await carol.spot(symbol, { side: "buy", size: "2", price: "60000" });
await dave.spot(symbol, { side: "buy", size: "0.2", price: "60000" });
await bob.spot(symbol, { side: "buy", size: "0.01", price: "60000" });
await carol.spot(symbol, { side: "sell", size: "0.01", price: "60000" });
// Loans on the pair: 9,000 USDT, and 0.05 BTC worth 3,000.
await alice.spotTransfer({
  ...{ fromType: "spot", toType: "isolated_margin", coin: "USDT", amount: "5000", symbol },
});
await alice.marginBorrow("isolated", { symbol, coin: "USDT", borrowAmount: "9000" } as Sent);
await alice.marginBorrow("isolated", { symbol, coin: "BTC", borrowAmount: "0.05" } as Sent);

type Row = Readonly<Record<string, string>>;

/** The sum of a field over all periods: the story may have met the end of one. */
const sum = (rows: readonly object[], field: string): number =>
  (rows as Row[]).reduce((total, row) => total + Number(row[field]), 0);
const newest = (rows: readonly object[]): Row => (rows as Row[]).at(-1) ?? {};

/** Waits until the history has the last loan of the story. */
await eventually("the story in the history", async () => {
  const { data } = await v3.getMarginIsolatedBorrow({ symbol });
  return newest(data)["borrowRate"] === "0.25";
});

describe("statistics of contracts", () => {
  it("count what takers bought and sold", async () => {
    proves(
      "RestClientV2.getFuturesActiveTakerBuySellVolumeData",
      "GET /api/v2/mix/market/taker-buy-sell",
    );
    proves("RestClientV3.getFuturesActiveBuySell", "GET /api/v3/market/futures-active-buy-sell");
    proves("RestClientV2.getFuturesActiveBuySellVolumeData", "GET /api/v2/mix/market/long-short");
    proves("RestClientV3.getFuturesLongShort", "GET /api/v3/market/futures-long-short");
    const asked = { symbol, period: "1d" };
    const volumes = [
      await v2.getFuturesActiveTakerBuySellVolumeData(asked),
      await v3.getFuturesActiveBuySell(asked),
    ];
    for (const { data } of volumes) {
      expect(sum(data, "buyVolume")).toBeCloseTo(0.3, 9);
      expect(sum(data, "sellVolume")).toBeCloseTo(0.1, 9);
    }
    const shares = [
      await v2.getFuturesActiveBuySellVolumeData(asked),
      await v3.getFuturesLongShort(asked),
    ];
    const row = { longRatio: "0.75", shortRatio: "0.25", longShortRatio: "3" };
    for (const { data } of shares) expect(data).toContainEqual(expect.objectContaining(row));
  });

  it("count the accounts on each side, and what was opened", async () => {
    proves(
      "RestClientV2.getFuturesActiveLongShortAccountData",
      "GET /api/v2/mix/market/account-long-short",
    );
    proves(
      "RestClientV3.getFuturesAccountLongShort",
      "GET /api/v3/market/futures-account-long-short",
    );
    proves(
      "RestClientV2.getFuturesActiveLongShortPositionData",
      "GET /api/v2/mix/market/position-long-short",
    );
    proves(
      "RestClientV3.getFuturesPositionLongShort",
      "GET /api/v3/market/futures-position-long-short",
    );
    const accounts = [
      await v2.getFuturesActiveLongShortAccountData({ symbol }),
      await v3.getFuturesAccountLongShort({ symbol, period: "1h" }),
    ];
    const two = { longAccountRatio: "0.6667", shortAccountRatio: "0.3333" };
    for (const { data } of accounts) {
      expect(newest(data)).toMatchObject({ ...two, longShortAccountRatio: "2" });
    }
    // Opened: 0.3 by carol and dave, 0.3 by bob. Closing 0.1 opens nothing.
    const half = { longPositionRatio: "0.5", shortPositionRatio: "0.5" };
    const asked = { symbol, period: "1d" };
    for (const { data } of [
      await v2.getFuturesActiveLongShortPositionData(asked),
      await v3.getFuturesPositionLongShort(asked),
    ]) {
      expect(data).toContainEqual(
        expect.objectContaining({ ...half, longShortPositionRatio: "1" }),
      );
    }
  });

  it("refuse an unknown contract and an unknown period", async () => {
    const unknown = v2.getFuturesActiveLongShortAccountData({ symbol: "NOPEUSDT" });
    await expect(unknown).rejects.toMatchObject({ code: 400 });
    const period = v3.getFuturesLongShort({ symbol, period: "7m" });
    await expect(period).rejects.toMatchObject({ body: { code: "25200" } });
  });
});

describe("ccxt.fetchLongShortRatioHistory", () => {
  it.each([
    ["v2", false],
    ["v3", true],
  ])("has the accounts of a contract and the loans of a pair, on %s", async (_version, uta) => {
    proves("ccxt.fetchLongShortRatioHistory", "GET /api/v2/mix/market/account-long-short");
    proves("ccxt.fetchLongShortRatioHistory", "GET /api/v2/margin/market/long-short-ratio");
    const client = await plainClient(exchange, undefined, { uta });
    const contract = await client.fetchLongShortRatioHistory("BTC/USDT:USDT", "5m");
    expect(contract.at(-1)).toMatchObject({ symbol: "BTC/USDT:USDT", longShortRatio: 2 });
    expect(Math.abs(Date.now() - Number(contract.at(-1)?.timestamp))).toBeLessThan(600_000);
    const pair = await client.fetchLongShortRatioHistory("BTC/USDT");
    // 9,000 against 0.05 × 60,000.
    expect(pair.at(-1)).toMatchObject({ symbol: "BTC/USDT", longShortRatio: 3 });
  });
});

describe("statistics of pairs", () => {
  it("tell what is lent, and how it grew", async () => {
    proves("RestClientV2.getFuturesLongShortRatio", "GET /api/v2/margin/market/long-short-ratio");
    proves("RestClientV3.getMarginLongShort", "GET /api/v3/market/margin-long-short");
    proves("RestClientV2.getMarginLoanGrowthRate", "GET /api/v2/margin/market/loan-growth");
    proves("RestClientV3.getMarginLoanGrowth", "GET /api/v3/market/margin-loan-growth");
    proves(
      "RestClientV2.getIsolatedMarginBorrowingRatio",
      "GET /api/v2/margin/market/isolated-borrow-rate",
    );
    proves("RestClientV3.getMarginIsolatedBorrow", "GET /api/v3/market/margin-isolated-borrow");
    const asked = { symbol, period: "30d" } as const;
    const shares = [await v2.getFuturesLongShortRatio(asked), await v3.getMarginLongShort(asked)];
    for (const { data } of shares) expect(newest(data)).toMatchObject({ longShortRatio: "3" });
    const rates = [
      await v2.getIsolatedMarginBorrowingRatio(asked),
      await v3.getMarginIsolatedBorrow(asked),
    ];
    for (const { data } of rates) expect(newest(data)).toMatchObject({ borrowRate: "0.25" });
    const usdt = { ...asked, coin: "USDT" };
    for (const { data } of [
      await v2.getMarginLoanGrowthRate(usdt),
      await v3.getMarginLoanGrowth(usdt),
    ]) {
      for (const row of data) expect(row).toMatchObject({ growthRate: "0" });
    }
    const other = v2.getMarginLoanGrowthRate({ symbol, coin: "ETH" });
    await expect(other).rejects.toMatchObject({ body: { code: "40034" } });
  });

  it("sort takers' orders by their value", async () => {
    proves("RestClientV2.getSpotFundFlow", "GET /api/v2/spot/market/fund-flow");
    proves("RestClientV3.getSpotFundFlow", "GET /api/v3/market/spot-fund-flow");
    proves("RestClientV2.getSpotWhaleNetFlowData", "GET /api/v2/spot/market/whale-net-flow");
    proves("RestClientV3.getSpotWhaleFlow", "GET /api/v3/market/spot-whale-flow");
    proves("RestClientV2.getSpotFundNetFlowData", "GET /api/v2/spot/market/fund-net-flow");
    proves("RestClientV3.getSpotNetFlow", "GET /api/v3/market/spot-net-flow");
    for (const { data } of [
      await v2.getSpotFundFlow({ symbol }),
      await v3.getSpotFundFlow({ symbol, period: "1d" }),
    ]) {
      expect(data).toMatchObject({
        ...{ whaleBuyVolume: "2", dolphinBuyVolume: "0.2", fishBuyVolume: "0" },
        ...{ whaleSellVolume: "0", dolphinSellVolume: "0", fishSellVolume: "0.01" },
        ...{ whaleBuyRatio: "0.905", dolphinBuyRatio: "0.0905", fishSellRatio: "0.0045" },
      });
    }
    for (const { data } of [
      await v2.getSpotWhaleNetFlowData({ symbol }),
      await v3.getSpotWhaleFlow({ symbol }),
    ]) {
      expect(sum(data, "volume")).toBe(2);
    }
    for (const { data } of [
      await v2.getSpotFundNetFlowData({ symbol }),
      await v3.getSpotNetFlow({ symbol }),
    ]) {
      expect(sum(data, "netFlow")).toBeCloseTo(2.19, 9);
    }
  });

  it("exist for everything that is listed", async () => {
    proves("RestClientV2.getTradeDataSupportSymbols", "GET /api/v2/spot/market/support-symbols");
    const { data } = await v2.getTradeDataSupportSymbols();
    expect(data.spotList).toContain("ETHUSDT");
    expect(data.futureList).toEqual(expect.arrayContaining(["BTCUSDT", "BTCPERP", "BTCUSD"]));
  });
});

describe("terms of markets", () => {
  it("tell the share of the open interest and the discounts of coins", async () => {
    proves("RestClientV2.getFuturesOiLimit", "GET /api/v2/mix/market/oi-limit");
    proves("RestClientV2.getFuturesDiscountRate", "GET /api/v2/mix/market/discount-rate");
    const category = "USDT-FUTURES" as const;
    const limits = await v2.getFuturesOiLimit({ productType: category, symbol });
    expect(limits.data).toEqual((await v3.getContractsOi({ category, symbol })).data);
    const { data: discounts } = await v2.getFuturesDiscountRate();
    const { data: same } = await v3.getDiscountRate();
    const first = (rows: readonly object[]) => (rows as Row[]).map((row) => row["coin"]);
    expect(first(discounts)).toEqual(first(same));
    const bitcoin = (discounts as unknown as { coin: string; discountRateList: Row[] }[]).find(
      ({ coin }) => coin === "BTC",
    );
    const tiers = bitcoin?.discountRateList ?? [];
    expect(tiers[0]).toMatchObject({ tier: "1", minAmount: "0" });
    expect(tiers.at(-1)).toMatchObject({ maxAmount: "" });
  });

  it("say plainly what is absent: announcements, orders for retail takers, a platform coin", async () => {
    proves("RestClientV2.getAnnouncements", "GET /api/v2/public/annoucements");
    proves("RestClientV3.getRpiSymbols", "GET /api/v3/market/rpi-symbols");
    proves("RestClientV3.getRpiOrderBook", "GET /api/v3/market/rpi-orderbook");
    proves("RestClientV2.getSpotBGBDeductInfo", "GET /api/v2/spot/account/deduct-info");
    expect((await v2.getAnnouncements({ language: "en_US" })).data).toEqual([]);
    expect((await v3.getRpiSymbols()).data).toEqual([]);
    await bob.spot("ETHUSDT", { side: "sell", size: "0.5", price: "3100" });
    const book = await v3.getRpiOrderBook({ category: "SPOT", symbol: "ETHUSDT" });
    expect(book.data).toMatchObject({ a: [["3100", "0.5", "0"]], b: [] });
    expect((await alice.getSpotBGBDeductInfo()).data).toEqual({ deduct: "off" });
    await expect(alice.getUnionConfig()).rejects.toMatchObject({ body: { code: "40410" } });
  });
});
