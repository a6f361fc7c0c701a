import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { listOf, rowOf, rowsOf } from "../../../test/support/test-answer.ts";
import { ExchangeFixture } from "../../../test/support/test-exchange.ts";
import { COIN } from "../../../test/support/test-listings.ts";
import type { LiveOrder } from "../../projections/live/live-order.ts";
import { listEndpoints } from "../list-endpoints.ts";
import { OrderRowTexts } from "./order-row-texts.ts";

const FUNDS = [
  ["USDT", 1_000_000n * COIN],
  ["BTC", 10n * COIN],
] as const;

let exchange: ExchangeFixture;
beforeEach(async () => {
  const unified = FUNDS.map(([coin, amount]) => ["unified", coin, amount] as const);
  const spot = FUNDS.map(([coin, amount]) => ["spot", coin, amount] as const);
  const futures = [["usdt_futures", "USDT", 100_000n * COIN]] as const;
  exchange = await ExchangeFixture.start({
    endpoints: listEndpoints(),
    users: [
      { name: "alice", accountKind: "unified", funds: unified },
      { name: "bob", accountKind: "unified", funds: unified },
      { name: "carol", accountKind: "classic", funds: [...spot, ...futures] },
    ],
  });
});
afterEach(() => exchange[Symbol.asyncDispose]());

/** An order of which alice buys 0.03; bob sells parts of it. */
const ORDER = {
  category: "SPOT",
  symbol: "BTCUSDT",
  orderType: "limit",
  timeInForce: "gtc",
  price: "49500",
  qty: "0.03",
} as const;

describe("rows of open orders", () => {
  it("show every fill and amendment of their order", async () => {
    const clientOid = "a:1";
    const { orderId } = rowOf(
      await exchange.post(
        "/api/v3/trade/place-order",
        { ...ORDER, side: "buy", clientOid },
        "alice",
      ),
    );
    const row = async () => {
      const listed = listOf(await exchange.get("/api/v3/trade/unfilled-orders", {}, "alice")).list;
      const read = rowOf(
        await exchange.get("/api/v3/trade/order-info", { orderId: String(orderId) }, "alice"),
      );
      expect(listed).toEqual([read]);
      return read;
    };
    expect(await row()).toMatchObject({ clientOid, qty: "0.03", cumExecQty: "0" });
    expect(await row()).toMatchObject({ cumExecQty: "0" });
    exchange.gateway.advance(1);
    await exchange.post(
      "/api/v3/trade/place-order",
      { ...ORDER, side: "sell", qty: "0.01" },
      "bob",
    );
    expect(await row()).toMatchObject({ cumExecQty: "0.01", orderStatus: "partially_filled" });
    await exchange.post("/api/v3/trade/modify-order", { orderId, qty: "0.05" }, "alice");
    expect(await row()).toMatchObject({ qty: "0.05", cumExecQty: "0.01" });
    await exchange.post(
      "/api/v3/trade/place-order",
      { ...ORDER, side: "sell", qty: "0.01" },
      "bob",
    );
    expect(await row()).toMatchObject({ cumExecQty: "0.02" });
  });

  it("of v2 show fills and the members of their endpoint", async () => {
    const spot = { symbol: "BTCUSDT", orderType: "limit", force: "gtc", price: "49500" };
    const futures = { ...spot, productType: "USDT-FUTURES", marginCoin: "USDT" };
    const terms = { ...futures, marginMode: "crossed", side: "buy", size: "0.02" };
    await exchange.post(
      "/api/v2/spot/trade/place-order",
      { ...spot, side: "buy", size: "0.02" },
      "carol",
    );
    await exchange.post("/api/v2/mix/order/place-order", terms, "carol");
    const listed = async () => {
      const path = "/api/v2/mix/order/orders-pending";
      const { data } = await exchange.get(path, { productType: "USDT-FUTURES" }, "carol");
      const [mix] = (data as { entrustedList: { baseVolume: string }[] }).entrustedList;
      const [own] = rowsOf(await exchange.get("/api/v2/spot/trade/unfilled-orders", {}, "carol"));
      return [own?.["baseVolume"], mix?.baseVolume];
    };
    expect(await listed()).toEqual(["0", "0"]);
    await exchange.post(
      "/api/v3/trade/place-order",
      { ...ORDER, side: "sell", qty: "0.01" },
      "bob",
    );
    expect(await listed()).toEqual(["0.01", "0"]);
    const sell = { ...ORDER, category: "USDT-FUTURES", side: "sell", qty: "0.01" };
    await exchange.post("/api/v3/trade/place-order", sell, "bob");
    expect(await listed()).toEqual(["0.01", "0.01"]);
  });

  it("are written once until the order changes, and are kept in a bounded number", () => {
    const texts = new OrderRowTexts(2);
    let written = 0;
    const row = ({ orderId, seq }: LiveOrder): object => {
      written += 1;
      return { orderId, seq };
    };
    const orders = [1, 2, 3].map((orderId) => ({ orderId, seq: orderId }) as LiveOrder);
    const [one, two, three] = orders as [LiveOrder, LiveOrder, LiveOrder];
    expect(texts.listOf([one, two], row)).toBe('[{"orderId":1,"seq":1},{"orderId":2,"seq":2}]');
    texts.listOf([one, two], row);
    expect(written).toBe(2);
    Object.assign(two, { seq: 9 });
    expect(texts.of(two, row)).toBe('{"orderId":2,"seq":9}');
    expect(written).toBe(3);
    texts.of(three, row);
    texts.of(two, row);
    expect(written).toBe(4);
    texts.of(one, row);
    expect(written).toBe(5);
  });
});
