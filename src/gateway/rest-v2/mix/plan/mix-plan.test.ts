import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { classicTraders } from "../../../../../test/support/classic-traders.ts";
import {
  errorOf,
  rowOf,
  rowsOf,
  type TestAnswer,
  type TestRow,
} from "../../../../../test/support/test-answer.ts";
import { ExchangeFixture } from "../../../../../test/support/test-exchange.ts";
import { COIN } from "../../../../../test/support/test-listings.ts";
import { endpointsMixAccountV2 } from "../account/endpoints-mix-account.ts";
import { endpointsMixOrderV2 } from "../order/endpoints-mix-order.ts";
import { endpointsMixPlanV2 } from "./endpoints-mix-plan.ts";

const ORDER = "/api/v2/mix/order";
const LINE = { productType: "USDT-FUTURES" };
const CONTRACT = { symbol: "BTCUSDT", marginCoin: "USDT", ...LINE };
const FUNDS = [["usdt_futures", "USDT", 100_000n * COIN]] as const;
const TERMS = { ...CONTRACT, marginMode: "crossed", orderType: "limit", force: "gtc" };

const FAR_BID = { side: "buy", price: "48000", size: "0.1" };

let exchange: ExchangeFixture;

beforeEach(async () => {
  exchange = await ExchangeFixture.start({
    endpoints: [...endpointsMixOrderV2, ...endpointsMixPlanV2, ...endpointsMixAccountV2],
    users: classicTraders(FUNDS),
  });
});

afterEach(async () => {
  await exchange[Symbol.asyncDispose]();
});

function post(path: string, body: object, name = "alice"): Promise<TestAnswer> {
  return exchange.post(`${ORDER}/${path}`, body, name);
}

function get(path: string, query: Record<string, string>, name = "alice"): Promise<TestAnswer> {
  return exchange.get(`${ORDER}/${path}`, { ...LINE, ...query }, name);
}

/** Bob and Carol trade at a price, so that it is the last one. */
async function tradeAt(price: string, size = "0.1"): Promise<void> {
  rowOf(await post("place-order", { ...TERMS, side: "sell", price, size }, "bob"));
  rowOf(await post("place-order", { ...TERMS, side: "buy", price, size }, "carol"));
}

/** Alice buys of Bob, whose offers and bids are there for what she does next. */
async function openLong(size = "0.4"): Promise<void> {
  const at = { ...TERMS, price: "50000", size };
  rowOf(await post("place-order", { ...at, side: "sell" }, "bob"));
  rowOf(await post("place-order", { ...at, side: "buy" }));
  const rest = { ...TERMS, size: "5" };
  rowOf(await post("place-order", { ...rest, side: "buy", price: "48000" }, "bob"));
  rowOf(await post("place-order", { ...rest, side: "sell", price: "52400" }, "bob"));
}

async function plans(planType: string, query = {}, path = "orders-plan-pending") {
  const page = rowOf(await get(path, { planType, ...query })) as unknown;
  return (page as { entrustedList: readonly TestRow[] }).entrustedList;
}

function history(planType: string, query = {}) {
  return plans(planType, query, "orders-plan-history");
}

async function placed(path: string, body: object): Promise<string> {
  return rowOf(await post(path, body))["orderId"] ?? "";
}

const TRIGGER = {
  ...TERMS,
  planType: "normal_plan",
  side: "buy",
  size: "0.2",
  orderType: "market",
  triggerPrice: "51000",
  triggerType: "fill_price",
};

const TRAIL = { planType: "track_plan", callbackRatio: "1" };

describe("a trigger order", () => {
  it("waits, fires and is found in the history with the order it became", async () => {
    await openLong();
    const sent = { ...TRIGGER, clientOid: "mine", stopLossTriggerPrice: "50500" };
    const orderId = await placed("place-plan-order", sent);
    expect(await plans("normal_plan")).toMatchObject([
      {
        orderId,
        clientOid: "mine",
        planType: "normal_plan",
        planStatus: "live",
        size: "0.2",
        price: "",
        triggerPrice: "51000",
        triggerType: "fill_price",
        side: "buy",
        posSide: "net",
        orderSource: "market",
        enterPointSource: "API",
        stopLossTriggerPrice: "50500",
        stopLossTriggerType: "fill_price",
        executeOrderId: "",
      },
    ]);
    const sub = { planType: "normal_plan", planOrderId: orderId };
    expect(rowsOf(await get("plan-sub-order", sub))).toEqual([]);
    await tradeAt("51000");
    expect(rowsOf(await get("plan-sub-order", sub))).toMatchObject([{ status: "in_progress" }]);
    await exchange.apply({ kind: "tick" });
    expect(await plans("normal_plan")).toEqual([]);
    const [done] = await history("normal_plan", { planStatus: "executed" });
    expect(done).toMatchObject({ orderId, planStatus: "executed", baseVolume: "0.2" });
    const { executeOrderId = "" } = done ?? {};
    expect(rowsOf(await get("plan-sub-order", sub))).toEqual([
      { orderId: executeOrderId, price: "", type: "market", status: "success" },
    ]);
    const detail = rowOf(await get("detail", { symbol: "BTCUSDT", orderId: executeOrderId }));
    expect(detail).toMatchObject({ enterPointSource: "SYS", orderSource: "market" });
    expect(await plans("profit_loss")).toMatchObject([
      { planType: "loss_plan", triggerPrice: "50500", size: "0.2", orderSource: "loss_market" },
    ]);
  });

  it("takes exits by their names in place-order", async () => {
    const exits = { presetStopSurplusPrice: "53000", presetStopLossPrice: "50500" };
    await openLong();
    const limit = { presetStopSurplusExecutePrice: "52900" };
    await placed("place-plan-order", { ...TRIGGER, ...exits, ...limit });
    expect(await plans("normal_plan")).toMatchObject([
      { ...exits, stopSurplusExecutePrice: "52900", stopLossTriggerPrice: "50500" },
    ]);
  });

  it("sends a limit order with its time in force", async () => {
    await openLong();
    const order = { ...TRIGGER, orderType: "limit", price: "52500", force: "POST_ONLY" };
    await placed("place-plan-order", order);
    await tradeAt("51000");
    await exchange.apply({ kind: "tick" });
    // The order would take the offer at 52,400.
    const [done] = await history("normal_plan");
    const { executeOrderId: orderId = "" } = done ?? {};
    const detail = rowOf(await get("detail", { symbol: "BTCUSDT", orderId }));
    expect(detail).toMatchObject({ force: "post_only", state: "canceled", baseVolume: "0" });
  });

  it("at market is listed with the time in force of other market orders", async () => {
    await openLong();
    await placed("place-plan-order", TRIGGER);
    await tradeAt("51000");
    await exchange.apply({ kind: "tick" });
    rowOf(await post("place-order", { ...TERMS, orderType: "market", side: "buy", size: "0.1" }));
    const page = rowOf(await get("orders-history", { limit: "2" })) as unknown;
    const market = { orderType: "market", force: "gtc" };
    expect(page).toMatchObject({ entrustedList: [market, market] });
  });

  it("that fails is shown as failed", async () => {
    await openLong();
    await placed("place-plan-order", { ...TRIGGER, size: "90" });
    await tradeAt("51000");
    await exchange.apply({ kind: "tick" });
    expect(await history("normal_plan", { planStatus: "fail_trigger" })).toMatchObject([
      { planStatus: "fail_execute", executeOrderId: "" },
    ]);
  });

  it("is changed and cancelled under its id", async () => {
    await openLong();
    const orderId = await placed("place-plan-order", { ...TRIGGER, clientOid: "mine" });
    const named = { ...LINE, symbol: "BTCUSDT", orderId };
    const change = { ...named, newTriggerPrice: "51500", newPrice: "51600", newSize: "0.3" };
    expect(rowOf(await post("modify-plan-order", change))).toEqual({ orderId, clientOid: "mine" });
    expect(await plans("normal_plan")).toMatchObject([
      { orderId, triggerPrice: "51500", price: "51600", orderType: "limit", size: "0.3" },
    ]);
    const list = [{ orderId }, { clientOid: "unknown" }];
    const answer = rowOf(await post("cancel-plan-order", { ...CONTRACT, orderIdList: list }));
    expect(answer).toMatchObject({
      successList: [{ orderId }],
      failureList: [{ clientOid: "unknown", errorCode: "43025" }],
    });
    expect(errorOf(await post("modify-plan-order", change))).toEqual([400, "43025"]);
    expect(await history("normal_plan")).toMatchObject([{ orderId, planStatus: "cancelled" }]);
    expect(errorOf(await post("cancel-plan-order", CONTRACT))).toEqual([400, "22001"]);
  });

  it("keeps what a change of its exits does not name", async () => {
    await openLong();
    const exit = {
      stopLossTriggerPrice: "50500",
      stopLossExecutePrice: "50400",
      stopLossTriggerType: "mark_price",
    };
    const orderId = await placed("place-plan-order", { ...TRIGGER, ...exit });
    const change = (terms: object) =>
      post("modify-plan-order", { ...LINE, symbol: "BTCUSDT", orderId, ...terms });
    rowOf(await change({ newStopLossTriggerPrice: "50300" }));
    expect(await plans("normal_plan")).toMatchObject([{ ...exit, stopLossTriggerPrice: "50300" }]);
    rowOf(await change({ newStopLossExecutePrice: "50200" }));
    rowOf(await change({ newStopLossTriggerType: "fill_price" }));
    expect(await plans("normal_plan")).toMatchObject([
      {
        stopLossTriggerPrice: "50300",
        stopLossExecutePrice: "50200",
        stopLossTriggerType: "fill_price",
      },
    ]);
    rowOf(await change({ newStopLossExecutePrice: "0" }));
    expect(await plans("normal_plan")).toMatchObject([{ stopLossExecutePrice: "" }]);
    rowOf(await change({ newStopLossTriggerPrice: "0" }));
    expect(await plans("normal_plan")).toMatchObject([{ stopLossTriggerPrice: "" }]);
    expect(errorOf(await change({ newStopLossExecutePrice: "50200" }))).toEqual([400, "40019"]);
    const typeAlone = await change({ newStopLossTriggerType: "mark_price" });
    expect(errorOf(typeAlone)).toEqual([400, "40923"]);
  });

  it("of another user counts as unknown", async () => {
    await openLong();
    const orderId = await placed("place-plan-order", TRIGGER);
    const cancel = { ...CONTRACT, orderIdList: [{ orderId }] };
    expect(errorOf(await post("cancel-plan-order", cancel, "bob"))).toEqual([400, "43025"]);
    expect(await plans("normal_plan")).toHaveLength(1);
  });

  it("is cancelled alone by a list of one id, and a second cancel fails", async () => {
    await openLong();
    const orderId = await placed("place-plan-order", { ...TRIGGER, clientOid: "mine" });
    const { orderId: other = "" } = rowOf(await post("place-plan-order", TRIGGER));
    const cancel = { ...CONTRACT, orderIdList: [{ clientOid: "mine" }] };
    const answer = rowOf(await post("cancel-plan-order", cancel));
    expect(answer).toEqual({ successList: [{ orderId, clientOid: "mine" }], failureList: [] });
    expect(await plans("normal_plan")).toMatchObject([{ orderId: other }]);
    expect(errorOf(await post("cancel-plan-order", cancel))).toEqual([400, "43025"]);
  });

  it.each([
    ["without a price for a limit order", { orderType: "limit" }, "40019"],
    ["with a trigger of nothing", { triggerPrice: "0" }, "45052"],
    ["with a trigger off the increment", { triggerPrice: "51000.01" }, "45115"],
    ["trailing without a ratio", { planType: "track_plan" }, "40019"],
    ["trailing by too little", { planType: "track_plan", callbackRatio: "0.5" }, "40053"],
    [
      "trailing by a ratio of three decimals",
      { planType: "track_plan", callbackRatio: "1.005" },
      "40053",
    ],
    ["in another margin mode than the position", { marginMode: "isolated" }, "45117"],
    ["below the smallest size", { size: "0.00001" }, "22038"],
    ["with a take-profit below", { stopSurplusTriggerPrice: "50000" }, "40830"],
    ["with an exit that has an execution price alone", { stopLossExecutePrice: "49900" }, "40019"],
    ["trailing with a limit order", { ...TRAIL, orderType: "limit", price: "51000" }, "40020"],
    ["with a stop-loss of another endpoint", { stopLossPrice: "49900" }, "40020"],
    ["with a time in force of another endpoint", { timeInForce: "fok" }, "40020"],
    ["that closes and brings exits", { reduceOnly: "YES", stopLossTriggerPrice: "1" }, "25612"],
  ])("is refused %s", async (_what, change, code) => {
    await openLong();
    expect(errorOf(await post("place-plan-order", { ...TRIGGER, ...change }))).toEqual([400, code]);
    expect(await plans("normal_plan")).toEqual([]);
  });
});

describe("a trailing order", () => {
  it("is shown with its ratio and fires at the retreat", async () => {
    await openLong();
    const orderId = await placed("place-plan-order", {
      ...TRIGGER,
      planType: "track_plan",
      side: "sell",
      reduceOnly: "YES",
      callbackRatio: "1",
    });
    expect(await plans("track_plan")).toMatchObject([{ orderId, callbackRatio: "1" }]);
    await tradeAt("51000");
    await tradeAt("52000");
    const sub = { planType: "track_plan", planOrderId: orderId };
    expect(rowsOf(await get("plan-sub-order", sub))).toMatchObject([
      { status: "in_progress_tracking" },
    ]);
    const other = { planType: "track_plan", planOrderId: "1".padStart(19, "0") };
    expect(errorOf(await get("plan-sub-order", other))).toEqual([400, "43025"]);
    // 52,000 × 0.99 = 51,480.
    await tradeAt("51480");
    await exchange.apply({ kind: "tick" });
    expect(await history("track_plan")).toMatchObject([
      { orderId, planStatus: "executed", baseVolume: "0.2" },
    ]);
  });
});

describe("take-profit and stop-loss", () => {
  it("of the whole position close it, and one cancels the other", async () => {
    await openLong();
    const pair = {
      ...CONTRACT,
      holdSide: "buy",
      stopSurplusTriggerPrice: "52000",
      stopLossTriggerPrice: "49000",
      stopSurplusClientOid: "up",
      stopLossClientOid: "down",
    };
    const legs = rowsOf(await post("place-pos-tpsl", pair));
    expect(legs).toMatchObject([
      { stopSurplusClientOid: "up", stopLossClientOid: "" },
      { stopSurplusClientOid: "", stopLossClientOid: "down" },
    ]);
    expect(errorOf(await post("place-pos-tpsl", pair))).toEqual([400, "40786"]);
    await tradeAt("49000");
    await exchange.apply({ kind: "tick" });
    const done = await history("profit_loss");
    expect(done.map(({ planType, planStatus }) => [planType, planStatus])).toEqual([
      ["pos_loss", "executed"],
      ["pos_profit", "cancelled"],
    ]);
    expect(done[0]).toMatchObject({ size: "", baseVolume: "0.4", orderSource: "pos_loss_market" });
    // The newest order is not the wanted one: a page is cut after the filter, not before.
    const { orderId = "" } = rowOf(await post("place-order", { ...TERMS, ...FAR_BID }));
    rowOf(await post("cancel-order", { ...CONTRACT, orderId }));
    const asked = { orderSource: "pos_loss_market", limit: "1" };
    const page = rowOf(await get("orders-history", asked)) as unknown;
    expect(page).toMatchObject({
      entrustedList: [{ orderSource: "pos_loss_market", enterPointSource: "SYS", size: "0.4" }],
    });
  });

  it("of a part are changed by modify-tpsl-order", async () => {
    await openLong();
    const tpsl = { ...CONTRACT, planType: "profit_plan", triggerPrice: "52000", holdSide: "buy" };
    const orderId = await placed("place-tpsl-order", { ...tpsl, size: "0.1" });
    const change = { ...CONTRACT, orderId, triggerPrice: "52100", executePrice: "52050" };
    rowOf(await post("modify-tpsl-order", { ...change, size: "0.2" }));
    expect(await plans("profit_loss")).toMatchObject([
      { orderId, triggerPrice: "52100", executePrice: "52050", size: "0.2" },
    ]);
    expect(errorOf(await post("modify-tpsl-order", { ...change, size: "9" }))).toEqual([
      400,
      "40757",
    ]);
  });

  it.each([
    ["without a position", { holdSide: "sell" }, "22002"],
    ["of a part without a size", { size: "" }, "40019"],
    ["on the wrong side", { triggerPrice: "49000" }, "40830"],
    ["larger than the position", { size: "0.5" }, "40757"],
    ["trailing without a ratio", { planType: "moving_plan" }, "40019"],
  ])("are refused %s", async (_what, change, code) => {
    await openLong();
    const tpsl = { ...CONTRACT, planType: "profit_plan", triggerPrice: "52000", holdSide: "buy" };
    const answer = await post("place-tpsl-order", { ...tpsl, size: "0.1", ...change });
    expect(errorOf(answer)).toEqual([400, code]);
  });

  it("change with modify-order, which leaves the order in its place", async () => {
    const sent = { ...TERMS, side: "buy", price: "49000", size: "0.1", clientOid: "mine" };
    const placed = rowOf(await post("place-order", { ...sent, presetStopLossPrice: "48000" }));
    const { orderId = "" } = placed;
    const change = { ...CONTRACT, orderId, newPresetStopSurplusPrice: "53000" };
    expect(rowOf(await post("modify-order", change))).toEqual({ orderId, clientOid: "mine" });
    expect(errorOf(await post("modify-order", change))).toEqual([400, "40923"]);
    const removal = { ...CONTRACT, orderId, newPresetStopLossPrice: "0" };
    rowOf(await post("modify-order", removal));
    expect(rowOf(await get("detail", { symbol: "BTCUSDT", orderId }))).toMatchObject({
      presetStopSurplusPrice: "53000",
      presetStopLossPrice: "",
    });
    const replacement = { newPrice: "48500", newSize: "0.2", newClientOid: "next" };
    const both = { ...removal, ...replacement, newPresetStopLossPrice: "47000" };
    const { orderId: next = "" } = rowOf(await post("modify-order", both));
    expect(rowOf(await get("detail", { symbol: "BTCUSDT", orderId: next }))).toMatchObject({
      price: "48500",
      presetStopSurplusPrice: "53000",
      presetStopLossPrice: "47000",
    });
  });

  it("of an order keep the execution price that modify-order does not name", async () => {
    const sent = { ...TERMS, side: "buy", price: "49000", size: "0.1" };
    const exit = { presetStopLossPrice: "48000", presetStopLossExecutePrice: "47900" };
    const orderId = await placed("place-order", { ...sent, ...exit });
    const preset = { newPresetStopLossPrice: "48100" };
    rowOf(await post("modify-order", { ...CONTRACT, orderId, ...preset }));
    const moved = { ...exit, presetStopLossPrice: "48100" };
    expect(rowOf(await get("detail", { symbol: "BTCUSDT", orderId }))).toMatchObject(moved);
    const terms = { newPrice: "48900", newSize: "0.1", newClientOid: "next" };
    const change = { ...CONTRACT, orderId, ...terms, newPresetStopLossPrice: "48200" };
    const next = await placed("modify-order", change);
    expect(rowOf(await get("detail", { symbol: "BTCUSDT", orderId: next }))).toMatchObject({
      price: "48900",
      presetStopLossPrice: "48200",
      presetStopLossExecutePrice: "47900",
    });
  });

  it("placed with an order are shown in it until it is filled", async () => {
    const sent = {
      ...TERMS,
      side: "buy",
      price: "49000",
      size: "0.1",
      presetStopSurplusPrice: "53000",
      presetStopLossPrice: "48000",
      presetStopLossExecutePrice: "47900",
    };
    rowOf(await post("place-order", sent));
    const page = rowOf(await get("orders-pending", {})) as unknown;
    expect(page).toMatchObject({
      entrustedList: [
        {
          presetStopSurplusPrice: "53000",
          presetStopSurplusType: "fill_price",
          presetStopLossPrice: "48000",
          presetStopLossExecutePrice: "47900",
        },
      ],
    });
    expect(await plans("profit_loss")).toEqual([]);
    await tradeAt("49000");
    expect(await plans("profit_loss")).toMatchObject([
      { planType: "loss_plan", triggerPrice: "48000", executePrice: "47900", size: "0.1" },
      { planType: "profit_plan", triggerPrice: "53000", executePrice: "", size: "0.1" },
    ]);
  });
});
