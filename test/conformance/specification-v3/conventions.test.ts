/** Specification: conventions, authentication, errors and versioning of v3, row by row. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listEndpoints } from "../../../src/gateway/list-endpoints.ts";
import { rowOf, type TestRow } from "../../support/test-answer.ts";
import { ExchangeFixture } from "../../support/test-exchange.ts";
import { signedHeaders } from "../../support/test-key.ts";
import { placeOrder, TRADERS } from "../../support/unified-traders.ts";
import { FUTURES_BUY, PLACE_ORDER, SPOT_BUY, UNFILLED_ORDERS } from "../../support/wire-orders.ts";
import { row } from "./support/specified-rules.ts";
import { BUY, UnifiedSocket } from "./support/unified-socket.ts";

const V3 = "/api/v3";
const RATES = `${V3}/market/history-fund-rate?category=USDT-FUTURES&symbol=BTCUSDT`;
const INSTRUMENTS = `${V3}/public/instruments?category=USDT-FUTURES`;
const RESTING = { ...SPOT_BUY, price: "48000" };
const ENDPOINTS = listEndpoints();

let exchange: ExchangeFixture;
beforeAll(async () => {
  const hedged = { ...TRADERS[0], name: "hedged", accountKind: "unified" } as const;
  const users = [...TRADERS, hedged];
  exchange = await ExchangeFixture.start({ endpoints: ENDPOINTS, users });
});
afterAll(() => exchange[Symbol.asyncDispose]());

interface Sent {
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly user?: string;
}

/** Sends exactly these bytes, signed by the user, and returns the response as received. */
async function raw(method: "GET" | "POST", url: string, sent: Sent = {}) {
  const { body, headers = {}, user = "alice" } = sent;
  const request = body === undefined ? { method, target: url } : { method, target: url, body };
  const { key } = exchange.user(user);
  const signed = signedHeaders(key, { ...request, timestampMs: exchange.nowMs });
  const payload = body === undefined ? {} : { payload: body };
  const reply = await exchange.gateway.app.inject({
    ...{ method, url, ...payload, headers: { ...signed, ...headers } },
  });
  return { status: reply.statusCode, json: reply.json<Record<string, unknown>>() };
}

async function anonymous(url: string): Promise<string> {
  const reply = await exchange.gateway.app.inject({ method: "GET", url });
  return reply.json<{ code: string }>().code;
}

describe("conventions", () => {
  it(row("Conventions", "requests", "parameters of a GET are in the query string"), async () => {
    const { json } = await raw("GET", `${UNFILLED_ORDERS}?category=NOTHING`);
    expect(json["code"]).toBe("25200");
    expect((await raw("GET", `${UNFILLED_ORDERS}?category=SPOT`)).json["code"]).toBe("00000");
  });

  it(row("Conventions", "requests", "a POST is JSON in the body"), async () => {
    const body = JSON.stringify(RESTING);
    expect((await raw("POST", PLACE_ORDER, { body })).json["code"]).toBe("00000");
    const query = new URLSearchParams(RESTING).toString();
    const inQuery = await raw("POST", `${PLACE_ORDER}?${query}`, { body: "{}" });
    expect(inQuery.json["code"]).not.toBe("00000");
  });

  it.each(["category=SPOT", "[", '{"category":"SPOT","category":"SPOT"}'])(
    row("Conventions", "requests", "the body %s is refused"),
    async (body) => {
      const { json, status } = await raw("POST", PLACE_ORDER, { body });
      expect([status, json["code"]]).toEqual([400, "400172"]);
    },
  );

  it.each([
    ["success", INSTRUMENTS, 200, "00000"],
    ["failure", `${V3}/public/instruments`, 400, "40019"],
  ])(row("Conventions", "envelope", "of a %s (%s)"), async (what, url, status, code) => {
    const answer = await raw("GET", url);
    expect(answer.status).toBe(status);
    expect(answer.json).toEqual({
      code,
      msg: what === "success" ? "success" : expect.stringContaining("category"),
      requestTime: exchange.nowMs,
      data: what === "success" ? expect.any(Array) : null,
    });
  });

  /** Every number within a payload. */
  function numbersIn(value: unknown, path = ""): string[] {
    if (typeof value === "number") return [path];
    if (typeof value !== "object" || value === null) return [];
    return Object.entries(value).flatMap(([name, one]) => numbersIn(one, `${path}/${name}`));
  }

  it.each([
    `${V3}/public/instruments?category=USDT-FUTURES`,
    `${V3}/account/settings`,
    `${V3}/account/assets`,
    `${V3}/account/max-transferable?coin=USDT`,
    `${V3}/trade/unfilled-orders`,
    `${V3}/trade/history-orders?category=SPOT`,
    `${V3}/trade/fills`,
    `${V3}/account/financial-records?category=SPOT`,
    RATES,
  ])(row("Conventions", "strings", "%s has no JSON number"), async (url) => {
    await placeOrder(exchange, "bob", { ...SPOT_BUY, side: "sell" });
    await placeOrder(exchange, "alice", SPOT_BUY);
    await placeOrder(exchange, "alice", RESTING);
    const { json } = await raw("GET", url);
    expect(json["code"]).toBe("00000");
    expect(numbersIn(json["data"])).toEqual([]);
  });

  it(row("Conventions", "timestamps", "are Unix milliseconds as strings"), async () => {
    const orderId = await placeOrder(exchange, "alice", RESTING);
    const order = rowOf(await exchange.get(`${V3}/trade/order-info`, { orderId }, "alice"));
    const now = String(exchange.nowMs);
    expect([order["createdTime"], order["updatedTime"]]).toEqual([now, now]);
  });

  it.each([
    ["UID", "private", "uid"],
    ["IP", "public", "ip"],
  ])(row("Conventions", "rate limits", "per %s of %s endpoints"), (_per, access, per) => {
    const stated = ENDPOINTS.filter(({ paths: [path = ""] }) => path.startsWith(V3));
    const found = stated.filter((endpoint) => endpoint.access.kind === access);
    expect(found.length).toBeGreaterThan(10);
    for (const { limit } of found) {
      expect(limit).toMatchObject({ perSecond: expect.any(Number), per });
    }
  });
});

describe("authentication", () => {
  it.each([
    ["access-key", "40001"],
    ["access-sign", "40002"],
    ["access-timestamp", "40005"],
    ["access-passphrase", "40011"],
  ])(row("Authentication", "headers", "without %s: %s"), async (name, code) => {
    const { json } = await raw("GET", UNFILLED_ORDERS, { headers: { [name]: "" } });
    expect(json["code"]).toBe(code);
  });

  it.each([
    ["access-key", "40006"],
    ["access-sign", "40009"],
    ["access-timestamp", "40005"],
    ["access-passphrase", "40012"],
  ])(row("Authentication", "headers", "a wrong %s: %s"), async (name, code) => {
    const { json } = await raw("GET", UNFILLED_ORDERS, { headers: { [name]: "wrong" } });
    expect(json["code"]).toBe(code);
  });

  it.each(["en-US", "zh-CN", ""])(row("Authentication", "headers", "locale %s"), async (locale) => {
    const { json } = await raw("GET", UNFILLED_ORDERS, { headers: { locale } });
    expect(json["code"]).toBe("00000");
  });

  it.each([RATES, INSTRUMENTS, "/api/v2/spot/public/coins"])(
    row("Authentication", "public endpoints", "%s needs no headers"),
    async (url) => expect(await anonymous(url)).toBe("00000"),
  );

  it.each([`${V3}/account/settings`, UNFILLED_ORDERS, `${V3}/p2p/ad-list`])(
    row("Authentication", "headers", "%s is refused without them"),
    async (url) => expect(await anonymous(url)).toBe("40001"),
  );

  it.each([
    ["reading orders", "GET", UNFILLED_ORDERS, "00000"],
    ["placing orders", "POST", PLACE_ORDER, "40014"],
    ["reading settings", "GET", `${V3}/account/settings`, "40014"],
    ["leverage", "POST", `${V3}/account/set-leverage`, "40014"],
  ] as const)(
    row("Authentication", "permissions", "a key that reads orders, %s: %s"),
    async (_what, method, url, code) => {
      const body = method === "GET" ? {} : { body: JSON.stringify(RESTING) };
      expect((await raw(method, url, { ...body, user: "reader" })).json["code"]).toBe(code);
    },
  );

  it(row("Authentication", "P2P permission", "which a key for orders does not have"), async () => {
    const url = `${V3}/p2p/ad-list?token=USDT&fiat=USD&side=sell&pageNum=1&limit=10`;
    const { json, status } = await raw("GET", url, { user: "reader" });
    expect([status, json["code"]]).toEqual([400, "40014"]);
  });

  it.each([
    ["a demo key", "1", "dora", "00000"],
    ["a demo key", "", "dora", "40099"],
    ["a demo key", "0", "dora", "40099"],
    ["a live key", "1", "alice", "40099"],
    ["a live key", "", "alice", "00000"],
  ])(
    row("Authentication", "paptrading", "%s with the value '%s' (%s): %s"),
    async (_key, paptrading, user, code) => {
      const headers = paptrading === "" ? {} : { paptrading };
      const { json } = await raw("GET", UNFILLED_ORDERS, { headers, user });
      expect(json["code"]).toBe(code);
    },
  );
});

describe("errors", () => {
  it(row("Errors", "success", "code 00000 with msg success"), async () => {
    const { json } = await raw("POST", PLACE_ORDER, { body: JSON.stringify(RESTING) });
    expect(json).toMatchObject({ code: "00000", msg: "success" });
  });

  it.each([
    ["a faulty parameter", { side: "neither" }, "25200"],
    ["an unknown symbol", { symbol: "NOSUCHPAIR" }, "25100"],
    ["too little money", { qty: "90" }, "25202"],
  ])(
    row("Errors", "failure", "%s has its code, message and status"),
    async (_what, change, code) => {
      const body = JSON.stringify({ ...RESTING, ...change });
      const { json, status } = await raw("POST", PLACE_ORDER, { body });
      expect(status).toBe(400);
      expect(json).toMatchObject({ code, msg: expect.stringMatching(/^\w.*\w$/), data: null });
    },
  );

  it(row("Errors", "insufficient position", "a market close beyond the position"), async () => {
    const mode = JSON.stringify({ holdMode: "hedge_mode" });
    await raw("POST", `${V3}/account/set-hold-mode`, { body: mode, user: "hedged" });
    await placeOrder(exchange, "bob", { ...FUTURES_BUY, side: "sell" });
    await placeOrder(exchange, "hedged", { ...FUTURES_BUY, posSide: "long" });
    const close = { ...FUTURES_BUY, side: "sell", posSide: "long" };
    const limit = { ...close, price: "52000", qty: "0.004" };
    const orderId = await placeOrder(exchange, "hedged", limit);
    const market = { ...close, orderType: "market", price: "", qty: "0.007" };
    await placeOrder(exchange, "bob", { ...FUTURES_BUY, price: "49900", qty: "0.1" });
    const refused = await raw("POST", PLACE_ORDER, {
      body: JSON.stringify(market),
      user: "hedged",
    });
    expect([refused.status, refused.json["code"]]).toEqual([400, "25225"]);
    const query = { category: "USDT-FUTURES" };
    const { data } = await exchange.get(UNFILLED_ORDERS, query, "hedged");
    expect((data as { list: readonly TestRow[] }).list).toMatchObject([
      { orderId, orderStatus: "new", cumExecQty: "0" },
    ]);
    const within = { ...market, qty: "0.006" };
    expect((await exchange.post(PLACE_ORDER, within, "hedged")).code).toBe("00000");
  });

  it(row("Errors", "demo pair", "a demo symbol is not known to a live key of v3"), async () => {
    const body = JSON.stringify({ ...FUTURES_BUY, symbol: "SBTCSUSDT" });
    const { json, status } = await raw("POST", PLACE_ORDER, { body });
    expect([status, json["code"]]).toEqual([400, "25100"]);
  });

  it.each(["history-orders", "fills"])(
    row("Errors", "quotation and span", "an over-long time span of %s"),
    async (path) => {
      const endTime = exchange.nowMs;
      const span = { category: "SPOT", startTime: endTime - 31 * 86_400_000, endTime };
      const { code, status } = await exchange.get(`${V3}/trade/${path}`, span, "alice");
      expect([status, code]).toEqual([400, "00001"]);
    },
  );
});

describe("errors of trade operations", () => {
  const unified = new UnifiedSocket();

  it(row("Errors", "success", "code 0 of a trade operation"), async () => {
    expect(await unified.trade("place-order", [BUY])).toMatchObject({ event: "trade", code: "0" });
  });

  it(row("Errors", "rejected at entry", "has a code, and pushes nothing"), async () => {
    const clientOid = "refused";
    const refused = [{ ...BUY, qty: "90000000", clientOid }];
    const answer = await unified.trade("place-order", refused);
    expect(answer).toMatchObject({ event: "error", code: "25208", msg: expect.any(String) });
    const orderId = await unified.placed();
    await unified.pushed(orderId, ["new"]);
    const rows = unified.alice.messages.flatMap(({ data = [] }) => data);
    expect(rows.filter((one) => one.clientOid === clientOid)).toEqual([]);
  });

  it.each([
    [
      "a subscription of the account",
      { op: "subscribe", args: [{ instType: "UTA", topic: "order" }] },
    ],
    ["a trade operation", { op: "trade", id: "1", topic: "place-order", args: [BUY] }],
  ])(row("Authentication", "private WebSocket", "%s needs a login"), async (_what, message) => {
    const socket = await unified.fixture.connect();
    socket.send(message);
    const refused = await socket.message("an answer", () => true);
    expect(refused).toMatchObject({ event: "error" });
    expect(String(refused.code)).toBe("30004");
  });
});

describe("versioning", () => {
  it(row("Versioning", "path", "every endpoint states v2 or v3 in its path"), () => {
    // The terminal's own endpoints are no part of the interface.
    const all = ENDPOINTS.filter(({ paths: [path] }) => !path.startsWith("/terminal/"));
    for (const { paths, version } of all) {
      for (const path of paths) expect(path).toMatch(new RegExp(`^/api/${version}/`));
    }
  });

  it(row("Versioning", "path", "another version is not known"), async () => {
    for (const url of ["/api/v1/public/time", "/api/v4/public/time", "/api/public/time"]) {
      expect(await anonymous(url)).not.toBe("00000");
    }
  });

  it(row("Versioning", "side by side", "one server answers both"), async () => {
    const urls = [INSTRUMENTS, "/api/v2/mix/market/contracts?productType=usdt-futures"];
    expect(await Promise.all(urls.map(anonymous))).toEqual(["00000", "00000"]);
  });

  it.each([
    ["v3", "alice", UNFILLED_ORDERS, "00000"],
    ["v2", "alice", "/api/v2/spot/trade/unfilled-orders", "40085"],
    ["v3", "carol", UNFILLED_ORDERS, "40084"],
    ["v2", "carol", "/api/v2/spot/trade/unfilled-orders", "00000"],
  ])(
    row("Versioning", "v3", "is for unified accounts: %s of %s (%s) is answered %s"),
    async (_version, user, url, code) => {
      expect((await raw("GET", url, { user })).json["code"]).toBe(code);
    },
  );
});
