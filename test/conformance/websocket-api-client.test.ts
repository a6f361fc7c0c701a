import type { WebsocketAPIClient } from "bitget-api";
import { describe, expect, it } from "vitest";
import { restV3 } from "./support/bitget-api-clients.ts";
import { websocketApi } from "./support/bitget-api-sockets.ts";
import { openExchange } from "./support/conformance-exchange.ts";
import { openCounterparty } from "./support/counterparty.ts";
import { USDT_PERPETUAL } from "./support/products.ts";
import { proves } from "./support/proves.ts";

const exchange = await openExchange();
const bob = await openCounterparty(exchange);
const key = exchange.firstUser("unified");
const alice = websocketApi(exchange, key);
const rest = restV3(exchange, key);

const MARKETS = [
  { category: "spot", listed: "SPOT", symbol: "BTCUSDT", qty: "0.1" },
  { category: "usdt-futures", listed: "USDT-FUTURES", symbol: "BTCUSDT", qty: "0.1" },
  { category: "usdc-futures", listed: "USDC-FUTURES", symbol: "BTCPERP", qty: "0.1" },
  { category: "coin-futures", listed: "COIN-FUTURES", symbol: "BTCUSD", qty: "0.1" },
] as const;

type TradeAnswer = { readonly code: string; readonly args: readonly Record<string, string>[] };

/** The client sends any operation, though it has methods for placing and cancelling only. */
async function operate(
  client: WebsocketAPIClient,
  operation: "modify-order" | "batch-modify",
  category: (typeof MARKETS)[number]["category"],
  params: object,
): Promise<TradeAnswer> {
  const socket = client.getWSClient();
  type Send = (
    key: string,
    operation: string,
    category: string,
    params: object,
  ) => Promise<unknown>;
  const send = socket.sendWSAPIRequest.bind(socket) as unknown as Send;
  return (await send("v3Private", operation, category, params)) as TradeAnswer;
}

describe.each(MARKETS)("WebsocketAPIClient on $category", ({ category, listed, symbol, qty }) => {
  const limit = {
    symbol,
    orderType: "limit",
    side: "buy",
    timeInForce: "gtc",
    price: "59000",
    qty,
  } as const;
  const open = async () => (await rest.getUnfilledOrders({ category: listed, symbol })).data.list;

  it("places, modifies and cancels an order", async () => {
    proves("WebsocketAPIClient.submitNewOrder", "v3 operation place-order");
    proves("WebsocketAPIClient.cancelOrder", "v3 operation cancel-order");
    proves("WebsocketClientV3.sendWSAPIRequest", "v3 operation modify-order");
    const clientOid = `socket-${category}`;
    const placed = await alice.submitNewOrder(category, { ...limit, clientOid });
    expect(placed).toMatchObject({
      event: "trade",
      category,
      topic: "place-order",
      code: "0",
      args: [{ symbol, clientOid }],
    });
    const { orderId } = placed.args[0];
    expect(await open()).toMatchObject([{ orderId, clientOid, price: "59000", qty }]);
    const modified = await operate(alice, "modify-order", category, {
      symbol,
      orderId,
      price: "59100",
    });
    expect(modified).toMatchObject({ code: "0", args: [{ orderId }] });
    expect(await open()).toMatchObject([{ orderId, price: "59100", qty }]);
    const canceled = await alice.cancelOrder(category, { orderId });
    expect(canceled).toMatchObject({ code: "0", args: [{ orderId }] });
    expect(await open()).toEqual([]);
  });

  it("places, modifies and cancels in batches with partial success", async () => {
    proves("WebsocketAPIClient.placeBatchOrders", "v3 operation batch-place");
    proves("WebsocketAPIClient.cancelBatchOrders", "v3 operation batch-cancel");
    proves("WebsocketClientV3.sendWSAPIRequest", "v3 operation batch-modify");
    const names = Array.from({ length: 19 }, (_none, index) => `${category}-${index}`);
    const orders = names.map((clientOid) => ({ ...limit, clientOid }));
    const placed = await alice.placeBatchOrders(category, [
      ...orders,
      { ...limit, clientOid: "bad", price: "59000.001" },
    ]);
    expect(placed.code).toBe("0");
    const codes = (placed.args as readonly { code?: string }[]).map(({ code }) => code);
    expect(codes.slice(0, 19)).toEqual(names.map(() => "0"));
    expect(codes[19]).not.toBe("0");
    expect(await open()).toHaveLength(19);
    const modified = await operate(alice, "batch-modify", category, [
      { symbol, clientOid: names[0], price: "59100" },
      { symbol, clientOid: "never-placed", price: "59100" },
    ]);
    expect(modified.args.map(({ code }) => code)).toEqual(["0", "25204"]);
    const canceled = await alice.cancelBatchOrders(
      category,
      [...names, "never-placed"].map((clientOid) => ({ clientOid })),
    );
    const results = (canceled.args as readonly { code?: string }[]).map(({ code }) => code);
    expect(results).toEqual([...names.map(() => "0"), "25204"]);
    expect(await open()).toEqual([]);
  });
});

describe("WebsocketAPIClient", () => {
  it("fills an order at once, which is then in the account", async () => {
    await bob.futures(USDT_PERPETUAL, { side: "sell", size: "0.1", price: "60000" });
    const placed = await alice.submitNewOrder("usdt-futures", {
      symbol: "BTCUSDT",
      orderType: "market",
      side: "buy",
      qty: "0.1",
    });
    const { orderId } = placed.args[0];
    expect((await rest.getOrderInfo({ orderId })).data).toMatchObject({
      orderStatus: "filled",
      avgPrice: "60000",
    });
  });

  it("rejects what the exchange refuses, with the code", async () => {
    const order = { symbol: "BTCUSDT", orderType: "limit", side: "buy", price: "59000" } as const;
    await expect(alice.submitNewOrder("spot", { ...order, qty: "1000" })).rejects.toMatchObject({
      event: "error",
      code: "25202",
    });
    await expect(
      alice.cancelOrder("spot", { orderId: "1000000000000000001" }),
    ).rejects.toMatchObject({ code: "25204" });
  });
});
