import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { errorOf, listOf, rowsOf } from "../../../../test/support/test-answer.ts";
import { ExchangeFixture } from "../../../../test/support/test-exchange.ts";
import { START_MS } from "../../../../test/support/test-key.ts";
import { placeOrder, readOrder, TRADERS } from "../../../../test/support/unified-traders.ts";
import { FUTURES_BUY, SPOT_BUY, UNFILLED_ORDERS } from "../../../../test/support/wire-orders.ts";
import { DAY_MS } from "../../http/time-range.ts";
import { endpointsTradeV3 } from "./endpoints-trade.ts";

let exchange: ExchangeFixture;

beforeEach(async () => {
  exchange = await ExchangeFixture.start({ endpoints: endpointsTradeV3, users: TRADERS });
});

afterEach(async () => {
  await exchange[Symbol.asyncDispose]();
});

describe("lists of orders and fills", () => {
  async function cancelled(count: number): Promise<string[]> {
    const ids: string[] = [];
    for (let at = 0; at < count; at++) {
      const orderId = await placeOrder(exchange, "alice", SPOT_BUY);
      ids.unshift(orderId);
      await exchange.post("/api/v3/trade/cancel-order", { orderId }, "alice");
      exchange.gateway.advance(1000);
    }
    return ids;
  }

  it.each([
    ["open", UNFILLED_ORDERS],
    ["closed", "/api/v3/trade/history-orders"],
  ])("page %s orders by cursor, newest first", async (kind, path) => {
    const ids: string[] = [];
    if (kind === "closed") ids.push(...(await cancelled(5)));
    else for (let at = 0; at < 5; at++) ids.unshift(await placeOrder(exchange, "alice", SPOT_BUY));
    const pages: string[][] = [];
    let cursor = "";
    do {
      const query = { category: "SPOT", limit: 2, ...(cursor === "" ? {} : { cursor }) };
      const page = listOf(await exchange.get(path, query, "alice"));
      pages.push(page.list.map(({ orderId }) => orderId ?? ""));
      cursor = page.cursor;
    } while (cursor !== "");
    expect(pages).toEqual([ids.slice(0, 2), ids.slice(2, 4), ids.slice(4)]);
    expect(listOf(await exchange.get(path, { category: "SPOT" }, "bob")).list).toEqual([]);
  });

  it("are filtered by category, symbol and time", async () => {
    const spot = await placeOrder(exchange, "alice", SPOT_BUY);
    exchange.gateway.advance(1000);
    const futures = await placeOrder(exchange, "alice", FUTURES_BUY);
    const idsOf = async (query: Record<string, string | number>) =>
      listOf(await exchange.get(UNFILLED_ORDERS, query, "alice")).list.map(
        ({ orderId }) => orderId,
      );
    expect(await idsOf({})).toEqual([futures, spot]);
    expect(await idsOf({ category: "SPOT" })).toEqual([spot]);
    expect(await idsOf({ category: "MARGIN" })).toEqual([]);
    expect(await idsOf({ symbol: "BTCUSDT" })).toEqual([futures, spot]);
    expect(await idsOf({ symbol: "ETHUSDT" })).toEqual([]);
    expect(await idsOf({ startTime: START_MS + 1 })).toEqual([futures]);
    expect(await idsOf({ endTime: START_MS })).toEqual([spot]);
  });

  it("finds an order by id when it is no longer in memory", async () => {
    const [orderId = ""] = await cancelled(1);
    const items = Array.from({ length: 20 }, () => ({ ...SPOT_BUY, timeInForce: "ioc" }));
    for (let at = 0; at < 1000 / items.length; at++) {
      rowsOf(await exchange.post("/api/v3/trade/place-batch", items, "alice"));
    }
    const id = Number(orderId.slice(1));
    expect(exchange.access.live.orders.byId(id)).toBeUndefined();
    expect(await readOrder(exchange, "alice", orderId)).toMatchObject({ orderStatus: "cancelled" });
  });

  it("shows both sides of a trade to their owners", async () => {
    const sale = await placeOrder(exchange, "bob", { ...FUTURES_BUY, side: "sell", qty: "0.5" });
    exchange.gateway.advance(1000);
    const orderId = await placeOrder(exchange, "alice", {
      ...FUTURES_BUY,
      qty: "0.2",
      clientOid: "a",
    });
    const mine = listOf(await exchange.get("/api/v3/trade/fills", {}, "alice"));
    expect(mine).toEqual({
      list: [
        {
          execId: expect.stringMatching(/^1\d{18}$/),
          execLinkId: expect.stringMatching(/^1\d{18}$/),
          orderId,
          clientOid: "a",
          category: "USDT-FUTURES",
          symbol: "BTCUSDT",
          orderType: "limit",
          side: "buy",
          posSide: "net",
          posMode: "one_way_mode",
          execPrice: "50000",
          execQty: "0.2",
          execValue: "10000",
          tradeScope: "taker",
          tradeSide: "open",
          feeDetail: [{ feeCoin: "USDT", fee: "6" }],
          createdTime: `${START_MS + 1000}`,
          updatedTime: `${START_MS + 1000}`,
          execPnl: "0",
          isRPI: "NO",
        },
      ],
      cursor: "",
    });
    const query = { category: "USDT-FUTURES", orderId: sale };
    const theirs = listOf(await exchange.get("/api/v3/trade/fills", query, "bob"));
    expect(theirs.list[0]).toMatchObject({
      execLinkId: mine.list[0]?.["execLinkId"],
      tradeScope: "maker",
      feeDetail: [{ feeCoin: "USDT", fee: "2" }],
    });
    const foreign = await exchange.get("/api/v3/trade/fills", { orderId: sale }, "alice");
    expect(listOf(foreign).list).toEqual([]);
  });

  it.each([
    ["a start after the end", { startTime: START_MS, endTime: START_MS - 1 }, "20001"],
    ["more than 30 days", { startTime: START_MS - 31 * DAY_MS, endTime: START_MS }, "00001"],
    ["more than 90 days ago", { startTime: START_MS - 91 * DAY_MS }, "40704"],
    ["the future", { startTime: START_MS + DAY_MS }, "40902"],
    ["a limit of 0", { limit: 0 }, "40053"],
    ["a limit that is no number", { limit: "many" }, "25200"],
    ["a cursor that is no id", { cursor: "abc" }, "40402"],
    ["a cursor that was never given out", { cursor: "7" }, "40402"],
    ["an unknown category", { category: "STOCKS" }, "25200"],
    ["an unknown symbol", { symbol: "NOPE" }, "25100"],
  ])("refuse %s", async (_what, change, code) => {
    const query = { category: "SPOT", ...change };
    for (const path of ["/api/v3/trade/history-orders", "/api/v3/trade/fills"]) {
      expect(errorOf(await exchange.get(path, query, "alice"))).toEqual([400, code]);
    }
  });
});
