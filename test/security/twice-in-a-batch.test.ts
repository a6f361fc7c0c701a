import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listEndpoints } from "../../src/gateway/list-endpoints.ts";
import { ExchangeFixture } from "../support/test-exchange.ts";
import { COIN } from "../support/test-listings.ts";

const LIMIT = { symbol: "BTCUSDT", side: "buy", orderType: "limit", price: "49000" };
const SPOT = { ...LIMIT, size: "0.01", force: "gtc" };
const UNIFIED = { ...LIMIT, category: "USDT-FUTURES", qty: "0.01" };
const HEAD = { symbol: "BTCUSDT", productType: "USDT-FUTURES", marginCoin: "USDT" };

interface Results {
  readonly successList: readonly { readonly orderId: string; readonly clientOid: string }[];
  readonly failureList: readonly { readonly errorCode: string; readonly clientOid: string }[];
}

let exchange: ExchangeFixture;
beforeAll(async () => {
  const money = 1_000_000n * COIN;
  exchange = await ExchangeFixture.start({
    endpoints: listEndpoints(),
    users: [
      {
        ...{ name: "alice", accountKind: "classic" },
        funds: [
          ["spot", "USDT", money],
          ["usdt_futures", "USDT", money],
        ],
      },
      { name: "ulla", accountKind: "unified", funds: [["unified", "USDT", money]] },
    ],
  });
});
afterAll(async () => {
  await exchange[Symbol.asyncDispose]();
});

const openOrders = (): number => exchange.state.orders.count;

/** What became of the orders of a classic batch, which answers in two lists. */
async function listsOf(path: string, body: object) {
  const { code, data } = await exchange.post(`/api/v2/${path}`, body, "alice");
  expect(code).toBe("00000");
  const { successList, failureList } = data as Results;
  return {
    ids: successList.map(({ orderId }) => orderId),
    codes: failureList.map(({ errorCode }) => errorCode),
  };
}

/** What became of each order of a unified batch. */
async function rowsOf(path: string, body: readonly object[]) {
  const { code, data } = await exchange.post(`/api/v3/trade/${path}`, body, "ulla");
  expect(code).toBe("00000");
  return data as readonly { readonly code: string; readonly orderId: string }[];
}

describe("an order named twice in a batch of REST", () => {
  it("of spot is placed once and cancelled once", async () => {
    const before = openOrders();
    const order = { ...SPOT, clientOid: "s-1" };
    const orderList = [order, order, { ...order, price: "48000" }];
    const placed = await listsOf("spot/trade/batch-orders", { symbol: "BTCUSDT", orderList });
    expect(placed).toEqual({ ids: [placed.ids[0], placed.ids[0]], codes: ["43118"] });
    expect(openOrders()).toBe(before + 1);
    const [orderId] = placed.ids;
    const cancels = [{ orderId }, { orderId }, { clientOid: "s-1" }];
    const path = "spot/trade/batch-cancel-order";
    const cancelled = await listsOf(path, { symbol: "BTCUSDT", orderList: cancels });
    expect(cancelled).toEqual({ ids: [orderId], codes: ["43001", "43001"] });
    expect(openOrders()).toBe(before);
  });

  it("of futures is placed once and cancelled once", async () => {
    const before = openOrders();
    const order = { ...SPOT, clientOid: "m-1" };
    const orderList = [order, order, { ...order, price: "48000" }];
    const head = { ...HEAD, marginMode: "crossed" };
    const placed = await listsOf("mix/order/batch-place-order", { ...head, orderList });
    expect(placed).toEqual({ ids: [placed.ids[0], placed.ids[0]], codes: ["40786"] });
    expect(openOrders()).toBe(before + 1);
    const [orderId] = placed.ids;
    const orderIdList = [{ orderId }, { orderId }, { clientOid: "m-1" }];
    const cancelled = await listsOf("mix/order/batch-cancel-orders", { ...HEAD, orderIdList });
    expect(cancelled).toEqual({ ids: [orderId], codes: ["40768", "40768"] });
    expect(openOrders()).toBe(before);
  });

  it("of a unified account is placed, modified and cancelled once", async () => {
    const before = openOrders();
    const order = { ...UNIFIED, clientOid: "u-1" };
    const placed = await rowsOf("place-batch", [order, order, { ...order, price: "48000" }]);
    expect(placed.map(({ code }) => code)).toEqual(["00000", "00000", "25212"]);
    expect(placed[1]?.orderId).toBe(placed[0]?.orderId);
    expect(openOrders()).toBe(before + 1);
    const named = { orderId: placed[0]?.orderId, symbol: "BTCUSDT", category: "USDT-FUTURES" };
    const changes = ["48100", "48200"].map((price) => ({ ...named, price }));
    const modified = await rowsOf("batch-modify-order", changes);
    expect(modified.map(({ code }) => code)).toEqual(["00000", "01003"]);
    const cancelled = await rowsOf("cancel-batch", [named, named]);
    expect(cancelled.map(({ code }) => code)).toEqual(["00000", "25204"]);
    expect(openOrders()).toBe(before);
  });

  it("of spot is replaced once: the second replacement finds nothing to replace", async () => {
    const before = openOrders();
    const order = { ...SPOT, clientOid: "r-1" };
    await exchange.post("/api/v2/spot/trade/place-order", order, "alice");
    const change = { symbol: "BTCUSDT", clientOid: "r-1", price: "48000", size: "0.01" };
    const body = { orderList: [change, change] };
    const path = "/api/v2/spot/trade/batch-cancel-replace-order";
    const { data } = await exchange.post(path, body, "alice");
    expect(data).toMatchObject([{ success: "success" }, { success: "failure" }]);
    expect(openOrders()).toBe(before + 1);
  });
});
