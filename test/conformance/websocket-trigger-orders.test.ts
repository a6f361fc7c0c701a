import { describe, expect, it } from "vitest";
import { eventually } from "../support/eventually.ts";
import { restV2, restV3 } from "./support/bitget-api-clients.ts";
import { lastRow, subscribed, websocketV2, websocketV3 } from "./support/bitget-api-sockets.ts";
import { openExchange } from "./support/conformance-exchange.ts";
import { openCounterparty } from "./support/counterparty.ts";
import { SPOT_STOP, USDT_PERPETUAL } from "./support/products.ts";
import { proves } from "./support/proves.ts";

const { marginCoin, productType, symbol } = USDT_PERPETUAL;

const exchange = await openExchange();
const bob = await openCounterparty(exchange);
const carol = await openCounterparty(exchange);

async function tradeAt(price: string): Promise<void> {
  await bob.futures(USDT_PERPETUAL, { side: "sell", size: "0.01", price });
  await carol.futures(USDT_PERPETUAL, { side: "buy", size: "0.01", price });
}

describe("WebsocketClientV2, private channels", () => {
  const listening = websocketV2(exchange, exchange.firstUser("classic"));
  const { client, pushes } = listening;
  const alice = restV2(exchange, exchange.firstUser("classic"));

  it("tell trigger orders of futures from placing to execution", async () => {
    proves("WebsocketClientV2.subscribeTopic", "v2 channel orders-algo");
    await client.subscribeTopic(productType, "orders-algo");
    const channel = { instType: productType, channel: "orders-algo" };
    await subscribed(listening, channel);
    await tradeAt("60000");
    await bob.futures(USDT_PERPETUAL, { side: "sell", size: "1", price: "60600" });
    const { orderId } = (
      await alice.futuresSubmitPlanOrder({
        productType,
        symbol,
        marginCoin,
        planType: "normal_plan",
        marginMode: "crossed",
        size: "0.1",
        triggerPrice: "60500",
        triggerType: "fill_price",
        side: "buy",
        orderType: "market",
      })
    ).data;
    const ofPlan = (status: string) => () =>
      lastRow(pushes, channel, (row) => row["orderId"] === orderId && row["status"] === status);
    expect(await eventually("the plan", ofPlan("live"))).toMatchObject({
      instId: symbol,
      planType: "pl",
      triggerPrice: "60500",
      triggerType: "fill_price",
      size: "0.1",
      posSide: "net",
    });
    await tradeAt("60500");
    await eventually("the firing", ofPlan("executing"));
    await eventually("the execution", ofPlan("executed"));
  });

  it("tell trigger orders of spot", async () => {
    await client.subscribeTopic("SPOT", "orders-algo");
    const channel = { instType: "SPOT", channel: "orders-algo" };
    await subscribed(listening, channel);
    const { orderId } = (await alice.spotSubmitPlanOrder(SPOT_STOP)).data;
    await alice.spotCancelPlanOrder({ orderId });
    const row = await eventually("the cancelled plan", () =>
      lastRow(pushes, channel, ({ status }) => status === "cancelled"),
    );
    expect(row).toMatchObject({ orderId, planType: "amount", executePrice: "49900" });
  });
});

describe("WebsocketClientV3, private topics", () => {
  const listening = websocketV3(exchange, exchange.firstUser("unified"));
  const { client, pushes } = listening;
  const ulla = restV3(exchange, exchange.firstUser("unified"));

  it("tell strategy orders", async () => {
    proves("WebsocketClientV3.subscribe", "v3 channel strategy-order");
    const topic = { instType: "UTA", topic: "strategy-order" };
    await client.subscribe({ topic: "strategy-order", payload: { instType: "UTA" } }, "v3Private");
    await subscribed(listening, topic);
    const { orderId } = (
      await ulla.submitStrategyOrder({
        category: "USDT-FUTURES",
        symbol,
        type: "trigger",
        side: "buy",
        qty: "0.1",
        triggerBy: "market",
        triggerPrice: "70000",
        triggerOrderType: "market",
      } as unknown as Parameters<typeof ulla.submitStrategyOrder>[0])
    ).data;
    const row = await eventually("the strategy order", () => lastRow(pushes, topic));
    expect(row).toMatchObject({
      orderId,
      category: "usdt-futures",
      type: "trigger",
      status: "pending",
      triggerPrice: "70000",
    });
  });
});
