/** Specification, Futures: Get Pending Trigger Order and Trigger Sub Order, row by row. */
import { beforeAll, describe, expect, it } from "vitest";
import { START_MS } from "../../support/test-key.ts";
import {
  ID,
  MAYBE_NUMBER,
  NUMBER,
  type Resource,
  TEXT,
  TIME,
  testFields,
} from "./support/field-tests.ts";
import {
  clientIds,
  ids,
  limits,
  names,
  optional,
  required,
  type SpecifiedEndpoint,
  testParameters,
  testWindow,
  times,
  words,
} from "./support/parameter-tests.ts";
import { PRODUCT_TYPES } from "./support/product-types.ts";
import { SpecifiedCalls, specifiedExchange } from "./support/specified-exchange.ts";
import { row } from "./support/specified-rules.ts";

const DAY_MS = 86_400_000;
const ORDER = "/api/v2/mix/order";
const LINE = { productType: "USDT-FUTURES" };
const CONTRACT = { ...LINE, symbol: "BTCUSDT", marginCoin: "USDT", marginMode: "crossed" };
const PLAN = {
  ...CONTRACT,
  planType: "normal_plan",
  side: "buy",
  size: "0.1",
  orderType: "limit",
  price: "51100",
  triggerPrice: "51000",
  triggerType: "fill_price",
};
const FILL_PRICES = ["fill_price", "mark_price", "index_price"];

const exchange = specifiedExchange();
const calls = new SpecifiedCalls(exchange);
let plans: readonly Resource[] = [];
let tracks: readonly Resource[] = [];
let exits: readonly Resource[] = [];
let planId = "";

function pending(planType: string, query = {}) {
  return calls.list(`${ORDER}/orders-plan-pending`, "entrustedList", {
    ...LINE,
    planType,
    ...query,
  });
}

beforeAll(async () => {
  const placed = await calls.post(`${ORDER}/place-plan-order`, {
    ...PLAN,
    clientOid: "first-plan",
    stopSurplusTriggerPrice: "52000",
    stopSurplusExecutePrice: "51900",
    stopSurplusTriggerType: "mark_price",
    stopLossTriggerPrice: "50000",
    stopLossExecutePrice: "49900",
  });
  planId = placed["orderId"] ?? "";
  await calls.post(`${ORDER}/place-plan-order`, { ...PLAN, orderType: "market", price: "" });
  const track = { planType: "track_plan", orderType: "market", callbackRatio: "1", price: "" };
  await calls.post(`${ORDER}/place-plan-order`, { ...PLAN, ...track });
  const order = { ...CONTRACT, orderType: "limit", force: "gtc", price: "50000", size: "0.1" };
  await calls.post(`${ORDER}/place-order`, { ...order, side: "sell" }, "bob");
  await calls.post(`${ORDER}/place-order`, { ...order, side: "buy" });
  const tpsl = { ...CONTRACT, planType: "profit_plan", triggerPrice: "52000", holdSide: "buy" };
  await calls.post(`${ORDER}/place-tpsl-order`, { ...tpsl, size: "0.05" });
  plans = await pending("normal_plan");
  tracks = await pending("track_plan");
  exits = await pending("profit_loss");
});

const PENDING: SpecifiedEndpoint = {
  method: "GET",
  table: "Get Pending Trigger Order",
  path: `${ORDER}/orders-plan-pending`,
  user: "alice",
  valid: () => ({ ...LINE, planType: "normal_plan" }),
  parameters: {
    planType: required(words("normal_plan", "track_plan", "profit_loss")),
    productType: required(words(...PRODUCT_TYPES)),
    orderId: optional(ids()),
    clientOid: optional(clientIds()),
    symbol: optional(names("40072", "BTCUSDT", "ETHUSDT")),
    idLessThan: optional(ids()),
    startTime: optional(times(START_MS)),
    endTime: optional(times(START_MS)),
    limit: optional(limits(100)),
  },
};

testParameters(exchange, PENDING);
testWindow(exchange, PENDING, { spanDaysMax: 92, row: row("Limit", "trigger order span") });

describe("Get Pending Trigger Order", () => {
  it(row("Get Pending Trigger Order", "ids", "orderId prevails over clientOid"), async () => {
    const other = plans.find(({ orderId }) => orderId !== planId)?.["orderId"];
    const both = { orderId: String(other), clientOid: "first-plan" };
    expect((await pending("normal_plan", both)).map(({ orderId }) => orderId)).toEqual([other]);
  });

  it("clientOid alone finds the order", async () => {
    expect(await pending("normal_plan", { clientOid: "first-plan" })).toMatchObject([
      { orderId: planId },
    ]);
  });

  it("every order is found by the clientOid in its row", async () => {
    for (const plan of plans) {
      const clientOid = String(plan["clientOid"]);
      expect(await pending("normal_plan", { clientOid })).toEqual([plan]);
    }
  });

  it("endId is the idLessThan of the next page", async () => {
    const query = { ...LINE, planType: "normal_plan", limit: 1 };
    const page = await calls.row(`${ORDER}/orders-plan-pending`, query);
    expect(page["endId"]).toBe(plans[0]?.["orderId"]);
    const next = await pending("normal_plan", { idLessThan: page["endId"], limit: 1 });
    expect(next).toEqual([plans[1]]);
  });

  it("a request of one product line does not list another's", async () => {
    expect(await pending("normal_plan", { productType: "COIN-FUTURES" })).toEqual([]);
  });

  it("another user's orders are not listed, by id neither", async () => {
    const query = { ...LINE, planType: "normal_plan" };
    const seen = await calls.row(
      `${ORDER}/orders-plan-pending`,
      { ...query, orderId: planId },
      "bob",
    );
    expect(seen).toEqual({ entrustedList: [], endId: "" });
  });
});

describe("the window of pending trigger orders", () => {
  it.each([
    ["no times list every order", () => ({}), true],
    [
      "a missing end is three months after the start",
      (now: number) => ({ startTime: now - 120 * DAY_MS }),
      true,
    ],
    [
      "an order after those three months is not listed",
      (now: number) => ({ startTime: now - 213 * DAY_MS }),
      false,
    ],
    ["a missing start is three months before the end", (now: number) => ({ endTime: now }), false],
    [
      "an order within those three months is listed",
      (now: number) => ({ endTime: now - 60 * DAY_MS }),
      true,
    ],
  ])("%s", async (_title, window, isListed) => {
    const { gateway } = exchange();
    const before = exchange().nowMs;
    gateway.advance(START_MS + 120 * DAY_MS - before);
    try {
      const found = await pending("normal_plan", window(exchange().nowMs));
      expect(found.some(({ orderId }) => orderId === planId)).toBe(isListed);
    } finally {
      gateway.advance(before - exchange().nowMs);
    }
  });
});

/** In one-way mode an order neither opens nor closes by name. */
const TRADE_SIDES = ["open", "close", "buy_single", "sell_single"];

const PLAN_FIELDS = {
  symbol: ["BTCUSDT"],
  size: NUMBER,
  orderId: ID,
  clientOid: TEXT,
  triggerPrice: NUMBER,
  triggerType: FILL_PRICES,
  planStatus: ["live", "not_trigger"],
  side: ["buy", "sell"],
  posSide: ["long", "short", "net"],
  marginCoin: ["USDT"],
  marginMode: ["isolated", "crossed"],
  enterPointSource: ["WEB", "API", "SYS", "ANDROID", "IOS"],
  tradeSide: TRADE_SIDES,
  posMode: ["one_way_mode", "hedge_mode"],
  orderType: ["limit", "market"],
  orderSource: ["normal", "market"],
  cTime: TIME,
  uTime: TIME,
  presetStopSurplusPrice: MAYBE_NUMBER,
  stopSurplusTriggerPrice: MAYBE_NUMBER,
  stopSurplusTriggerType: ["", ...FILL_PRICES],
  presetStopLossPrice: MAYBE_NUMBER,
  stopLossTriggerPrice: MAYBE_NUMBER,
  stopLossTriggerType: ["", ...FILL_PRICES],
};

testFields("a common trigger order", () => plans, {
  planType: ["normal_plan"],
  price: (value, plan) => value === (plan["orderType"] === "limit" ? "51100" : ""),
  callbackRatio: [""],
  ...PLAN_FIELDS,
});
testFields("a trailing stop order", () => tracks, {
  planType: ["track_plan"],
  price: [""],
  callbackRatio: (value) => Number(value) >= 1 && Number(value) <= 10,
  ...PLAN_FIELDS,
});
testFields("a take-profit order", () => exits, {
  planType: ["profit_plan"],
  price: [""],
  callbackRatio: [""],
  ...PLAN_FIELDS,
  orderSource: ["profit_market"],
});

describe("the exits of a trigger order", () => {
  it("are told by the specification's names and by those that clients read", () => {
    expect(plans.find(({ orderId }) => orderId === planId)).toMatchObject({
      presetStopSurplusPrice: "52000",
      stopSurplusExecutePrice: "51900",
      stopSurplusTriggerPrice: "52000",
      stopSurplusTriggerType: "mark_price",
      presetStopLossPrice: "50000",
      stopLossExecutePrice: "49900",
      stopLossTriggerPrice: "50000",
      stopLossTriggerType: "fill_price",
    });
  });
});

const subOrder = (method: "GET" | "POST"): SpecifiedEndpoint => ({
  method,
  table: "Trigger Sub Order",
  path: `${ORDER}/plan-sub-order`,
  user: "alice",
  valid: () => ({ ...LINE, planType: "normal_plan", planOrderId: planId }),
  parameters: {
    planType: required([
      ...words("normal_plan").filter(({ code }) => code !== "00000"),
      { title: "a plan of another type is not found", value: "track_plan", code: "43025" },
    ]),
    planOrderId: required(ids("43025")),
    productType: required([
      ...words("USDT-FUTURES"),
      { title: "a plan of another line is not found", value: "COIN-FUTURES", code: "43025" },
    ]),
  },
});
testParameters(exchange, subOrder("GET"));
testParameters(exchange, subOrder("POST"));

describe("Trigger Sub Order", () => {
  const query = () => `planType=normal_plan&planOrderId=${planId}&productType=USDT-FUTURES`;

  it(row("Trigger Sub Order", "query string", "of a POST, as in the sample"), async () => {
    const answer = await exchange().post(`${ORDER}/plan-sub-order?${query()}`, undefined, "alice");
    expect(answer).toMatchObject({ code: "00000", data: [] });
  });

  it("a POST may have them in both, but none twice", async () => {
    const path = `${ORDER}/plan-sub-order?planType=normal_plan&planOrderId=${planId}`;
    const answer = await exchange().post(path, LINE, "alice");
    expect(answer.code).toBe("00000");
    const twice = await exchange().post(`${path}&productType=USDT-FUTURES`, LINE, "alice");
    expect(twice.code).toBe("400172");
  });

  it("another user's trigger order does not exist", async () => {
    const answer = await exchange().get(`${ORDER}/plan-sub-order?${query()}`, {}, "bob");
    expect(answer.code).toBe("43025");
  });

  it("an endpoint whose sample has a body does not read the query string", async () => {
    const path = `${ORDER}/cancel-order?symbol=BTCUSDT&productType=USDT-FUTURES&orderId=${planId}`;
    expect((await exchange().post(path, {}, "alice")).code).toBe("40019");
  });
});

describe("a trigger sub-order", () => {
  let rows: readonly Resource[] = [];
  beforeAll(async () => {
    const fired = await calls.post(`${ORDER}/place-plan-order`, {
      ...PLAN,
      ...{ triggerPrice: "50050", price: "50060" },
    });
    const order = { ...CONTRACT, orderType: "limit", force: "gtc", price: "50050", size: "0.01" };
    await calls.post(`${ORDER}/place-order`, { ...order, side: "sell" }, "bob");
    await calls.post(`${ORDER}/place-order`, { ...order, side: "buy" }, "carol");
    await exchange().apply({ kind: "tick" });
    const { orderId = "" } = fired;
    const sent = { ...LINE, planType: "normal_plan", planOrderId: orderId };
    rows = await calls.rows(`${ORDER}/plan-sub-order`, sent);
  });
  testFields("a trigger sub-order", () => rows, {
    orderId: ID,
    price: ["50060"],
    type: ["limit"],
    status: ["success"],
  });
});
