import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  errorOf,
  orderIdOf,
  rowOf,
  rowsOf,
  type TestAnswer,
} from "../../../../../test/support/test-answer.ts";
import { ExchangeFixture } from "../../../../../test/support/test-exchange.ts";
import { START_MS } from "../../../../../test/support/test-key.ts";
import { COIN } from "../../../../../test/support/test-listings.ts";
import { CLASSIC_SPOT_BUY } from "../../../../../test/support/wire-orders.ts";
import { DAY_MS } from "../../../http/time-range.ts";
import { endpointsSpotTradeV2 } from "./endpoints-spot-trade.ts";

const TRADE = "/api/v2/spot/trade";
const PAIR = { symbol: "BTCUSDT" };
const FUNDS = [
  ["spot", "USDT", 1_000_000n * COIN],
  ["spot", "BTC", 10n * COIN],
] as const;

let exchange: ExchangeFixture;

beforeEach(async () => {
  exchange = await ExchangeFixture.start({
    endpoints: endpointsSpotTradeV2,
    users: [
      { name: "alice", accountKind: "classic", funds: FUNDS },
      { name: "bob", accountKind: "classic", funds: FUNDS },
      { name: "dora", accountKind: "classic", realm: "demo", funds: FUNDS },
      { name: "reader", accountKind: "classic", permissions: ["read"] },
      { name: "una", accountKind: "unified" },
    ],
  });
});

afterEach(async () => {
  await exchange[Symbol.asyncDispose]();
});

function post(path: string, body: object, name = "alice"): Promise<TestAnswer> {
  return exchange.post(`${TRADE}/${path}`, body, name);
}

function get(path: string, query: Record<string, string | number> = {}, name = "alice") {
  return exchange.get(`${TRADE}/${path}`, query, name);
}

async function place(terms: object, name = "alice"): Promise<string> {
  return orderIdOf(await post("place-order", terms, name));
}

async function idsOf(path: string, query: Record<string, string | number> = {}) {
  return rowsOf(await get(path, query)).map(({ orderId }) => orderId);
}

describe("placing and finding an order", () => {
  it("shows an open order with its price under priceAvg", async () => {
    const orderId = await place({ ...CLASSIC_SPOT_BUY, force: "GTC", clientOid: "mine-1" });
    expect(orderId).toMatch(/^\d{19}$/);
    const open = rowsOf(await get("unfilled-orders"));
    expect(open).toEqual([
      {
        userId: exchange.user("alice").uid,
        symbol: "BTCUSDT",
        orderId,
        clientOid: "mine-1",
        priceAvg: "50000",
        basePrice: "0",
        size: "0.01",
        orderType: "limit",
        side: "buy",
        status: "live",
        force: "gtc",
        baseVolume: "0",
        quoteVolume: "0",
        enterPointSource: "API",
        orderSource: "normal",
        tpslType: "normal",
        triggerPrice: null,
        presetTakeProfitPrice: "",
        executeTakeProfitPrice: "",
        presetStopLossPrice: "",
        executeStopLossPrice: "",
        cTime: String(exchange.nowMs),
        uTime: String(exchange.nowMs),
      },
    ]);
  });

  it("shows a partly filled and then cancelled order, live and from history", async () => {
    const orderId = await place({ ...CLASSIC_SPOT_BUY, clientOid: "mine-1" });
    await place({ ...CLASSIC_SPOT_BUY, side: "sell", size: "0.004" }, "bob");
    await post("cancel-order", { symbol: "BTCUSDT", orderId });
    const expected = {
      userId: exchange.user("alice").uid,
      symbol: "BTCUSDT",
      orderId,
      clientOid: "mine-1",
      price: "50000",
      size: "0.01",
      orderType: "limit",
      side: "buy",
      status: "cancelled",
      priceAvg: "50000",
      baseVolume: "0.004",
      quoteVolume: "200",
      baseCoin: "BTC",
      quoteCoin: "USDT",
      enterPointSource: "API",
      orderSource: "normal",
      tpslType: "normal",
      triggerPrice: null,
      cancelReason: "normal_cancel",
      cTime: String(exchange.nowMs),
      uTime: String(exchange.nowMs),
    };
    const [info] = rowsOf(await get("orderInfo", { orderId }));
    const [closed] = rowsOf(await get("history-orders"));
    expect(info).toMatchObject(expected);
    expect(closed).toEqual(info);
    expect(JSON.parse(info?.["feeDetail"] ?? "")).toEqual({
      newFees: { c: 0, d: 0, deduction: false, r: -0.000004, t: -0.000004, totalDeductionFee: 0 },
      BTC: { deduction: false, feeCoinCode: "BTC", totalDeductionFee: 0, totalFee: -0.000004 },
    });
  });

  it("sizes a market buy in quote coin", async () => {
    await place({ ...CLASSIC_SPOT_BUY, side: "sell", size: "1" }, "bob");
    const orderId = await place({
      ...CLASSIC_SPOT_BUY,
      orderType: "market",
      price: "",
      size: "100",
    });
    const [order] = rowsOf(await get("orderInfo", { orderId }));
    expect(order).toMatchObject({
      size: "100",
      price: "0",
      baseVolume: "0.002",
      quoteVolume: "100",
      status: "filled",
      orderSource: "market",
      cancelReason: "",
    });
  });

  it("finds an order by client id, and no order of another user", async () => {
    const orderId = await place({ ...CLASSIC_SPOT_BUY, clientOid: "mine-1" });
    expect(await idsOf("orderInfo", { clientOid: "mine-1" })).toEqual([orderId]);
    expect(rowsOf(await get("orderInfo", { orderId }, "bob"))).toEqual([]);
    expect(rowsOf(await get("orderInfo", { clientOid: "mine-1" }, "bob"))).toEqual([]);
    expect(rowsOf(await get("orderInfo", { orderId: "123" }))).toEqual([]);
    expect(errorOf(await get("orderInfo"))).toEqual([400, "40924"]);
  });

  it("separates the realms", async () => {
    const orderId = await place(CLASSIC_SPOT_BUY, "dora");
    expect(rowsOf(await get("unfilled-orders", {}, "dora"))).toHaveLength(1);
    expect(rowsOf(await get("orderInfo", { orderId }))).toEqual([]);
    expect(rowsOf(await get("unfilled-orders"))).toEqual([]);
  });

  it.each([
    ["an unknown symbol", { symbol: "NOPE" }, "40034"],
    ["an unknown side", { side: "hold" }, "40034"],
    ["no size", { size: "" }, "40019"],
    ["a size that is no number", { size: "much" }, "40020"],
    ["a price off its increment", { price: "50000.001" }, "40808"],
    ["a size off its increment", { size: "0.0000001" }, "40808"],
    ["no price", { price: "" }, "40019"],
    ["too small a value", { size: "0.000001" }, "45110"],
    ["more than the balance", { size: "30" }, "43012"],
    ["a client id of odd characters", { clientOid: "a b" }, "40305"],
    ["a take-profit below the price", { presetTakeProfitPrice: "40000" }, "43013"],
    ["a receive window of a minute", { receiveWindow: "60000" }, "40079"],
    ["a late request", { requestTime: "1000", receiveWindow: "5" }, "40078"],
  ])("refuses %s and changes nothing", async (_what, change, code) => {
    const answer = await post("place-order", { ...CLASSIC_SPOT_BUY, ...change });
    expect(errorOf(answer)).toEqual([400, code]);
    expect(rowsOf(await get("unfilled-orders"))).toEqual([]);
  });

  it.each([
    ["executeTakeProfitPrice", "presetTakeProfitPrice"],
    ["executeStopLossPrice", "presetStopLossPrice"],
  ])("names what is missing beside %s", async (sent, missing) => {
    const answer = await post("place-order", { ...CLASSIC_SPOT_BUY, [sent]: "60000" });
    expect(errorOf(answer)).toEqual([400, "40019"]);
    expect(answer.msg).toContain(missing);
    const both = { ...CLASSIC_SPOT_BUY, [sent]: "0" };
    expect((await post("place-order", both)).code).toBe("00000");
  });

  it("accepts classic keys that may trade, no others", async () => {
    expect((await post("place-order", CLASSIC_SPOT_BUY, "reader")).code).toBe("40014");
    expect((await post("place-order", CLASSIC_SPOT_BUY, "una")).code).toBe("40085");
    expect(rowsOf(await get("unfilled-orders", {}, "reader"))).toEqual([]);
  });

  it("refuses a client id that another pending order has", async () => {
    await place({ ...CLASSIC_SPOT_BUY, clientOid: "mine-1" });
    const answer = await post("place-order", {
      ...CLASSIC_SPOT_BUY,
      size: "0.02",
      clientOid: "mine-1",
    });
    expect(errorOf(answer)).toEqual([400, "43118"]);
  });
});

describe("the price band", () => {
  it("holds once a trade has set the last price", async () => {
    await place({ ...CLASSIC_SPOT_BUY, side: "sell" }, "bob");
    await place(CLASSIC_SPOT_BUY);
    expect((await post("place-order", { ...CLASSIC_SPOT_BUY, price: "60000" })).code).toBe("43009");
    const sell = { ...CLASSIC_SPOT_BUY, side: "sell", price: "40000" };
    expect((await post("place-order", sell)).code).toBe("43008");
  });
});

describe("cancelling", () => {
  it("returns both ids, whichever was sent", async () => {
    const orderId = await place({ ...CLASSIC_SPOT_BUY, clientOid: "mine-1" });
    const answer = await post("cancel-order", { symbol: "BTCUSDT", orderId });
    expect(answer.data).toEqual({ orderId, clientOid: "mine-1" });
    const second = await place({ ...CLASSIC_SPOT_BUY, clientOid: "mine-2" });
    const named = await post("cancel-order", { symbol: "BTCUSDT", clientOid: "mine-2" });
    expect(named.data).toEqual({ orderId: second, clientOid: "mine-2" });
  });

  it("does not find closed orders and orders of other users", async () => {
    const orderId = await place(CLASSIC_SPOT_BUY);
    const named = { symbol: "BTCUSDT", orderId };
    expect(errorOf(await post("cancel-order", named, "bob"))).toEqual([400, "43001"]);
    await post("cancel-order", named);
    expect(errorOf(await post("cancel-order", named))).toEqual([400, "43001"]);
    expect((await post("cancel-order", { symbol: "BTCUSDT" })).code).toBe("40924");
  });

  it("cancels all orders of a symbol, and succeeds when there is none", async () => {
    await place(CLASSIC_SPOT_BUY);
    await place({ ...CLASSIC_SPOT_BUY, price: "49000" });
    const other = await place({ ...CLASSIC_SPOT_BUY, symbol: "ETHUSDT", price: "2000" });
    const answer = await post("cancel-symbol-order", { symbol: "BTCUSDT" });
    expect(answer.data).toEqual({ symbol: "BTCUSDT" });
    expect(await idsOf("unfilled-orders")).toEqual([other]);
    expect((await post("cancel-symbol-order", { symbol: "BTCUSDT" })).code).toBe("00000");
  });
});

describe("replacing", () => {
  const NEXT = { symbol: "BTCUSDT", price: "49000", size: "0.02", newClientOid: "mine-2" };

  it("cancels the old order and places the new one", async () => {
    const orderId = await place({ ...CLASSIC_SPOT_BUY, clientOid: "mine-1" });
    const answer = rowOf(await post("cancel-replace-order", { ...NEXT, orderId }));
    expect(answer).toMatchObject({ clientOid: "mine-2", success: "success", msg: "" });
    expect(await idsOf("unfilled-orders")).toEqual([answer["orderId"]]);
    const [old] = rowsOf(await get("orderInfo", { orderId }));
    expect(old).toMatchObject({ status: "cancelled" });
  });

  it("answers a client id by which the new order is found, also without newClientOid", async () => {
    await place({ ...CLASSIC_SPOT_BUY, clientOid: "mine-1" });
    const { newClientOid: _none, ...next } = { ...NEXT, clientOid: "mine-1" };
    const first = rowOf(await post("cancel-replace-order", next));
    expect(first).toMatchObject({ clientOid: first["orderId"], success: "success", msg: "" });
    const orderList = [
      { ...next, clientOid: first["clientOid"] },
      { ...next, clientOid: "nobody" },
    ];
    const [second, failed] = rowsOf(await post("batch-cancel-replace-order", { orderList }));
    expect(second).toMatchObject({ clientOid: second?.["orderId"], success: "success" });
    expect(failed).toMatchObject({ clientOid: "nobody", success: "failure" });
    const { orderId, clientOid } = second ?? {};
    const find = async () => rowsOf(await get("orderInfo", { clientOid: String(clientOid) }));
    expect(await find()).toMatchObject([{ orderId, clientOid, status: "live" }]);
    expect((await post("cancel-order", { symbol: "BTCUSDT", clientOid })).code).toBe("00000");
    expect(await find()).toMatchObject([{ orderId, clientOid, status: "cancelled" }]);
  });

  it("reports when the new order is refused, and the old one stays cancelled", async () => {
    const orderId = await place(CLASSIC_SPOT_BUY);
    const answer = await post("cancel-replace-order", { ...NEXT, orderId, size: "30" });
    expect(answer.data).toMatchObject({ orderId: "", success: "failure" });
    expect(await idsOf("unfilled-orders")).toEqual([]);
    const again = await post("cancel-replace-order", { ...NEXT, orderId });
    expect(errorOf(again)).toEqual([400, "43001"]);
  });

  it("replaces each order of a batch independently", async () => {
    const orderId = await place(CLASSIC_SPOT_BUY);
    const orderList = [
      { ...NEXT, orderId },
      { ...NEXT, orderId: "1000000000000000001" },
    ];
    const rows = rowsOf(await post("batch-cancel-replace-order", { orderList }));
    expect(rows.map(({ success }) => success)).toEqual(["success", "failure"]);
  });
});

describe("batches", () => {
  const { symbol: _symbol, ...TERMS } = CLASSIC_SPOT_BUY;

  it("places valid orders and reports why the others are refused", async () => {
    const orderList = [
      { ...TERMS, clientOid: "one" },
      { ...TERMS, price: "50000.001", clientOid: "two" },
      { ...TERMS, side: "hold", clientOid: "three" },
      { ...TERMS, size: "30", clientOid: "four" },
      { ...TERMS, clientOid: "five" },
    ];
    const answer = await post("batch-orders", { symbol: "BTCUSDT", orderList });
    const open = await idsOf("unfilled-orders");
    expect(answer.data).toEqual({
      successList: [
        { orderId: open[1], clientOid: "one" },
        { orderId: open[0], clientOid: "five" },
      ],
      failureList: [
        { orderId: "", clientOid: "two", errorCode: "40808", errorMsg: expect.any(String) },
        { orderId: "", clientOid: "three", errorCode: "40034", errorMsg: expect.any(String) },
        { orderId: "", clientOid: "four", errorCode: "43012", errorMsg: expect.any(String) },
      ],
    });
  });

  it("accepts a symbol per order in mode multiple", async () => {
    const orderList = [
      CLASSIC_SPOT_BUY,
      { ...CLASSIC_SPOT_BUY, symbol: "ETHUSDT", price: "2000" },
      TERMS,
    ];
    const answer = await post("batch-orders", { batchMode: "multiple", orderList });
    expect(answer.data).toMatchObject({
      successList: [{}, {}],
      failureList: [{ errorCode: "40019" }],
    });
    expect((await post("batch-orders", { orderList })).code).toBe("40019");
  });

  it("refuses an order for another pair than the batch names in mode single", async () => {
    const orderList = [{ ...TERMS, symbol: "ETHUSDT" }, CLASSIC_SPOT_BUY];
    const answer = await post("batch-orders", { symbol: "BTCUSDT", orderList });
    const [orderId] = await idsOf("unfilled-orders");
    expect(answer.data).toMatchObject({
      successList: [{ orderId }],
      failureList: [{ errorCode: "40020", errorMsg: expect.stringContaining("symbol") }],
    });
    const cancels = { orderList: [{ orderId, symbol: "ETHUSDT" }] };
    const cancelled = await post("batch-cancel-order", { symbol: "BTCUSDT", ...cancels });
    expect(cancelled.data).toMatchObject({ failureList: [{ orderId, errorCode: "40020" }] });
    expect(await idsOf("unfilled-orders")).toEqual([orderId]);
  });

  it("cancels without a symbol on any pair, and checks one that is given", async () => {
    const first = await place({ ...CLASSIC_SPOT_BUY, clientOid: "mine-1" });
    const second = await place({ ...CLASSIC_SPOT_BUY, symbol: "ETHUSDT", price: "2000" });
    const third = await place(CLASSIC_SPOT_BUY);
    const orderList = [
      { clientOid: "mine-1" },
      { orderId: second },
      { orderId: third, symbol: "ETHUSDT" },
      { clientOid: "none" },
    ];
    const answer = await post("batch-cancel-order", { orderList });
    expect(answer.data).toMatchObject({
      successList: [{ orderId: first, clientOid: "mine-1" }, { orderId: second }],
      failureList: [
        { orderId: third, errorCode: "43001" },
        { clientOid: "none", errorCode: "43001" },
      ],
    });
    expect(await idsOf("unfilled-orders")).toEqual([third]);
  });

  it("accepts 50 orders and no more", async () => {
    const orderList = new Array(50).fill({ ...TERMS, size: "0.001" });
    const answer = await post("batch-orders", { symbol: "BTCUSDT", orderList });
    expect((answer.data as { successList: unknown[] }).successList).toHaveLength(50);
    const more = { symbol: "BTCUSDT", orderList: [...orderList, TERMS] };
    expect((await post("batch-orders", more)).code).toBe("40306");
    expect((await post("batch-orders", { symbol: "BTCUSDT", orderList: [] })).code).not.toBe(
      "00000",
    );
  });

  it("cancels open orders and reports the others", async () => {
    const orderId = await place(CLASSIC_SPOT_BUY);
    const foreign = await place(CLASSIC_SPOT_BUY, "bob");
    const orderList = [{ orderId }, { orderId: foreign }, { clientOid: "none" }, {}];
    const answer = await post("batch-cancel-order", { symbol: "BTCUSDT", orderList });
    expect(answer.data).toMatchObject({
      successList: [{ orderId, clientOid: orderId }],
      failureList: [
        { orderId: foreign, clientOid: "", errorCode: "43001" },
        { orderId: "", clientOid: "none", errorCode: "43001" },
        { errorCode: "40924" },
      ],
    });
  });
});

describe("an exchange that accepts no commands", () => {
  it("answers 503, safe to repeat, and 40015 for each order of a batch", async () => {
    await exchange.stopSequencer();
    const answer = await post("place-order", CLASSIC_SPOT_BUY);
    expect(errorOf(answer)).toEqual([503, "40015"]);
    expect(answer.headers["retry-after"]).toBe("1");
    const batch = await post("batch-orders", {
      symbol: "BTCUSDT",
      orderList: [CLASSIC_SPOT_BUY, CLASSIC_SPOT_BUY],
    });
    expect(batch.data).toMatchObject({
      successList: [],
      failureList: [{ errorCode: "40015" }, { errorCode: "40015" }],
    });
    expect(rowsOf(await get("unfilled-orders"))).toEqual([]);
  });
});

describe("lists", () => {
  it("pages open orders by id", async () => {
    const ids = [
      await place(CLASSIC_SPOT_BUY),
      await place(CLASSIC_SPOT_BUY),
      await place(CLASSIC_SPOT_BUY),
    ];
    expect(await idsOf("unfilled-orders", { limit: 2 })).toEqual([ids[2], ids[1]]);
    const idLessThan = ids[1] ?? "";
    expect(await idsOf("unfilled-orders", { idLessThan })).toEqual([ids[0]]);
    expect(await idsOf("unfilled-orders", { idLessThan: "5" })).toEqual([]);
    expect(await idsOf("unfilled-orders", { idLessThan: "9223372036854775807" })).toHaveLength(3);
    expect(await idsOf("unfilled-orders", { symbol: "ETHUSDT" })).toEqual([]);
    expect(await idsOf("unfilled-orders", { orderId: idLessThan })).toEqual([idLessThan]);
  });

  it("take a time of 0 for none", async () => {
    const open = await place(CLASSIC_SPOT_BUY);
    const closed = await place(CLASSIC_SPOT_BUY);
    await post("cancel-order", { symbol: "BTCUSDT", orderId: closed });
    const times = { startTime: 0, endTime: 0 };
    expect(await idsOf("unfilled-orders", times)).toEqual([open]);
    expect(await idsOf("history-orders", times)).toEqual([closed]);
  });

  it("pages closed orders by id, within a window", async () => {
    const startTime = exchange.nowMs;
    const ids: string[] = [];
    for (let count = 0; count < 3; count += 1) {
      const orderId = await place(CLASSIC_SPOT_BUY);
      await post("cancel-order", { symbol: "BTCUSDT", orderId });
      ids.push(orderId);
      exchange.gateway.advance(1_000);
    }
    await place(CLASSIC_SPOT_BUY);
    expect(await idsOf("history-orders", { limit: 2 })).toEqual([ids[2], ids[1]]);
    expect(await idsOf("history-orders", { idLessThan: ids[1] ?? "" })).toEqual([ids[0]]);
    const endTime = startTime + 500;
    expect(await idsOf("history-orders", { startTime, endTime })).toEqual([ids[0]]);
    expect(await idsOf("history-orders", { orderId: ids[1] ?? "" })).toEqual([ids[1]]);
    expect(await idsOf("history-orders", { symbol: "ETHUSDT" })).toEqual([]);
  });

  it("have an order that rested for longer than their span, by its id and by pages", async () => {
    const orderId = await place(CLASSIC_SPOT_BUY);
    exchange.gateway.advance(91 * DAY_MS);
    await post("cancel-order", { symbol: "BTCUSDT", orderId });
    const next = await place(CLASSIC_SPOT_BUY);
    await post("cancel-order", { symbol: "BTCUSDT", orderId: next });
    expect(await idsOf("history-orders", { orderId })).toEqual([orderId]);
    expect(await idsOf("history-orders", { idLessThan: next })).toEqual([orderId]);
    const startTime = exchange.nowMs - DAY_MS;
    expect(await idsOf("history-orders", { orderId, startTime })).toEqual([]);
  });

  it("pages fills by the fill's id", async () => {
    await place({ ...CLASSIC_SPOT_BUY, side: "sell", size: "1" }, "bob");
    const first = await place(CLASSIC_SPOT_BUY);
    exchange.gateway.advance(1_000);
    const second = await place({ ...CLASSIC_SPOT_BUY, size: "0.02" });
    const fills = rowsOf(await get("fills", PAIR));
    expect(fills.map(({ orderId }) => orderId)).toEqual([second, first]);
    expect(fills[1]).toEqual({
      userId: exchange.user("alice").uid,
      symbol: "BTCUSDT",
      orderId: first,
      tradeId: expect.stringMatching(/^\d{19}$/),
      orderType: "limit",
      side: "buy",
      priceAvg: "50000",
      size: "0.01",
      amount: "500",
      feeDetail: { deduction: "no", feeCoin: "BTC", totalDeductionFee: "0", totalFee: "-0.00001" },
      tradeScope: "taker",
      cTime: String(exchange.nowMs - 1_000),
      uTime: String(exchange.nowMs - 1_000),
    });
    const idLessThan = fills[0]?.["tradeId"] ?? "";
    expect(rowsOf(await get("fills", { ...PAIR, idLessThan }))).toEqual([fills[1]]);
    expect(rowsOf(await get("fills", { ...PAIR, orderId: second }))).toEqual([fills[0]]);
    expect(rowsOf(await get("fills", { ...PAIR, orderId: second }, "bob"))).toEqual([]);
  });

  it.each([
    ["a start after the end", { startTime: START_MS - 1, endTime: START_MS - 2 }, "40707"],
    ["a start before what is kept", { startTime: START_MS - 91 * DAY_MS }, "40704"],
    ["a start in the future", { startTime: START_MS + DAY_MS }, "40902"],
    ["a time that is none", { startTime: "yesterday" }, "40020"],
    ["a negative limit", { limit: -1 }, "40053"],
    ["a limit that is no number", { limit: "all" }, "40020"],
    ["an id that is none", { idLessThan: "abc" }, "40402"],
    ["an unknown symbol", { symbol: "NOPE" }, "40034"],
  ])("refuses %s", async (_what, query, code) => {
    const sent = query as unknown as Record<string, string | number>;
    expect(errorOf(await get("history-orders", sent))).toEqual([400, code]);
  });

  it("refuses a window of more than 90 days", async () => {
    const startTime = exchange.nowMs - 89 * DAY_MS;
    const window = { startTime, endTime: exchange.nowMs + 2 * DAY_MS };
    expect((await get("fills", { ...PAIR, ...window })).code).toBe("00001");
  });
});
