import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  errorOf,
  orderIdOf,
  rowOf,
  type TestAnswer,
  type TestRow,
} from "../../../../../test/support/test-answer.ts";
import { ExchangeFixture } from "../../../../../test/support/test-exchange.ts";
import { START_MS } from "../../../../../test/support/test-key.ts";
import { COIN } from "../../../../../test/support/test-listings.ts";
import { CLASSIC_FUTURES_BUY } from "../../../../../test/support/wire-orders.ts";
import { DAY_MS } from "../../../http/time-range.ts";
import { endpointsMixAccountV2 } from "../account/endpoints-mix-account.ts";
import { endpointsMixOrderV2 } from "./endpoints-mix-order.ts";

const ORDER = "/api/v2/mix/order";
const LINE = { productType: "usdt-futures" };
const CONTRACT = { symbol: "BTCUSDT", ...LINE };
const FUNDS = [
  ["usdt_futures", "USDT", 100_000n * COIN],
  ["usdt_futures", "SUSDT", 100_000n * COIN],
  ["coin_futures", "BTC", 10n * COIN],
] as const;

const BUY = { ...CLASSIC_FUTURES_BUY, ...CONTRACT, force: "gtc" };
const SELL = { ...BUY, side: "sell" };

let exchange: ExchangeFixture;

beforeEach(async () => {
  exchange = await ExchangeFixture.start({
    endpoints: [...endpointsMixOrderV2, ...endpointsMixAccountV2],
    users: [
      { name: "alice", accountKind: "classic", funds: FUNDS },
      { name: "bob", accountKind: "classic", funds: FUNDS },
      { name: "reader", accountKind: "classic", permissions: ["read"] },
    ],
  });
});

afterEach(async () => {
  await exchange[Symbol.asyncDispose]();
});

type Query = Record<string, string | number>;

function post(path: string, body: object, name = "alice"): Promise<TestAnswer> {
  return exchange.post(`${ORDER}/${path}`, body, name);
}

function get(path: string, query: Query = {}, name = "alice"): Promise<TestAnswer> {
  return exchange.get(`${ORDER}/${path}`, { ...LINE, ...query }, name);
}

async function place(terms: object, name = "alice"): Promise<string> {
  return orderIdOf(await post("place-order", terms, name));
}

interface Page {
  readonly entrustedList: readonly TestRow[];
  readonly fillList: readonly TestRow[];
  readonly endId: string;
}

async function page(path: string, query: Query = {}, name = "alice"): Promise<Page> {
  return rowOf(await get(path, query, name)) as unknown as Page;
}

async function idsOf(path: string, query: Query = {}) {
  return (await page(path, query)).entrustedList.map(({ orderId }) => orderId);
}

async function hedge(name = "alice"): Promise<void> {
  const mode = { ...LINE, posMode: "hedge_mode" };
  rowOf(await exchange.post("/api/v2/mix/account/set-position-mode", mode, name));
}

/** What every row has while there is neither fill nor trigger. */
const PLAIN = {
  symbol: "BTCUSDT",
  size: "0.1",
  baseVolume: "0",
  quoteVolume: "0",
  fee: "",
  price: "50000",
  priceAvg: "",
  force: "gtc",
  totalProfits: "0",
  marginCoin: "USDT",
  leverage: "20",
  marginMode: "crossed",
  enterPointSource: "API",
  orderType: "limit",
  orderSource: "normal",
  cancelReason: "",
  presetStopSurplusPrice: "",
  presetStopSurplusType: "",
  presetStopSurplusExecutePrice: "",
  presetStopLossPrice: "",
  presetStopLossType: "",
  presetStopLossExecutePrice: "",
  posAvg: "",
  liqPrice: "",
  cTime: String(START_MS),
  uTime: String(START_MS),
};

describe("placing and finding an order", () => {
  it("shows a one-way order in the pending list and in its detail", async () => {
    const orderId = await place({ ...BUY, clientOid: "mine-1" });
    const expected = {
      ...PLAIN,
      orderId,
      clientOid: "mine-1",
      side: "buy",
      posSide: "net",
      tradeSide: "buy_single",
      newTradeSide: "open",
      posMode: "one_way_mode",
      reduceOnly: "NO",
    };
    expect(await page("orders-pending")).toEqual({
      entrustedList: [{ ...expected, status: "live" }],
      endId: orderId,
    });
    const detail = { ...expected, state: "live" };
    expect(rowOf(await get("detail", { symbol: "BTCUSDT", orderId }))).toEqual(detail);
    const named = { symbol: "BTCUSDT", clientOid: "mine-1" };
    expect(rowOf(await get("detail", named))).toEqual(detail);
  });

  it("shows fills, average, fee and profit once an order is done", async () => {
    await place(SELL, "bob");
    const opened = await place(BUY);
    await place({ ...BUY, price: "51000" }, "bob");
    const closed = await place({ ...SELL, price: "51000", reduceOnly: "YES" });
    const [close, open] = (await page("orders-history")).entrustedList;
    expect(open).toMatchObject({
      orderId: opened,
      status: "filled",
      baseVolume: "0.1",
      quoteVolume: "5000",
      priceAvg: "50000",
      fee: "-3",
      totalProfits: "0",
      reduceOnly: "NO",
    });
    expect(close).toMatchObject({
      orderId: closed,
      status: "filled",
      side: "sell",
      tradeSide: "sell_single",
      newTradeSide: "close",
      posAvg: "",
      liqPrice: "",
      reduceOnly: "YES",
      fee: "-3.06",
      totalProfits: "100",
    });
    const { fillList, endId } = await page("fills", { symbol: "BTCUSDT" });
    expect(fillList[0]).toEqual({
      tradeId: expect.stringMatching(/^\d{19}$/),
      symbol: "BTCUSDT",
      marginCoin: "USDT",
      orderId: closed,
      clientOid: closed,
      price: "51000",
      baseVolume: "0.1",
      quoteVolume: "5100",
      feeDetail: [{ deduction: "no", feeCoin: "USDT", totalDeductionFee: "0", totalFee: "-3.06" }],
      side: "sell",
      profit: "100",
      enterPointSource: "API",
      tradeSide: "sell_single",
      posMode: "one_way_mode",
      tradeScope: "taker",
      cTime: String(exchange.nowMs),
    });
    expect(endId).toBe(fillList[1]?.["tradeId"]);
    expect((await page("fill-history", { idLessThan: endId })).fillList).toEqual([]);
    expect((await page("fills", { orderId: opened })).fillList).toEqual([fillList[1]]);
    expect((await page("fills", { orderId: opened }, "bob")).fillList).toEqual([]);
  });

  it("follows the position with side in hedge mode", async () => {
    await hedge();
    await place(SELL, "bob");
    const opened = await place({ ...BUY, tradeSide: "Open" });
    const closing = await place({ ...BUY, tradeSide: "Close", price: "51000" });
    const [close] = (await page("orders-pending")).entrustedList;
    expect(close).toMatchObject({
      orderId: closing,
      side: "buy",
      posSide: "long",
      tradeSide: "close",
      newTradeSide: "close",
      posMode: "hedge_mode",
      reduceOnly: "YES",
    });
    expect(rowOf(await get("detail", { symbol: "BTCUSDT", orderId: opened }))).toMatchObject({
      side: "buy",
      posSide: "long",
      tradeSide: "open",
      reduceOnly: "NO",
      state: "filled",
    });
    expect((await post("place-order", BUY)).code).toBe("40774");
    const market = { ...BUY, tradeSide: "close", orderType: "market" };
    expect(errorOf(await post("place-order", market))).toEqual([400, "40757"]);
    expect(await idsOf("orders-pending")).toEqual([closing]);
  });

  it("returns no order id when older reduce-only orders were cancelled for it", async () => {
    await place(SELL, "bob");
    await place(BUY);
    await place({ ...SELL, price: "51000", reduceOnly: "YES" });
    const next = { ...SELL, price: "52000", reduceOnly: "YES", clientOid: "next" };
    expect((await post("place-order", next)).data).toEqual({ clientOid: "next" });
    const open = (await page("orders-pending")).entrustedList;
    expect(open.map(({ clientOid }) => clientOid)).toEqual(["next"]);
  });

  it("trades practice contracts with practice coins only", async () => {
    const terms = { ...BUY, symbol: "SBTCSUSDT", productType: "susdt-futures" };
    const orderId = await place({ ...terms, marginCoin: "SUSDT" });
    const pending = await page("orders-pending", { productType: "SUSDT-FUTURES" });
    expect(pending.entrustedList[0]).toMatchObject({ orderId, marginCoin: "SUSDT" });
    expect((await post("place-order", terms)).code).toBe("40778");
    const otherLine = { ...terms, productType: "USDT-FUTURES" };
    expect((await post("place-order", otherLine)).code).toBe("22012");
  });

  it("sizes inverse contracts in the base coin and settles them in it", async () => {
    const terms = {
      ...BUY,
      symbol: "BTCUSD",
      productType: "COIN-FUTURES",
      marginCoin: "BTC",
      size: "0.1",
    };
    await place({ ...terms, side: "sell" }, "bob");
    const orderId = await place(terms);
    const query = { productType: "COIN-FUTURES", symbol: "BTCUSD" };
    expect(rowOf(await get("detail", { ...query, orderId }))).toMatchObject({
      size: "0.1",
      baseVolume: "0.1",
      quoteVolume: "5000",
      priceAvg: "50000",
      fee: "-0.00006",
      marginCoin: "BTC",
    });
    const { fillList } = await page("fills", query);
    expect(fillList[0]).toMatchObject({ baseVolume: "0.1", quoteVolume: "5000" });
  });

  it.each([
    ["an unknown symbol", { symbol: "NOPE" }, "40072"],
    ["an unknown product line", { productType: "futures" }, "40034"],
    ["another margin coin", { marginCoin: "USDC" }, "40778"],
    ["no margin mode", { marginMode: "" }, "40019"],
    ["no price", { price: "" }, "40019"],
    ["a price off its increment", { price: "50000.01" }, "45115"],
    ["a size off its increment", { size: "0.00001" }, "22038"],
    ["a price above the band", { price: "60000" }, "40815"],
    ["too small a value", { size: "0.0001", price: "49000" }, "45110"],
    ["more than margin allows", { size: "100" }, "40762"],
    ["reduce-only without a position", { reduceOnly: "YES" }, "22002"],
    ["a stop-loss beyond the price", { presetStopLossPrice: "50001" }, "40917"],
  ])("refuses %s and changes nothing", async (_what, change, code) => {
    expect(errorOf(await post("place-order", { ...BUY, ...change }))).toEqual([400, code]);
    expect(await idsOf("orders-pending")).toEqual([]);
  });

  it("opens in the margin mode of the order, and refuses another one beside it", async () => {
    const orderList = [
      { ...BUY, clientOid: "first" },
      { ...BUY, clientOid: "second" },
    ];
    const batch = { ...CONTRACT, marginCoin: "USDT", marginMode: "isolated", orderList };
    const placed = await post("batch-place-order", batch);
    expect(placed.data).toMatchObject({ successList: [{}, {}], failureList: [] });
    const query = { symbol: "BTCUSDT", clientOid: "second" };
    expect((await get("detail", query)).data).toMatchObject({ marginMode: "isolated" });
    expect(errorOf(await post("place-order", BUY))).toEqual([400, "45117"]);
    await post("cancel-all-orders", CONTRACT);
    const together = await Promise.all([
      post("place-order", { ...BUY, marginMode: "crossed" }),
      post("place-order", { ...BUY, marginMode: "isolated" }),
    ]);
    expect(together.map(({ code }) => code)).toEqual(["00000", "45117"]);
  });

  it("names the missing side in hedge mode before the margin mode", async () => {
    const path = "/api/v2/mix/account/set-position-mode";
    const mode = { productType: "USDT-FUTURES", posMode: "hedge_mode" };
    expect((await exchange.post(path, mode, "alice")).code).toBe("00000");
    const order = { ...BUY, marginMode: "isolated" };
    expect(errorOf(await post("place-order", order))).toEqual([400, "40774"]);
    await place({ ...order, tradeSide: "open" });
    const other = { ...BUY, tradeSide: "open", side: "sell", price: "51000" };
    expect(errorOf(await post("place-order", other))).toEqual([400, "45117"]);
  });

  it("accepts keys that may trade futures", async () => {
    expect((await post("place-order", BUY, "reader")).code).toBe("40014");
  });

  it("does not find orders of other users", async () => {
    const orderId = await place({ ...BUY, clientOid: "mine-1" });
    const query = { symbol: "BTCUSDT", orderId };
    expect(errorOf(await get("detail", query, "bob"))).toEqual([400, "40109"]);
    expect((await get("detail", { symbol: "ETHUSDT", orderId })).code).toBe("40109");
    expect((await get("detail", { symbol: "BTCUSDT" })).code).toBe("40924");
    const cancel = { ...CONTRACT, orderId };
    expect(errorOf(await post("cancel-order", cancel, "bob"))).toEqual([400, "40768"]);
    expect(await idsOf("orders-pending")).toEqual([orderId]);
  });
});

describe("changing and cancelling", () => {
  it("replaces an order by one with a new id, price and size", async () => {
    const orderId = await place(BUY);
    const next = { ...CONTRACT, orderId, newPrice: "49000", newSize: "0.2", newClientOid: "n-1" };
    const changed = rowOf(await post("modify-order", next));
    expect(changed["clientOid"]).toBe("n-1");
    const [open, ...more] = (await page("orders-pending")).entrustedList;
    expect(more).toEqual([]);
    expect(open).toMatchObject({ orderId: changed["orderId"], price: "49000", size: "0.2" });
    expect((await post("modify-order", next)).code).toBe("40768");
  });

  it.each([
    ["only a price", { newPrice: "49000", newClientOid: "n-1" }, "40925"],
    ["no new client id", { newPrice: "49000", newSize: "0.2" }, "22003"],
  ])("refuses a change with %s", async (_what, change, code) => {
    const orderId = await place(BUY);
    const answer = await post("modify-order", { ...CONTRACT, orderId, ...change });
    expect(errorOf(answer)).toEqual([400, code]);
    expect(await idsOf("orders-pending")).toEqual([orderId]);
  });

  it("refuses a change that changes nothing, and the order keeps its place", async () => {
    const orderId = await place(BUY);
    const same = { newPrice: BUY.price, newSize: BUY.size, newClientOid: "n-1" };
    const answer = await post("modify-order", { ...CONTRACT, orderId, ...same });
    expect(errorOf(answer)).toEqual([400, "40923"]);
    expect(await idsOf("orders-pending")).toEqual([orderId]);
    const preset = { ...same, newPresetStopLossPrice: "45000" };
    rowOf(await post("modify-order", { ...CONTRACT, orderId, ...preset }));
  });

  it("refuses a new price for a partly filled order, which would trade its fill again", async () => {
    const orderId = await place(BUY);
    rowOf(await post("place-order", { ...BUY, side: "sell", size: "0.04" }, "bob"));
    const change = { newPrice: "49000", newSize: BUY.size, newClientOid: "n-1" };
    const answer = await post("modify-order", { ...CONTRACT, orderId, ...change });
    expect(errorOf(answer)).toEqual([400, "40922"]);
    expect(await idsOf("orders-pending")).toEqual([orderId]);
  });

  it("returns both ids of a cancelled order", async () => {
    const orderId = await place({ ...BUY, clientOid: "mine-1" });
    const answer = await post("cancel-order", { ...CONTRACT, orderId });
    expect(answer.data).toEqual({ orderId, clientOid: "mine-1" });
    const detail = rowOf(await get("detail", { symbol: "BTCUSDT", orderId }));
    expect(detail).toMatchObject({ state: "canceled", cancelReason: "normal_cancel" });
  });

  it("cancels all orders of a symbol or of the line, and reports when there is none", async () => {
    const first = await place({ ...BUY, clientOid: "mine-1" });
    const other = await place({ ...BUY, symbol: "ETHUSDT", price: "2000", size: "1" });
    const answer = await post("batch-cancel-orders", CONTRACT);
    expect(answer.data).toEqual({
      successList: [{ orderId: first, clientOid: "mine-1" }],
      failureList: [],
    });
    expect(errorOf(await post("batch-cancel-orders", CONTRACT))).toEqual([400, "22001"]);
    const all = await post("cancel-all-orders", { ...LINE, marginCoin: "USDT" });
    expect(all.data).toMatchObject({ successList: [{ orderId: other }] });
    expect((await post("cancel-all-orders", LINE)).code).toBe("22001");
  });

  it("cancels the open orders of a list", async () => {
    const orderId = await place(BUY);
    const foreign = await place(BUY, "bob");
    const orderIdList = [{ orderId: foreign }, { orderId }, {}];
    const answer = await post("batch-cancel-orders", { ...CONTRACT, orderIdList });
    expect(answer.data).toMatchObject({
      successList: [{ orderId }],
      failureList: [{ orderId: foreign, errorCode: "40768" }, { errorCode: "40924" }],
    });
    expect((await post("batch-cancel-orders", { ...LINE, orderIdList })).code).toBe("40019");
    const many = { ...CONTRACT, orderIdList: new Array(51).fill({ orderId }) };
    expect((await post("batch-cancel-orders", many)).code).toBe("40912");
  });

  it("places a batch with partial success", async () => {
    const { side: _side, ...head } = BUY;
    const orderList = [
      { ...BUY, clientOid: "one" },
      { ...BUY, side: "up", clientOid: "two" },
      { ...BUY, size: "100", clientOid: "three" },
    ];
    const answer = await post("batch-place-order", { ...head, orderList });
    const [orderId] = await idsOf("orders-pending");
    expect(answer.data).toEqual({
      successList: [{ orderId, clientOid: "one" }],
      failureList: [
        { orderId: "", clientOid: "two", errorCode: "40034", errorMsg: expect.any(String) },
        { orderId: "", clientOid: "three", errorCode: "40762", errorMsg: expect.any(String) },
      ],
    });
    const many = { ...head, orderList: new Array(51).fill(BUY) };
    expect((await post("batch-place-order", many)).code).toBe("40306");
  });

  it("closes positions at market", async () => {
    await place(SELL, "bob");
    await place(BUY);
    await place(BUY, "bob");
    const closed = await post("close-positions", { ...CONTRACT, holdSide: "long" });
    const [first] = (closed.data as { successList: { orderId: string }[] }).successList;
    const orderId = first?.orderId;
    expect(closed.data).toEqual({
      successList: [{ orderId, clientOid: orderId, symbol: "BTCUSDT" }],
      failureList: [],
    });
    const again = await post("close-positions", CONTRACT);
    expect(errorOf(again)).toEqual([400, "22002"]);
  });
});

describe("lists", () => {
  it("pages open and closed orders by id", async () => {
    const ids = [await place(BUY), await place(BUY), await place(BUY)];
    const first = await page("orders-pending", { limit: 2 });
    expect(first.entrustedList.map(({ orderId }) => orderId)).toEqual([ids[2], ids[1]]);
    expect(await idsOf("orders-pending", { idLessThan: first.endId })).toEqual([ids[0]]);
    expect(await idsOf("orders-pending", { orderId: ids[1] ?? "" })).toEqual([ids[1]]);
    expect(await idsOf("orders-pending", { status: "partially_filled" })).toEqual([]);
    expect(await idsOf("orders-pending", { productType: "USDC-FUTURES" })).toEqual([]);
    await post("cancel-all-orders", LINE);
    const closed = await page("orders-history", { limit: 2 });
    expect(closed.endId).toBe(ids[1]);
    expect(await idsOf("orders-history", { idLessThan: closed.endId })).toEqual([ids[0]]);
    expect(await idsOf("orders-history", { orderSource: "liquidation" })).toEqual([]);
    expect(await idsOf("orders-history", { orderSource: "normal" })).toHaveLength(3);
    expect(await page("orders-pending")).toEqual({ entrustedList: [], endId: "" });
  });

  it("lists open orders of any window", async () => {
    const orderId = await place(BUY);
    const window = { startTime: START_MS - 400 * DAY_MS, endTime: START_MS + DAY_MS };
    expect(await idsOf("orders-pending", window)).toEqual([orderId]);
    const before = { startTime: START_MS - 2, endTime: START_MS - 1 };
    expect(await idsOf("orders-pending", before)).toEqual([]);
  });

  it.each([
    ["orders-pending", { startTime: START_MS - 1, endTime: START_MS - 2 }, "40707"],
    ["orders-history", { startTime: START_MS - 1, endTime: START_MS - 2 }, "40707"],
    ["orders-history", { startTime: START_MS - 91 * DAY_MS }, "40704"],
    ["orders-history", { limit: -1 }, "40053"],
    ["fills", { startTime: START_MS + DAY_MS }, "40902"],
    ["fills", { idLessThan: "x" }, "40402"],
    ["orders-pending", { symbol: "NOPE" }, "40072"],
    ["orders-pending", { productType: "x" }, "40034"],
  ])("%s refuses %o", async (path, query, code) => {
    expect(errorOf(await get(path, query as Query))).toEqual([400, code]);
  });
});
