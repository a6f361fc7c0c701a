import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { errorOf, listOf, rowOf, rowsOf } from "../../../../test/support/test-answer.ts";
import { ExchangeFixture } from "../../../../test/support/test-exchange.ts";
import { START_MS } from "../../../../test/support/test-key.ts";
import { COIN } from "../../../../test/support/test-listings.ts";
import { FUTURES_BUY, PLACE_ORDER, SPOT_BUY } from "../../../../test/support/wire-orders.ts";
import { unifiedAccount } from "../../../wire/v3/account-rows.ts";
import { endpointsTradeV3 } from "../trade/endpoints-trade.ts";
import { endpointsAccountV3 } from "./endpoints-account.ts";

let exchange: ExchangeFixture;

beforeEach(async () => {
  exchange = await ExchangeFixture.start({
    endpoints: [...endpointsAccountV3, ...endpointsTradeV3],
    users: [
      {
        name: "alice",
        accountKind: "unified",
        funds: [
          ["unified", "USDT", 10_000n * COIN],
          ["unified", "BTC", 2n * COIN],
          ["funding", "USDT", 500n * COIN],
        ],
      },
      { name: "bob", accountKind: "unified", funds: [["unified", "USDT", 1_000_000n * COIN]] },
      { name: "sub", accountKind: "unified", parent: "alice" },
      { name: "reader", accountKind: "unified", permissions: ["uta_mgt_read"] },
      { name: "carol", accountKind: "classic" },
    ],
  });
});

afterEach(async () => {
  await exchange[Symbol.asyncDispose]();
});

async function trade(terms: object): Promise<void> {
  rowOf(await exchange.post(PLACE_ORDER, { ...FUTURES_BUY, ...terms, side: "sell" }, "bob"));
  rowOf(await exchange.post(PLACE_ORDER, { ...FUTURES_BUY, ...terms }, "alice"));
}

describe("settings", () => {
  const SETTINGS = "/api/v3/account/settings";

  it("show the account's modes and the leverage that was set", async () => {
    const sent = { symbol: "BTCUSDT", coin: "USDT", category: "USDT-FUTURES", leverage: "50" };
    const set = await exchange.post("/api/v3/account/set-leverage", sent, "alice");
    expect([set.code, set.data]).toEqual(["00000", "success"]);
    expect(rowOf(await exchange.get(SETTINGS, {}, "alice"))).toEqual({
      uid: exchange.user("alice").uid,
      accountMode: "unified",
      accountLevel: "advanced",
      assetMode: "multi_assets",
      holdMode: "one_way_mode",
      stpMode: "cancel_maker",
      symbolConfigList: [
        { category: "USDT-FUTURES", symbol: "BTCUSDT", marginMode: "crossed", leverage: "50" },
      ],
      coinConfigList: [],
    });
    expect(errorOf(await exchange.get(SETTINGS, {}, "carol"))).toEqual([400, "40084"]);
  });

  it("change the position mode while nothing is open", async () => {
    const path = "/api/v3/account/set-hold-mode";
    const hedge = { holdMode: "hedge_mode" };
    expect((await exchange.post(path, hedge, "alice")).data).toBe("success");
    expect(rowOf(await exchange.get(SETTINGS, {}, "alice"))["holdMode"]).toBe("hedge_mode");
    await exchange.post(PLACE_ORDER, { ...FUTURES_BUY, price: "49000", posSide: "long" }, "alice");
    const back = await exchange.post(path, { holdMode: "one_way_mode" }, "alice");
    expect(errorOf(back)).toEqual([400, "25107"]);
    const spot = { ...FUTURES_BUY, category: "SPOT", price: "49000" };
    await exchange.post(PLACE_ORDER, spot, "bob");
    expect(errorOf(await exchange.post(path, hedge, "bob"))).toEqual([400, "25107"]);
    expect(errorOf(await exchange.post(path, { holdMode: "both" }, "alice"))[1]).toBe("25200");
    expect(errorOf(await exchange.post(path, hedge, "reader"))[1]).toBe("40014");
  });

  it.each([
    ["no category", { category: undefined }, "40019"],
    ["a coin that is not lent", { category: "MARGIN", coin: "USDT" }, "50004"],
    ["no coin on margin", { category: "MARGIN" }, "40019"],
    ["isolated margin", { marginMode: "isolated" }, "25240"],
    ["no symbol", { symbol: undefined }, "40019"],
    ["an unknown symbol", { symbol: "NOPE" }, "25100"],
    ["another settle coin", { coin: "USDC" }, "40778"],
    ["an unknown coin", { coin: "DOGE" }, "25201"],
    ["no leverage", { leverage: undefined }, "40019"],
    ["a broken leverage", { leverage: "2.5" }, "25200"],
    ["a leverage of nothing", { leverage: "0" }, "25223"],
    ["more leverage than the symbol has", { leverage: "126" }, "25223"],
  ])("refuse leverage with %s", async (_what, change, code) => {
    const sent = { symbol: "BTCUSDT", productType: undefined, leverage: "50" };
    const terms = { ...sent, category: "usdt-futures", ...change };
    expect(errorOf(await exchange.post("/api/v3/account/set-leverage", terms, "alice"))).toEqual([
      400,
      code,
    ]);
    expect(exchange.access.accounts.allSettings(exchange.user("alice").index)).toEqual([]);
  });

  it("take productType as another name of category", async () => {
    const sent = { symbol: "BTCUSDT", productType: "usdt-futures", leverage: 7 };
    expect((await exchange.post("/api/v3/account/set-leverage", sent, "alice")).code).toBe("00000");
  });
});

describe("the account mode", () => {
  const ADJUST = "/api/v3/account/adjust-account-mode";
  const levelOf = async (name: string): Promise<unknown> =>
    rowOf(await exchange.get("/api/v3/account/settings", {}, name))["accountLevel"];

  it("switches to basic, where coins are not margin and coin futures are closed, and back", async () => {
    expect(await exchange.post(ADJUST, { mode: "basic" }, "alice")).toMatchObject({
      status: 200,
      code: "00000",
      data: null,
    });
    expect(await levelOf("alice")).toBe("basic");
    const asked = { ...FUTURES_BUY, qty: "5" };
    expect(errorOf(await exchange.post(PLACE_ORDER, asked, "alice"))).toEqual([400, "25203"]);
    const coin = { ...FUTURES_BUY, category: "COIN-FUTURES", symbol: "BTCUSD", qty: "100" };
    expect(errorOf(await exchange.post(PLACE_ORDER, coin, "alice"))).toEqual([400, "40128"]);
    await exchange.apply({
      kind: "set_questionnaire",
      user: exchange.user("alice").index,
      isPassed: true,
    });
    exchange.gateway.advance(1_000);
    expect((await exchange.post(ADJUST, { mode: "advanced" }, "alice")).code).toBe("00000");
    expect((await exchange.post(PLACE_ORDER, asked, "alice")).code).toBe("00000");
  });

  it.each([
    ["without a questionnaire", "bob", "advanced", {}, "25009"],
    ["to a mode that is only announced", "bob", "spot", {}, "25009"],
    ["to an unknown mode", "bob", "hybrid", {}, "25200"],
    ["of an unrelated account", "bob", "basic", { targetUid: "1000000002" }, "40066"],
    ["of an unknown account", "bob", "basic", { targetUid: "nobody" }, "40066"],
    ["of another account by a sub-account", "sub", "basic", { targetUid: "1000000002" }, "40068"],
    ["with a key that may only read", "reader", "basic", {}, "40014"],
  ])("is not switched %s", async (_what, name, mode, more, code) => {
    await exchange.post(ADJUST, { mode: "basic" }, name);
    exchange.gateway.advance(1_000);
    const answer = await exchange.post(ADJUST, { mode, ...more }, name);
    expect(errorOf(answer)).toEqual([400, code]);
  });

  it("is not switched while an order is open, and a parent switches its sub-account", async () => {
    await exchange.post(PLACE_ORDER, { ...SPOT_BUY, price: "49000" }, "alice");
    expect(errorOf(await exchange.post(ADJUST, { mode: "basic" }, "alice"))).toEqual([
      400,
      "25009",
    ]);
    exchange.gateway.advance(1_000);
    const targetUid = exchange.user("sub").uid;
    const answer = await exchange.post(ADJUST, { mode: "basic", targetUid }, "alice");
    expect(answer.code).toBe("00000");
    expect(await levelOf("sub")).toBe("basic");
  });
});

describe("assets", () => {
  it("add up to dollars at index prices", async () => {
    await exchange.post(PLACE_ORDER, { ...SPOT_BUY, price: "49000" }, "alice");
    await trade({ qty: "0.1" });
    await exchange.setIndex(2, 510_000);
    expect(rowOf(await exchange.get("/api/v3/account/assets", {}, "alice"))).toEqual({
      accountEquity: "110097",
      usdtEquity: "110097",
      btcEquity: "2.20194",
      unrealisedPnl: "100",
      usdtUnrealisedPnl: "100",
      btcUnrealizedPnl: "0.002",
      effEquity: "110097",
      mmr: "20.4",
      imr: "255",
      // 5,100 × (0.004 + 0.0006) = 23.46 by 110,097.
      mgnRatio: "0.00021308",
      positionMgnRatio: "0.00231614",
      positionValue: "5100",
      leverage: "0.04632279",
      assets: [
        {
          coin: "USDT",
          equity: "10097",
          usdValue: "10097",
          balance: "9507",
          available: "9507",
          debt: "0",
          locked: "490",
          bonus: "0",
        },
        {
          coin: "BTC",
          equity: "2",
          usdValue: "100000",
          balance: "2",
          available: "2",
          debt: "0",
          locked: "0",
          bonus: "0",
        },
      ],
    });
  });

  it("are the same in pushes, also when a coin trades away from its index price", async () => {
    await trade({ qty: "0.1" });
    await exchange.post(PLACE_ORDER, SPOT_BUY, "bob");
    await exchange.post(PLACE_ORDER, { ...SPOT_BUY, side: "sell" }, "alice");
    await exchange.setIndex(0, 5_100_000);
    const { accounts } = exchange.access;
    const spot = accounts.instrument("live", "spot", "BTCUSDT");
    expect(spot && accounts.prices(spot)).toMatchObject({ last: 5_000_000, index: 5_100_000 });
    const row = rowOf(await exchange.get("/api/v3/account/assets", {}, "alice"));
    const pushed = unifiedAccount(exchange.access.accounts, exchange.user("alice").index, "live");
    expect(row["mmr"]).not.toBe("0");
    expect(pushed).toMatchObject({
      totalEquity: row["accountEquity"],
      effEquity: row["effEquity"],
      unrealisedPnL: row["unrealisedPnl"],
      ...{ imr: row["imr"], mmr: row["mmr"], mgnRatio: row["mgnRatio"] },
      positionMgnRatio: row["positionMgnRatio"],
    });
    const worth = (coins: readonly { coin: string; equity: string; usdValue: string }[]) =>
      coins.map(({ coin, equity, usdValue }) => [coin, equity, usdValue]);
    const coins = pushed["coin"] as Parameters<typeof worth>[0];
    const assets = row["assets"] as unknown as Parameters<typeof worth>[0];
    expect(worth(coins.filter(({ equity }) => equity !== "0"))).toEqual(worth(assets));
  });

  it("of an account without funds are nothing", async () => {
    expect(rowOf(await exchange.get("/api/v3/account/assets", {}, "sub"))).toMatchObject({
      accountEquity: "0",
      mgnRatio: "0",
      assets: [],
    });
  });

  it("of the funding account are listed separately", async () => {
    const path = "/api/v3/account/funding-assets";
    const usdt = { coin: "USDT", available: "500", frozen: "0", balance: "500" };
    expect(rowsOf(await exchange.get(path, {}, "alice"))).toEqual([usdt]);
    expect(rowsOf(await exchange.get(path, { coin: "btc" }, "alice"))).toEqual([
      { coin: "BTC", available: "0", frozen: "0", balance: "0" },
    ]);
    expect(errorOf(await exchange.get(path, { coin: "NOPE" }, "alice"))).toEqual([400, "25201"]);
  });
});

describe("info and fees", () => {
  it("name the owner of the key", async () => {
    expect(rowOf(await exchange.get("/api/v3/account/info", {}, "sub"))).toEqual({
      userId: exchange.user("sub").uid,
      inviterId: "",
      parentId: exchange.user("alice").uid,
      channelCode: "",
      channel: "",
      ips: "",
      permType: "read-and-write",
      permissions: expect.arrayContaining(["uta_mgt", "uta_trade"]),
      regisTime: `${START_MS}`,
    });
    expect(rowOf(await exchange.get("/api/v3/account/info", {}, "reader"))).toMatchObject({
      permType: "read-only",
      permissions: ["uta_mgt"],
      parentId: "",
    });
  });

  it("show the fees of one symbol or all", async () => {
    const one = { category: "USDT-FUTURES", symbol: "BTCUSDT" };
    const fees = { makerFeeRate: "0.0002", takerFeeRate: "0.0006" };
    expect(rowOf(await exchange.get("/api/v3/account/fee-rate", one, "alice"))).toEqual(fees);
    const all = await exchange.get("/api/v3/account/all-fee-rate", { category: "spot" }, "alice");
    expect(rowsOf(all)).toEqual(
      ["BTCUSDT", "ETHUSDT"].map((symbol) => ({
        symbol,
        makerFeeRate: "0.001",
        takerFeeRate: "0.001",
      })),
    );
    const unknown = { category: "SPOT", symbol: "NOPE" };
    const answer = await exchange.get("/api/v3/account/fee-rate", unknown, "alice");
    expect(errorOf(answer)).toEqual([400, "25100"]);
  });
});

describe("transfers", () => {
  const TRANSFER = "/api/v3/account/transfer";
  const OUT = { fromType: "uta", toType: "spot", coin: "USDT", amount: "100.5" };

  it("move funds and appear in the records of both accounts", async () => {
    const answer = await exchange.post(TRANSFER, { ...OUT, clientOid: "t1" }, "alice");
    expect(answer.data).toEqual({
      transferId: expect.stringMatching(/^1\d{18}$/),
      clientOid: "t1",
    });
    const query = { category: "OTHER", type: "TRANSFER_OUT" };
    const unified = await exchange.get("/api/v3/account/financial-records", query, "alice");
    expect(listOf(unified)).toEqual({
      list: [
        {
          category: "OTHER",
          id: expect.any(String),
          symbol: "",
          coin: "USDT",
          type: "TRANSFER_OUT",
          amount: "-100.5",
          fee: "0",
          balance: "9899.5",
          ts: `${START_MS}`,
        },
      ],
      cursor: "",
    });
    const funding = await exchange.get("/api/v3/account/funding-financial-records", {}, "alice");
    expect(listOf(funding).list).toEqual([
      {
        id: expect.any(String),
        coin: "USDT",
        groupType: "transfer",
        type: "transfer_in",
        amount: "100.5",
        balance: "600.5",
        ts: `${START_MS}`,
      },
      {
        id: expect.any(String),
        coin: "USDT",
        groupType: "deposit",
        type: "deposit",
        amount: "500",
        balance: "500",
        ts: `${START_MS}`,
      },
    ]);
  });

  it("take an amount that is a JSON number, and leave what margin needs", async () => {
    await trade({ qty: "0.1" });
    const path = "/api/v3/account/max-transferable";
    const most = { coin: "USDT", maxTransfer: "9997", borrowMaxTransfer: "9997" };
    expect(rowOf(await exchange.get(path, { coin: "USDT" }, "alice"))).toEqual(most);
    const above = await exchange.post(TRANSFER, { ...OUT, amount: 9997.01 }, "alice");
    expect(errorOf(above)).toEqual([400, "43117"]);
    expect((await exchange.post(TRANSFER, { ...OUT, amount: 9997 }, "alice")).code).toBe("00000");
    expect(rowOf(await exchange.get(path, { coin: "USDT" }, "alice"))["maxTransfer"]).toBe("0");
  });

  it("name the coins that can move between two accounts", async () => {
    const path = "/api/v3/account/transferable-coins";
    const coins = await exchange.get(path, { fromType: "uta", toType: "p2p" }, "alice");
    expect(coins.data).toEqual(["USDT", "BTC", "ETH", "USDC", "SUSDT"]);
    const none = await exchange.get(path, { fromType: "uta", toType: "crossed_margin" }, "alice");
    expect(errorOf(none)).toEqual([400, "40077"]);
  });

  it.each([
    ["an account the user does not have", { toType: "usdt_futures" }, "40077"],
    ["an unknown account", { toType: "savings" }, "25200"],
    ["one account twice", { toType: "uta" }, "40077"],
    ["an unknown coin", { coin: "NOPE" }, "25201"],
    ["no amount", { amount: "" }, "40019"],
    ["an amount of nothing", { amount: "0" }, "25200"],
    ["a negative amount", { amount: "-1" }, "25200"],
    ["an amount finer than the coin", { amount: "0.000000001" }, "25200"],
    ["more than there is", { amount: "10000.00000001" }, "43117"],
    ["more than anybody could have", { amount: "100000000000000000000" }, "40053"],
  ])("are refused with %s, and move nothing", async (_what, change, code) => {
    const { accounts } = exchange.access;
    const user = exchange.user("alice").index;
    const before = [accounts.balances(user, "unified"), accounts.balances(user, "funding")];
    expect(errorOf(await exchange.post(TRANSFER, { ...OUT, ...change }, "alice"))).toEqual([
      400,
      code,
    ]);
    const after = [accounts.balances(user, "unified"), accounts.balances(user, "funding")];
    expect(after).toEqual(before);
  });
});

describe("financial-records", () => {
  const RECORDS = "/api/v3/account/financial-records";

  async function buySpot(times: number): Promise<void> {
    for (let at = 0; at < times; at++) {
      const terms = { ...SPOT_BUY, qty: "0.02" };
      rowOf(await exchange.post(PLACE_ORDER, terms, "bob"));
      rowOf(await exchange.post(PLACE_ORDER, { ...terms, side: "sell" }, "alice"));
      exchange.gateway.advance(1000);
    }
  }

  it("show what a spot fill brought and took", async () => {
    await buySpot(1);
    const { list } = listOf(await exchange.get(RECORDS, { category: "SPOT" }, "alice"));
    const row = { category: "SPOT", symbol: "BTCUSDT", id: expect.any(String) };
    const ts = `${START_MS}`;
    expect(list).toEqual([
      {
        ...row,
        coin: "BTC",
        type: "ORDER_DEALT_FROZEN_OUT",
        amount: "-0.02",
        fee: "0",
        balance: "1.98",
        ts,
      },
      {
        ...row,
        coin: "USDT",
        type: "ORDER_DEALT_IN",
        amount: "1000",
        fee: "-1",
        balance: "10999",
        ts,
      },
    ]);
  });

  it("page by cursor within a type", async () => {
    await buySpot(5);
    const query = { category: "SPOT", type: "order_dealt_in", limit: 2 };
    const balances: (string | undefined)[][] = [];
    let cursor = "";
    do {
      const paged = cursor === "" ? query : { ...query, cursor };
      const page = listOf(await exchange.get(RECORDS, paged, "alice"));
      balances.push(page.list.map(({ balance }) => balance));
      cursor = page.cursor;
    } while (cursor !== "");
    expect(balances.flat()).toEqual(["14995", "13996", "12997", "11998", "10999"]);
    expect(balances[0]).toHaveLength(2);
  });

  it("show futures fills with profit and fee, by category and coin", async () => {
    await trade({ qty: "0.1" });
    const query = { category: "USDT-FUTURES", coin: "USDT", symbol: "BTCUSDT" };
    expect(listOf(await exchange.get(RECORDS, query, "alice")).list).toMatchObject([
      { type: "BUY_DEAL", amount: "0", fee: "-3", balance: "9997", category: "USDT-FUTURES" },
    ]);
    const funding = { ...query, type: "CONTRACT_MAIN_SETTLE_FEE_USER_IN" };
    expect(listOf(await exchange.get(RECORDS, funding, "alice")).list).toEqual([]);
    const margin = await exchange.get(RECORDS, { category: "MARGIN" }, "alice");
    expect(listOf(margin)).toEqual({ list: [], cursor: "" });
  });

  it.each([
    ["no category", { category: "" }, "40019"],
    ["an unknown category", { category: "STOCKS" }, "25200"],
    ["an unknown type", { type: "GIFT" }, "25200"],
    ["an unknown coin", { coin: "NOPE" }, "25201"],
    ["a limit of 0", { limit: 0 }, "40053"],
    ["a start after the end", { startTime: 2, endTime: 1 }, "20001"],
  ])("refuse %s", async (_what, change, code) => {
    const answer = await exchange.get(RECORDS, { category: "SPOT", ...change }, "alice");
    expect(errorOf(answer)).toEqual([400, code]);
  });
});

describe("max-open-available", () => {
  const PATH = "/api/v3/account/max-open-available";
  const ASKED = { ...FUTURES_BUY, qty: undefined, leverage: undefined };

  it("is the balance on spot", async () => {
    const none = { maxOpen: "", buyOpenCost: "", sellOpenCost: "", maxBuyOpen: "" };
    const asked = { ...ASKED, category: "SPOT" };
    const buy = rowOf(await exchange.post(PATH, asked, "alice"));
    const unused = { maxSellOpen: "", maxBuyAvailable: "", maxSellAvailable: "" };
    expect(buy).toEqual({ available: "10000", ...none, ...unused });
    const sell = rowOf(await exchange.post(PATH, { ...asked, side: "sell" }, "alice"));
    expect(sell["available"]).toBe("2");
  });

  it("takes the best price of the side for a limit order without a price", async () => {
    const { category, orderType, side, symbol } = { ...ASKED, category: "USDT-FUTURES" };
    const body = { category, symbol, orderType, side };
    expect((await exchange.post(PATH, body, "alice")).code).toBe("00000");
    await exchange.post(PLACE_ORDER, { ...FUTURES_BUY, price: "49000", qty: "0.1" }, "bob");
    const best = rowOf(await exchange.post(PATH, { ...body, price: "49000" }, "alice"));
    const said = rowOf(await exchange.post(PATH, body, "alice"));
    expect(said["maxBuyOpen"]).toBe(best["maxBuyOpen"]);
    const lower = rowOf(await exchange.post(PATH, { ...body, price: "30000" }, "alice"));
    expect(Number(lower["maxBuyOpen"])).toBeGreaterThan(Number(said["maxBuyOpen"]));
    const spot = { ...body, category: "SPOT" };
    expect(rowOf(await exchange.post(PATH, spot, "alice"))["available"]).toBe("10000");
  });

  it.each([
    ["linear", { category: "USDT-FUTURES", symbol: "BTCUSDT" }, 4],
    ["inverse", { category: "COIN-FUTURES", symbol: "BTCUSD" }, 3],
  ])("is what really opens on a %s instrument, and no step more", async (_, scope, decimals) => {
    const asked = { ...ASKED, ...scope };
    const max = rowOf(await exchange.post(PATH, asked, "alice"));
    expect(max["maxOpen"]).toBe(max["maxBuyOpen"]);
    const steps = Math.round(Number(max["maxBuyOpen"]) * 10 ** decimals);
    const qtyOf = (count: number) => (count / 10 ** decimals).toFixed(decimals);
    const above = { ...asked, qty: qtyOf(steps + 1) };
    expect(errorOf(await exchange.post(PLACE_ORDER, above, "alice"))).toEqual([400, "25203"]);
    expect((await exchange.post(PLACE_ORDER, { ...asked, qty: qtyOf(steps) }, "alice")).code).toBe(
      "00000",
    );
    const left = rowOf(await exchange.post(PATH, asked, "alice"));
    expect(left["maxBuyOpen"]).toBe("0");
  });

  it("counts closing a position and turning it around", async () => {
    await trade({ qty: "0.1" });
    await exchange.post(PLACE_ORDER, { ...FUTURES_BUY, qty: "10" }, "bob");
    const asked = { ...ASKED, side: "sell" };
    const max = rowOf(await exchange.post(PATH, asked, "alice"))["maxSellOpen"] ?? "";
    const plain = rowOf(await exchange.post(PATH, ASKED, "alice"))["maxBuyOpen"] ?? "";
    expect(Number(max)).toBeGreaterThan(Number(plain) + 0.1);
    const sold = await exchange.post(PLACE_ORDER, { ...asked, qty: max }, "alice");
    expect(sold.code).toBe("00000");
  });

  it("shows the cost of a size on both sides", async () => {
    const max = rowOf(await exchange.post(PATH, { ...ASKED, size: "0.1" }, "alice"));
    expect(max).toMatchObject({ available: "110000", buyOpenCost: "253", sellOpenCost: "253" });
  });

  it.each([
    ["a pair that is not lent", { category: "MARGIN" }, "25100"],
    ["an unknown symbol", { symbol: "NOPE" }, "25100"],
    ["a price off its increment", { price: "50000.01" }, "25244"],
    ["a price of nothing", { price: "0" }, "25200"],
    ["a size off its increment", { size: "0.00001" }, "25610"],
    ["no side", { side: undefined }, "40019"],
  ])("refuses %s", async (_what, change, code) => {
    expect(errorOf(await exchange.post(PATH, { ...ASKED, ...change }, "alice"))).toEqual([
      400,
      code,
    ]);
  });
});
