/** What the operator reads about users is what the users themselves are shown. */
import { beforeAll, describe, expect, it } from "vitest";
import { USER_READ_ENDPOINTS } from "../../src/ops/endpoints/user-read-endpoints.ts";
import type {
  LoanStates,
  OrderState,
  PlanState,
  PositionState,
} from "../../src/ops/user-read-rows.ts";
import { adminRequest } from "../support/admin-request.ts";
import { checkedRead } from "../support/checked-admin.ts";
import { restV2 } from "./support/bitget-api-clients.ts";
import { type Key, openExchange } from "./support/conformance-exchange.ts";
import { openCounterparty } from "./support/counterparty.ts";
import { SPOT_STOP, USDT_PERPETUAL } from "./support/products.ts";

const exchange = await openExchange();
const bob = await openCounterparty(exchange);
const { marginCoin, productType, symbol } = USDT_PERPETUAL;
const CONTRACT = { productType, symbol, marginCoin };
const FUTURES = { ...CONTRACT, marginMode: "crossed", orderType: "limit", force: "gtc" } as const;
const SPOT = { symbol: "BTCUSDT", orderType: "limit", force: "gtc" } as const;

function read<T>(path: string, params: Readonly<Record<string, string>> = {}): Promise<T> {
  return checkedRead<T>(exchange.credentials, path, params);
}

/** A new classic user with USDT in its futures and its spot wallet, and a bitcoin. */
async function trader(name: string): Promise<Key> {
  const money = { wallet: "usdt_futures", coin: "USDT", amount: "10000" } as const;
  const key = await exchange.newUser({ kind: "classic", name }, money);
  for (const [coin, amount] of [
    ["USDT", "50000"],
    ["BTC", "1"],
  ] as const) {
    await exchange.admin("POST", `/users/${key.uid}/credits`, { wallet: "spot", coin, amount });
  }
  return key;
}

const aliceKey = await trader("alice");
const alice = restV2(exchange, aliceKey);
const { uid } = aliceKey;

describe("what a user has open", () => {
  beforeAll(async () => {
    await bob.futures(USDT_PERPETUAL, { side: "sell", size: "0.1", price: "60000" });
    await alice.futuresSubmitOrder({ ...FUTURES, side: "buy", size: "0.1", price: "60000" });
    await alice.futuresSubmitOrder({ ...FUTURES, side: "buy", size: "0.05", price: "59000" });
    await alice.spotSubmitOrder({ ...SPOT, side: "buy", size: "0.2", price: "58000" });
    await alice.futuresSubmitPlanOrder({
      ...{ ...FUTURES, planType: "normal_plan", side: "buy", size: "0.1", orderType: "market" },
      ...{ triggerPrice: "61000", triggerType: "fill_price" },
    });
    await alice.spotSubmitPlanOrder(SPOT_STOP);
    await alice.spotTransfer({
      ...{ fromType: "spot", toType: "crossed_margin", coin: "USDT", amount: "10000", symbol },
    });
    await alice.marginBorrow("crossed", { coin: "BTC", borrowAmount: "0.1" } as never);
    await alice.marginSubmitOrder("crossed", {
      ...{ ...SPOT, side: "sell", price: "64000", baseSize: "0.05", loanType: "normal" },
    });
  });

  it("are its open orders of all categories", async () => {
    const orders = await read<OrderState[]>("/users/:uid/orders", { uid });
    const { data: futures } = await alice.getFuturesOpenOrders({ productType });
    const { data: spot } = await alice.getSpotOpenOrders({ symbol });
    const { data: margin } = await alice.getMarginOpenOrders("crossed", {
      ...{ symbol, startTime: String(Date.now() - 3_600_000) },
    });
    const own = [
      ...margin.orderList.map(({ orderId, price, baseSize }) => [orderId, price, baseSize]),
      ...spot.map(({ orderId, priceAvg, size }) => [orderId, priceAvg, size]),
      ...(futures.entrustedList ?? []).map(({ orderId, price, size }) => [orderId, price, size]),
    ];
    expect(own).toHaveLength(3);
    expect(orders.map(({ orderId, price, size }) => [orderId, price, size])).toEqual(own);
    expect(orders.map(({ backing, category, state }) => [category, backing, state])).toEqual([
      ["spot", "crossed_margin", "new"],
      ["spot", "default", "new"],
      ["usdt_futures", "default", "new"],
    ]);
  });

  it("are its pending plans", async () => {
    const plans = await read<PlanState[]>("/users/:uid/plans", { uid });
    const { data: futures } = await alice.getFuturesPlanOrders({
      ...{ planType: "normal_plan", productType },
    });
    const { data: spot } = await alice.getSpotCurrentPlanOrders({ symbol, limit: "10" });
    const own = [
      ...spot.orderList.map(({ orderId, triggerPrice, size }) => [orderId, triggerPrice, size]),
      ...(futures.entrustedList ?? []).map(({ orderId, triggerPrice, size }) => [
        orderId,
        triggerPrice,
        size,
      ]),
    ];
    expect(own).toHaveLength(2);
    expect(plans.map(({ planId, triggerPrice, size }) => [planId, triggerPrice, size])).toEqual(
      own,
    );
    expect(plans.map(({ kind, triggerBy }) => [kind, triggerBy])).toEqual([
      ["normal", "mark"],
      ["normal", "last"],
    ]);
  });

  it("are its positions with their figures", async () => {
    const [position] = await read<PositionState[]>("/users/:uid/positions", { uid });
    const { data } = await alice.getFuturesPosition(CONTRACT);
    const own = data[0];
    expect(data).toHaveLength(1);
    expect(position).toMatchObject({
      ...{ symbol, category: "usdt_futures", realm: "live", side: "long", marginCoin },
      size: own?.total,
      closable: own?.available,
      entryPrice: own?.openPriceAvg,
      markPrice: own?.markPrice,
      unrealisedPnl: own?.unrealizedPL,
      marginMode: own?.marginMode,
      leverage: Number(own?.leverage),
      margin: own?.marginSize,
      marginRatio: own?.marginRatio,
      breakEvenPrice: own?.breakEvenPrice,
    });
    expect(position?.liquidationPrice).toBe(
      own?.liquidationPrice === "0" ? "" : own?.liquidationPrice,
    );
  });

  it("are its loans", async () => {
    const loans = await read<LoanStates>("/users/:uid/loans", { uid });
    const { data: assets } = await alice.getMarginAccountAssets("crossed", { coin: "BTC" });
    expect(loans).toMatchObject({ unified: [], pledged: [], institutional: [] });
    expect(loans.margin).toMatchObject([
      {
        ...{ wallet: "crossed_margin", symbol: "", coin: "BTC" },
        principal: assets[0]?.borrow,
        interest: assets[0]?.interest,
      },
    ]);
    expect(loans.margin[0]?.principal).toBe("0.1");
    expect(Number(loans.margin[0]?.riskRate)).toBeGreaterThan(0);
    expect(Number(loans.margin[0]?.dailyRate)).toBeGreaterThan(0);
  });
});

describe("an unknown uid", () => {
  const paths = USER_READ_ENDPOINTS.map(({ path }) => path);

  it.each(paths)("is not found by GET %s", async (path) => {
    for (const unknown of ["1999999999", "7", "1000000000"]) {
      const answer = await adminRequest(exchange.credentials, "GET", path.replace(":uid", unknown));
      expect([unknown, answer.status]).toEqual([unknown, 404]);
    }
  });
});
