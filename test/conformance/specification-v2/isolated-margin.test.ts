/** Specification, Isolated margin: liquidation orders, current orders, batch cancel, row by row. */
import { beforeAll, describe, expect, it } from "vitest";
import { START_MS } from "../../support/test-key.ts";
import { ID, NUMBER, type Resource, TEXT, TIME, testFields } from "./support/field-tests.ts";
import {
  clientIds,
  ids,
  limits,
  names,
  optional,
  refused,
  required,
  type SpecifiedEndpoint,
  testParameters,
  testWindow,
  times,
  words,
} from "./support/parameter-tests.ts";
import { SpecifiedCalls, specifiedExchange } from "./support/specified-exchange.ts";
import { row } from "./support/specified-rules.ts";

const DAY_MS = 86_400_000;
const ISOLATED = "/api/v2/margin/isolated";
const PAIR = { symbol: "BTCUSDT" };
const BUY = {
  ...PAIR,
  side: "buy",
  orderType: "limit",
  force: "gtc",
  loanType: "normal",
  price: "49000",
  baseSize: "0.01",
};

const exchange = specifiedExchange();
const calls = new SpecifiedCalls(exchange);
let orders: readonly Resource[] = [];

function open(query = {}) {
  return calls.list(`${ISOLATED}/open-orders`, "orderList", { ...PAIR, ...query });
}

async function placed(change: object, user = "alice"): Promise<string> {
  const { orderId = "" } = await calls.post(`${ISOLATED}/place-order`, { ...BUY, ...change }, user);
  return orderId;
}

async function fund(user: string): Promise<void> {
  const transfer = { fromType: "spot", toType: "isolated_margin", coin: "USDT", amount: "100000" };
  await calls.post("/api/v2/spot/wallet/transfer", { ...transfer, ...PAIR }, user);
}

beforeAll(async () => {
  await fund("alice");
  await fund("bob");
  await placed({ clientOid: "resting" });
  await placed({ loanType: "autoLoan" });
  const sell = { side: "sell", price: "49500", size: "0.004", orderType: "limit", force: "gtc" };
  await placed({ price: "49500", clientOid: "partly" });
  await calls.post("/api/v2/spot/trade/place-order", { ...PAIR, ...sell }, "bob");
  orders = await open();
});

const CURRENT: SpecifiedEndpoint = {
  method: "GET",
  table: "Get Isolated Current Orders",
  path: `${ISOLATED}/open-orders`,
  user: "alice",
  valid: () => PAIR,
  parameters: {
    symbol: required(names("40034", "BTCUSDT")),
    orderId: optional(ids()),
    clientOid: optional(clientIds()),
    startTime: optional(times(START_MS)),
    endTime: optional(times(START_MS)),
    limit: optional(limits(500)),
    idLessThan: optional(ids()),
  },
};
testParameters(exchange, CURRENT);
testWindow(exchange, CURRENT, {});

testFields("an isolated open order", () => orders, {
  symbol: ["BTCUSDT"],
  orderId: ID,
  clientOid: /^.*$/,
  size: NUMBER,
  amount: NUMBER,
  priceAvg: NUMBER,
  price: NUMBER,
  force: ["gtc", "post_only", "fok", "ioc"],
  enterPointSource: ["WEB", "IOS", "ANDROID", "API", "SYS"],
  status: ["init", "new", "partially_fill", "full_fill", "cancelled"],
  side: ["sell", "buy"],
  baseSize: NUMBER,
  quoteSize: NUMBER,
  orderType: ["limit", "market"],
  loanType: ["normal", "autoLoan", "autoRepay", "autoLoanAndRepay"],
  cTime: TIME,
  uTime: TIME,
});

describe("Get Isolated Current Orders", () => {
  it(row("Statuses", "spot and isolated order", "new, and partially_fill"), () => {
    const statusOf = (clientOid: string) =>
      orders.find((order) => order["clientOid"] === clientOid)?.["status"];
    expect([statusOf("resting"), statusOf("partly")]).toEqual(["new", "partially_fill"]);
  });

  it(
    row("Isolated margin open order", "maxId and minId", "bound it; minId continues it"),
    async () => {
      const page = await calls.row(`${ISOLATED}/open-orders`, { ...PAIR, limit: 2 });
      expect(page).toMatchObject({ maxId: orders[0]?.["orderId"], minId: orders[1]?.["orderId"] });
      expect(await open({ idLessThan: page["minId"] })).toEqual([orders[2]]);
    },
  );

  it("an order is listed however old it is, and by its id", async () => {
    exchange().gateway.advance(91 * DAY_MS);
    try {
      expect(await open()).toEqual(orders);
      expect(await open({ orderId: String(orders[0]?.["orderId"]) })).toEqual([orders[0]]);
    } finally {
      exchange().gateway.advance(-91 * DAY_MS);
    }
  });

  it("every order is found by the clientOid in its row", async () => {
    for (const order of orders) {
      expect(await open({ clientOid: String(order["clientOid"]) })).toEqual([order]);
    }
  });

  it("another user's order is not listed", async () => {
    const orderId = String(orders[0]?.["orderId"]);
    const page = await calls.row(`${ISOLATED}/open-orders`, { ...PAIR, orderId }, "bob");
    expect(page).toEqual({ orderList: [], maxId: "", minId: "" });
  });
});

describe("crossed margin and closed orders", () => {
  it(row("Statuses", "spot and isolated order", "cancelled, and full_fill"), async () => {
    const orderId = await placed({ price: "49990" });
    const rest = { side: "sell", price: "49990", size: "0.01", orderType: "limit", force: "gtc" };
    await calls.post("/api/v2/spot/trade/place-order", { ...PAIR, ...rest }, "bob");
    const cancelled = await placed({});
    await calls.post(`${ISOLATED}/cancel-order`, { ...PAIR, orderId: cancelled });
    const startTime = START_MS - DAY_MS;
    const closed = await calls.list(`${ISOLATED}/history-orders`, "orderList", {
      ...PAIR,
      startTime,
    });
    expect(closed).toMatchObject([
      { orderId: cancelled, status: "cancelled" },
      { orderId, status: "full_fill" },
    ]);
  });
});

const BATCH_CANCEL: SpecifiedEndpoint = {
  method: "POST",
  table: "Cancel Isolated Orders in Batch",
  path: `${ISOLATED}/batch-cancel-order`,
  user: "carol",
  valid: () => ({ ...PAIR, orderIdList: [{ clientOid: "never-used" }] }),
  parameters: {
    symbol: required(names("40034", "BTCUSDT")),
    orderIdList: optional([
      refused("an empty list", [], "40019"),
      refused(
        "51 items",
        Array.from({ length: 51 }, () => ({ orderId: "1" })),
        "40912",
      ),
      refused("a word", "all", "40020"),
    ]),
  },
};
testParameters(exchange, BATCH_CANCEL);

describe("the result of a batch cancel", () => {
  let results: readonly Resource[] = [];
  const itemsOf = (list: string) => results.flatMap((one) => one[list] as readonly Resource[]);

  beforeAll(async () => {
    const named = await placed({ clientOid: "batch-named" });
    const unnamed = await placed({});
    const orderIdList = [{ orderId: named }, { orderId: unnamed }, { clientOid: "batch-nobody" }];
    const answer = await exchange().post(BATCH_CANCEL.path, { ...PAIR, orderIdList }, "alice");
    results = [answer.data as Resource];
  });

  testFields("a batch cancel result", () => results, {
    successList: (value) => Array.isArray(value) && value.length === 2,
    failureList: (value) => Array.isArray(value) && value.length === 1,
  });
  testFields("a cancelled order of a batch", () => itemsOf("successList"), {
    orderId: ID,
    clientOid: TEXT,
  });
  testFields("a failed order of a batch", () => itemsOf("failureList"), {
    clientOid: ["batch-nobody"],
    errorMsg: TEXT,
  });
});

describe("Cancel Isolated Orders in Batch", () => {
  const cancel = (body: object, user = "alice") =>
    calls.post(`${ISOLATED}/batch-cancel-order`, { ...PAIR, ...body }, user) as Promise<unknown>;

  it("an item names its order by orderId or clientOid; both are in the result", async () => {
    const first = await placed({ clientOid: "by-order-id" });
    const second = await placed({ clientOid: "by-client-oid" });
    const orderIdList = [{ orderId: first }, { clientOid: "by-client-oid" }];
    expect(await cancel({ orderIdList })).toEqual({
      successList: [
        { orderId: first, clientOid: "by-order-id" },
        { orderId: second, clientOid: "by-client-oid" },
      ],
      failureList: [],
    });
  });

  it("an item may be named by clientId, as in the sample", async () => {
    const orderId = await placed({ clientOid: "by-client-id" });
    const orderIdList = [{ clientId: "by-client-id" }, { clientId: "nobody" }];
    expect(await cancel({ orderIdList })).toMatchObject({
      successList: [{ orderId, clientOid: "by-client-id" }],
      failureList: [{ clientOid: "nobody", errorCode: "43001", errorMsg: expect.any(String) }],
    });
  });

  it(row("Errors", "5", "an item without an id fails by itself"), async () => {
    const orderId = await placed({});
    expect(await cancel({ orderIdList: [{}, { orderId }] })).toMatchObject({
      successList: [{ orderId }],
      failureList: [{ errorCode: "40924" }],
    });
  });

  it("another user's order fails like one that does not exist", async () => {
    const orderId = await placed({});
    const failed = (id: string) => cancel({ orderIdList: [{ orderId: id }] }, "bob");
    const unknown = "1999999999999999999";
    const [foreign, never] = [await failed(orderId), await failed(unknown)];
    expect(JSON.stringify(foreign)).toBe(JSON.stringify(never).replace(unknown, orderId));
  });

  it("an order of spot is not cancelled", async () => {
    const spot = { ...PAIR, side: "buy", orderType: "limit", force: "gtc", price: "49000" };
    const placing = await calls.post("/api/v2/spot/trade/place-order", { ...spot, size: "0.01" });
    const orderIdList = [{ orderId: placing["orderId"] }];
    expect(await cancel({ orderIdList })).toMatchObject({ failureList: [{ errorCode: "43001" }] });
    await cancel({});
    expect(await calls.rows("/api/v2/spot/trade/unfilled-orders")).toHaveLength(1);
  });

  it("under the path that leaves the kind out, the symbol alone cancels nothing", async () => {
    const path = `/api/v2/margin/$\{marginType}/batch-cancel-order`;
    const before = await open();
    const answer = await exchange().post(path, PAIR, "alice");
    expect(answer.code).toBe("40019");
    expect(await open()).toEqual(before);
    const [first, second] = [await placed({}), await placed({ clientOid: "unnamed" })];
    const sent = [{ orderId: first, clientOid: "" }, { clientId: "unnamed" }, { orderId: "1" }];
    expect((await exchange().post(path, { ...PAIR, orderIdList: sent }, "alice")).data).toEqual({
      successList: [
        { orderId: first, clientOid: expect.any(String) },
        { orderId: second, clientOid: "unnamed" },
      ],
      failureList: [expect.objectContaining({ orderId: "1", errorCode: "43001" })],
    });
  });

  it("the symbol alone cancels every order of the symbol and of the user", async () => {
    const [first, second] = [await placed({ clientOid: "one" }), await placed({}, "bob")];
    const { successList } = (await cancel({})) as { successList: readonly Resource[] };
    expect(successList).toContainEqual({ orderId: first, clientOid: "one" });
    expect(await open()).toEqual([]);
    const rest = await calls.row(`${ISOLATED}/open-orders`, PAIR, "bob");
    expect(rest).toMatchObject({ orderList: [{ orderId: second }] });
    expect(await cancel({})).toEqual({ successList: [], failureList: [] });
  });

  it("the symbol alone cancels more orders than a list may name", async () => {
    const ids: string[] = [];
    for (let count = 0; count < 60; count++) ids.push(await placed({ baseSize: "0.001" }));
    const { successList } = (await cancel({})) as { successList: readonly Resource[] };
    expect(successList.map(({ orderId }) => orderId).sort()).toEqual(ids);
    expect(await open()).toEqual([]);
  });
});

const LIQUIDATIONS: SpecifiedEndpoint = {
  method: "GET",
  table: "Get Isolated Liquidation Orders",
  path: `${ISOLATED}/liquidation-order`,
  user: "alice",
  valid: () => ({}),
  parameters: {
    type: optional(words("swap", "place_order")),
    symbol: optional(names("40034", "BTCUSDT")),
    fromCoin: optional([]),
    toCoin: optional([]),
    startTime: optional(times(START_MS)),
    endTime: optional(times(START_MS)),
    limit: optional(limits(500)),
    idLessThan: optional(ids()),
  },
};
testParameters(exchange, LIQUIDATIONS);
testWindow(exchange, LIQUIDATIONS, { spanDaysMax: 90, row: row("Limit", "90 days") });
