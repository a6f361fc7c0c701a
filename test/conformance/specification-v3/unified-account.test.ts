/** Specification, Unified account (v3): each row of the table of methods and paths is a test. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { endpointsV3 } from "../../../src/gateway/rest-v3/endpoints-v3.ts";
import { lendCoins } from "../../support/lend-coins.ts";
import { errorOf, listOf, rowOf, rowsOf, type TestRow } from "../../support/test-answer.ts";
import { ExchangeFixture } from "../../support/test-exchange.ts";
import { placeOrder, readOrder, TRADERS } from "../../support/unified-traders.ts";
import { FUTURES_BUY, SPOT_BUY } from "../../support/wire-orders.ts";
import { row } from "./support/specified-rules.ts";

const V3 = "/api/v3";
const USERS = [...TRADERS, { name: "sub", accountKind: "unified", parent: "alice" } as const];
const ID = /^\d{19}$/;

let exchange: ExchangeFixture;
beforeEach(async () => {
  exchange = await ExchangeFixture.start({ endpoints: endpointsV3, users: USERS });
});
afterEach(() => exchange[Symbol.asyncDispose]());

const get = (path: string, query = {}) => exchange.get(`${V3}/${path}`, query, "alice");
const post = (path: string, body: unknown, name = "alice") =>
  exchange.post(`${V3}/${path}`, body, name);

async function codeOf(path: string, body: unknown): Promise<string> {
  return (await post(path, body)).code;
}

/** Rows of endpoints, what the specification states of them, and the check of that. */
const ROWS: readonly (readonly [string, string, () => Promise<void>])[] = [
  [
    row("Unified account", "GET /api/v3/public/instruments"),
    "returns the product configuration",
    async () => {
      const query = { category: "USDT-FUTURES" };
      const rows = rowsOf(await get("public/instruments", query));
      expect(rows.map(({ symbol }) => symbol)).toContain("BTCUSDT");
      expect(rows).toEqual(rowsOf(await get("market/instruments", query)));
    },
  ],
  [
    row("Unified account", "GET /api/v3/account/settings"),
    "returns account mode, position mode, asset mode and leverage",
    async () => {
      expect(rowOf(await get("account/settings"))).toMatchObject({
        accountMode: expect.any(String),
        holdMode: "one_way_mode",
        assetMode: expect.any(String),
        symbolConfigList: expect.any(Array),
        coinConfigList: expect.any(Array),
      });
    },
  ],
  [
    row("Unified account", "POST /api/v3/account/set-leverage"),
    "takes coin with productType MARGIN, or symbol with productType usdt-futures",
    async () => {
      await lendCoins(exchange);
      const path = "account/set-leverage";
      const futures = { leverage: "7", symbol: "BTCUSDT", productType: "usdt-futures" };
      expect(await codeOf(path, futures)).toBe("00000");
      expect(await codeOf(path, { leverage: "3", coin: "BTC", productType: "MARGIN" })).toBe(
        "00000",
      );
      expect(rowOf(await get("account/settings"))).toMatchObject({
        symbolConfigList: [{ symbol: "BTCUSDT", leverage: "7" }],
        coinConfigList: expect.arrayContaining([{ coin: "BTC", leverage: "3" }]),
      });
    },
  ],
  [
    row("Unified account", "GET /api/v3/account/max-transferable"),
    "is the most that may leave the account, including borrowing",
    async () => {
      const most = async (name: string) => {
        const path = `${V3}/account/max-transferable`;
        const answer = rowOf(await exchange.get(path, { coin: "USDT" }, name));
        expect(Object.keys(answer).sort()).toEqual(["borrowMaxTransfer", "coin", "maxTransfer"]);
        return [answer["maxTransfer"], Number(answer["borrowMaxTransfer"])] as const;
      };
      expect(await most("alice")).toEqual(["1000000", 1_000_000]);
      expect(await most("sub")).toEqual(["0", 0]);
      await lendCoins(exchange);
      const [own, withLoans] = await most("alice");
      expect(own).toBe("1000000");
      expect(withLoans).toBeGreaterThan(1_000_000);
    },
  ],
  [
    row("Unified account", "GET /api/v3/account/assets"),
    "is the balances of the account",
    async () => {
      const { assets } = rowOf(await get("account/assets")) as unknown as { assets: TestRow[] };
      expect(assets.map(({ coin, balance }) => [coin, balance]).sort()).toEqual([
        ["BTC", "10"],
        ["USDT", "1000000"],
      ]);
    },
  ],
  [
    row("Unified account", "GET /api/v3/account/funding-assets"),
    "is the balances of the funding account",
    async () => expect(rowsOf(await get("account/funding-assets"))).toEqual([]),
  ],
  [
    row("Unified account", "GET /api/v3/trade/unfilled-orders"),
    "lists pending orders",
    async () => {
      const orderId = await placeOrder(exchange, "alice", SPOT_BUY);
      const { list } = listOf(await get("trade/unfilled-orders"));
      expect(list).toMatchObject([{ orderId, orderStatus: "new" }]);
    },
  ],
  [
    row("Unified account", "POST /api/v3/trade/place-order"),
    "takes every field of its body and returns clientOid and orderId",
    async () => {
      const rest = { timeInForce: "gtc", reduceOnly: "no", clientOid: "c-1", stpMode: "none" };
      const oneWay = rowOf(await post("trade/place-order", { ...FUTURES_BUY, ...rest }));
      expect(oneWay).toEqual({ orderId: expect.stringMatching(ID), clientOid: "c-1" });
      rowOf(await post("trade/cancel-order", { orderId: oneWay["orderId"] }));
      rowOf(await post("account/set-hold-mode", { holdMode: "hedge_mode" }));
      const hedged = await post("trade/place-order", { ...FUTURES_BUY, posSide: "long" });
      expect(hedged.code).toBe("00000");
    },
  ],
  [
    row("Unified account", "POST /api/v3/trade/modify-order"),
    "modifies price and/or qty; autoCancel cancels an order whose change fails",
    async () => {
      const orderId = await placeOrder(exchange, "alice", { ...SPOT_BUY, clientOid: "m-1" });
      const path = "trade/modify-order";
      rowOf(await post(path, { symbol: "BTCUSDT", orderId, price: "49000" }));
      rowOf(await post(path, { symbol: "BTCUSDT", clientOid: "m-1", qty: "0.02" }));
      rowOf(await post(path, { orderId, price: "48000", qty: "0.03" }));
      expect(await readOrder(exchange, "alice", orderId)).toMatchObject({
        price: "48000",
        qty: "0.03",
      });
      const tooMuch = { orderId, qty: "900", autoCancel: "yes" };
      await post(path, tooMuch);
      expect((await readOrder(exchange, "alice", orderId))["orderStatus"]).toBe("cancelled");
    },
  ],
  [
    row("Unified account", "POST /api/v3/trade/cancel-order"),
    "cancels by orderId or by clientOid",
    async () => {
      const orderId = await placeOrder(exchange, "alice", SPOT_BUY);
      await placeOrder(exchange, "alice", { ...SPOT_BUY, clientOid: "c-2" });
      expect(await codeOf("trade/cancel-order", { orderId })).toBe("00000");
      expect(await codeOf("trade/cancel-order", { clientOid: "c-2" })).toBe("00000");
      expect(listOf(await get("trade/unfilled-orders")).list).toEqual([]);
    },
  ],
];

describe("the table of methods and paths", () => {
  it.each(ROWS)("%s: %s", async (_path, _states, check) => check());
});

describe("POST /api/v3/account/set-hold-mode", () => {
  const hedge = { holdMode: "hedge_mode" };

  it(row("Unified account", "POST /api/v3/account/set-hold-mode", "sets it"), async () => {
    expect((await post("account/set-hold-mode", hedge)).data).toBe("success");
    expect(rowOf(await get("account/settings"))["holdMode"]).toBe("hedge_mode");
  });

  it.each([
    ["a pending futures order", FUTURES_BUY],
    ["a pending spot order", SPOT_BUY],
  ])(
    row("Unified account", "POST /api/v3/account/set-hold-mode", "not with %s"),
    async (_what, order) => {
      const orderId = await placeOrder(exchange, "alice", order);
      expect(errorOf(await post("account/set-hold-mode", hedge))).toEqual([400, "25107"]);
      rowOf(await post("trade/cancel-order", { orderId }));
      expect(await codeOf("account/set-hold-mode", hedge)).toBe("00000");
    },
  );

  it(
    row("Unified account", "POST /api/v3/account/set-hold-mode", "not with a position"),
    async () => {
      await placeOrder(exchange, "bob", { ...FUTURES_BUY, side: "sell" });
      await placeOrder(exchange, "alice", FUTURES_BUY);
      expect(errorOf(await post("account/set-hold-mode", hedge))).toEqual([400, "25107"]);
    },
  );
});

describe("POST /api/v3/account/max-open-available", () => {
  const FIELDS = [
    ...["available", "maxOpen", "buyOpenCost", "sellOpenCost", "maxBuyOpen", "maxSellOpen"],
  ];
  const bodies = ["SPOT", "MARGIN", "USDT-FUTURES"].flatMap((category) =>
    ["limit", "market"].flatMap((orderType) =>
      ["buy", "sell"].map((side) => ({ category, symbol: "BTCUSDT", orderType, side })),
    ),
  );

  it.each(bodies)(
    row("Unified account", "POST /api/v3/account/max-open-available", "$category $orderType $side"),
    async (body) => {
      await lendCoins(exchange);
      const row = rowOf(await post("account/max-open-available", body));
      expect(Object.keys(row)).toEqual(expect.arrayContaining(FIELDS));
      expect(Number(row["available"])).toBeGreaterThan(0);
    },
  );

  it(
    row("Unified-account concepts", "available", "quote coin of a buy, base coin of a sell"),
    async () => {
      const body = { category: "SPOT", symbol: "BTCUSDT", orderType: "limit" };
      const path = "account/max-open-available";
      expect(rowOf(await post(path, { ...body, side: "buy" }))["available"]).toBe("1000000");
      expect(rowOf(await post(path, { ...body, side: "sell" }))["available"]).toBe("10");
    },
  );
});

describe.each([
  [
    row("Unified account", "POST /api/v3/trade/place-batch"),
    "place-batch",
    (_ids: readonly string[], nth: number) => ({ ...SPOT_BUY, clientOid: `b${nth}` }),
  ],
  [
    row("Unified account", "POST /api/v3/trade/batch-modify-order"),
    "batch-modify-order",
    (ids: readonly string[], nth: number) => {
      return { orderId: ids[nth % 20], qty: "0.02" };
    },
  ],
  [
    row("Unified account", "POST /api/v3/trade/cancel-batch"),
    "cancel-batch",
    (ids: readonly string[], nth: number) => ({ orderId: ids[nth % 20] }),
  ],
])("%s", (_title, path, itemOf) => {
  async function items(count: number): Promise<readonly object[]> {
    const ids: string[] = [];
    if (path !== "place-batch") {
      for (let nth = 0; nth < 20; nth += 1) ids.push(await placeOrder(exchange, "alice", SPOT_BUY));
    }
    return Array.from({ length: count }, (_, nth) => itemOf(ids, nth));
  }

  it(row("Limits", "batch size", "20 orders, and no 21"), async () => {
    const most = rowsOf(await post(`trade/${path}`, await items(20)));
    expect(most.map(({ code }) => code)).toEqual(new Array(20).fill("00000"));
    const codes = ["40306", "40912"];
    expect(codes).toContain(await codeOf(`trade/${path}`, await items(21)));
  });

  it(
    row("Errors", "batches", "each order carries its own code and msg, the others succeed"),
    async () => {
      const [good] = await items(1);
      const bad = { ...good, orderId: "1000000000000000007", clientOid: "bad", symbol: "NOPE" };
      const results = rowsOf(await post(`trade/${path}`, [bad, good]));
      expect(results).toMatchObject([
        { code: expect.stringMatching(/^2/), msg: expect.stringMatching(/\w/), clientOid: "bad" },
        { code: "00000", msg: "success", orderId: expect.stringMatching(ID) },
      ]);
      // The item that failed is named as the request named it.
      expect(results[0]?.["orderId"]).toBe(bad.orderId);
    },
  );
});
