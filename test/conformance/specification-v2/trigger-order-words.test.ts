/** Specification, Trigger order and Trigger sub-order: every word that a field can have here. */
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Resource } from "./support/field-tests.ts";
import { SpecifiedCalls, specifiedExchange } from "./support/specified-exchange.ts";
import { row } from "./support/specified-rules.ts";

const ORDER = "/api/v2/mix/order";
const ACCOUNT = "/api/v2/mix/account";
const LINE = { productType: "USDT-FUTURES" };
const CONTRACT = { ...LINE, symbol: "BTCUSDT", marginCoin: "USDT", marginMode: "crossed" };
const PLAN = {
  ...CONTRACT,
  planType: "normal_plan",
  side: "buy",
  size: "0.01",
  orderType: "limit",
  price: "51100",
  triggerPrice: "51000",
  triggerType: "fill_price",
};
const LIMIT = { ...CONTRACT, orderType: "limit", force: "gtc", price: "50000", size: "1" };

const exchange = specifiedExchange();
const calls = new SpecifiedCalls(exchange);

function pending(planType: string, user = "alice"): Promise<readonly Resource[]> {
  const query = { ...LINE, planType };
  return calls.list(`${ORDER}/orders-plan-pending`, "entrustedList", query, user);
}

async function placed(change: object, user = "alice"): Promise<Resource> {
  const sent = { ...PLAN, ...change };
  const { orderId } = await calls.post(`${ORDER}/place-plan-order`, sent, user);
  const found = (await pending(sent.planType, user)).find((one) => one["orderId"] === orderId);
  if (found === undefined) throw new Error("a placed plan is pending");
  return found;
}

async function cancelAll(user: string): Promise<void> {
  for (const planType of ["normal_plan", "track_plan", "profit_loss"]) {
    const body = { ...LINE, symbol: "BTCUSDT", planType };
    await exchange().post(`${ORDER}/cancel-plan-order`, body, user);
  }
}

/** Alice is long in one-way mode; Carol is long and short in hedge mode. */
beforeAll(async () => {
  const hedge = { ...LINE, posMode: "hedge_mode" };
  await calls.post(`${ACCOUNT}/set-position-mode`, hedge, "carol");
  await calls.post(`${ORDER}/place-order`, { ...LIMIT, side: "sell" }, "bob");
  await calls.post(`${ORDER}/place-order`, { ...LIMIT, side: "buy", size: "0.5" });
  const open = { ...LIMIT, size: "0.5", tradeSide: "open" };
  await calls.post(`${ORDER}/place-order`, { ...open, side: "buy" }, "carol");
  await calls.post(`${ORDER}/place-order`, { ...LIMIT, side: "buy" }, "bob");
  await calls.post(`${ORDER}/place-order`, { ...open, side: "sell" }, "carol");
  await calls.post(`${ORDER}/cancel-all-orders`, LINE, "bob");
});
afterEach(async () => {
  for (const user of ["alice", "carol"]) await cancelAll(user);
});

const TRACK = { planType: "track_plan", orderType: "market", price: "", callbackRatio: "1" };
const EXITS = {
  ...{ stopSurplusTriggerPrice: "53000", stopSurplusExecutePrice: "52900" },
  ...{ stopLossTriggerPrice: "49000", stopLossExecutePrice: "48900" },
};

describe("a field of a trigger order", () => {
  it.each([
    ["planType", "normal_plan", {}],
    ["planType", "track_plan", TRACK],
    ["planStatus", "live", {}],
    ["triggerType", "fill_price", {}],
    ["triggerType", "mark_price", { triggerType: "mark_price" }],
    ["triggerType", "index_price", { triggerType: "index_price" }],
    ["side", "buy", {}],
    ["side", "sell", { side: "sell" }],
    ["posSide", "net", {}],
    ["posMode", "one_way_mode", {}],
    ["marginMode", "crossed", {}],
    ["marginCoin", "USDT", {}],
    ["enterPointSource", "API", {}],
    ["orderType", "limit", {}],
    ["orderType", "market", { orderType: "market", price: "" }],
    ["orderSource", "normal", {}],
    ["orderSource", "market", { orderType: "market", price: "" }],
    ["callbackRatio", "1", TRACK],
    ["callbackRatio", "10", { ...TRACK, callbackRatio: "10" }],
    ["callbackRatio", "", {}],
    ["price", "51100", {}],
    ["price", "", TRACK],
    ["size", "0.01", {}],
    ["symbol", "BTCUSDT", {}],
    ["clientOid", "own-id", { clientOid: "own-id" }],
    ["triggerPrice", "51000", {}],
    ["triggerPrice", "51000", TRACK],
    ["presetStopSurplusPrice", "53000", EXITS],
    ["stopSurplusTriggerPrice", "53000", EXITS],
    ["stopSurplusTriggerType", "fill_price", EXITS],
    ["stopSurplusTriggerType", "mark_price", { ...EXITS, stopSurplusTriggerType: "mark_price" }],
    ["stopSurplusTriggerType", "index_price", { ...EXITS, stopSurplusTriggerType: "index_price" }],
    ["stopSurplusTriggerType", "", {}],
    ["presetStopLossPrice", "49000", EXITS],
    ["stopLossTriggerPrice", "49000", EXITS],
    ["stopLossTriggerType", "fill_price", EXITS],
    ["stopLossTriggerType", "mark_price", { ...EXITS, stopLossTriggerType: "mark_price" }],
    ["stopLossTriggerType", "index_price", { ...EXITS, stopLossTriggerType: "index_price" }],
    ["stopLossTriggerType", "", {}],
  ] as const)("%s is %s of %o", async (name, word, change) => {
    expect((await placed(change))[name]).toBe(word);
  });

  it.each([
    ["buy", "open", "long"],
    ["sell", "open", "short"],
    ["buy", "close", "long"],
    ["sell", "close", "short"],
  ])("hedge mode: %s and %s are reported with posSide %s", async (side, tradeSide, posSide) => {
    const reported = { side, tradeSide, posSide, posMode: "hedge_mode" };
    expect(await placed({ side, tradeSide }, "carol")).toMatchObject(reported);
  });

  it("marginMode isolated is reported of a plan that opens in that mode", async () => {
    const terms = { ...PLAN, symbol: "ETHUSDT", marginMode: "isolated", size: "0.1" };
    const sent = { ...terms, price: "2100", triggerPrice: "2050" };
    const { orderId } = await calls.post(`${ORDER}/place-plan-order`, sent);
    const found = (await pending("normal_plan")).find((one) => one["orderId"] === orderId);
    expect(found).toMatchObject({ marginMode: "isolated", symbol: "ETHUSDT" });
    const named = { ...LINE, symbol: "ETHUSDT", planType: "normal_plan" };
    await calls.post(`${ORDER}/cancel-plan-order`, named);
  });

  it("cTime is the time of creation, uTime that of the last change", async () => {
    const plan = await placed({});
    const createdMs = String(exchange().nowMs);
    expect(plan).toMatchObject({ cTime: createdMs, uTime: createdMs });
    exchange().gateway.advance(1_000);
    const change = { ...CONTRACT, orderId: plan["orderId"], newSize: "0.02" };
    const terms = { newPrice: "51100", newTriggerPrice: "51000" };
    await calls.post(`${ORDER}/modify-plan-order`, { ...change, ...terms });
    const changedMs = String(exchange().nowMs);
    expect(await pending("normal_plan")).toMatchObject([
      { orderId: plan["orderId"], size: "0.02", cTime: createdMs, uTime: changedMs },
    ]);
  });
});

describe("planType profit_loss", () => {
  const exit = (planType: string, change: object) => {
    const isProfit = planType.endsWith("profit") || planType === "profit_plan";
    const triggerPrice = isProfit || planType === "moving_plan" ? "53000" : "47000";
    return { ...CONTRACT, planType, triggerPrice, holdSide: "buy", ...change };
  };

  it.each([
    ["profit_plan", { size: "0.1" }, "profit_market"],
    ["profit_plan", { size: "0.1", executePrice: "52900" }, "profit_limit"],
    ["loss_plan", { size: "0.1" }, "loss_market"],
    ["loss_plan", { size: "0.1", executePrice: "46900" }, "loss_limit"],
    ["moving_plan", { size: "0.1", rangeRate: "1" }, "profit_market"],
    ["pos_profit", {}, "pos_profit_market"],
    ["pos_profit", { executePrice: "52900" }, "pos_profit_limit"],
    ["pos_loss", {}, "pos_loss_market"],
    ["pos_loss", { executePrice: "46900" }, "pos_loss_limit"],
  ])("lists %s of %o, with orderSource %s", async (planType, change, orderSource) => {
    const { orderId } = await calls.post(`${ORDER}/place-tpsl-order`, exit(planType, change));
    expect(await pending("profit_loss")).toMatchObject([
      { orderId, planType, orderSource, planStatus: "live" },
    ]);
    expect(await pending("normal_plan")).toEqual([]);
  });
});

describe("the status of a trigger sub-order", () => {
  const subOrders = (planOrderId: unknown, planType = "normal_plan") =>
    calls.rows(`${ORDER}/plan-sub-order`, { ...LINE, planType, planOrderId: String(planOrderId) });

  /** Bob trades with himself through another: the last price moves there. */
  async function tradeAt(price: string): Promise<void> {
    const order = { ...LIMIT, price, size: "0.001" };
    await calls.post(`${ORDER}/place-order`, { ...order, side: "sell" }, "bob");
    const open = { side: "buy", tradeSide: "open" };
    await calls.post(`${ORDER}/place-order`, { ...order, ...open }, "carol");
  }

  it(row("Statuses", "trigger sub-order", "none while the plan waits"), async () => {
    expect(await subOrders((await placed({}))["orderId"])).toEqual([]);
  });

  it(row("Statuses", "trigger sub-order", "in_progress, then success"), async () => {
    const { orderId } = await placed({});
    await tradeAt("51000");
    const order = { type: "limit", price: "51100" };
    expect(await subOrders(orderId)).toEqual([{ ...order, orderId: "", status: "in_progress" }]);
    await exchange().apply({ kind: "tick" });
    const [done] = await subOrders(orderId);
    expect(done).toEqual({
      ...order,
      orderId: expect.stringMatching(/^\d{19}$/),
      status: "success",
    });
    const named = { ...LINE, symbol: "BTCUSDT", orderId: done?.["orderId"] ?? "" };
    expect(await calls.row(`${ORDER}/detail`, named)).toMatchObject({ price: "51100" });
    await calls.post(`${ORDER}/cancel-all-orders`, LINE);
  });

  it(row("Statuses", "trigger sub-order", "fail of an order that is refused"), async () => {
    const market = { orderType: "market", price: "", triggerPrice: "51010" };
    const { orderId } = await placed({ ...market, size: "900" });
    await tradeAt("51010");
    await exchange().apply({ kind: "tick" });
    const failed = { orderId: "", price: "", type: "market", status: "fail" };
    expect(await subOrders(orderId)).toEqual([failed]);
  });

  it(row("Statuses", "trigger sub-order", "cancelled"), async () => {
    const { orderId } = await placed({});
    await cancelAll("alice");
    expect(await subOrders(orderId)).toMatchObject([{ orderId: "", status: "cancelled" }]);
  });

  it(row("Statuses", "trigger sub-order", "in_progress_tracking"), async () => {
    const trailing = { ...TRACK, side: "sell", triggerPrice: "51020" };
    const { orderId } = await placed(trailing);
    expect(await subOrders(orderId, "track_plan")).toEqual([]);
    await tradeAt("51020");
    expect(await subOrders(orderId, "track_plan")).toMatchObject([
      { orderId: "", type: "market", status: "in_progress_tracking" },
    ]);
    expect(await pending("track_plan")).toMatchObject([{ orderId, planStatus: "live" }]);
  });
});

describe(row("Statuses", "trigger order"), () => {
  it("current ones are live; ended ones are not listed", async () => {
    const { planStatus } = await placed({});
    expect(planStatus).toBe("live");
    await cancelAll("alice");
    expect(await pending("normal_plan")).toEqual([]);
  });
});
