/** Reads beside a history that lags: what they report, and what needs no history at all. */
import { afterEach, beforeEach, expect, it } from "vitest";
import { orderIdOf, rowOf, rowsOf } from "../../../test/support/test-answer.ts";
import { ExchangeFixture } from "../../../test/support/test-exchange.ts";
import { COIN } from "../../../test/support/test-listings.ts";
import { TRADERS } from "../../../test/support/unified-traders.ts";
import { CLASSIC_SPOT_BUY, PLACE_ORDER, SPOT_BUY } from "../../../test/support/wire-orders.ts";
import { HistoryFault } from "../../projections/history/history-fault.ts";
import type { HistoryReader } from "../../projections/history/queries.ts";
import { endpointsSpotTradeV2 } from "../rest-v2/spot/trade/endpoints-spot-trade.ts";
import { endpointsTradeV3 } from "../rest-v3/trade/endpoints-trade.ts";
import { HISTORY_LAG_HEADER } from "./history-lag.ts";

const SPOT = "/api/v2/spot/trade";
const ORDER_INFO = "/api/v3/trade/order-info";
const FUNDS = [
  ["spot", "USDT", 1_000_000n * COIN],
  ["spot", "BTC", 10n * COIN],
] as const;

let exchange: ExchangeFixture;

beforeEach(async () => {
  const classic = { accountKind: "classic", funds: FUNDS } as const;
  exchange = await ExchangeFixture.start({
    endpoints: [...endpointsTradeV3, ...endpointsSpotTradeV2],
    users: [...TRADERS, { name: "cleo", ...classic }, { name: "carl", ...classic }],
  });
});

afterEach(async () => {
  await exchange[Symbol.asyncDispose]();
});

/** From here on the history is behind, and `reads` replace its own. */
function lag(lagMs: number, reads: Partial<HistoryReader> = {}): void {
  const { access } = exchange;
  Object.assign(access, { history: { ...access.history, ...reads, lagMs } });
}

/** The rows of orders are not there yet. */
function lagWithoutOrders(): void {
  const behind = (): Promise<never> => Promise.reject(new HistoryFault("behind", "not yet"));
  lag(60_000, { order: behind, orders: behind });
}

it("an answer from a history that lags says how far", async () => {
  await exchange.post(PLACE_ORDER, { ...SPOT_BUY, timeInForce: "ioc" }, "alice");
  const query = { category: "spot" };
  const atOnce = await exchange.get("/api/v3/trade/history-orders", query, "alice");
  expect(atOnce.headers[HISTORY_LAG_HEADER]).toBeUndefined();
  lag(999);
  const soon = await exchange.get("/api/v3/trade/history-orders", query, "alice");
  expect(soon.headers[HISTORY_LAG_HEADER]).toBeUndefined();
  lag(61_500);
  const late = await exchange.get("/api/v3/trade/history-orders", query, "alice");
  expect(late.headers[HISTORY_LAG_HEADER]).toBe("61500");
  expect(late.data, "the rows are the same").toEqual(atOnce.data);
  const open = await exchange.get("/api/v3/trade/unfilled-orders", query, "alice");
  expect(open.headers[HISTORY_LAG_HEADER], "open orders are in memory").toBeUndefined();
});

it("on v3 the last order is found at once, by both ids and by its owner alone", async () => {
  lagWithoutOrders();
  const order = { ...SPOT_BUY, timeInForce: "ioc", clientOid: "mine-1" };
  const orderId = orderIdOf(await exchange.post(PLACE_ORDER, order, "alice"));
  for (const named of [{ orderId }, { clientOid: "mine-1" }]) {
    const found = await exchange.get(ORDER_INFO, named, "alice");
    expect(found.headers[HISTORY_LAG_HEADER]).toBeUndefined();
    expect(rowOf(found)).toMatchObject({ orderId, orderStatus: "cancelled" });
    const other = await exchange.get(ORDER_INFO, named, "bob");
    expect([other.status, other.code, other.data]).toEqual([503, "40015", null]);
    expect(other.headers[HISTORY_LAG_HEADER]).toBe("60000");
  }
  const list = await exchange.get("/api/v3/trade/history-orders", { category: "spot" }, "alice");
  expect([list.status, list.code]).toEqual([503, "40015"]);
});

it("on v2 the last order is found at once, by both ids and by its owner alone", async () => {
  lagWithoutOrders();
  const order = { ...CLASSIC_SPOT_BUY, force: "ioc", clientOid: "mine-2" };
  const orderId = orderIdOf(await exchange.post(`${SPOT}/place-order`, order, "cleo"));
  for (const named of [{ orderId }, { clientOid: "mine-2" }]) {
    const found = await exchange.get(`${SPOT}/orderInfo`, named, "cleo");
    expect(rowsOf(found)).toMatchObject([{ orderId, status: "cancelled" }]);
    const other = await exchange.get(`${SPOT}/orderInfo`, named, "carl");
    expect([other.status, other.code, other.data]).toEqual([503, "40015", null]);
  }
  const list = await exchange.get(`${SPOT}/history-orders`, {}, "cleo");
  expect([list.status, list.code]).toEqual([503, "40015"]);
});
