/** What ccxt lists of orders that have ended, by each of its three methods and every endpoint. */
import { describe, expect, it } from "vitest";
import { eventually } from "../support/eventually.ts";
import { idOf, type PlainClient, plainClient } from "./support/ccxt-clients.ts";
import { openExchange } from "./support/conformance-exchange.ts";
import { openCounterparty } from "./support/counterparty.ts";
import { USDT_PERPETUAL } from "./support/products.ts";
import { proves } from "./support/proves.ts";

const SPOT = "BTC/USDT";
const PERPETUAL = USDT_PERPETUAL.market;

const exchange = await openExchange();
const bob = await openCounterparty(exchange);
const carol = await openCounterparty(exchange);
const classic = await plainClient(exchange, exchange.firstUser("classic"), { uta: false });
const unified = await plainClient(exchange, exchange.firstUser("unified"), { uta: true });

type Place = { readonly market: string; readonly where: Readonly<Record<string, unknown>> };

/** Ids and statuses that the three methods list, the oldest first. */
async function listed(client: PlainClient, { market, where }: Place) {
  const terms = [market, undefined, undefined, where] as const;
  const rowsOf = (orders: Awaited<ReturnType<PlainClient["fetchClosedOrders"]>>) =>
    orders.map(({ id, status }) => [id, status]);
  const canceled = rowsOf(await client.fetchCanceledOrders(...terms));
  const closed = rowsOf(await client.fetchClosedOrders(...terms));
  const all = rowsOf(await client.fetchCanceledAndClosedOrders(...terms));
  return { canceled, closed, all };
}

/** Waits until two orders have ended, and returns how they are listed. */
async function listedTwo(client: PlainClient, place: Place) {
  await eventually("both orders in the histories", async () => {
    return (await listed(client, place)).all.length === 2;
  });
  return listed(client, place);
}

/** Expects one order that was cancelled, and one that was not after it. */
async function expectListed(
  place: Place,
  ids: { readonly canceled: string; readonly closed: string },
): Promise<void> {
  const canceled = [ids.canceled, "canceled"];
  const closed = [ids.closed, "closed"];
  expect(await listedTwo(classic, place)).toEqual({
    canceled: [canceled],
    closed: [closed],
    all: [canceled, closed],
  });
}

describe("orders of margin accounts", () => {
  it.each(["cross", "isolated"])("that have ended are listed, %s", async (marginMode) => {
    proves("ccxt.fetchCanceledOrders", "GET /api/v2/margin/crossed/history-orders");
    proves("ccxt.fetchCanceledOrders", "GET /api/v2/margin/isolated/history-orders");
    proves("ccxt.fetchClosedOrders", "GET /api/v2/margin/crossed/history-orders");
    proves("ccxt.fetchClosedOrders", "GET /api/v2/margin/isolated/history-orders");
    const where = { marginMode };
    const pair = marginMode === "isolated" ? { symbol: SPOT } : {};
    await classic.transfer("USDT", 20_000, "spot", marginMode, pair);
    const buy = async (price: number) => {
      const terms = { ...where, loanType: "normal" };
      return idOf(await classic.createOrder(SPOT, "limit", "buy", 0.1, price, terms));
    };
    const canceled = await buy(59_000);
    await classic.cancelOrder(canceled, SPOT, where);
    await bob.spot("BTCUSDT", { side: "sell", size: "0.1", price: "60000" });
    const closed = await buy(60_000);
    await expectListed({ market: SPOT, where }, { canceled, closed });
  });
});

describe("orders that wait", () => {
  it("on contracts are listed when they were cancelled and when they fired", async () => {
    proves("ccxt.fetchCanceledOrders", "GET /api/v2/mix/order/orders-plan-history");
    proves("ccxt.fetchClosedOrders", "GET /api/v2/mix/order/orders-plan-history");
    proves("ccxt.fetchCanceledAndClosedOrders", "GET /api/v2/mix/order/orders-plan-history");
    const wait = async (price: number) => {
      const terms = { triggerPrice: price, triggerType: "fill_price" };
      return idOf(await classic.createOrder(PERPETUAL, "market", "buy", 0.1, undefined, terms));
    };
    const canceled = await wait(62_000);
    await classic.cancelOrder(canceled, PERPETUAL, { trigger: true });
    const closed = await wait(60_100);
    await bob.futures(USDT_PERPETUAL, { side: "sell", size: "0.2", price: "60100" });
    await carol.futures(USDT_PERPETUAL, { side: "buy", size: "0.01", price: "60100" });
    await expectListed({ market: PERPETUAL, where: { trigger: true } }, { canceled, closed });
    await bob.clearFutures(USDT_PERPETUAL);
  });

  it("on spot are listed when they were cancelled and when they fired", async () => {
    proves("ccxt.fetchCanceledOrders", "GET /api/v2/spot/trade/history-plan-order");
    proves("ccxt.fetchClosedOrders", "GET /api/v2/spot/trade/history-plan-order");
    proves("ccxt.fetchCanceledAndClosedOrders", "GET /api/v2/spot/trade/history-plan-order");
    const wait = async (price: number) => {
      const terms = { triggerPrice: price, triggerType: "fill_price" };
      return idOf(await classic.createOrder(SPOT, "limit", "sell", 0.1, price, terms));
    };
    const canceled = await wait(62_000);
    await classic.cancelOrder(canceled, SPOT, { trigger: true });
    const closed = await wait(60_100);
    await bob.spot("BTCUSDT", { side: "buy", size: "0.2", price: "60100" });
    await carol.spot("BTCUSDT", { side: "sell", size: "0.01", price: "60100" });
    await expectListed({ market: SPOT, where: { trigger: true } }, { canceled, closed });
  });

  it("on a unified account are listed when they were cancelled and when they fired", async () => {
    proves("ccxt.fetchCanceledOrders", "GET /api/v3/trade/history-strategy-orders");
    proves("ccxt.fetchClosedOrders", "GET /api/v3/trade/history-strategy-orders");
    proves("ccxt.fetchCanceledAndClosedOrders", "GET /api/v3/trade/history-strategy-orders");
    await bob.futures(USDT_PERPETUAL, { side: "sell", size: "0.1", price: "60000" });
    await unified.createOrder(PERPETUAL, "limit", "buy", 0.1, 60_000);
    const stop = async (price: number) => {
      const terms = { stopLossPrice: price, slTriggerBy: "market", reduceOnly: true };
      return idOf(await unified.createOrder(PERPETUAL, "market", "sell", 0.1, undefined, terms));
    };
    const canceled = await stop(58_000);
    await unified.cancelOrder(canceled, PERPETUAL, { trigger: true });
    const fired = await stop(59_900);
    await bob.futures(USDT_PERPETUAL, { side: "buy", size: "0.2", price: "59900" });
    await carol.futures(USDT_PERPETUAL, { side: "sell", size: "0.01", price: "59900" });
    // ccxt does not know the word "success" of the interface: it tells it as it is, and not among
    // the closed orders.
    expect(await listedTwo(unified, { market: PERPETUAL, where: { trigger: true } })).toEqual({
      canceled: [[canceled, "canceled"]],
      closed: [],
      all: [
        [canceled, "canceled"],
        [fired, "success"],
      ],
    });
  });

  it("on a unified account say whether they only reduce a position", async () => {
    // ccxt itself places no trigger orders of unified accounts.
    const placed = await unified["privateUtaPostV3TradePlaceStrategyOrder"]({
      ...{ category: "USDT-FUTURES", symbol: "BTCUSDT", side: "buy", qty: "0.1", type: "trigger" },
      ...{ triggerPrice: "55000", triggerOrderType: "limit", triggerOrderPrice: "54000" },
    });
    const id = String(placed["data"].orderId);
    const [opening] = await unified.fetchOpenOrders(PERPETUAL, undefined, undefined, {
      trigger: true,
    });
    expect(opening).toMatchObject({ id, reduceOnly: false });
    await unified.cancelOrder(id, PERPETUAL, { trigger: true });
  });
});
