import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { classicTraders } from "../../../../../test/support/classic-traders.ts";
import {
  rowOf,
  rowsOf,
  type TestAnswer,
  type TestRow,
} from "../../../../../test/support/test-answer.ts";
import { ExchangeFixture } from "../../../../../test/support/test-exchange.ts";
import { COIN } from "../../../../../test/support/test-listings.ts";
import { endpointsSpotTradeV2 } from "../trade/endpoints-spot-trade.ts";
import { endpointsSpotPlanV2 } from "./endpoints-spot-plan.ts";

const TRADE = "/api/v2/spot/trade";
const FUNDS = [
  ["spot", "USDT", 100_000n * COIN],
  ["spot", "BTC", 10n * COIN],
] as const;
const LIMIT = { symbol: "BTCUSDT", orderType: "limit", force: "gtc" };
const PLAN = {
  symbol: "BTCUSDT",
  side: "sell",
  triggerPrice: "49000",
  orderType: "limit",
  executePrice: "48900",
  size: "0.2",
  triggerType: "fill_price",
};

let exchange: ExchangeFixture;

beforeEach(async () => {
  exchange = await ExchangeFixture.start({
    endpoints: [...endpointsSpotTradeV2, ...endpointsSpotPlanV2],
    users: classicTraders(FUNDS),
  });
});

afterEach(async () => {
  await exchange[Symbol.asyncDispose]();
});

function post(path: string, body: object, name = "alice"): Promise<TestAnswer> {
  return exchange.post(`${TRADE}/${path}`, body, name);
}

function get(path: string, query: Record<string, string> = {}): Promise<TestAnswer> {
  return exchange.get(`${TRADE}/${path}`, query, "alice");
}

async function plans(path: string): Promise<readonly TestRow[]> {
  const page = rowOf(await get(path)) as unknown;
  return (page as { orderList: readonly TestRow[] }).orderList;
}

async function tradeAt(price: string): Promise<void> {
  rowOf(await post("place-order", { ...LIMIT, side: "sell", price, size: "0.1" }, "bob"));
  rowOf(await post("place-order", { ...LIMIT, side: "buy", price, size: "0.1" }, "carol"));
}

it("a trigger order holds nothing, fires, and is found with its order", async () => {
  await tradeAt("50000");
  const { orderId = "" } = rowOf(await post("place-plan-order", PLAN));
  expect(await plans("current-plan-order")).toMatchObject([
    { orderId, status: "live", planType: "amount", size: "0.2", executePrice: "48900" },
  ]);
  const { accounts } = exchange.access;
  const user = exchange.user("alice").index;
  expect(accounts.balances(user, "spot").every(({ hold }) => hold === 0n)).toBe(true);
  await tradeAt("49000");
  await exchange.apply({ kind: "tick" });
  expect(await plans("current-plan-order")).toEqual([]);
  expect(await plans("history-plan-order")).toMatchObject([{ orderId, status: "executed" }]);
  const [sub] = rowsOf(await get("plan-sub-order", { planOrderId: orderId }));
  expect(sub).toMatchObject({ price: "48900", type: "limit", status: "success" });
  expect(rowsOf(await get("unfilled-orders"))).toMatchObject([{ orderId: sub?.["orderId"] }]);
});

it("a market buy is sized in quote coin", async () => {
  await tradeAt("50000");
  const buy = { ...PLAN, side: "buy", orderType: "market", size: "500", triggerPrice: "51000" };
  rowOf(await post("place-plan-order", { ...buy, planType: "total" }));
  expect(await plans("current-plan-order")).toMatchObject([{ planType: "total", size: "500" }]);
  expect((await post("place-plan-order", { ...buy, planType: "amount" })).code).toBe("40020");
});

it("is changed from a limit buy to a market buy and back", async () => {
  await tradeAt("50000");
  const buy = { ...PLAN, side: "buy", triggerPrice: "51000", executePrice: "51100" };
  const { orderId = "" } = rowOf(await post("place-plan-order", buy));
  const change = { orderId, triggerPrice: "51000" };
  rowOf(await post("modify-plan-order", { ...change, orderType: "market", size: "500" }));
  expect(await plans("current-plan-order")).toMatchObject([
    { orderId, orderType: "market", planType: "total", size: "500" },
  ]);
  const limit = { ...change, orderType: "limit", executePrice: "51200", size: "0.3" };
  rowOf(await post("modify-plan-order", limit));
  expect(await plans("current-plan-order")).toMatchObject([
    { orderId, orderType: "limit", planType: "amount", size: "0.3", executePrice: "51200" },
  ]);
});

it("is changed, and cancelled individually or all at once", async () => {
  await tradeAt("50000");
  const { orderId = "" } = rowOf(await post("place-plan-order", PLAN));
  const change = { orderId, triggerPrice: "48500", orderType: "market", size: "0.3" };
  rowOf(await post("modify-plan-order", change));
  expect(await plans("current-plan-order")).toMatchObject([
    { orderId, triggerPrice: "48500", orderType: "market", size: "0.3" },
  ]);
  expect(rowOf(await post("cancel-plan-order", { orderId }))).toEqual({ result: "success" });
  expect((await post("cancel-plan-order", { orderId })).code).toBe("43025");
  rowOf(await post("place-plan-order", PLAN));
  const all = rowOf(await post("batch-cancel-plan-order", { symbolList: ["BTCUSDT"] })) as unknown;
  expect((all as { successList: unknown[] }).successList).toHaveLength(1);
  expect(await plans("history-plan-order")).toMatchObject([
    { status: "cancelled" },
    { status: "cancelled" },
  ]);
});

it("a tpsl order is listed among the orders under its own type", async () => {
  await tradeAt("50000");
  const tpsl = { ...LIMIT, side: "sell", price: "48900", size: "0.2", tpslType: "tpsl" };
  expect((await post("place-order", tpsl)).code).toBe("40019");
  const { orderId = "" } = rowOf(await post("place-order", { ...tpsl, triggerPrice: "49000" }));
  expect(rowsOf(await get("unfilled-orders"))).toEqual([]);
  expect(rowsOf(await get("unfilled-orders", { tpslType: "tpsl" }))).toMatchObject([
    { orderId, tpslType: "tpsl", triggerPrice: "49000", status: "live", size: "0.2" },
  ]);
  rowOf(await post("cancel-order", { symbol: "BTCUSDT", orderId, tpslType: "tpsl" }));
  expect(rowsOf(await get("history-orders", { tpslType: "tpsl" }))).toMatchObject([
    { orderId, tpslType: "tpsl", status: "cancelled", triggerPrice: "49000" },
  ]);
});

it("a replaced buy keeps the execution price of an exit whose trigger price changes", async () => {
  await tradeAt("50000");
  const buy = { ...LIMIT, side: "buy", price: "49500", size: "0.1" };
  const exit = { presetStopLossPrice: "48000", executeStopLossPrice: "47900" };
  const { orderId } = rowOf(await post("place-order", { ...buy, ...exit }));
  const next = { symbol: "BTCUSDT", orderId, price: "49400", size: "0.1" };
  rowOf(await post("cancel-replace-order", { ...next, presetStopLossPrice: "48100" }));
  expect(rowsOf(await get("unfilled-orders"))).toMatchObject([
    { ...exit, presetStopLossPrice: "48100" },
  ]);
});

it("a buy may carry a take-profit and stop-loss, which sell the bought size", async () => {
  await tradeAt("50000");
  const buy = { ...LIMIT, side: "buy", price: "49500", size: "0.1" };
  const exits = { presetTakeProfitPrice: "51000", presetStopLossPrice: "48000" };
  rowOf(await post("place-order", { ...buy, ...exits }));
  expect(rowsOf(await get("unfilled-orders"))).toMatchObject([exits]);
  const [{ orderId = "" } = {}] = rowsOf(await get("unfilled-orders"));
  const next = { symbol: "BTCUSDT", orderId, price: "49500", size: "0.1" };
  rowOf(await post("cancel-replace-order", { ...next, presetStopLossPrice: "47000" }));
  await tradeAt("49500");
  expect(await plans("current-plan-order")).toMatchObject([
    { triggerPrice: "47000", side: "sell", size: "0.1" },
    { triggerPrice: "51000", side: "sell", size: "0.1" },
  ]);
  // Each sale meets the bid that the trade before has left.
  for (const price of ["48500", "47500", "47000", "47000"]) await tradeAt(price);
  await exchange.apply({ kind: "tick" });
  const [sold] = rowsOf(await get("history-orders"));
  expect(sold).toMatchObject({ side: "sell", enterPointSource: "SYS", orderSource: "market" });
});

describe("a tpsl order", () => {
  const TPSL = {
    ...LIMIT,
    side: "sell",
    price: "48900",
    size: "0.2",
    tpslType: "tpsl",
    triggerPrice: "49000",
  };
  const BUY = { ...TPSL, side: "buy", price: "51000", size: "0.1", triggerPrice: "51000" };

  async function placed(order: object, name = "alice"): Promise<string> {
    return rowOf(await post("place-order", order, name))["orderId"] ?? "";
  }

  beforeEach(async () => {
    await tradeAt("50000");
  });

  it("is cancelled on its own pair alone, and by its user alone", async () => {
    const orderId = await placed(TPSL);
    const named = { orderId, tpslType: "tpsl" };
    const elsewhere = { ...named, symbol: "ETHUSDT" };
    expect((await post("cancel-order", elsewhere)).code).toBe("43025");
    expect((await post("cancel-order", { ...named, symbol: "BTCUSDT" }, "bob")).code).toBe("43025");
    expect(rowsOf(await get("unfilled-orders", { tpslType: "tpsl" }))).toHaveLength(1);
    const answer = await post("cancel-order", { ...named, symbol: "BTCUSDT" });
    expect(answer.data).toEqual({ orderId, clientOid: orderId });
  });

  it("is cancelled with its client id in the answer, however it is named", async () => {
    const orderId = await placed({ ...TPSL, clientOid: "mine-1" });
    const named = { symbol: "BTCUSDT", tpslType: "tpsl" };
    const answer = await post("cancel-order", { ...named, clientOid: "mine-1" });
    expect(answer.data).toEqual({ orderId, clientOid: "mine-1" });
    const second = await placed({ ...TPSL, clientOid: "mine-2" });
    const next = await post("cancel-order", { ...named, orderId: second });
    expect(next.data).toEqual({ orderId: second, clientOid: "mine-2" });
  });

  it("is cancelled in a batch", async () => {
    const orderId = await placed({ ...TPSL, clientOid: "mine-1" });
    const other = await placed({ ...TPSL, clientOid: "mine-2" });
    const orderList = [
      { orderId, tpslType: "tpsl", symbol: "ETHUSDT" },
      { orderId, tpslType: "tpsl" },
      { orderId: other },
    ];
    const answer = await post("batch-cancel-order", { batchMode: "multiple", orderList });
    expect(answer.data).toMatchObject({
      successList: [{ orderId, clientOid: "mine-1" }],
      failureList: [
        { orderId, errorCode: "43025" },
        { orderId: other, errorCode: "43001" },
      ],
    });
  });

  it("is found by both ids while it waits, when it has failed and when it was filled", async () => {
    const orderId = await placed({ ...TPSL, clientOid: "mine-1" });
    const waiting = { orderId, clientOid: "mine-1", tpslType: "tpsl", triggerPrice: "49000" };
    const expected = [{ ...waiting, status: "live", price: "48900", size: "0.2" }];
    expect(rowsOf(await get("orderInfo", { orderId }))).toMatchObject(expected);
    expect(rowsOf(await get("orderInfo", { clientOid: "mine-1" }))).toMatchObject(expected);
    expect(rowsOf(await exchange.get(`${TRADE}/orderInfo`, { orderId }, "bob"))).toEqual([]);
    const tooLarge = await placed({ ...TPSL, size: "11" });
    await tradeAt("49000");
    await exchange.apply({ kind: "tick" });
    expect(rowsOf(await get("orderInfo", { orderId }))).toMatchObject([
      { ...waiting, status: "live", orderSource: "normal" },
    ]);
    rowOf(await post("place-order", { ...LIMIT, side: "buy", price: "48900", size: "0.2" }, "bob"));
    expect(rowsOf(await get("orderInfo", { orderId }))).toMatchObject([
      { ...waiting, status: "filled", baseVolume: "0.2" },
    ]);
    const failed = { orderId: tooLarge, tpslType: "tpsl", status: "cancelled", cancelReason: "" };
    expect(rowsOf(await get("orderInfo", { orderId: tooLarge }))).toMatchObject([failed]);
    const closed = rowsOf(await get("history-orders", { tpslType: "tpsl" }));
    expect(closed).toMatchObject([failed, { orderId, status: "full_fill" }]);
  });

  it("is answered as the first when it is repeated while it waits", async () => {
    const order = { ...BUY, presetTakeProfitPrice: "53000", clientOid: "mine-1" };
    const orderId = await placed(order);
    const again = await post("place-order", order);
    expect(again.data).toEqual({ orderId, clientOid: "mine-1" });
    const { symbol, ...item } = order;
    const orderList = [item, { ...item, size: "0.2" }];
    expect((await post("batch-orders", { symbol, orderList })).data).toMatchObject({
      successList: [{ orderId, clientOid: "mine-1" }],
      failureList: [{ clientOid: "mine-1", errorCode: "43118" }],
    });
    for (const change of [{ presetTakeProfitPrice: "53001" }, { triggerPrice: "51001" }]) {
      expect((await post("place-order", { ...order, ...change })).code).toBe("43118");
    }
    expect(rowsOf(await get("unfilled-orders", { tpslType: "tpsl" }))).toHaveLength(1);
    rowOf(await post("cancel-order", { symbol, orderId, tpslType: "tpsl" }));
    expect((await post("place-order", order)).code).toBe("43118");
  });

  it("has a reason when its user cancels it", async () => {
    const orderId = await placed(TPSL);
    rowOf(await post("cancel-order", { symbol: "BTCUSDT", orderId, tpslType: "tpsl" }));
    expect(rowsOf(await get("orderInfo", { orderId }))).toMatchObject([
      { status: "cancelled", cancelReason: "normal_cancel" },
    ]);
  });

  it("is listed with its take-profit and stop-loss", async () => {
    const exits = {
      presetTakeProfitPrice: "53000",
      executeTakeProfitPrice: "52900",
      presetStopLossPrice: "50500",
    };
    await placed({ ...BUY, ...exits });
    expect(rowsOf(await get("unfilled-orders", { tpslType: "tpsl" }))).toMatchObject([exits]);
  });
});
