/** Client ids that bots rely on: of orders sent without one, and of the orders of plans. */
import { afterEach, describe, expect, it } from "vitest";
import { eventually } from "../support/eventually.ts";
import { restV2 } from "./support/bitget-api-clients.ts";
import { idOf, plainClient, proClient } from "./support/ccxt-clients.ts";
import { openExchange } from "./support/conformance-exchange.ts";
import { openCounterparty } from "./support/counterparty.ts";
import { follow } from "./support/followed.ts";
import { USDT_PERPETUAL } from "./support/products.ts";
import { proves } from "./support/proves.ts";

const SPOT = "BTC/USDT";
const { market, marginCoin, productType, symbol } = USDT_PERPETUAL;
const TRIGGER = { trigger: true } as const;

const exchange = await openExchange();
const bob = await openCounterparty(exchange);
const carol = await openCounterparty(exchange);

const clientOf = (name: "classic" | "unified") =>
  plainClient(exchange, exchange.firstUser(name), { uta: name === "unified", defaultType: "swap" });

type Client = Awaited<ReturnType<typeof clientOf>>;

afterEach(async () => {
  for (const one of [bob, carol]) {
    await one.clearSpot("BTCUSDT");
    await one.clearFutures(USDT_PERPETUAL);
  }
});

async function spotAt(price: string): Promise<void> {
  await bob.spot("BTCUSDT", { side: "sell", size: "0.01", price });
  await carol.spot("BTCUSDT", { side: "buy", size: "0.01", price });
}

async function futuresAt(price: string): Promise<void> {
  await bob.futures(USDT_PERPETUAL, { side: "sell", size: "0.01", price });
  await carol.futures(USDT_PERPETUAL, { side: "buy", size: "0.01", price });
}

/** Waits for a closed order with the client id, as bots find the order of a trigger order. */
function closedOrder(client: Client, where: string, clientOrderId: string) {
  return eventually(
    "the order of the trigger order is closed",
    async () => {
      const closed = await client.fetchClosedOrders(where);
      return closed.find((order) => order.clientOrderId === clientOrderId);
    },
    15_000,
  );
}

describe.each(["classic", "unified"] as const)("an order without client id, %s", async (name) => {
  const alice = await clientOf(name);

  it.each([SPOT, market])("has one wherever it is pushed: %s", async (where) => {
    const placed = await alice.createOrder(where, "limit", "buy", 0.01, 59_000);
    const id = idOf(placed);
    const named = { id, clientOrderId: id };
    expect(placed).toMatchObject(named);
    expect(await alice.fetchOrder(id, where)).toMatchObject(named);
    expect(await alice.fetchOpenOrders(where)).toMatchObject([named]);
    const canceled = await alice.cancelOrder(id, where);
    expect(canceled).toMatchObject(named);
    await eventually("the order is in the history", async () => {
      const closed = await alice.fetchCanceledOrders(where);
      return closed.find((order) => order.id === id)?.clientOrderId === id;
    });
  });

  it("is pushed with it", async () => {
    const options = { uta: name === "unified", defaultType: "spot" } as const;
    const pro = await proClient(exchange, exchange.firstUser(name), options);
    const orders = follow(() => pro.watchOrders(SPOT));
    const balances = follow(() => pro.watchBalance());
    await eventually("the subscriptions", () => balances[0], 15_000);
    const find = (id: string) => orders.find((order) => order.id === id);
    const id = idOf(await pro.createOrder(SPOT, "limit", "buy", 0.01, 59_000));
    const pushed = await eventually("its push", () => find(id), 15_000);
    expect(pushed.clientOrderId).toBe(id);
    await pro.cancelOrder(id, SPOT);
  });
});

describe("an order without client id, by the generated one", async () => {
  const alice = restV2(exchange, exchange.firstUser("classic"));

  it("is found, cancelled and refused as a duplicate; another user's is not found", async () => {
    const terms = { symbol: "BTCUSDT", side: "buy", orderType: "limit", force: "gtc" } as const;
    const order = { ...terms, price: "59000", size: "0.01" };
    const { data } = await alice.spotSubmitOrder(order);
    const clientOid = data.clientOid;
    expect(clientOid).toBe(data.orderId);
    const found = await alice.getSpotOrder({ clientOid });
    expect(found.data).toMatchObject([{ orderId: data.orderId, clientOid }]);
    await expect(
      alice.spotSubmitOrder({ ...order, size: "0.02", clientOid }),
    ).rejects.toMatchObject({ body: { code: "43118" } });
    const foreign = await bob.spot("BTCUSDT", { side: "buy", size: "0.01", price: "58000" });
    await expect(
      alice.spotCancelOrder({ symbol: "BTCUSDT", clientOid: foreign }),
    ).rejects.toMatchObject({ body: { code: "43001" } });
    expect(await alice.getSpotOrder({ clientOid: foreign })).toMatchObject({ data: [] });
    const canceled = await alice.spotCancelOrder({ symbol: "BTCUSDT", clientOid });
    expect(canceled.data).toEqual({ orderId: data.orderId, clientOid });
  });
});

describe("the order of an executed trigger order", () => {
  it.each([SPOT, market])("goes by the trigger order's id: classic, %s", async (where) => {
    const alice = await clientOf("classic");
    const tradeAt = where === SPOT ? spotAt : futuresAt;
    await tradeAt("60000");
    const terms = { triggerPrice: 60_100, triggerType: "fill_price" };
    const triggerId = idOf(await alice.createOrder(where, "limit", "buy", 0.01, 60_200, terms));
    expect(await alice.fetchOpenOrders(where, undefined, undefined, TRIGGER)).toMatchObject([
      { id: triggerId, clientOrderId: triggerId },
    ]);
    await tradeAt("60100");
    const rested = { side: "sell", size: "0.01", price: "60150" } as const;
    await (where === SPOT ? bob.spot("BTCUSDT", rested) : bob.futures(USDT_PERPETUAL, rested));
    const order = await closedOrder(alice, where, triggerId);
    expect(order).toMatchObject({ status: "closed", filled: 0.01 });
    expect(order.average).toBeGreaterThan(60_000);
    expect(order.id).not.toBe(triggerId);
  });

  it("goes by the strategy order's id: unified", async () => {
    const ulla = await clientOf("unified");
    await bob.futures(USDT_PERPETUAL, { side: "sell", size: "0.01", price: "60000" });
    await ulla.createOrder(market, "market", "buy", 0.01);
    await bob.futures(USDT_PERPETUAL, { side: "buy", size: "1", price: "58000" });
    const stop = { stopLossPrice: 59_000, slTriggerBy: "market", reduceOnly: true };
    const id = idOf(await ulla.createOrder(market, "market", "sell", 0.01, undefined, stop));
    await futuresAt("59000");
    expect(await closedOrder(ulla, market, id)).toMatchObject({ side: "sell", filled: 0.01 });
  });

  it("is pushed by plan-sub-order as before", async () => {
    proves("RestClientV2.getFuturesTriggerSubOrder", "GET /api/v2/mix/order/plan-sub-order");
    const alice = restV2(exchange, exchange.firstUser("classic"));
    await futuresAt("60000");
    const { data } = await alice.futuresSubmitPlanOrder({
      ...{ symbol, productType, marginCoin, planType: "normal_plan", marginMode: "crossed" },
      ...{ size: "0.01", price: "50000", side: "buy", orderType: "limit", clientOid: "my-plan" },
      ...{ triggerPrice: "60300", triggerType: "fill_price" },
    });
    expect(data.clientOid).toBe("my-plan");
    await futuresAt("60300");
    const { orderId } = data;
    const named = { planType: "normal_plan", planOrderId: orderId, productType } as const;
    await eventually("its order", async () => {
      const sub = await alice.getFuturesTriggerSubOrder(named).catch(() => ({ data: [] }));
      return sub.data.length === 1;
    });
    const detail = await alice.getFuturesOrder({ symbol, productType, clientOid: orderId });
    expect(detail.data).toMatchObject({ clientOid: orderId, price: "50000" });
    await alice.futuresCancelOrder({ symbol, productType, orderId: detail.data.orderId });
  });
});
