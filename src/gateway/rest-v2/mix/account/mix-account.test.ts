import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { errorOf, rowOf, rowsOf, type TestRow } from "../../../../../test/support/test-answer.ts";
import { ExchangeFixture } from "../../../../../test/support/test-exchange.ts";
import { COIN } from "../../../../../test/support/test-listings.ts";
import { CLASSIC_FUTURES_BUY } from "../../../../../test/support/wire-orders.ts";
import { DAY_MS } from "../../../http/time-range.ts";
import { placeMixOrder } from "../order/place-order.ts";
import { endpointsMixPositionV2 } from "../position/endpoints-mix-position.ts";
import { endpointsMixAccountV2 } from "./endpoints-mix-account.ts";

const ACCOUNT = "/api/v2/mix/account";
const POSITION = "/api/v2/mix/position";
const LINE = { productType: "USDT-FUTURES" };
const CONTRACT = { symbol: "BTCUSDT", ...LINE };
const COINED = { ...CONTRACT, marginCoin: "USDT" };
const FUNDS = [
  ["usdt_futures", "USDT", 10_000n * COIN],
  ["usdt_futures", "SUSDT", 7n * COIN],
] as const;
const SELL = { ...CLASSIC_FUTURES_BUY, side: "sell" };

let exchange: ExchangeFixture;

beforeEach(async () => {
  exchange = await ExchangeFixture.start({
    endpoints: [...endpointsMixAccountV2, ...endpointsMixPositionV2, placeMixOrder],
    users: [
      { name: "alice", accountKind: "classic", funds: FUNDS },
      { name: "bob", accountKind: "classic", funds: FUNDS },
      {
        name: "rich",
        accountKind: "classic",
        funds: [["usdt_futures", "USDT", 10_000_000n * COIN]],
      },
    ],
  });
});

afterEach(async () => {
  await exchange[Symbol.asyncDispose]();
});

type Query = Record<string, string | number>;

function get(path: string, query: Query = {}, name = "alice") {
  return exchange.get(path, query, name);
}

function set(path: string, body: object, name = "alice") {
  return exchange.post(`${ACCOUNT}/${path}`, body, name);
}

async function place(terms: object, name = "alice"): Promise<void> {
  rowOf(await exchange.post("/api/v2/mix/order/place-order", terms, name));
}

/** Alice long 0.1 at 50,000 against bob. */
async function trade(): Promise<void> {
  await place(SELL, "bob");
  await place(CLASSIC_FUTURES_BUY);
}

describe("accounts", () => {
  it("shows equity, margin of positions and of orders", async () => {
    await trade();
    await place({ ...CLASSIC_FUTURES_BUY, price: "49000" });
    // Balance 9,997 after the fee; margin 250; order margin 245 and its fee 2.94.
    expect(rowsOf(await get(`${ACCOUNT}/accounts`, LINE))).toEqual([
      {
        marginCoin: "USDT",
        locked: "247.94",
        available: "9997",
        crossedMaxAvailable: "9499.06",
        isolatedMaxAvailable: "9499.06",
        maxTransferOut: "9499.06",
        accountEquity: "9997",
        usdtEquity: "9997",
        btcEquity: "0.19994",
        crossedRiskRate: "0.00230069",
        unrealizedPL: "0",
        coupon: "0",
        grant: "0",
        isolatedMargin: "0",
        crossedMargin: "250",
        crossedUnrealizedPL: "0",
        isolatedUnrealizedPL: "0",
        assetMode: "single",
        unionTotalMagin: "0",
        unionAvailable: "0",
        unionMm: "0",
        assetList: [],
      },
    ]);
  });

  it("separates practice coins of the same wallet", async () => {
    const [practice] = rowsOf(await get(`${ACCOUNT}/accounts`, { productType: "susdt-futures" }));
    expect(practice).toMatchObject({ marginCoin: "SUSDT", accountEquity: "7" });
    const one = rowOf(await get(`${ACCOUNT}/account`, COINED));
    expect(one).toMatchObject({
      marginCoin: "USDT",
      accountEquity: "10000",
      crossedMarginLeverage: 20,
      marginMode: "crossed",
      posMode: "one_way_mode",
    });
    const wrong = { ...CONTRACT, marginCoin: "SUSDT" };
    expect(errorOf(await get(`${ACCOUNT}/account`, wrong))).toEqual([400, "40778"]);
  });
});

describe("settings", () => {
  it("sets leverage within the contract's range", async () => {
    const answer = await set("set-leverage", { ...COINED, leverage: "10" });
    expect(answer.data).toEqual({
      symbol: "BTCUSDT",
      marginCoin: "USDT",
      longLeverage: "10",
      shortLeverage: "10",
      crossMarginLeverage: "10",
      marginMode: "crossed",
    });
    const account = rowOf(await get(`${ACCOUNT}/account`, COINED));
    expect(account).toMatchObject({ crossedMarginLeverage: 10 });
    expect((await set("set-leverage", { ...COINED, leverage: "126" })).code).toBe("40797");
    expect((await set("set-leverage", { ...COINED, leverage: "1.5" })).code).toBe("40020");
    expect((await set("set-leverage", COINED)).code).toBe("40019");
    const sides = { ...COINED, longLeverage: "5", shortLeverage: "6" };
    expect((await set("set-leverage", sides)).code).toBe("40017");
  });

  it("sets the leverage of a whole line", async () => {
    expect((await set("set-all-leverage", { ...LINE, leverage: "7" })).data).toBe("success");
    for (const symbol of ["BTCUSDT", "ETHUSDT"]) {
      const account = rowOf(await get(`${ACCOUNT}/account`, { ...COINED, symbol }));
      expect(account).toMatchObject({ crossedMarginLeverage: 7 });
    }
    expect((await set("set-all-leverage", { ...LINE, leverage: "500" })).code).toBe("40797");
  });

  it("refuses leverage that margin does not cover, and keeps the old one", async () => {
    await place({ ...SELL, size: "1" }, "bob");
    await place({ ...CLASSIC_FUTURES_BUY, size: "1" });
    expect((await set("set-leverage", { ...COINED, leverage: "1" })).code).toBe("40893");
    const account = rowOf(await get(`${ACCOUNT}/account`, COINED));
    expect(account).toMatchObject({ crossedMarginLeverage: 20 });
  });

  it("sets the position mode of a line without positions or orders", async () => {
    const mode = { ...LINE, posMode: "hedge_mode" };
    expect((await set("set-position-mode", mode)).data).toEqual({ posMode: "hedge_mode" });
    expect(rowOf(await get(`${ACCOUNT}/account`, COINED))).toMatchObject({ posMode: "hedge_mode" });
    await set("set-position-mode", { ...LINE, posMode: "one_way_mode" });
    await place(CLASSIC_FUTURES_BUY);
    expect((await set("set-position-mode", mode)).code).toBe("40920");
    expect((await set("set-position-mode", { ...LINE, posMode: "both" })).code).toBe("40034");
  });

  it("sets the margin mode of a contract without positions or orders", async () => {
    const isolated = { ...COINED, marginMode: "isolated" };
    expect((await set("set-margin-mode", isolated)).data).toEqual({
      symbol: "BTCUSDT",
      marginCoin: "USDT",
      longLeverage: "20",
      shortLeverage: "20",
      marginMode: "isolated",
    });
    expect((await get(`${ACCOUNT}/isolated-symbols`, LINE)).data).toEqual([
      { symbol: "BTCUSDT", marginMode: "isolated" },
    ]);
    await place({ ...CLASSIC_FUTURES_BUY, marginMode: "isolated" });
    const path = "/api/v2/mix/order/place-order";
    const crossedOrder = await exchange.post(path, CLASSIC_FUTURES_BUY, "alice");
    expect(errorOf(crossedOrder)).toEqual([400, "45117"]);
    const crossed = { ...COINED, marginMode: "crossed" };
    expect(errorOf(await set("set-margin-mode", crossed))).toEqual([400, "45117"]);
  });

  it("sets the leverage of one side with isolated margin in hedge mode", async () => {
    const short = { ...COINED, holdSide: "short", leverage: 7 };
    expect((await set("set-leverage", short)).data).toMatchObject({ longLeverage: "7" });
    await set("set-position-mode", { ...LINE, posMode: "hedge_mode" });
    await set("set-margin-mode", { ...COINED, marginMode: "isolated" });
    expect((await set("set-leverage", { ...short, leverage: 9 })).data).toMatchObject({
      longLeverage: "7",
      shortLeverage: "9",
      marginMode: "isolated",
    });
    const both = { ...COINED, longLeverage: 5, shortLeverage: 6 };
    expect((await set("set-leverage", both)).data).toMatchObject({
      longLeverage: "5",
      shortLeverage: "6",
    });
  });

  it("moves margin into an isolated position and out of it", async () => {
    const margin = { ...COINED, holdSide: "long", amount: "100" };
    expect(errorOf(await set("set-margin", margin))).toEqual([400, "40875"]);
    const auto = { symbol: "BTCUSDT", marginCoin: "USDT", holdSide: "long", autoMargin: "on" };
    expect(errorOf(await set("set-auto-margin", auto))).toEqual([400, "40874"]);
    await set("set-margin-mode", { ...COINED, marginMode: "isolated" });
    await place(SELL, "bob");
    await place({ ...CLASSIC_FUTURES_BUY, marginMode: "isolated" });
    const held = async (): Promise<TestRow> => {
      const [row] = rowsOf(await get(`${POSITION}/single-position`, COINED));
      if (row === undefined) throw new Error("alice holds a position");
      return row;
    };
    const before = await held();
    expect(before).toMatchObject({ marginMode: "isolated", autoMargin: "off" });
    expect((await set("set-margin", margin)).data).toBe("");
    const after = await held();
    expect(Number(after["marginSize"]) - Number(before["marginSize"])).toBe(100);
    expect(Number(after["liquidationPrice"])).toBeLessThan(Number(before["liquidationPrice"]));
    expect(errorOf(await set("set-margin", { ...margin, amount: "-101" }))).toEqual([400, "40801"]);
    expect((await set("set-margin", { ...margin, amount: "-100" })).data).toBe("");
    expect(await held()).toMatchObject({ marginSize: before["marginSize"] });
    expect((await set("set-auto-margin", auto)).data).toBe("success");
    expect(await held()).toMatchObject({ autoMargin: "on" });
  });

  it("supports only the single asset mode", async () => {
    const mode = { productType: "USDT-FUTURES", assetMode: "single" };
    expect((await set("set-asset-mode", mode)).data).toBe("success");
    expect(errorOf(await set("set-asset-mode", { ...mode, assetMode: "union" }))).toEqual([
      400,
      "40919",
    ]);
  });
});

describe("estimates", () => {
  it("show the liquidation price of a position before it is opened", async () => {
    await place(SELL, "bob");
    const asked = { ...COINED, posSide: "long", orderType: "limit", openPrice: "50000" };
    // (9,994 − 0.2 × 50,000) ÷ (0.2 × (0.0046 − 1)) = 30.1: 10,000 less the fee of 6 back it.
    const path = `${ACCOUNT}/liq-price`;
    expect((await get(path, { ...asked, openAmount: "0.2" })).data).toEqual({ liqPrice: "30.1" });
    // (9,988 − 20,000) ÷ (0.4 × (0.0046 − 1)) = 25,145.67: the first price below it.
    const twice = { ...asked, openAmount: "0.4" };
    expect((await get(path, twice)).data).toEqual({ liqPrice: "25145.6" });
    await set("set-leverage", { ...COINED, leverage: "10" });
    await set("set-margin-mode", { ...COINED, marginMode: "isolated" });
    // (2,000 + 20,000) ÷ (0.4 × (0.0046 + 1)) = 54,748.2
    const short = { ...twice, posSide: "short" };
    expect((await get(path, short)).data).toEqual({ liqPrice: "54748.2" });
    const market = { ...short, orderType: "market", posSide: "long" };
    expect((await get(path, market)).code).toBe("00000");
    const { openPrice: _price, ...unpriced } = twice;
    expect((await get(path, unpriced)).code).toBe("40019");
    expect((await get(path, { ...twice, openAmount: "0" })).code).toBe("40020");
  });

  it("count margin and fee of the size that can be opened", async () => {
    const asked = { ...COINED, openAmount: "1000", openPrice: "50000", leverage: 20 };
    // 1000 × 20 ÷ (50,000 × (1 + 20 × 0.0006)) = 0.39525…
    expect((await get(`${ACCOUNT}/open-count`, asked)).data).toEqual({ size: "0.3952" });
    const limit = { ...COINED, posSide: "long", orderType: "limit", openPrice: "50000" };
    const { maxOpen } = rowOf(await get(`${ACCOUNT}/max-open`, limit));
    expect(maxOpen).toBe("3.9525");
    const over = { ...CLASSIC_FUTURES_BUY, size: "3.9526" };
    const refused = await exchange.post("/api/v2/mix/order/place-order", over, "alice");
    expect(refused.code).toBe("40762");
    await place({ ...CLASSIC_FUTURES_BUY, size: maxOpen });
    const { openPrice: _price, ...unpriced } = limit;
    expect((await get(`${ACCOUNT}/max-open`, unpriced)).code).toBe("40019");
    const market = { ...unpriced, orderType: "market", posSide: "short" };
    expect((await get(`${ACCOUNT}/max-open`, market)).code).toBe("00000");
    expect((await get(`${ACCOUNT}/open-count`, { ...asked, openPrice: "0" })).code).toBe("40706");
  });
});

describe("max-open", () => {
  const RICH_SELL = { ...SELL, size: "0.01" };

  it.for([
    // At leverage 20 and 0.06 % an order of 0.0001 costs 5 × 0.0506 = 0.253 at 50,000.
    ["long", "market", undefined, "crossed", [["sell", 50_000]], "3.9525"],
    // Beyond the first level 5.1 × 0.0506 = 0.25806 at 51,000, and a loss of 0.1 against the mark
    // of 50,000: 10,000 ÷ 0.35806 = 27,928.2.
    [
      "long",
      "market",
      undefined,
      "crossed",
      [
        ["sell", 50_000],
        ["sell", 51_000],
      ],
      "2.7928",
    ],
    [
      "long",
      "market",
      undefined,
      "isolated",
      [
        ["sell", 50_000],
        ["sell", 51_000],
      ],
      "2.7928",
    ],
    // Sold to who bids 50,000, but a limit of 49,000 may lose 0.1: 10,000 ÷ 0.353 = 28,328.6.
    ["short", "limit", "49000", "crossed", [["buy", 50_000]], "2.8328"],
    // 4.9 × 0.0506 + 0.1 = 0.34794.
    ["short", "limit", "49000", "crossed", [], "2.874"],
    ["long", "limit", "49000", "crossed", [], "4.0332"],
    [
      "short",
      "market",
      undefined,
      "crossed",
      [
        ["buy", 50_000],
        ["buy", 49_000],
      ],
      "2.8328",
    ],
  ] as const)("%s at %s %s, %s, in a book of %j", async (example) => {
    const [posSide, orderType, openPrice, marginMode, book, most] = example;
    await set("set-margin-mode", { ...COINED, marginMode });
    for (const [at, [side, price]] of book.entries()) {
      const size = at === 0 ? "0.01" : "100";
      await place({ ...RICH_SELL, side, price: `${price}`, size }, "rich");
    }
    const asked = { ...COINED, posSide, orderType, ...(openPrice && { openPrice }) };
    expect(rowOf(await get(`${ACCOUNT}/max-open`, asked))).toEqual({ maxOpen: most });
    const side = posSide === "long" ? "buy" : "sell";
    const order = { ...CLASSIC_FUTURES_BUY, marginMode, side, orderType, price: openPrice };
    const more = { ...order, size: (Number(most) + 0.0001).toFixed(4) };
    const refused = await exchange.post("/api/v2/mix/order/place-order", more, "alice");
    expect(refused.code).toBe("40762");
    await place({ ...order, size: most });
  });
});

describe("bills", () => {
  const list = async (query: Query = {}) => {
    const answer = await get(`${ACCOUNT}/bill`, { ...LINE, ...query });
    return rowOf(answer) as unknown as { bills: readonly TestRow[]; endId: string };
  };

  it("shows fills and transfers of one line, not of its practice line", async () => {
    await trade();
    const { bills, endId } = await list();
    expect(bills).toEqual([
      {
        billId: expect.any(String),
        symbol: "BTCUSDT",
        amount: "0",
        fee: "-3",
        feeByCoupon: "",
        businessType: "buy",
        coin: "USDT",
        balance: "9997",
        cTime: String(exchange.nowMs),
      },
      {
        billId: endId,
        symbol: "",
        amount: "10000",
        fee: "0",
        feeByCoupon: "",
        businessType: "trans_from_exchange",
        coin: "USDT",
        balance: "10000",
        cTime: String(exchange.nowMs),
      },
    ]);
    expect((await list({ limit: 1 })).endId).toBe(bills[0]?.["billId"]);
    expect((await list({ idLessThan: bills[0]?.["billId"] ?? "" })).bills).toEqual([bills[1]]);
    expect((await list({ businessType: "buy" })).bills).toEqual([bills[0]]);
    expect((await list({ symbol: "BTCUSDT" })).bills).toEqual([bills[0]]);
    expect((await list({ onlyFunding: "yes" })).bills).toEqual([]);
    expect((await list({ coin: "SUSDT" })).bills).toEqual([]);
    const practice = await list({ productType: "SUSDT-FUTURES" });
    expect(practice.bills.map(({ coin }) => coin)).toEqual(["SUSDT"]);
  });

  it("shows amounts moved between the account and an isolated position", async () => {
    await set("set-margin-mode", { ...COINED, marginMode: "isolated" });
    await place(SELL, "bob");
    await place({ ...CLASSIC_FUTURES_BUY, marginMode: "isolated" });
    const margin = { ...COINED, holdSide: "long" };
    await set("set-margin", { ...margin, amount: "40" });
    await set("set-margin", { ...margin, amount: "-10" });
    await set("set-leverage", { ...COINED, leverage: "10" });
    const { bills } = await list({ symbol: "BTCUSDT" });
    // 0.1 at 50,000 and twenty times is 250 of margin, at ten times 500.
    expect(bills.map((bill) => [bill["businessType"], bill["amount"], bill["balance"]])).toEqual([
      ["adjust_down_lever_append_margin", "-250", "9467"],
      ["reduce_margin", "10", "9717"],
      ["append_margin", "-40", "9707"],
      ["open_margin", "-250", "9747"],
      ["buy", "0", "9997"],
    ]);
    expect((await list({ businessType: "append_margin" })).bills).toEqual([bills[2]]);
  });

  it("spans 30 days at most", async () => {
    const window = { startTime: exchange.nowMs - 31 * DAY_MS, endTime: exchange.nowMs };
    expect((await get(`${ACCOUNT}/bill`, { ...LINE, ...window })).code).toBe("00001");
  });
});

describe("positions", () => {
  it("shows an open position with what orders would add and close", async () => {
    await trade();
    await place({ ...CLASSIC_FUTURES_BUY, price: "49000", size: "0.3" });
    await place({ ...SELL, price: "51000", size: "0.04", reduceOnly: "YES" });
    const [position, ...more] = rowsOf(await get(`${POSITION}/all-position`, LINE));
    expect(more).toEqual([]);
    expect(position).toEqual({
      marginCoin: "USDT",
      symbol: "BTCUSDT",
      holdSide: "long",
      openDelegateSize: "0.3",
      marginSize: "250",
      available: "0.06",
      locked: "0.04",
      total: "0.1",
      leverage: "20",
      achievedProfits: "0",
      openPriceAvg: "50000",
      marginMode: "crossed",
      posMode: "one_way_mode",
      unrealizedPL: "0",
      liquidationPrice: "0",
      keepMarginRate: "0.004",
      markPrice: "50000",
      breakEvenPrice: "50060.1",
      totalFee: "",
      deductedFee: "3",
      marginRatio: "0.00230069",
      assetMode: "single",
      autoMargin: "off",
      grant: "",
      takeProfit: "",
      stopLoss: "",
      takeProfitId: "",
      stopLossId: "",
      cTime: String(exchange.nowMs),
      uTime: String(exchange.nowMs),
    });
    expect(rowsOf(await get(`${POSITION}/single-position`, COINED))).toEqual([position]);
    const other = { ...COINED, symbol: "ETHUSDT" };
    expect(rowsOf(await get(`${POSITION}/single-position`, other))).toEqual([]);
    const coined = { ...LINE, marginCoin: "USDC" };
    expect((await get(`${POSITION}/all-position`, coined)).code).toBe("40034");
  });

  it("follows the mark price", async () => {
    await trade();
    const instrument = exchange.access.accounts.instrument("live", "usdt_futures", "BTCUSDT");
    await place({ ...CLASSIC_FUTURES_BUY, price: "52000", size: "0.1" }, "bob");
    await place({ ...SELL, price: "52000", size: "0.05" });
    await exchange.setIndex(instrument?.index ?? 0, 520_000);
    const [position] = rowsOf(await get(`${POSITION}/all-position`, LINE));
    expect(position).toMatchObject({ total: "0.05", achievedProfits: "100" });
    expect(Number(position?.["unrealizedPL"])).toBeGreaterThan(90);
  });

  it("shows both sides in hedge mode", async () => {
    await set("set-position-mode", { ...LINE, posMode: "hedge_mode" });
    await place(SELL, "bob");
    await place({ ...CLASSIC_FUTURES_BUY, tradeSide: "open" });
    await place({ ...CLASSIC_FUTURES_BUY, price: "49000" }, "bob");
    await place({ ...SELL, price: "49000", tradeSide: "open", size: "0.05" });
    const rows = rowsOf(await get(`${POSITION}/single-position`, COINED));
    expect(rows.map(({ holdSide, total, posMode }) => [holdSide, total, posMode])).toEqual([
      ["long", "0.1", "hedge_mode"],
      ["short", "0.05", "hedge_mode"],
    ]);
  });

  it("lists closed positions by the page", async () => {
    for (let count = 0; count < 2; count += 1) {
      await trade();
      exchange.gateway.advance(1_000);
      await place({ ...CLASSIC_FUTURES_BUY, price: "51000" }, "bob");
      await place({ ...SELL, price: "51000" });
    }
    const list = async (query: Query = {}, name = "alice") => {
      const answer = await get(`${POSITION}/history-position`, { ...LINE, ...query }, name);
      return rowOf(answer) as unknown as { list: readonly TestRow[]; endId: string };
    };
    const { list: rows, endId } = await list();
    expect(rows).toHaveLength(2);
    expect(rows[1]).toEqual({
      positionId: expect.stringMatching(/^\d{19}$/),
      marginCoin: "USDT",
      symbol: "BTCUSDT",
      holdSide: "long",
      openAvgPrice: "50000",
      closeAvgPrice: "51000",
      marginMode: "crossed",
      openTotalPos: "0.1",
      closeTotalPos: "0.1",
      pnl: "100",
      netProfit: "93.94",
      totalFunding: "0",
      openFee: "-3",
      closeFee: "-3.06",
      posMode: "one_way_mode",
      cashDividend: "0",
      ctime: String(exchange.nowMs - 2_000),
      utime: String(exchange.nowMs - 1_000),
    });
    const first = await list({ limit: 1 });
    expect(first.list).toEqual([rows[0]]);
    const second = await list({ idLessThan: first.endId });
    expect(second).toEqual({ list: [rows[1]], endId });
    expect((await list({ symbol: "ETHUSDT" })).list).toEqual([]);
    expect((await list({}, "bob")).list.map(({ holdSide }) => holdSide)).toEqual([
      "short",
      "short",
    ]);
  });
});
