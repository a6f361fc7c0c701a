/** Specification, Isolated margin: the records of liquidations, by orders and by swaps. */
import { beforeAll, describe, expect, it } from "vitest";
import { ID, NUMBER, type Resource, TIME, testFields } from "./support/field-tests.ts";
import { SpecifiedCalls, specifiedExchange } from "./support/specified-exchange.ts";
import { row } from "./support/specified-rules.ts";

const ISOLATED = "/api/v2/margin/isolated";
const SPOT = "/api/v2/spot/trade";
const PAIR = { symbol: "BTCUSDT" };
const LIMIT = { ...PAIR, orderType: "limit", force: "gtc" };
const PASSES_MAX = 20;

const exchange = specifiedExchange();
const calls = new SpecifiedCalls(exchange);
const liquidations: Record<"place_order" | "swap", readonly Resource[]> = {
  place_order: [],
  swap: [],
};

function listed(type: "place_order" | "swap", query = {}, user = "alice") {
  const path = `${ISOLATED}/liquidation-order`;
  return exchange()
    .get(path, { type, ...query }, user)
    .then(({ data }) => data as { resultList: readonly Resource[]; idLessThan: string });
}

/** Lets time pass until the unwinding of the user's account is over. */
async function unwound(user: string): Promise<void> {
  for (let pass = 0; pass < PASSES_MAX; pass++) {
    exchange().gateway.advance(1_000);
    await exchange().apply({ kind: "tick" });
  }
  const risks = await calls.rows(`${ISOLATED}/account/risk-rate`, PAIR, user);
  expect(risks.map(({ riskRateRatio }) => riskRateRatio)).toEqual(["0"]);
}

/** Buys 1 BTC of Bob for 50,000 USDT, of which 42,000 are borrowed. */
async function leveraged(user: string): Promise<void> {
  const funds = { fromType: "spot", toType: "isolated_margin", coin: "USDT", amount: "8000" };
  await calls.post("/api/v2/spot/wallet/transfer", { ...funds, ...PAIR }, user);
  const order = { ...LIMIT, price: "50000" };
  await calls.post(`${SPOT}/place-order`, { ...order, side: "sell", size: "1" }, "bob");
  const buy = { ...order, side: "buy", baseSize: "1", loanType: "autoLoan" };
  await calls.post(`${ISOLATED}/place-order`, buy, user);
}

async function bid(price: string, size: string): Promise<void> {
  await calls.post(`${SPOT}/place-order`, { ...LIMIT, side: "buy", price, size }, "bob");
}

beforeAll(async () => {
  await leveraged("carol");
  await bid("49900", "1");
  await calls.post(`${ISOLATED}/account/flash-repay`, { symbolList: ["BTCUSDT"] }, "carol");
  await unwound("carol");
  await leveraged("alice");
  await bid("43500", "0.4");
  await exchange().setIndex(0, 4_350_000);
  await unwound("alice");
  liquidations.place_order = (await listed("place_order")).resultList;
  liquidations.swap = (await listed("swap")).resultList;
});

const EMPTY = [""];

testFields("an isolated liquidation order", () => liquidations.place_order, {
  orderId: ID,
  symbol: ["BTCUSDT"],
  orderType: ["market"],
  side: ["liquidation_sell", "liquidation_buy"],
  priceAvg: NUMBER,
  price: NUMBER,
  fillSize: NUMBER,
  size: NUMBER,
  amount: NUMBER,
  fromCoin: EMPTY,
  fromSize: EMPTY,
  toCoin: EMPTY,
  toSize: EMPTY,
  cTime: TIME,
  uTime: TIME,
});
testFields("an isolated liquidation swap", () => liquidations.swap, {
  orderId: ID,
  symbol: ["BTCUSDT"],
  orderType: EMPTY,
  side: EMPTY,
  priceAvg: EMPTY,
  price: EMPTY,
  fillSize: EMPTY,
  size: EMPTY,
  amount: EMPTY,
  fromCoin: ["BTC"],
  fromSize: NUMBER,
  toCoin: ["USDT"],
  toSize: NUMBER,
  cTime: TIME,
  uTime: TIME,
});

describe("Get Isolated Liquidation Orders", () => {
  it.each(["place_order", "swap"] as const)("a flash repayment is none: %s", async (type) => {
    const closed = await calls.row(`${ISOLATED}/history-orders`, PAIR, "carol");
    expect(closed).toMatchObject({ orderList: [{ enterPointSource: "SYS" }, {}] });
    expect(await listed(type, {}, "carol")).toMatchObject({ resultList: [], idLessThan: "" });
  });

  it("the default type is place_order", async () => {
    const payload = await calls.row(`${ISOLATED}/liquidation-order`);
    expect(payload).toMatchObject({ resultList: liquidations.place_order });
  });

  it.each([
    ["place_order", { symbol: "BTCUSDT" }, true],
    ["place_order", { symbol: "ETHUSDT" }, false],
    ["place_order", { fromCoin: "ETH" }, true],
    ["swap", { fromCoin: "BTC" }, true],
    ["swap", { fromCoin: "USDT" }, false],
    ["swap", { toCoin: "USDT" }, true],
    ["swap", { toCoin: "BTC" }, false],
    ["swap", { symbol: "ETHUSDT" }, true],
  ] as const)("%s with the filter %o", async (type, filter, isListed) => {
    const { resultList } = await listed(type, filter);
    expect(resultList).toEqual(isListed ? liquidations[type] : []);
  });

  it.each(["place_order", "swap"] as const)(
    row("Isolated liquidation record", "idLessThan", "continues the list: %s"),
    async (type) => {
      const { idLessThan } = await listed(type, { limit: 1 });
      expect(idLessThan).toBe(liquidations[type][0]?.["orderId"]);
      expect((await listed(type, { idLessThan })).resultList).toEqual(liquidations[type].slice(1));
    },
  );

  it("another user's are not listed", async () => {
    expect((await listed("place_order", {}, "bob")).resultList).toEqual([]);
  });
});
