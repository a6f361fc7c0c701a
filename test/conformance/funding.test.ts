/** Funding as clients meet it: the exchange lived a minute ago, and then reaches the full hour. */
import { beforeAll, describe, expect, it } from "vitest";
import { eventually } from "../support/eventually.ts";
import { restV2, restV3 } from "./support/bitget-api-clients.ts";
import { idOf, type PlainClient, plainClient } from "./support/ccxt-clients.ts";
import { openExchange } from "./support/conformance-exchange.ts";
import { openCounterparty } from "./support/counterparty.ts";
import { COIN_PERPETUAL, USDT_PERPETUAL } from "./support/products.ts";
import { proves } from "./support/proves.ts";

const HOUR_MS = 3_600_000;
const SETTLED_AT_MS = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;

/** Stands still a minute before the hour until it is let go. */
const clock = { isPast: true };
const exchange = await openExchange({
  clockMs: () => (clock.isPast ? SETTLED_AT_MS - 60_000 : Date.now()),
});
const bob = await openCounterparty(exchange);
const clients = {
  classic: await plainClient(exchange, exchange.firstUser("classic"), { uta: false }),
  unified: await plainClient(exchange, exchange.firstUser("unified"), { uta: true }),
} as const;
const anonymous = restV2(exchange);
const anonymousV3 = restV3(exchange);

const PRODUCTS = [
  // 0.1 BTC × 60,000 × 0.00125 % = 0.075 USDT; 6,000 USD ÷ 60,000 × 0.00125 % = 0.00000125 BTC.
  { ...USDT_PERPETUAL, category: "usdt_futures", paid: -0.075 },
  { ...COIN_PERPETUAL, category: "coin_futures", paid: -0.00000125 },
] as const;

async function openLong(client: PlainClient, product: (typeof PRODUCTS)[number]): Promise<void> {
  const { market, size } = product;
  await bob.futures(product, { side: "sell", size: String(size), price: "60000" });
  idOf(await client.createOrder(market, "limit", "buy", size, 60_000));
}

/** One ETH at 3,000, isolated: 0.00125 % of it is 0.0375 USDT. */
const ISOLATED = { productType: "USDT-FUTURES", symbol: "ETHUSDT", marginCoin: "USDT" } as const;

async function openIsolated(): Promise<void> {
  const alice = restV2(exchange, exchange.firstUser("classic"));
  const terms = { intervalHours: 1, rateMin: "-0.002", rateMax: "0.002" };
  const { symbol } = ISOLATED;
  await exchange.admin("PUT", "/funding-terms", { category: "usdt_futures", symbol, ...terms });
  await alice.setFuturesMarginMode({ ...ISOLATED, marginMode: "isolated" });
  await bob.futures(ISOLATED, { side: "sell", size: "1", price: "3000" });
  const order = {
    side: "buy",
    orderType: "limit",
    size: "1",
    price: "3000",
    force: "gtc",
  } as const;
  await alice.futuresSubmitOrder({ ...ISOLATED, ...order, marginMode: "isolated" });
}

beforeAll(async () => {
  for (const product of PRODUCTS) {
    const { category, symbol } = product;
    const terms = { intervalHours: 1, rateMin: "-0.002", rateMax: "0.002" };
    await exchange.admin("PUT", "/funding-terms", { category, symbol, ...terms });
    for (const client of Object.values(clients)) await openLong(client, product);
  }
  await openIsolated();
  clock.isPast = false;
  await eventually("the settlement of funding", async () => {
    const list = await Promise.all(
      PRODUCTS.map(({ market }) => clients.unified.fetchFundingHistory(market)),
    );
    return list.every((payments) => payments.length > 0);
  });
});

describe.each(PRODUCTS)("funding of $market", (product) => {
  const { market, paid, productType, symbol } = product;

  it("ccxt: has a rate, an interval and the next time", async () => {
    proves("ccxt.fetchFundingRate", "GET /api/v2/mix/market/current-fund-rate");
    proves("ccxt.fetchFundingInterval", "GET /api/v2/mix/market/funding-time");
    proves("ccxt.fetchFundingRates", "GET /api/v2/mix/market/current-fund-rate");
    const { classic } = clients;
    const rate = await classic.fetchFundingRate(market);
    const nextMs = (Math.floor(Date.now() / HOUR_MS) + 1) * HOUR_MS;
    expect(rate).toMatchObject({ interval: "1h", fundingTimestamp: nextMs });
    expect(rate.info).toMatchObject({ minFundingRate: "-0.002", maxFundingRate: "0.002" });
    expect(await classic.fetchFundingInterval(market)).toMatchObject({ interval: "1h" });
    const all = await classic.fetchFundingRates([market]);
    expect(all[market]?.fundingRate).toBe(rate.fundingRate);
    const intervals = await classic.fetchFundingIntervals([market]);
    expect(intervals[market]).toMatchObject({ interval: "1h" });
  });

  it.each(["classic", "unified"] as const)("ccxt, %s: lists settled rates", async (kind) => {
    proves(
      "ccxt.fetchFundingRateHistory",
      "GET /api/v2/mix/market/history-fund-rate",
      "GET /api/v3/market/history-fund-rate",
    );
    expect(await clients[kind].fetchFundingRateHistory(market)).toMatchObject([
      { symbol: market, fundingRate: 0.0000125, timestamp: SETTLED_AT_MS },
    ]);
  });

  it.each(["classic", "unified"] as const)("ccxt, %s: lists what it paid", async (kind) => {
    proves(
      "ccxt.fetchFundingHistory",
      "GET /api/v2/mix/account/bill",
      "GET /api/v3/account/financial-records",
    );
    expect(await clients[kind].fetchFundingHistory(market)).toMatchObject([
      { symbol: market, code: product.marginCoin, amount: paid },
    ]);
  });

  it("bitget-api: has the rate, its history, and the next time", async () => {
    proves("RestClientV2.getFuturesCurrentFundingRate", "GET /api/v2/mix/market/current-fund-rate");
    proves(
      "RestClientV2.getFuturesHistoricFundingRates",
      "GET /api/v2/mix/market/history-fund-rate",
    );
    proves("RestClientV2.getFuturesNextFundingTime", "GET /api/v2/mix/market/funding-time");
    proves("RestClientV3.getCurrentFundingRate", "GET /api/v3/market/current-fund-rate");
    const named = { productType, symbol };
    const rate = await anonymous.getFuturesCurrentFundingRate(named);
    expect(rate.data).toMatchObject([{ symbol, fundingRateInterval: "1" }]);
    const { data: history } = await anonymous.getFuturesHistoricFundingRates(named);
    expect(history).toEqual([
      { symbol, fundingRate: "0.0000125", fundingTime: String(SETTLED_AT_MS) },
    ]);
    const next = await anonymous.getFuturesNextFundingTime(named);
    expect(next.data).toMatchObject([{ symbol, ratePeriod: "1" }]);
    const unified = await anonymousV3.getCurrentFundingRate({ symbol });
    expect(unified.data).toMatchObject([{ symbol, maxFundingRate: "0.002" }]);
  });

  it("bitget-api: has what an open position paid", async () => {
    proves("RestClientV2.getFuturesPositions", "GET /api/v2/mix/position/all-position");
    const alice = restV2(exchange, exchange.firstUser("classic"));
    const { data } = await alice.getFuturesPositions({
      productType,
      marginCoin: product.marginCoin,
    });
    expect(data.filter((row) => row.symbol === symbol)).toMatchObject([
      { symbol, totalFee: (paid as number).toFixed(8).replace(/0+$/, "") },
    ]);
  });
});

it("an isolated position pays from its own margin, by way of the futures balance", async () => {
  proves("RestClientV2.getFuturesAccountBills", "GET /api/v2/mix/account/bill");
  const alice = restV2(exchange, exchange.firstUser("classic"));
  const { productType, symbol } = ISOLATED;
  const bills = await eventually("the bills of an isolated position", async () => {
    const { data } = await alice.getFuturesAccountBills({ productType });
    const own = data.bills.filter((bill) => bill.symbol === symbol);
    return own.some((bill) => bill.businessType === "contract_settle_fee") && own;
  });
  const [payment, release, ...opening] = bills;
  const before = Number(release?.balance) - 0.0375;
  expect(payment).toMatchObject({
    amount: "-0.0375",
    businessType: "contract_settle_fee",
  });
  expect(release).toMatchObject({ amount: "0.0375", businessType: "reduce_margin" });
  expect(Number(payment?.balance)).toBeCloseTo(before, 8);
  expect(opening.map(({ businessType }) => businessType)).toEqual(["open_margin", "buy"]);
  // 3,000 at the default leverage of 20 is a margin of 150.
  const { data: positions } = await alice.getFuturesPositions({
    productType,
    marginCoin: ISOLATED.marginCoin,
  });
  expect(positions.filter((row) => row.symbol === symbol)).toMatchObject([
    { marginMode: "isolated", marginSize: "149.9625" },
  ]);
});
