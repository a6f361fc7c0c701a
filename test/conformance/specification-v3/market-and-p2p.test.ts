/** Specification, Market data and peer-to-peer (v3), row by row. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { atoms } from "../../../src/core/money/units.ts";
import { endpointsV3 } from "../../../src/gateway/rest-v3/endpoints-v3.ts";
import { idOfWire } from "../../../src/wire/ids.ts";
import { NO_P2P, openP2p } from "../../security/hostile-p2p.ts";
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
import {
  accepted,
  optional,
  refused,
  required,
  testParameters,
} from "../specification-v2/support/parameter-tests.ts";
import { row } from "./support/specified-rules.ts";
import { counts, decimals, NO_WORDS, names, pageRows, words } from "./support/tried-values.ts";

const RATES = "/api/v3/market/history-fund-rate";
const ADS = "/api/v3/p2p/ad-list";
const UNIFIED = { accountKind: "unified" } as const;
const FUNDS = [["unified", "USDT", 1_000_000n * COIN]] as const;
const CONTRACT = { category: "USDT-FUTURES", symbol: "BTCUSDT" };
const PAIR = { token: "USDT", fiat: "USD", side: "sell", pageNum: "1", limit: "10" };
const HOUR_MS = 3_600_000;
const SETTLEMENTS = 3;
/** Rates of a page, and ads of a page. */
const RATES_MAX = 200;
const ADS_MAX = 10;

let exchange: ExchangeFixture;
let rates: readonly TestRow[] = [];
let ads: readonly TestRow[] = [];
let p2p = NO_P2P;

beforeAll(async () => {
  exchange = await ExchangeFixture.start({
    endpoints: endpointsV3,
    users: [
      ...["alice", "ulla", "vera"].map((name) => ({ ...UNIFIED, name, funds: FUNDS })),
      { ...UNIFIED, name: "reader", permissions: ["p2p_read"] },
      { ...UNIFIED, name: "trader", permissions: ["uta_mgt_write", "uta_trade_write"] },
    ],
  });
  p2p = await openP2p(exchange);
  await settle(exchange, SETTLEMENTS);
  rates = ratesIn(await exchange.get(RATES, CONTRACT));
  ads = rowsOf(await exchange.get(ADS, PAIR, "alice"));
});
afterAll(() => exchange[Symbol.asyncDispose]());

/** Lets funding of eight hours be settled so often. */
async function settle(settled: ExchangeFixture, times: number): Promise<void> {
  for (let count = 0; count < times; count++) {
    settled.gateway.advance(8 * HOUR_MS);
    await settled.apply({ kind: "tick" });
  }
}

function ratesIn(answer: TestAnswer): readonly TestRow[] {
  const payload = rowOf(answer) as unknown;
  return (payload as { readonly resultList: readonly TestRow[] }).resultList;
}

testFields("a funding rate record", () => rates as readonly Resource[], {
  symbol: ["BTCUSDT"],
  fundingRate: NUMBER,
  fundingRateTimestamp: TIME,
});

testParameters(() => exchange, {
  method: "GET",
  table: "Get Funding Rate History",
  path: RATES,
  valid: () => CONTRACT,
  parameters: {
    category: required([
      accepted("lower case", "usdt-futures"),
      refused("SPOT", "SPOT", "25200"),
      refused("a line that does not have the symbol", "USDC-FUTURES", "25100"),
      ...NO_WORDS,
    ]),
    symbol: required(names("25100", "BTCUSDT", "ETHUSDT")),
    cursor: optional(counts(1, 100)),
    limit: optional(pageRows(200)),
  },
});

describe("Get Funding Rate History", () => {
  it.each([
    ["COIN-FUTURES", "BTCUSD"],
    ["USDC-FUTURES", "BTCPERP"],
  ])("category %s has the rates of %s", async (category, symbol) => {
    const found = ratesIn(await exchange.get(RATES, { category, symbol }));
    expect(found.map((rate) => rate["symbol"])).toContain(symbol);
  });

  it(row("Limits", "limit maxima", "200 rates, which are the default too"), async () => {
    const users = [{ ...UNIFIED, name: "alice" }];
    await using other = await ExchangeFixture.start({ endpoints: endpointsV3, users });
    await settle(other, RATES_MAX + 1);
    const page = async (query: object) =>
      ratesIn(await other.get(RATES, { ...CONTRACT, ...query }));
    expect(await page({})).toHaveLength(RATES_MAX);
    expect(await page({ limit: RATES_MAX })).toEqual(await page({}));
    expect(await page({ cursor: 2 })).toHaveLength(1);
    expect(await page({ limit: 7 })).toEqual((await page({})).slice(0, 7));
  });

  it(row("Get Funding Rate History", "interval", "is that of the instrument"), async () => {
    const [listed] = rowsOf(await exchange.get("/api/v3/public/instruments", CONTRACT));
    const [last, before] = rates.map((rate) => Number(rate["fundingRateTimestamp"]));
    expect(Number(last) - Number(before)).toBe(Number(listed?.["fundInterval"]) * HOUR_MS);
  });

  it(row("Get Funding Rate History", "order", "the newest first"), () => {
    const times = rates.map((row) => Number(row["fundingRateTimestamp"]));
    expect(times.length).toBeGreaterThanOrEqual(SETTLEMENTS);
    expect(times).toEqual(times.toSorted((one, other) => other - one));
  });

  it(row("Limits", "cursor maximum", "100; it is the number of the page, from 1 on"), async () => {
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

testParameters(() => exchange, {
  method: "GET",
  table: "Get Ad List",
  path: ADS,
  user: "alice",
  valid: () => PAIR,
  parameters: {
    token: required([accepted("lower case", "usdt"), refused("another", "NOSUCHCOIN", "60006")]),
    fiat: required([accepted("lower case", "usd"), refused("another", "XXX", "60006")]),
    side: required(words("buy", "sell")),
    amount: optional([accepted("10", "10"), ...decimals()]),
    pageNum: required([
      accepted("1", "1"),
      accepted("a page beyond the last", "1000"),
      refused("0", "0", "40053"),
      refused("a word", "first", "25200"),
    ]),
    limit: required(counts(1, 10)),
  },
});

describe("Get Ad List", () => {
  it.each([
    ["reader", "00000"],
    ["trader", "40014"],
  ])(row("Get Ad List", "permission", "the key of %s is answered %s"), async (name, code) => {
    expect((await exchange.get(ADS, PAIR, name)).code).toBe(code);
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

  it(row("Peer-to-peer ad", "published", "one that is withdrawn is not listed"), async () => {
    const [ad] = ads;
    const body = { advId: String(ad?.["advId"]), operation: "delist" };
    const owner = ["ulla", "vera"].find((name) => exchange.user(name).uid === ad?.["merchantId"]);
    await exchange.post("/api/v3/p2p/ad-operate", body, owner ?? "");
    const listed = rowsOf(await exchange.get(ADS, PAIR, "alice")).map((row) => row["advId"]);
    expect(listed).toEqual(ads.slice(1).map((row) => row["advId"]));
  });

  it("completed orders, their rate and the time of release are those of the merchant", async () => {
    const figures = ({ avgReleaseTime, completedOrderNum, completedRate }: TestRow) => [
      ...[completedOrderNum, completedRate, avgReleaseTime],
    ];
    expect(ads.map(figures)).toEqual(new Array(3).fill(["0", "0", "0"]));
    exchange.gateway.advance(6 * 60_000);
    const order = idOfWire(p2p.p2pPaid) ?? 0;
    const user = exchange.user("ulla").index;
    await exchange.apply({ kind: "step_p2p_order", user, order, step: "release" });
    const listed = rowsOf(await exchange.get(ADS, PAIR, "alice"));
    // The orders of ulla and of alice from ads of vera were not paid in time.
    const expected = new Map([
      [exchange.user("ulla").uid, ["1", "0.5", `${SETTLEMENTS * 8 * 60 + 6}`]],
      [exchange.user("vera").uid, ["1", "0.3333", "0"]],
    ]);
    expect(listed.length).toBeGreaterThan(0);
    for (const ad of listed) expect(figures(ad)).toEqual(expected.get(ad["merchantId"] ?? ""));
  });

  it(row("Limits", "limit maxima", "10 ads of a page"), async () => {
    const currency = exchange.state.currencyByCode.get("USDT")?.index ?? 0;
    for (const name of ["ulla", "vera"]) {
      const { index: user } = exchange.user(name);
      const account = { user, method: 0, holder: "J. Doe", details: "IBAN 2" };
      const { id } = await exchange.apply({ kind: "add_p2p_account", ...account });
      for (let count = 0; count < ADS_MAX / 2; count++) {
        await exchange.apply({
          ...{ kind: "create_p2p_ad", user, side: "sell", currency, fiat: 0, priceType: "fixed" },
          ...{ price: atoms(100n), premiumE6: 0, amountMin: atoms(1n), amountMax: atoms(100n) },
          ...{ quantity: atoms(10n * COIN), payMinutes: 15, payments: [id] },
          ...{ remark: "", tradeTerms: "" },
        });
      }
    }
    const page = async (pageNum: number) =>
      rowsOf(await exchange.get(ADS, { ...PAIR, limit: ADS_MAX, pageNum }, "alice"));
    const [first, second] = [await page(1), await page(2)];
    expect(first).toHaveLength(ADS_MAX);
    expect(second.length).toBeGreaterThan(0);
    const listed = [...first, ...second].map((ad) => ad["advId"]);
    expect(new Set(listed).size).toBe(listed.length);
  });
});
