import { afterEach, beforeEach, expect, it } from "vitest";
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
});
