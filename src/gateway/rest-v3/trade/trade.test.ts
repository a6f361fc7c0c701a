import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { errorOf, listOf, rowOf, rowsOf } from "../../../../test/support/test-answer.ts";
import { ExchangeFixture } from "../../../../test/support/test-exchange.ts";
import { START_MS } from "../../../../test/support/test-key.ts";
import { placeOrder, readOrder, TRADERS } from "../../../../test/support/unified-traders.ts";
import {
  FUTURES_BUY,
  PLACE_ORDER,
  SPOT_BUY,
  UNFILLED_ORDERS,
} from "../../../../test/support/wire-orders.ts";
import { wireId } from "../../../wire/ids.ts";
import { endpointsTradeV3 } from "./endpoints-trade.ts";

let exchange: ExchangeFixture;

beforeEach(async () => {
  exchange = await ExchangeFixture.start({ endpoints: endpointsTradeV3, users: TRADERS });
});

afterEach(async () => {
  await exchange[Symbol.asyncDispose]();
});

describe("place-order", () => {
  it("returns both ids, and the order is open at once", async () => {
    const answer = await exchange.post(PLACE_ORDER, { ...SPOT_BUY, clientOid: "mine/1" }, "alice");
    const { orderId } = rowOf(answer);
    expect(answer.data).toEqual({
      orderId: expect.stringMatching(/^1\d{18}$/),
      clientOid: "mine/1",
    });
    expect(listOf(await exchange.get(UNFILLED_ORDERS, { category: "spot" }, "alice"))).toEqual({
      list: [
        {
          orderId,
          clientOid: "mine/1",
          category: "SPOT",
          symbol: "BTCUSDT",
          orderType: "limit",
          side: "buy",
          price: "50000",
          qty: "0.01",
          amount: "500",
          cumExecQty: "0",
          cumExecValue: "0",
          avgPrice: "0",
          priceAvg: "0",
          baseVolume: "0",
          quoteVolume: "0",
          timeInForce: "gtc",
          orderStatus: "new",
          posSide: "",
          holdMode: "",
          tradeSide: "",
          marginMode: "",
          reduceOnly: "NO",
          feeDetail: [{ feeCoin: "", fee: "" }],
          stpMode: "cancel_maker",
          cancelReason: "",
          cancelSource: "",
          execType: "normal",
          takeProfit: null,
          tpTriggerBy: null,
          tpOrderType: null,
          tpLimitPrice: null,
          stopLoss: null,
          slTriggerBy: null,
          slOrderType: null,
          slLimitPrice: null,
          createdTime: `${START_MS}`,
          updatedTime: `${START_MS}`,
        },
      ],
      cursor: "",
    });
  });

  it("accepts a spot market buy by its quote amount, and shows the fill with its fee", async () => {
    const sale = await placeOrder(exchange, "bob", { ...SPOT_BUY, side: "sell" });
    const buy = { ...SPOT_BUY, orderType: "market", qty: "250", price: undefined };
    const orderId = await placeOrder(exchange, "alice", buy);
    expect(await readOrder(exchange, "alice", orderId)).toMatchObject({
      orderType: "market",
      price: "0",
      timeInForce: "gtc",
      qty: "0",
      amount: "250",
      cumExecQty: "0.005",
      cumExecValue: "250",
      avgPrice: "50000",
      priceAvg: "50000",
      baseVolume: "0.005",
      quoteVolume: "250",
      orderStatus: "filled",
      feeDetail: [{ feeCoin: "BTC", fee: "0.000005" }],
      cancelReason: "",
    });
    expect(await readOrder(exchange, "bob", sale)).toMatchObject({
      orderStatus: "partially_filled",
      feeDetail: [{ feeCoin: "USDT", fee: "0.25" }],
    });
  });

  it("shows the exit that an order brings, and the other one as empty", async () => {
    const orderId = await placeOrder(exchange, "alice", { ...FUTURES_BUY, takeProfit: "60000" });
    expect(await readOrder(exchange, "alice", orderId)).toMatchObject({
      ...{ takeProfit: "60000", tpTriggerBy: "market", tpOrderType: "market", tpLimitPrice: "" },
      ...{ stopLoss: "", slTriggerBy: "", slOrderType: "", slLimitPrice: "" },
    });
  });

  it("needs posSide in hedge mode, and refuses it in one-way mode", async () => {
    const long = { ...FUTURES_BUY, posSide: "long" };
    expect(errorOf(await exchange.post(PLACE_ORDER, long, "alice"))).toEqual([400, "25236"]);
    const user = exchange.user("alice").index;
    await exchange.apply({
      kind: "set_position_mode",
      user,
      category: "usdt_futures",
      isHedge: true,
    });
    expect(errorOf(await exchange.post(PLACE_ORDER, FUTURES_BUY, "alice"))).toEqual([400, "25236"]);
    const orderId = await placeOrder(exchange, "alice", long);
    expect(await readOrder(exchange, "alice", orderId)).toMatchObject({
      posSide: "long",
      holdMode: "hedge_mode",
      posMode: "hedge_mode",
      tradeSide: "open",
    });
  });

  it("returns a null orderId when it cancels older reduce-only orders", async () => {
    await placeOrder(exchange, "bob", { ...FUTURES_BUY, side: "sell", qty: "1" });
    await placeOrder(exchange, "alice", { ...FUTURES_BUY, qty: "1" });
    const close = { ...FUTURES_BUY, side: "sell", price: "51000", reduceOnly: "yes" };
    const older = await placeOrder(exchange, "alice", { ...close, qty: "0.6" });
    const answer = await exchange.post(
      PLACE_ORDER,
      { ...close, qty: "0.7", clientOid: "new" },
      "alice",
    );
    expect(answer.data).toEqual({ orderId: null, clientOid: "new" });
    expect(await readOrder(exchange, "alice", older)).toMatchObject({
      orderStatus: "cancelled",
      reduceOnly: "YES",
      cancelReason: "normal_cancel",
      cancelSource: "normal_cancel",
    });
  });

  it("refuses a reduce-only order larger than the position by a code of its own", async () => {
    await placeOrder(exchange, "bob", { ...FUTURES_BUY, side: "sell", qty: "1" });
    await placeOrder(exchange, "alice", { ...FUTURES_BUY, qty: "1" });
    const close = { ...FUTURES_BUY, side: "sell", price: "51000", reduceOnly: "yes" };
    const larger = await exchange.post(PLACE_ORDER, { ...close, qty: "1.1" }, "alice");
    expect(errorOf(larger)).toEqual([400, "25231"]);
    const opening = await exchange.post(PLACE_ORDER, { ...close, side: "buy" }, "alice");
    expect(errorOf(opening)).toEqual([400, "25232"]);
  });

  it("shows by the cancel reason why an order did not rest", async () => {
    await placeOrder(exchange, "bob", { ...SPOT_BUY, side: "sell" });
    const wanting = { ...SPOT_BUY, qty: "1" };
    const reasons: unknown[] = [];
    for (const timeInForce of ["post_only", "fok", "ioc"]) {
      const orderId = await placeOrder(exchange, "alice", { ...wanting, timeInForce });
      const { orderStatus, cancelReason } = await readOrder(exchange, "alice", orderId);
      reasons.push([orderStatus, cancelReason]);
    }
    expect(reasons).toEqual([
      ["cancelled", "post_only_fill_cancel"],
      ["cancelled", "fok_not_full_cancel"],
      ["cancelled", "ioc_not_full_cancel"],
    ]);
  });

  it.each([
    ["no category", { category: undefined }, "40019"],
    ["an unknown category", { category: "OPTIONS" }, "25200"],
    ["a pair that is not lent", { category: "MARGIN" }, "50004"],
    ["an unknown symbol", { symbol: "NOPE" }, "25100"],
    ["an empty side", { side: "" }, "40019"],
    ["an unknown side", { side: "up" }, "25200"],
    ["no quantity", { qty: undefined }, "40019"],
    ["a quantity that is no number", { qty: "1e3" }, "25200"],
    ["a negative quantity", { qty: "-1" }, "25200"],
    ["a quantity off its increment", { qty: "0.0000001" }, "25610"],
    ["a quantity of nothing", { qty: "0" }, "25207"],
    ["a value below the minimum", { qty: "0.00001" }, "45110"],
    ["no price on a limit order", { price: undefined }, "40019"],
    ["a price off its increment", { price: "50000.001" }, "25244"],
    ["more than the balance", { qty: "21" }, "25202"],
    ["isolated margin", { marginMode: "isolated" }, "25240"],
    ["a trigger price", { triggerPrice: "60000" }, "25200"],
    ["a market order with a stop price", { orderType: "market", stopPrice: "60000" }, "25200"],
    ["a trailing order", { orderType: "market", callbackRatio: "1" }, "25200"],
    ["a loan type where loans are not chosen", { loanType: "autoLoan" }, "25200"],
    ["a position side on spot", { posSide: "long" }, "25236"],
    ["a client id that is too long", { clientOid: "x".repeat(33) }, "40305"],
    ["a take-profit below the price", { takeProfit: "40000" }, "25585"],
  ])("refuses %s and changes nothing", async (_what, change, code) => {
    const before = exchange.access.accounts.balances(exchange.user("alice").index, "unified");
    const answer = await exchange.post(PLACE_ORDER, { ...SPOT_BUY, ...change }, "alice");
    expect(errorOf(answer)).toEqual([400, code]);
    expect(answer.data).toBeNull();
    const { accounts, live } = exchange.access;
    expect(accounts.balances(exchange.user("alice").index, "unified")).toEqual(before);
    expect(live.orders.openCount).toBe(0);
  });

  it("serves only unified keys with permission to trade", async () => {
    expect(errorOf(await exchange.post(PLACE_ORDER, SPOT_BUY, "reader"))).toEqual([400, "40014"]);
    expect(errorOf(await exchange.post(PLACE_ORDER, SPOT_BUY, "carol"))).toEqual([400, "40084"]);
    expect(errorOf(await exchange.post(PLACE_ORDER, SPOT_BUY))).toEqual([400, "40001"]);
  });

  it("trades a demo key only in the demo realm", async () => {
    await placeOrder(exchange, "bob", { ...SPOT_BUY, side: "sell" });
    const orderId = await placeOrder(exchange, "dora", SPOT_BUY);
    expect(await readOrder(exchange, "dora", orderId)).toMatchObject({ orderStatus: "new" });
  });

  it("is safe to repeat when the sequencer accepts no commands", async () => {
    await exchange.stopSequencer();
    const answer = await exchange.post(PLACE_ORDER, SPOT_BUY, "alice");
    expect(errorOf(answer)).toEqual([503, "40015"]);
    expect(answer.headers["retry-after"]).toBe("1");
  });
});

describe("modify-order and cancel-order", () => {
  const MODIFY = "/api/v3/trade/modify-order";
  const CANCEL = "/api/v3/trade/cancel-order";

  it("keeps the id of a changed order, named by either id", async () => {
    const orderId = await placeOrder(exchange, "alice", { ...SPOT_BUY, clientOid: "a" });
    const byId = await exchange.post(MODIFY, { orderId, price: "49000" }, "alice");
    expect(byId.data).toEqual({ orderId, clientOid: "a" });
    const byClient = await exchange.post(MODIFY, { clientOid: "a", qty: "0.02" }, "alice");
    expect(byClient.data).toEqual({ orderId, clientOid: "a" });
    expect(await readOrder(exchange, "alice", orderId)).toMatchObject({
      price: "49000",
      qty: "0.02",
    });
  });

  it("cancels by either id and returns both", async () => {
    const first = await placeOrder(exchange, "alice", { ...SPOT_BUY, clientOid: "a" });
    const second = await placeOrder(exchange, "alice", { ...SPOT_BUY, clientOid: "b" });
    const byId = await exchange.post(CANCEL, { orderId: first }, "alice");
    expect(byId.data).toEqual({ orderId: first, clientOid: "a" });
    const terms = { clientOid: "b", symbol: "BTCUSDT", category: "SPOT" };
    const byClient = await exchange.post(CANCEL, terms, "alice");
    expect(byClient.data).toEqual({ orderId: second, clientOid: "b" });
    expect(listOf(await exchange.get(UNFILLED_ORDERS, {}, "alice")).list).toEqual([]);
    expect(await readOrder(exchange, "alice", first)).toMatchObject({
      cancelReason: "normal_cancel",
    });
  });

  it("treats an order of another user like an unknown one", async () => {
    const orderId = await placeOrder(exchange, "alice", { ...SPOT_BUY, clientOid: "a" });
    for (const ids of [{ orderId }, { orderId: wireId(123) }, { clientOid: "a" }]) {
      const change = await exchange.post(MODIFY, { ...ids, price: "49000" }, "bob");
      const named = { ...ids, price: "49000", category: "SPOT", symbol: "BTCUSDT" };
      const namedChange = await exchange.post(MODIFY, named, "bob");
      const cancel = await exchange.post(CANCEL, ids, "bob");
      const info = await exchange.get("/api/v3/trade/order-info", ids, "bob");
      for (const answer of [change, namedChange, cancel, info]) {
        expect(errorOf(answer)).toEqual([400, "25204"]);
      }
    }
    expect(await readOrder(exchange, "alice", orderId)).toMatchObject({
      price: "50000",
      orderStatus: "new",
    });
  });

  it("refuses requests that name no order or change nothing", async () => {
    const orderId = await placeOrder(exchange, "alice", SPOT_BUY);
    expect(errorOf(await exchange.post(CANCEL, {}, "alice"))).toEqual([400, "40924"]);
    expect(errorOf(await exchange.post(CANCEL, { orderId: "abc" }, "alice"))[1]).toBe("40402");
    expect(errorOf(await exchange.post(MODIFY, { orderId }, "alice"))[1]).toBe("40913");
    const same = await exchange.post(MODIFY, { orderId, price: "50000" }, "alice");
    expect(errorOf(same)).toEqual([400, "25571"]);
    const gone = await exchange.post(CANCEL, { orderId }, "alice");
    expect(gone.code).toBe("00000");
    expect(errorOf(await exchange.post(CANCEL, { orderId }, "alice"))[1]).toBe("25204");
  });
});

describe("batches", () => {
  it("place each item independently, in the order of the request", async () => {
    const items = [
      { ...SPOT_BUY, clientOid: "a" },
      { ...SPOT_BUY, clientOid: "b", qty: "0.0000001" },
      { ...SPOT_BUY, clientOid: "c", symbol: "NOPE" },
      { ...SPOT_BUY, clientOid: "d", side: "sideways" },
      { ...FUTURES_BUY, clientOid: "e" },
      { ...FUTURES_BUY, clientOid: "f", orderType: "market", triggerPrice: "1" },
    ];
    const results = rowsOf(await exchange.post("/api/v3/trade/place-batch", items, "alice"));
    expect(results.map(({ clientOid, code }) => [clientOid, code])).toEqual([
      ["a", "00000"],
      ["b", "25610"],
      ["c", "25100"],
      ["d", "25200"],
      ["e", "00000"],
      ["f", "25200"],
    ]);
    expect(results[1]).toEqual({
      orderId: "",
      clientOid: "b",
      code: "25610",
      msg: "Order quantity must be a multiple of the quantity increment",
    });
    expect(exchange.access.live.orders.openCount).toBe(2);
  });

  it("change each order at most once", async () => {
    const orderId = await placeOrder(exchange, "alice", SPOT_BUY);
    const items = [
      { orderId, price: "49000" },
      { orderId, price: "48000" },
      { orderId: wireId(5), category: "SPOT", symbol: "BTCUSDT", price: "48000" },
    ];
    const path = "/api/v3/trade/batch-modify-order";
    const results = rowsOf(await exchange.post(path, items, "alice"));
    expect(results.map(({ code }) => code)).toEqual(["00000", "01003", "25204"]);
    expect(await readOrder(exchange, "alice", orderId)).toMatchObject({ price: "49000" });
  });

  it("cancel the open orders", async () => {
    const orderId = await placeOrder(exchange, "alice", { ...SPOT_BUY, clientOid: "a" });
    const other = await placeOrder(exchange, "bob", SPOT_BUY);
    const unknown = [{ orderId: wireId(7), clientOid: "none" }, { clientOid: "none" }];
    const items = [
      { orderId, category: "spot", symbol: "BTCUSDT" },
      { orderId: other },
      ...unknown,
      {},
    ];
    const results = rowsOf(await exchange.post("/api/v3/trade/cancel-batch", items, "alice"));
    expect(results.map(({ orderId, clientOid, code }) => [orderId, clientOid, code])).toEqual([
      [orderId, "a", "00000"],
      [other, "", "25204"],
      [wireId(7), "none", "25204"],
      ["", "none", "25204"],
      ["", "", "40924"],
    ]);
  });

  it("have at most 20 items in a bare array", async () => {
    const many = Array.from({ length: 21 }, () => SPOT_BUY);
    const path = "/api/v3/trade/place-batch";
    expect(errorOf(await exchange.post(path, many, "alice"))).toEqual([400, "40306"]);
    expect(errorOf(await exchange.post(path, { orderList: [SPOT_BUY] }, "alice"))[0]).toBe(400);
    expect(errorOf(await exchange.post(path, [], "alice"))[0]).toBe(400);
    expect(exchange.access.live.orders.openCount).toBe(0);
  });
});

describe("cancel-symbol-order and close-positions", () => {
  const CANCEL_ALL = "/api/v3/trade/cancel-symbol-order";
  const CLOSE = "/api/v3/trade/close-positions";

  it("cancels a symbol, then the rest of its category", async () => {
    const btc = await placeOrder(exchange, "alice", { ...SPOT_BUY, clientOid: "a" });
    const eth = await placeOrder(exchange, "alice", {
      ...SPOT_BUY,
      symbol: "ETHUSDT",
      price: "2000",
      qty: "1",
    });
    const futures = await placeOrder(exchange, "alice", FUTURES_BUY);
    const first = { category: "SPOT", symbol: "BTCUSDT" };
    expect(listOf(await exchange.post(CANCEL_ALL, first, "alice")).list).toEqual([
      { orderId: btc, clientOid: "a", code: "00000", msg: "success" },
    ]);
    const rest = listOf(await exchange.post(CANCEL_ALL, { category: "spot" }, "alice"));
    expect(rest.list.map(({ orderId }) => orderId)).toEqual([eth]);
    expect(await readOrder(exchange, "alice", futures)).toMatchObject({ orderStatus: "new" });
    expect(errorOf(await exchange.post(CANCEL_ALL, first, "alice"))).toEqual([400, "22001"]);
    expect(errorOf(await exchange.post(CANCEL_ALL, {}, "alice"))).toEqual([400, "40019"]);
  });

  it("closes a position at market", async () => {
    await placeOrder(exchange, "bob", { ...FUTURES_BUY, side: "sell", qty: "1" });
    await placeOrder(exchange, "alice", { ...FUTURES_BUY, qty: "1" });
    await placeOrder(exchange, "bob", { ...FUTURES_BUY, qty: "3" });
    const scope = { category: "USDT-FUTURES", symbol: "BTCUSDT", posSide: "long" };
    const { list } = listOf(await exchange.post(CLOSE, scope, "alice"));
    const orderId = list[0]?.["orderId"];
    expect(list).toEqual([{ orderId, clientOid: orderId, code: "00000", msg: "success" }]);
    expect(exchange.access.accounts.positions(exchange.user("alice").index)).toEqual([]);
    expect(errorOf(await exchange.post(CLOSE, scope, "alice"))).toEqual([400, "25227"]);
    expect(errorOf(await exchange.post(CLOSE, { category: "SPOT" }, "alice"))[1]).toBe("25200");
  });
});
