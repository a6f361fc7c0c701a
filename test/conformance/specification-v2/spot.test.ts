/** Specification, Spot: fills and historical orders, row by row. */
import { beforeAll, describe, expect, it } from "vitest";
import { START_MS } from "../../support/test-key.ts";
import { ID, MAYBE, NUMBER, type Resource, TIME, testFields } from "./support/field-tests.ts";
import {
  accepted,
  ids,
  limits,
  names,
  optional,
  refused,
  required,
  type SpecifiedEndpoint,
  send,
  testParameters,
  testWindow,
  times,
  words,
} from "./support/parameter-tests.ts";
import { SpecifiedCalls, specifiedExchange } from "./support/specified-exchange.ts";
import { row } from "./support/specified-rules.ts";

const DAY_MS = 86_400_000;
const SPOT = "/api/v2/spot/trade";
const PAIR = { symbol: "BTCUSDT" };
const LIMIT = { ...PAIR, orderType: "limit", force: "gtc", price: "50000", size: "0.02" };

const exchange = specifiedExchange();
const calls = new SpecifiedCalls(exchange);
let fills: readonly Resource[] = [];
let orders: readonly Resource[] = [];
let triggered: readonly Resource[] = [];

async function placed(change: object, user = "alice"): Promise<string> {
  return (await calls.post(`${SPOT}/place-order`, { ...LIMIT, ...change }, user))["orderId"] ?? "";
}

beforeAll(async () => {
  await placed({ side: "sell", size: "0.04" }, "bob");
  await placed({ side: "buy", clientOid: "filled" });
  await placed({ side: "buy", orderType: "market", size: "500" });
  await placed({ side: "buy", size: "0.05", clientOid: "partly" });
  await calls.post(`${SPOT}/cancel-order`, { ...PAIR, clientOid: "partly" });
  const plan = {
    ...PAIR,
    side: "buy",
    triggerPrice: "51000",
    size: "0.01",
    triggerType: "fill_price",
  };
  const terms = { ...plan, orderType: "limit", executePrice: "51000" };
  const { orderId } = await calls.post(`${SPOT}/place-plan-order`, terms);
  await calls.post(`${SPOT}/cancel-plan-order`, { orderId });
  fills = await calls.rows(`${SPOT}/fills`, PAIR);
  orders = await calls.rows(`${SPOT}/history-orders`);
  triggered = await calls.rows(`${SPOT}/history-orders`, { tpslType: "tpsl" });
});

const FILLS: SpecifiedEndpoint = {
  method: "GET",
  table: "Get Fills",
  path: `${SPOT}/fills`,
  user: "alice",
  valid: () => PAIR,
  parameters: {
    symbol: required(names("40034", "BTCUSDT", "ETHUSDT")),
    orderId: optional(ids()),
    startTime: optional(times(START_MS)),
    endTime: optional(times(START_MS)),
    limit: optional(limits(100)),
    idLessThan: optional(ids()),
  },
};
testParameters(exchange, FILLS);
testWindow(exchange, FILLS, { spanDaysMax: 90, ageDaysMax: 90, row: row("Limit", "90 days") });

testFields("a spot fill", () => fills, {
  userId: (value) => value === exchange().user("alice").uid,
  symbol: ["BTCUSDT"],
  orderId: ID,
  tradeId: ID,
  orderType: ["limit", "market"],
  side: ["buy", "sell"],
  priceAvg: NUMBER,
  size: NUMBER,
  amount: (value, row) => Number(value) === Number(row["size"]) * Number(row["priceAvg"]),
  tradeScope: ["taker", "maker"],
  feeDetail: (value) => {
    const { deduction, feeCoin, totalDeductionFee, totalFee } = value as Record<string, string>;
    return (
      deduction === "no" && feeCoin === "BTC" && totalDeductionFee === "0" && Number(totalFee) < 0
    );
  },
  cTime: TIME,
  uTime: TIME,
});

describe("Get Fills", () => {
  it(row("Get Fills", "90 days", "an older fill is not listed, a younger one is"), async () => {
    const days = async (count: number): Promise<number> => {
      exchange().gateway.advance(count * DAY_MS);
      try {
        return (await calls.rows(`${SPOT}/fills`, PAIR)).length;
      } finally {
        exchange().gateway.advance(-count * DAY_MS);
      }
    };
    expect([await days(89), await days(91)]).toEqual([fills.length, 0]);
  });

  it("tradeId of the last row is the idLessThan of the next page", async () => {
    const [first] = await calls.rows(`${SPOT}/fills`, { ...PAIR, limit: 1 });
    expect(first).toEqual(fills[0]);
    const idLessThan = first?.["tradeId"] ?? "";
    expect(await calls.rows(`${SPOT}/fills`, { ...PAIR, idLessThan })).toEqual(fills.slice(1));
  });

  it("orderId selects the fills of an order, not those of another user's", async () => {
    const orderId = String(fills[0]?.["orderId"]);
    expect(await calls.rows(`${SPOT}/fills`, { ...PAIR, orderId })).toEqual([fills[0]]);
    expect(await calls.rows(`${SPOT}/fills`, { ...PAIR, orderId }, "bob")).toEqual([]);
  });

  it("orderId needs no symbol, which has to be that of the order if it is sent", async () => {
    const orderId = String(fills[0]?.["orderId"]);
    expect(await calls.rows(`${SPOT}/fills`, { orderId })).toEqual([fills[0]]);
    expect(await calls.rows(`${SPOT}/fills`, { orderId }, "bob")).toEqual([]);
    expect(await calls.rows(`${SPOT}/fills`, { orderId, symbol: "ETHUSDT" })).toEqual([]);
  });
});

const HISTORY: SpecifiedEndpoint = {
  method: "GET",
  table: "Get History Orders",
  path: `${SPOT}/history-orders`,
  user: "alice",
  valid: () => ({}),
  parameters: {
    symbol: optional(names("40034", "BTCUSDT", "ETHUSDT")),
    startTime: optional(times(START_MS)),
    endTime: optional(times(START_MS)),
    idLessThan: optional(ids()),
    limit: optional(limits(100)),
    orderId: optional(ids()),
    tpslType: optional(words("normal", "tpsl")),
    requestTime: optional([...times(START_MS).filter(({ value }) => value !== 0)]),
    receiveWindow: optional([
      accepted("59999 ms", 59_999),
      refused("60000 ms", 60_000, "40079"),
      refused("a word", "soon", "40020"),
      refused("a negative number", -1, "40053"),
    ]),
  },
};
testParameters(exchange, HISTORY);
testWindow(exchange, HISTORY, { spanDaysMax: 90, ageDaysMax: 90 });

const TERMS = {
  userId: /^\d{10}$/,
  symbol: ["BTCUSDT"],
  orderId: ID,
  clientOid: MAYBE,
  price: NUMBER,
  size: NUMBER,
  orderType: ["limit", "market"],
  side: ["buy", "sell"],
  status: ["init", "new", "partially_fill", "full_fill", "cancelled"],
  priceAvg: NUMBER,
  baseVolume: NUMBER,
  quoteVolume: NUMBER,
  enterPointSource: ["WEB", "APP", "API", "SYS", "ANDROID", "IOS"],
  orderSource: ["normal", "market"],
  cTime: TIME,
  uTime: TIME,
};
testFields("a spot historical order", () => orders, {
  ...TERMS,
  tpslType: ["normal"],
  triggerPrice: [null],
  feeDetail: (value) => {
    const detail = JSON.parse(String(value)) as Record<string, Record<string, unknown>>;
    const { newFees, BTC } = detail;
    return (
      Object.keys(newFees ?? {})
        .sort()
        .join() === "c,d,deduction,r,t,totalDeductionFee" &&
      Object.keys(BTC ?? {})
        .sort()
        .join() === "deduction,feeCoinCode,totalDeductionFee,totalFee"
    );
  },
});
testFields("a spot take-profit or stop-loss order", () => triggered, {
  ...TERMS,
  tpslType: ["tpsl"],
  triggerPrice: ["51000"],
});

describe("Get History Orders", () => {
  it("a filled order is full_fill, a cancelled one cancelled", () => {
    expect(orders.map(({ clientOid, status }) => [clientOid, status])).toContainEqual([
      "filled",
      "full_fill",
    ]);
    expect(orders.find(({ clientOid }) => clientOid === "partly")).toMatchObject({
      status: "cancelled",
    });
  });

  it("size is in base coin of a limit order, in quote coin of a market buy", () => {
    expect(orders.map(({ orderType, size }) => [orderType, size])).toEqual([
      ["limit", "0.05"],
      ["market", "500"],
      ["limit", "0.02"],
    ]);
  });

  it("the default tpslType is normal", async () => {
    expect(await calls.rows(`${SPOT}/history-orders`, { tpslType: "normal" })).toEqual(orders);
  });

  it("orderId of the last row is the idLessThan of the next page", async () => {
    const idLessThan = String(orders[0]?.["orderId"]);
    expect(await calls.rows(`${SPOT}/history-orders`, { idLessThan })).toEqual(orders.slice(1));
  });

  it("a request outside of its receiveWindow is refused with 40078", async () => {
    const nowMs = exchange().nowMs;
    const late = { requestTime: nowMs - 5_001, receiveWindow: 5_000 };
    expect((await send(exchange(), HISTORY, late)).code).toBe("40078");
    const inTime = { requestTime: nowMs - 5_000, receiveWindow: 5_000 };
    expect((await send(exchange(), HISTORY, inTime)).code).toBe("00000");
  });

  it("another user's order is not listed", async () => {
    const orderId = String(orders[0]?.["orderId"]);
    expect(await calls.rows(`${SPOT}/history-orders`, { orderId }, "bob")).toEqual([]);
  });

  // Decision 0064: the specification's quote coin would not be the amount that was ordered.
  it("size of a market sell is in base coin", async () => {
    await placed({ side: "buy", price: "48000", size: "0.01" }, "bob");
    await placed({ side: "sell", orderType: "market", size: "0.01", clientOid: "sold" });
    const [sold] = await calls.rows(`${SPOT}/history-orders`, PAIR);
    expect(sold).toMatchObject({ clientOid: "sold", size: "0.01", quoteVolume: "480" });
  });
});
