import { afterEach, describe, expect, it } from "vitest";
import { eventually } from "../support/eventually.ts";
import { restV2, restV3 } from "./support/bitget-api-clients.ts";
import { openExchange } from "./support/conformance-exchange.ts";
import { openCounterparty } from "./support/counterparty.ts";
import { SPOT_STOP, USDT_PERPETUAL } from "./support/products.ts";
import { proves } from "./support/proves.ts";

const { marginCoin, productType, symbol } = USDT_PERPETUAL;
const CONTRACT = { symbol, productType, marginCoin };

const exchange = await openExchange();
const bob = await openCounterparty(exchange);
const carol = await openCounterparty(exchange);
const alice = restV2(exchange, exchange.firstUser("classic"));
const ulla = restV3(exchange, exchange.firstUser("unified"));

async function tradeAt(price: string): Promise<void> {
  await bob.futures(USDT_PERPETUAL, { side: "sell", size: "0.01", price });
  await carol.futures(USDT_PERPETUAL, { side: "buy", size: "0.01", price });
}

afterEach(async () => {
  await bob.clearFutures(USDT_PERPETUAL);
  await carol.clearFutures(USDT_PERPETUAL);
});

describe("RestClientV2", () => {
  it("submits plan orders, follows them into their orders, and cancels them", async () => {
    proves("RestClientV2.futuresSubmitPlanOrder", "POST /api/v2/mix/order/place-plan-order");
    proves("RestClientV2.futuresModifyPlanOrder", "POST /api/v2/mix/order/modify-plan-order");
    proves("RestClientV2.getFuturesPlanOrders", "GET /api/v2/mix/order/orders-plan-pending");
    proves("RestClientV2.getFuturesTriggerSubOrder", "GET /api/v2/mix/order/plan-sub-order");
    proves(
      "RestClientV2.getFuturesHistoricPlanOrders",
      "GET /api/v2/mix/order/orders-plan-history",
    );
    proves("RestClientV2.futuresCancelPlanOrder", "POST /api/v2/mix/order/cancel-plan-order");
    await tradeAt("60000");
    const plan = {
      ...CONTRACT,
      planType: "normal_plan",
      marginMode: "crossed",
      size: "0.1",
      triggerPrice: "61000",
      triggerType: "fill_price",
      side: "buy",
      orderType: "market",
    } as const;
    const { data: placed } = await alice.futuresSubmitPlanOrder(plan);
    const { orderId } = placed;
    const change = { productType, symbol, planType: "normal_plan", orderId } as const;
    await alice.futuresModifyPlanOrder({ ...change, newTriggerPrice: "60500" });
    const listed = { planType: "normal_plan", productType } as const;
    const { data: pending } = await alice.getFuturesPlanOrders(listed);
    expect(pending.entrustedList).toMatchObject([{ orderId, triggerPrice: "60500" }]);
    await bob.futures(USDT_PERPETUAL, { side: "sell", size: "1", price: "60600" });
    await tradeAt("60500");
    await eventually("the plan is executed", async () => {
      const { data: history } = await alice.getFuturesHistoricPlanOrders(listed);
      return history.entrustedList?.[0]?.orderId === orderId;
    });
    const sub = { planType: "normal_plan", planOrderId: orderId, productType } as const;
    const { data: subOrders } = await alice.getFuturesTriggerSubOrder(sub);
    expect(subOrders).toMatchObject([{ type: "market", status: "success" }]);
    proves("RestClientV2.postPrivate", "POST /api/v2/mix/order/plan-sub-order");
    const posting = alice as unknown as {
      postPrivate(path: string, params: object): Promise<{ data: unknown }>;
    };
    const posted = await posting.postPrivate("/api/v2/mix/order/plan-sub-order", sub);
    expect(posted.data).toEqual(subOrders);
    const { data: second } = await alice.futuresSubmitPlanOrder({ ...plan, triggerPrice: "70000" });
    const list = [{ orderId: second.orderId }];
    const canceled = await alice.futuresCancelPlanOrder({ ...CONTRACT, orderIdList: list });
    expect(canceled.data).toMatchObject({ successList: [{ orderId: second.orderId }] });
  });

  it("submits take-profit and stop-loss of a position, one by one and at once", async () => {
    proves("RestClientV2.futuresSubmitTPSLOrder", "POST /api/v2/mix/order/place-tpsl-order");
    proves("RestClientV2.futuresSubmitPositionTPSL", "POST /api/v2/mix/order/place-pos-tpsl");
    proves("RestClientV2.futuresModifyTPSLPOrder", "POST /api/v2/mix/order/modify-tpsl-order");
    const { data: single } = await alice.futuresSubmitTPSLOrder({
      ...CONTRACT,
      planType: "profit_plan",
      triggerPrice: "66000",
      triggerType: "fill_price",
      holdSide: "buy",
      size: "0.05",
    });
    await alice.futuresModifyTPSLPOrder({
      ...CONTRACT,
      orderId: single.orderId,
      triggerPrice: "67000",
      size: "0.04",
    });
    await alice.futuresSubmitPositionTPSL({
      ...CONTRACT,
      stopSurplusTriggerPrice: "65000",
      stopSurplusTriggerType: "fill_price",
      stopLossTriggerPrice: "55000",
      stopLossTriggerType: "fill_price",
      holdSide: "buy",
    });
    const { data } = await alice.getFuturesPlanOrders({ planType: "profit_loss", productType });
    const rows = data.entrustedList?.map((row) => [row.planType, row.triggerPrice]);
    expect(rows).toEqual([
      ["pos_loss", "55000"],
      ["pos_profit", "65000"],
      ["profit_plan", "67000"],
    ]);
  });

  it("changes the presets of an order where it rests", async () => {
    proves("RestClientV2.futuresModifyOrder", "POST /api/v2/mix/order/modify-order");
    const { data: placed } = await alice.futuresSubmitOrder({
      ...CONTRACT,
      marginMode: "crossed",
      side: "buy",
      orderType: "limit",
      force: "gtc",
      price: "50000",
      size: "0.01",
      presetStopLossPrice: "45000",
    });
    const { orderId } = placed;
    const change = { orderId, symbol, productType, newPresetStopSurplusPrice: "65000" };
    // The client's type asks for a new client id, which only a new price or size needs.
    await alice.futuresModifyOrder({ ...change, newClientOid: "unused" });
    const { data } = await alice.getFuturesOrder({ symbol, productType, orderId });
    expect(data).toMatchObject({
      presetStopSurplusPrice: "65000",
      presetStopLossPrice: "45000",
      state: "live",
    });
    await alice.futuresCancelOrder({ symbol, productType, marginCoin, orderId });
  });

  it("submits, changes and cancels plan orders of spot", async () => {
    proves("RestClientV2.spotSubmitPlanOrder", "POST /api/v2/spot/trade/place-plan-order");
    proves("RestClientV2.spotModifyPlanOrder", "POST /api/v2/spot/trade/modify-plan-order");
    proves("RestClientV2.getSpotCurrentPlanOrders", "GET /api/v2/spot/trade/current-plan-order");
    proves("RestClientV2.spotCancelPlanOrder", "POST /api/v2/spot/trade/cancel-plan-order");
    const { data: placed } = await alice.spotSubmitPlanOrder(SPOT_STOP);
    const { orderId } = placed;
    const change = { orderId, triggerPrice: "49000", orderType: "market", size: "0.2" } as const;
    await alice.spotModifyPlanOrder(change);
    const { data } = await alice.getSpotCurrentPlanOrders({ symbol: "BTCUSDT" });
    expect(data.orderList).toMatchObject([{ orderId, triggerPrice: "49000", size: "0.2" }]);
    await alice.spotCancelPlanOrder({ orderId });
    proves("RestClientV2.getSpotPlanSubOrder", "GET /api/v2/spot/trade/plan-sub-order");
    const { data: subOrders } = await alice.getSpotPlanSubOrder({ planOrderId: orderId });
    expect(subOrders).toMatchObject([{ orderId: "", status: "cancelled" }]);
  });

  it("cancels the plan orders of a symbol at once, and lists what became of them", async () => {
    proves("RestClientV2.spotCancelPlanOrders", "POST /api/v2/spot/trade/batch-cancel-plan-order");
    proves("RestClientV2.getSpotHistoricPlanOrders", "GET /api/v2/spot/trade/history-plan-order");
    const ids: string[] = [];
    for (const triggerPrice of ["50000", "49000"]) {
      ids.push((await alice.spotSubmitPlanOrder({ ...SPOT_STOP, triggerPrice })).data.orderId);
    }
    const other = { ...SPOT_STOP, symbol: "ETHUSDT", triggerPrice: "2500", executePrice: "2490" };
    const { data: kept } = await alice.spotSubmitPlanOrder(other);
    const { data: result } = await alice.spotCancelPlanOrders({ symbolList: ["BTCUSDT"] });
    expect(result.failureList).toEqual([]);
    expect(result.successList.map(({ orderId }) => orderId).sort()).toEqual([...ids].sort());
    const { data: open } = await alice.getSpotCurrentPlanOrders({ symbol: "ETHUSDT" });
    expect(open.orderList).toMatchObject([{ orderId: kept.orderId }]);
    const span = { startTime: String(Date.now() - 600_000), endTime: String(Date.now() + 30_000) };
    const asked = { symbol: "BTCUSDT", ...span };
    const { data: past } = await alice.getSpotHistoricPlanOrders(asked);
    const [newest, older] = past.orderList;
    expect([newest, older]).toMatchObject([
      { orderId: ids[1], status: "cancelled", triggerPrice: "49000", executePrice: "49900" },
      { orderId: ids[0], status: "cancelled", triggerPrice: "50000", size: "0.1" },
    ]);
    await alice.spotCancelPlanOrder({ orderId: kept.orderId });
  });
});

describe("RestClientV3", () => {
  it("submits, changes, lists and cancels strategy orders", async () => {
    proves("RestClientV3.submitStrategyOrder", "POST /api/v3/trade/place-strategy-order");
    proves("RestClientV3.modifyStrategyOrder", "POST /api/v3/trade/modify-strategy-order");
    proves("RestClientV3.cancelStrategyOrder", "POST /api/v3/trade/cancel-strategy-order");
    proves("RestClientV3.getUnfilledStrategyOrders", "GET /api/v3/trade/unfilled-strategy-orders");
    proves("RestClientV3.getHistoryStrategyOrders", "GET /api/v3/trade/history-strategy-orders");
    await bob.futures(USDT_PERPETUAL, { side: "sell", size: "0.1", price: "60000" });
    const category = "USDT-FUTURES" as const;
    await ulla.submitNewOrder({
      category,
      symbol,
      side: "buy",
      orderType: "market",
      qty: "0.1",
    });
    const { data: placed } = await ulla.submitStrategyOrder({
      category,
      symbol,
      qty: "0.1",
      posSide: "long",
      takeProfit: "66000",
      stopLoss: "55000",
    });
    const { orderId } = placed;
    await ulla.modifyStrategyOrder({ orderId, qty: "0.1", takeProfit: "65000" });
    const { data: open } = await ulla.getUnfilledStrategyOrders({ category });
    expect(open).toMatchObject([{ orderId, takeProfit: "65000", stopLoss: "55000" }]);
    await ulla.cancelStrategyOrder({ orderId });
    const { data: history } = await ulla.getHistoryStrategyOrders({ category });
    expect(history.list).toHaveLength(2);
    proves("RestClientV3.getPrivate", "GET /api/v3/trade/strategy-sub-orders");
    const { data: subOrders } = await ulla.getPrivate("/api/v3/trade/strategy-sub-orders", {
      orderId,
    });
    expect(subOrders).toMatchObject([{ status: "cancelled" }, { status: "cancelled" }]);
  });
});
