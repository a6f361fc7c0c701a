/** Specification, Market data and peer-to-peer (v3), row by row. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { endpointsV3 } from "../../../src/gateway/rest-v3/endpoints-v3.ts";
import { openP2p } from "../../security/hostile-p2p.ts";
import { rowOf, rowsOf, type TestAnswer, type TestRow } from "../../support/test-answer.ts";
import { ExchangeFixture } from "../../support/test-exchange.ts";
import { COIN } from "../../support/test-listings.ts";
import {
  NUMBER,
  type Resource,
  TEXT,
  TIME,
  testFields,
} from "../specification-v2/support/field-tests.ts";

const RATES = "/api/v3/market/history-fund-rate";
const ADS = "/api/v3/p2p/ad-list";
const FUNDS = [["unified", "USDT", 1_000_000n * COIN]] as const;
const CONTRACT = { category: "USDT-FUTURES", symbol: "BTCUSDT" };
const PAIR = { token: "USDT", fiat: "USD", side: "sell", pageNum: "1", limit: "10" };
const HOUR_MS = 3_600_000;
const SETTLEMENTS = 3;

let exchange: ExchangeFixture;
let rates: readonly TestRow[] = [];
let ads: readonly TestRow[] = [];

beforeAll(async () => {
  exchange = await ExchangeFixture.start({
    endpoints: endpointsV3,
    users: ["alice", "ulla", "vera"].map((name) => ({
      ...{ name, accountKind: "unified", funds: FUNDS },
    })),
  });
  await openP2p(exchange);
  for (let settled = 0; settled < SETTLEMENTS; settled++) {
    exchange.gateway.advance(8 * HOUR_MS);
    await exchange.apply({ kind: "tick" });
  }
  rates = ratesIn(await exchange.get(RATES, CONTRACT));
  ads = rowsOf(await exchange.get(ADS, PAIR, "alice"));
});
afterAll(() => exchange[Symbol.asyncDispose]());

function ratesIn(answer: TestAnswer): readonly TestRow[] {
  const payload = rowOf(answer) as unknown;
  return (payload as { readonly resultList: readonly TestRow[] }).resultList;
}

const rateCode = async (query: object) =>
  (await exchange.get(RATES, { ...CONTRACT, ...query } as Record<string, string>)).code;
const adCode = async (query: object) =>
  (await exchange.get(ADS, { ...PAIR, ...query } as Record<string, string>, "alice")).code;

function without(query: Readonly<Record<string, string>>, name: string): Record<string, string> {
  return Object.fromEntries(Object.entries(query).filter(([key]) => key !== name));
}

testFields("a funding rate record", () => rates as readonly Resource[], {
  symbol: ["BTCUSDT"],
  fundingRate: NUMBER,
  fundingRateTimestamp: TIME,
});

describe("Get Funding Rate History", () => {
  it("needs no key", async () => expect(await rateCode({})).toBe("00000"));

  it.each(["category", "symbol"])("%s is required", async (name) => {
    expect((await exchange.get(RATES, without(CONTRACT, name))).code).toBe("40019");
  });

  it.each([
    ["category", "USDT-FUTURES", "00000"],
    ["category", "SPOT", "25200"],
    ["category", "nothing", "25200"],
    ["symbol", "NOSUCHPAIR", "25100"],
    ["cursor", "1", "00000"],
    ["cursor", "100", "00000"],
    ["cursor", "101", "40053"],
    ["cursor", "0", "40053"],
    ["cursor", "first", "25200"],
    ["limit", "1", "00000"],
    ["limit", "200", "00000"],
    ["limit", "201", "40053"],
    ["limit", "-1", "40053"],
    ["limit", "all", "25200"],
  ])("%s %s is answered %s", async (name, value, code) => {
    expect(await rateCode({ [name]: value })).toBe(code);
  });

  it.each(["COIN-FUTURES", "USDC-FUTURES"])("category %s is a category", async (category) => {
    expect(await rateCode({ category })).not.toBe("25200");
  });

  it("lists the newest first", () => {
    const times = rates.map((row) => Number(row["fundingRateTimestamp"]));
    expect(times.length).toBeGreaterThanOrEqual(SETTLEMENTS);
    expect(times).toEqual(times.toSorted((one, other) => other - one));
  });

  it("cursor is the number of the page, from 1 on", async () => {
    const page = async (cursor: number) =>
      ratesIn(await exchange.get(RATES, { ...CONTRACT, limit: 1, cursor }));
    expect(await page(1)).toEqual(rates.slice(0, 1));
    expect(await page(2)).toEqual(rates.slice(1, 2));
    expect(await page(100)).toEqual([]);
  });
});

testFields("a peer-to-peer ad", () => ads as readonly Resource[], {
  advId: /^\d+$/,
  merchantId: /^\d+$/,
  merchantName: TEXT,
  token: ["USDT"],
  fiat: ["USD"],
  side: ["sell"],
  price: NUMBER,
  minAmount: NUMBER,
  maxAmount: NUMBER,
  quantity: NUMBER,
  payMethods: (value) =>
    Array.isArray(value) &&
    value.length > 0 &&
    value.every(({ payMethodId, payMethodName }) => payMethodId !== "" && payMethodName !== ""),
  completedOrderNum: /^\d+$/,
  completedRate: NUMBER,
  avgReleaseTime: NUMBER,
  createdTime: TIME,
});

describe("Get Ad List", () => {
  it("needs a key with the permission to read peer-to-peer trading", async () => {
    expect((await exchange.get(ADS, PAIR)).code).toBe("40001");
  });

  it.each(["token", "fiat", "side", "pageNum", "limit"])("%s is required", async (name) => {
    const { code } = await exchange.get(ADS, without(PAIR, name), "alice");
    expect(code).toBe("40019");
  });

  it.each([
    ["token", "USDT", "00000"],
    ["token", "NOSUCHCOIN", "60006"],
    ["fiat", "USD", "00000"],
    ["fiat", "XXX", "60006"],
    ["side", "buy", "00000"],
    ["side", "sell", "00000"],
    ["side", "both", "25200"],
    ["amount", "10", "00000"],
    ["amount", "-1", "25200"],
    ["amount", "much", "25200"],
    ["pageNum", "1", "00000"],
    ["pageNum", "0", "40053"],
    ["pageNum", "first", "25200"],
    ["limit", "10", "00000"],
    ["limit", "11", "40053"],
    ["limit", "all", "25200"],
  ])("%s %s is answered %s", async (name, value, code) => {
    expect(await adCode({ [name]: value })).toBe(code);
  });

  it("side is that of the ad", async () => {
    expect(ads.length).toBe(3);
    expect(rowsOf(await exchange.get(ADS, { ...PAIR, side: "buy" }, "alice"))).toEqual([]);
  });

  it("amount keeps the ads whose bounds contain it, and whose quantity suffices", async () => {
    const offered = async (amount: string) =>
      rowsOf(await exchange.get(ADS, { ...PAIR, amount }, "alice")).length;
    // Each ad takes 0.01 to 1,000, and has 100 USDT at 1; a paid order has taken 10 of one.
    expect([await offered("0.01"), await offered("90"), await offered("90.01")]).toEqual([3, 3, 2]);
    expect([await offered("100"), await offered("100.01")]).toEqual([2, 0]);
    expect(await offered("1000.01")).toBe(0);
  });

  it("pages begin at 1 and hold at most limit ads", async () => {
    const page = async (pageNum: string) =>
      rowsOf(await exchange.get(ADS, { ...PAIR, limit: "2", pageNum }, "alice"));
    expect(await page("1")).toEqual(ads.slice(0, 2));
    expect(await page("2")).toEqual(ads.slice(2));
    expect(await page("3")).toEqual([]);
  });

  it("an ad that is withdrawn from the shelf is not listed", async () => {
    const [ad] = ads;
    const body = { advId: String(ad?.["advId"]), operation: "delist" };
    const owner = ["ulla", "vera"].find((name) => exchange.user(name).uid === ad?.["merchantId"]);
    await exchange.post("/api/v3/p2p/ad-operate", body, owner ?? "");
    const listed = rowsOf(await exchange.get(ADS, PAIR, "alice")).map((row) => row["advId"]);
    expect(listed).toEqual(ads.slice(1).map((row) => row["advId"]));
  });

  it("completed orders and times are computed from the orders", async () => {
    const before = ads.map((row) => row["completedOrderNum"]);
    expect(new Set(before)).toEqual(new Set(["0"]));
  });
});
