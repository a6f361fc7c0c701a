/** Borrowing in an advanced unified account, over REST: MARGIN orders, debts, repayment. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { lendCoins } from "../../../../test/support/lend-coins.ts";
import { listOf, rowOf, rowsOf } from "../../../../test/support/test-answer.ts";
import { ExchangeFixture } from "../../../../test/support/test-exchange.ts";
import { COIN } from "../../../../test/support/test-listings.ts";
import { PLACE_ORDER } from "../../../../test/support/wire-orders.ts";
import { unifiedAccount } from "../../../wire/v3/account-rows.ts";
import { endpointsMarketV3 } from "../market/endpoints-market.ts";
import { endpointsTradeV3 } from "../trade/endpoints-trade.ts";
import { endpointsAccountV3 } from "./endpoints-account.ts";

const ORDER = {
  category: "MARGIN",
  symbol: "BTCUSDT",
  side: "buy",
  orderType: "limit",
  qty: "0.4",
  price: "50000",
};

let exchange: ExchangeFixture;

beforeEach(async () => {
  exchange = await ExchangeFixture.start({
    endpoints: [...endpointsAccountV3, ...endpointsTradeV3, ...endpointsMarketV3],
    users: [
      { name: "alice", accountKind: "unified", funds: [["unified", "USDT", 10_000n * COIN]] },
      { name: "alice-1", accountKind: "unified", parent: "alice" },
      { name: "bob", accountKind: "unified", funds: [["unified", "BTC", 10n * COIN]] },
      { name: "carol", accountKind: "classic" },
      { name: "dave", accountKind: "unified", funds: [["unified", "BTC", COIN]] },
    ],
  });
  await lendCoins(exchange);
});

afterEach(async () => {
  await exchange[Symbol.asyncDispose]();
});

/** Alice buys on margin what Bob offers. */
async function trade(terms: object = {}): Promise<void> {
  const { qty } = { ...ORDER, ...terms };
  rowOf(await exchange.post(PLACE_ORDER, { ...ORDER, category: "SPOT", qty, side: "sell" }, "bob"));
  rowOf(await exchange.post(PLACE_ORDER, { ...ORDER, ...terms }, "alice"));
}

const get = async (path: string, query = {}) => exchange.get(`/api/v3/${path}`, query, "alice");

describe("market data of category MARGIN", () => {
  it("is that of the spot pair, if its coins are lent", async () => {
    await trade({ category: "SPOT", qty: "0.1" });
    const margin = { category: "MARGIN", symbol: "BTCUSDT" };
    const spot = { ...margin, category: "SPOT" };
    for (const [path, rest] of [
      ["market/fills", {}],
      ["market/orderbook", {}],
      ["market/candles", { interval: "1m" }],
      ["market/history-candles", { interval: "1m" }],
    ] as const) {
      const answer = await get(path, { ...margin, ...rest });
      expect([path, answer.code]).toEqual([path, "00000"]);
      expect(answer.data).toEqual((await get(path, { ...spot, ...rest })).data);
    }
    const [ofSpot] = rowsOf(await get("market/tickers", spot));
    expect(rowsOf(await get("market/tickers", { category: "MARGIN" }))).toEqual([
      { ...ofSpot, category: "MARGIN" },
    ]);
    const unlent = { category: "MARGIN", symbol: "ETHUSDT", interval: "1m" };
    for (const path of ["fills", "orderbook", "candles", "tickers"]) {
      expect((await get(`market/${path}`, unlent)).code).toBe("25100");
    }
  });
});

describe("the instruments of category MARGIN", () => {
  it("are the spot pairs, with what can be borrowed on them", async () => {
    const symbol = "BTCUSDT";
    const [spot] = rowsOf(await get("market/instruments", { category: "SPOT", symbol }));
    expect(spot).not.toHaveProperty("maxCrossedLeverage");
    expect(rowsOf(await get("market/instruments", { category: "MARGIN" }))).toEqual([
      {
        ...spot,
        category: "MARGIN",
        isIsolatedBaseBorrowable: "NO",
        isIsolatedQuotedBorrowable: "NO",
        warningRiskRatio: "0.8",
        liquidationRiskRatio: "1",
        maxCrossedLeverage: "5",
        maxIsolatedLeverage: "0",
        userMinBorrow: "0.00000001",
      },
    ]);
  });
});

describe("an order of category MARGIN", () => {
  it("is listed, filled and recorded under its own category", async () => {
    const { orderId } = rowOf(await exchange.post(PLACE_ORDER, ORDER, "alice"));
    const open = async (category: string) =>
      listOf(await get("trade/unfilled-orders", { category })).list;
    expect(await open("MARGIN")).toMatchObject([
      { orderId, category: "MARGIN", marginMode: "crossed", symbol: "BTCUSDT" },
    ]);
    expect(await open("SPOT")).toEqual([]);
    const other = { orderId, category: "SPOT", symbol: "BTCUSDT" };
    const missed = await exchange.post("/api/v3/trade/cancel-order", other, "alice");
    expect(missed.code).toBe("25204");
    const change = { orderId, category: "MARGIN", symbol: "BTCUSDT", qty: "0.3" };
    rowOf(await exchange.post("/api/v3/trade/modify-order", change, "alice"));
    await exchange.post(
      PLACE_ORDER,
      { ...ORDER, category: "SPOT", qty: "0.3", side: "sell" },
      "bob",
    );
    const history = listOf(await get("trade/history-orders", { category: "MARGIN" }));
    expect(history.list).toMatchObject([{ orderId, orderStatus: "filled", category: "MARGIN" }]);
    expect(listOf(await get("trade/history-orders", { category: "SPOT" })).list).toEqual([]);
    const fills = listOf(await get("trade/fills", { category: "MARGIN" }));
    expect(fills.list).toMatchObject([{ orderId, execQty: "0.3", category: "MARGIN" }]);
  });

  it("is cancelled with all others of its category", async () => {
    const first = rowOf(await exchange.post(PLACE_ORDER, { ...ORDER, qty: "0.1" }, "alice"));
    rowOf(await exchange.post(PLACE_ORDER, { ...ORDER, category: "SPOT", qty: "0.01" }, "alice"));
    const path = "/api/v3/trade/cancel-symbol-order";
    const cancelled = await exchange.post(path, { category: "MARGIN" }, "alice");
    expect(rowOf(cancelled)["list"]).toMatchObject([{ orderId: first["orderId"], code: "00000" }]);
    expect((await exchange.post(path, { category: "MARGIN" }, "alice")).code).toBe("22001");
    expect(listOf(await get("trade/unfilled-orders", {})).list).toHaveLength(1);
  });

  it.each([
    ["a position side", { posSide: "long" }, "25236"],
    ["a take-profit below its price", { takeProfit: "40000" }, "25585"],
    ["reduce-only", { reduceOnly: "yes" }, "25236"],
    ["more than the leverage bears", { qty: "0.9" }, "25203"],
  ])("is refused with %s", async (_what, change, code) => {
    expect((await exchange.post(PLACE_ORDER, { ...ORDER, ...change }, "alice")).code).toBe(code);
  });

  it("is as large as max-open-available says", async () => {
    const path = "/api/v3/account/max-open-available";
    const asked = { ...ORDER, qty: undefined };
    const max = rowOf(await exchange.post(path, asked, "alice"));
    // Three times 10,000 may be borrowed beside them.
    expect(max).toMatchObject({ available: "10000", maxOpen: "40000", maxBuyOpen: "" });
    rowOf(await exchange.post(PLACE_ORDER, { ...ORDER, qty: "0.8" }, "alice"));
    const short = rowOf(await exchange.post(path, { ...asked, side: "sell" }, "bob"));
    expect(short["available"]).toBe("10");
  });
});

describe("a debt", () => {
  it("is shown by assets, loan data, the account channel and the lists of coins", async () => {
    await trade();
    const assets = rowOf(await get("account/assets"));
    expect(assets).toMatchObject({ accountEquity: "9980", effEquity: "9980", mmr: "500" });
    const usdt = { coin: "USDT", balance: "-10000", debt: "10000", available: "0" };
    expect(assets["assets"]).toContainEqual(expect.objectContaining(usdt));
    expect(unifiedAccount(exchange.access.accounts, exchange.user("alice").index, "live")).toEqual(
      expect.objectContaining({
        coin: expect.arrayContaining([
          expect.objectContaining({ coin: "USDT", borrow: "10000", debts: "0" }),
        ]),
      }),
    );
    expect(rowOf(await get("trade/loan-data"))).toMatchObject({
      currentLoans: "10000",
      debtCoinList: [
        { coin: "USDT", debt: "10000", interestFreeAmount: "0", interestRateNextHour: "0.001" },
      ],
    });
    const repayable = rowOf(await get("account/repayable-coins"));
    expect(repayable).toMatchObject({
      repayableCoinList: [{ coin: "USDT", size: "10000", amount: "10000" }],
      maxSelection: "10",
    });
    const payment = rowOf(await get("account/payment-coins"));
    expect(payment["paymentCoinList"]).toMatchObject([{ coin: "BTC", amount: "19980" }]);
  });

  it("is repaid with other coins, and recorded", async () => {
    await trade();
    const sent = { repayableCoinList: ["USDT"], paymentCoinList: ["BTC"] };
    const repaid = rowOf(await exchange.post("/api/v3/account/repay", sent, "alice"));
    expect(repaid).toEqual({ result: "YES", repayAmount: "10000" });
    const other = { paymentCoinList: ["BTC"], repayableCoinList: ["USDT"] };
    const again = await exchange.post("/api/v3/account/repay", other, "alice");
    expect(again.code).toBe("50040");
    const records = async (query: object) =>
      listOf(await get("account/financial-records", { category: "MARGIN", ...query })).list;
    expect((await records({})).map(({ type }) => type)).toEqual([
      "REPAYMENT",
      "EXCHANGE_TARGET_TOKEN_USER_IN",
      "EXCHANGE_SOURCE_TOKEN_USER_OUT",
      "BORROW",
      "ORDER_DEALT_FROZEN_OUT",
      "ORDER_DEALT_IN",
    ]);
    expect(await records({ type: "BORROW" })).toMatchObject([
      { coin: "USDT", amount: "10000", balance: "0", category: "Margin" },
    ]);
    for (const category of ["SPOT", "OTHER"]) {
      const others = listOf(await get("account/financial-records", { category })).list;
      expect(others.every((row) => row["category"] === category)).toBe(true);
    }
  });

  it("leads in records from each balance to the next, also while it grows and shrinks", async () => {
    const transfer = async (fromType: string, toType: string, amount: string) => {
      const allowBorrow = fromType === "uta" ? { allowBorrow: "yes" } : {};
      const sent = { fromType, toType, coin: "USDT", amount, ...allowBorrow };
      rowOf(await exchange.post("/api/v3/account/transfer", sent, "alice"));
    };
    await trade({ qty: "0.1" });
    // 5,000 of her own; 3,000 on credit, of which 1,000 return, then all and 500 more.
    await transfer("uta", "spot", "8000");
    await transfer("spot", "uta", "1000");
    await transfer("uta", "spot", "400");
    await transfer("spot", "uta", "2900");
    await trade({ qty: "0.15" });
    const sent = { repayableCoinList: ["USDT"], paymentCoinList: ["BTC"] };
    rowOf(await exchange.post("/api/v3/account/repay", sent, "alice"));
    const categories = ["SPOT", "MARGIN", "OTHER"];
    const pages = await Promise.all(
      categories.map((category) => get("account/financial-records", { category })),
    );
    const rows = pages.flatMap((page) => listOf(page).list);
    rows.sort((a, b) => (BigInt(String(a["id"])) < BigInt(String(b["id"])) ? -1 : 1));
    const last: Record<string, number> = {};
    for (const { amount, balance, coin, fee } of rows) {
      const after = (last[String(coin)] ?? 0) + Number(amount) + Number(fee);
      expect(Number(balance)).toBeCloseTo(after, 8);
      last[String(coin)] = Number(balance);
    }
    const types = rows.map(({ type }) => type);
    for (const [type, count] of [
      ["BORROW", 3],
      ["REPAYMENT", 3],
    ] as const) {
      expect(types.filter((one) => one === type)).toHaveLength(count);
    }
    const assets = rowOf(await get("account/assets"))["assets"] as unknown as {
      coin: string;
      equity: string;
    }[];
    for (const { coin, equity } of assets) expect(last[coin]).toBeCloseTo(Number(equity), 8);
  });

  it("is not repaid by a user who is not unified, nor with unknown coins", async () => {
    await trade();
    const path = "/api/v3/account/repay";
    const sent = { repayableCoinList: ["USDT"], paymentCoinList: ["NOPE"] };
    expect((await exchange.post(path, sent, "alice")).code).toBe("25201");
    expect((await exchange.post(path, { ...sent, paymentCoinList: [] }, "alice")).status).toBe(400);
    expect((await exchange.post(path, sent, "carol")).code).toBe("40084");
  });
});

describe("the terms of borrowing", () => {
  it("are listed by coin", async () => {
    const loans = rowOf(await exchange.get("/api/v3/market/margin-loans", { coin: "USDT" }));
    expect(loans).toEqual({
      ...{ dailyInterest: "0.024", annualInterest: "8.76", limit: "90000" },
      ...{ masterSubLimit: "1000000", platformRemaingQuota: "1000000" },
    });
    const unlent = await exchange.get("/api/v3/market/margin-loans", { coin: "ETH" });
    expect(unlent.code).toBe("50004");
    const tiers = { category: "MARGIN", coin: "USDT" };
    expect(rowsOf(await exchange.get("/api/v3/market/position-tier", tiers))).toMatchObject([
      { tier: "1", minTierValue: "0", maxTierValue: "50000", leverage: "5", mmr: "0.05" },
      { tier: "2", minTierValue: "50000", maxTierValue: "90000", leverage: "2", mmr: "0.1" },
    ]);
    const pairs = await exchange.get("/api/v3/market/instruments", { category: "MARGIN" });
    expect(rowsOf(pairs)).toMatchObject([{ symbol: "BTCUSDT", category: "MARGIN" }]);
  });

  it("have the leverage of the user", async () => {
    const path = "/api/v3/account/set-leverage";
    const terms = { category: "MARGIN", coin: "USDT", leverage: "5" };
    expect((await exchange.post(path, terms, "alice")).data).toBe("success");
    const settings = rowOf(await get("account/settings"));
    expect(settings["coinConfigList"]).toEqual([
      { coin: "USDT", leverage: "5" },
      { coin: "BTC", leverage: "3" },
    ]);
    expect((await exchange.post(path, { ...terms, leverage: "6" }, "alice")).code).toBe("25223");
    await trade({ qty: "0.9" });
    const low = await exchange.post(path, { ...terms, leverage: "1" }, "alice");
    expect(low.code).toBe("25228");
  });
});

describe("a transfer on credit", () => {
  const TRANSFER = "/api/v3/account/transfer";
  const SUB_TRANSFER = "/api/v3/account/sub-transfer";
  const OUT = { fromType: "uta", toType: "spot", coin: "BTC", amount: "0.15", allowBorrow: "yes" };

  beforeEach(async () => {
    const dave = exchange.user("dave").index;
    const level = { level: "basic", isByOperator: true } as const;
    await exchange.apply({ kind: "set_account_level", user: dave, ...level });
  });

  const most = async (coin: string, user: string) =>
    rowOf(await exchange.get("/api/v3/account/max-transferable", { coin }, user));

  it("takes the amount of max-transferable, and not an atom more", async () => {
    // 0.15 owed are 7,500, and need a third of it.
    expect(await most("BTC", "alice")).toEqual({
      ...{ coin: "BTC", maxTransfer: "0", borrowMaxTransfer: "0.15" },
    });
    const above = { ...OUT, amount: "0.15000001" };
    expect((await exchange.post(TRANSFER, above, "alice")).code).toBe("43117");
    expect((await exchange.post(TRANSFER, OUT, "alice")).code).toBe("00000");
    expect(rowOf(await get("account/assets"))["assets"]).toContainEqual(
      expect.objectContaining({ coin: "BTC", balance: "-0.15", debt: "0.15" }),
    );
    expect(await most("USDT", "alice")).toMatchObject({
      ...{ maxTransfer: "0", borrowMaxTransfer: "0" },
    });
    const type = async (query: object) =>
      listOf(await get("account/financial-records", { coin: "BTC", ...query })).list;
    expect(await type({ category: "OTHER" })).toMatchObject([
      { type: "TRANSFER_OUT", amount: "-0.15", balance: "-0.15" },
    ]);
    expect(await type({ category: "MARGIN" })).toMatchObject([
      { type: "BORROW", amount: "0.15", balance: "0", symbol: "" },
    ]);
  });

  it("spends own funds first, and is repaid by a transfer back", async () => {
    expect(await most("USDT", "alice")).toMatchObject({
      ...{ maxTransfer: "10000", borrowMaxTransfer: "10000" },
    });
    await exchange.post(TRANSFER, { ...OUT, coin: "USDT", amount: "50000" }, "bob");
    const owed = await exchange.get("/api/v3/account/repayable-coins", {}, "bob");
    expect(rowOf(owed)["repayableCoinList"]).toMatchObject([{ coin: "USDT", size: "50000" }]);
    const back = { fromType: "spot", toType: "uta", coin: "USDT", amount: "50000" };
    expect((await exchange.post(TRANSFER, back, "bob")).code).toBe("00000");
    const paid = await exchange.get("/api/v3/account/repayable-coins", {}, "bob");
    expect(rowOf(paid)["repayableCoinList"]).toEqual([]);
  });

  it("is no larger than the account's own funds where it cannot borrow", async () => {
    const own = { coin: "BTC", maxTransfer: "1", borrowMaxTransfer: "1" };
    expect(await most("BTC", "dave")).toEqual(own);
    expect(await most("ETH", "alice")).toMatchObject({ maxTransfer: "0", borrowMaxTransfer: "0" });
    expect(await most("USDT", "bob")).toMatchObject({
      ...{ maxTransfer: "0", borrowMaxTransfer: "90000" },
    });
  });

  it.each([
    ["without leave to borrow", "alice", { allowBorrow: "no" }, "43117"],
    ["without a word of it", "alice", { allowBorrow: undefined }, "43117"],
    ["with another word", "alice", { allowBorrow: "maybe" }, "25200"],
    ["out of an account that never owes", "alice", { fromType: "spot", toType: "uta" }, "25200"],
    ["in a coin that is not lent", "alice", { coin: "ETH" }, "50004"],
    ["beyond the last tier", "bob", { coin: "USDT", amount: "90000.1" }, "50035"],
    ["out of a basic account", "dave", { amount: "1.1" }, "40128"],
    ["out of a classic account", "carol", {}, "40084"],
  ])("is refused %s", async (_what, user, change, code) => {
    const before = exchange.access.accounts.balances(exchange.user(user).index, "unified");
    const answer = await exchange.post(TRANSFER, { ...OUT, ...change }, user);
    expect([answer.status, answer.code]).toEqual([400, code]);
    const after = exchange.access.accounts.balances(exchange.user(user).index, "unified");
    expect(after).toEqual(before);
  });

  it("goes to a sub-account, as a debt of the sender, once under its client id", async () => {
    const sent = {
      ...{ ...OUT, toType: "uta", clientOid: "to-sub" },
      ...{ fromUserId: exchange.user("alice").uid, toUserId: exchange.user("alice-1").uid },
    };
    const first = rowOf(await exchange.post(SUB_TRANSFER, sent, "alice"));
    expect(first).toMatchObject({ clientOid: "to-sub" });
    expect(rowOf(await exchange.post(SUB_TRANSFER, sent, "alice"))).toEqual(first);
    const without = { ...sent, allowBorrow: "no" };
    expect((await exchange.post(SUB_TRANSFER, without, "alice")).code).toBe("25212");
    const repayable = rowOf(await get("account/repayable-coins"));
    expect(repayable["repayableCoinList"]).toMatchObject([{ coin: "BTC", size: "0.15" }]);
    const assets = rowOf(await exchange.get("/api/v3/account/assets", {}, "alice-1"));
    expect(assets["assets"]).toMatchObject([{ coin: "BTC", balance: "0.15", debt: "0" }]);
    const back = { ...sent, fromUserId: sent.toUserId, toUserId: sent.fromUserId, clientOid: "b" };
    expect((await exchange.post(SUB_TRANSFER, back, "alice")).code).toBe("00000");
    expect(rowOf(await get("account/repayable-coins"))["repayableCoinList"]).toEqual([]);
  });

  it.each([
    ["by a sub-account", "alice-1", {}, "40068"],
    ["to an unrelated account", "alice", { to: "bob" }, "40066"],
    ["from an unrelated account", "alice", { from: "bob" }, "40066"],
    ["to itself", "alice", { to: "alice", toType: "spot" }, "40077"],
    ["without a client id", "alice", { clientOid: undefined }, "40019"],
    ["to an account that nobody unified has", "alice", { toType: "usdt_futures" }, "40077"],
    ["out of funding on credit", "alice", { fromType: "spot" }, "25200"],
    ["beyond the margin", "alice", { amount: "0.16" }, "43117"],
  ])("between accounts is refused %s", async (_what, user, change, code) => {
    const { from = "alice", to = "alice-1", ...rest } = { ...change } as Record<string, string>;
    const users = { fromUserId: exchange.user(from).uid, toUserId: exchange.user(to).uid };
    const sent = { ...OUT, toType: "uta", clientOid: "c-1", ...users, ...rest };
    const answer = await exchange.post(SUB_TRANSFER, sent, user);
    expect([answer.status, answer.code]).toEqual([400, code]);
  });

  it("is refused at a stale price", async () => {
    exchange.gateway.advance(31_000);
    const answer = await exchange.post(TRANSFER, OUT, "alice");
    expect(answer.code).toBe("50028");
  });
});
