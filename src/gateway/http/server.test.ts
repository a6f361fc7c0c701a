import { connect } from "node:net";
import type { FastifyInstance } from "fastify";
import { Type } from "typebox";
import { afterEach, describe, expect, it } from "vitest";
import { eventually } from "../../../test/support/eventually.ts";
import { type TestGateway, testGateway } from "../../../test/support/gateway-fixture.ts";
import { START_MS, signedHeaders, testKey } from "../../../test/support/test-key.ts";
import { HistoryFault } from "../../projections/history/history-fault.ts";
import { SubmissionFault } from "../../sequencer/port.ts";
import { listEndpoints } from "../list-endpoints.ts";
import { defineEndpoint, type Endpoint, JsonText } from "./endpoint.ts";
import { clientOidV2, decimal, enumeration, limit, symbol } from "./fields.ts";
import { overloaded, wireError } from "./wire-error.ts";

const alice = testKey();
const open: TestGateway[] = [];

afterEach(async () => {
  for (const { app } of open.splice(0)) await app.close();
});

function gatewayWith(endpoints: readonly Endpoint[], options = {}): TestGateway {
  const made = testGateway({ endpoints, keys: [alice], ...options });
  open.push(made);
  return made;
}

const OrderRequest = Type.Object({
  symbol: symbol(),
  side: enumeration(["buy", "sell"]),
  size: decimal(),
  clientOid: Type.Optional(clientOidV2()),
});

const placeOrder = defineEndpoint({
  method: "POST",
  paths: ["/api/v2/test/place-order", "/api/v2/test/place"],
  version: "v2",
  summary: "Echoes an order",
  access: { kind: "private", permission: "spot_trade" },
  limit: { perSecond: 10, per: "uid" },
  request: OrderRequest,
  response: Type.Object({ echo: OrderRequest, uid: Type.String() }),
  handle: (context, request) => ({ echo: request, uid: context.principal.uid }),
});

const listRows = defineEndpoint({
  method: "GET",
  paths: ["/api/v3/test/rows"],
  version: "v3",
  summary: "Answers the limit it was asked for",
  access: { kind: "public" },
  limit: { perSecond: 5, per: "ip" },
  request: Type.Object({ limit: limit({ default: 100, max: 200 }) }),
  response: Type.Object({ limit: Type.Number(), realm: Type.String() }),
  handle: (context, request) => ({ limit: request.limit, realm: context.realm }),
});

function failing(path: string, handle: () => JsonText | Promise<JsonText>): Endpoint {
  return defineEndpoint({
    method: "GET",
    paths: [path],
    version: "v2",
    summary: "Fails",
    access: { kind: "public" },
    limit: { perSecond: 100, per: "ip" },
    request: Type.Object({}),
    response: Type.Object({}),
    handle,
  });
}

async function post(gateway: TestGateway, body: string, headers = {}) {
  const target = "/api/v2/test/place-order";
  return await gateway.app.inject({
    method: "POST",
    url: target,
    headers: { ...signedHeaders(alice, { method: "POST", target, body }), ...headers },
    payload: body,
  });
}

describe("the envelope", () => {
  it("carries code, msg, requestTime and data of a signed request", async () => {
    const gateway = gatewayWith([placeOrder]);
    const body = '{"symbol":"btcusdt","side":"BUY","size":0.010,"clientOid":"a-1","extra":[1]}';
    const answer = await post(gateway, body);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers["content-type"]).toContain("application/json");
    expect(answer.json()).toEqual({
      code: "00000",
      msg: "success",
      requestTime: START_MS,
      data: {
        echo: { symbol: "BTCUSDT", side: "buy", size: "0.010", clientOid: "a-1" },
        uid: "1000000001",
      },
    });
  });

  it("is served under every path of the endpoint", async () => {
    const gateway = gatewayWith([placeOrder]);
    const target = "/api/v2/test/place";
    const payload = '{"symbol":"X","side":"buy","size":"1"}';
    const headers = signedHeaders(alice, { method: "POST", target, body: payload });
    const answer = await gateway.app.inject({ method: "POST", url: target, headers, payload });
    expect(answer.json().code).toBe("00000");
  });

  it("has data null in an error and HTTP 400", async () => {
    const answer = await post(gatewayWith([placeOrder]), '{"symbol":"BTCUSDT","side":"buy"}');
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toEqual({
      code: "40019",
      msg: "Parameter size must not be empty",
      requestTime: START_MS,
      data: null,
    });
  });

  it("reports when a v3 request was accepted and completed, and the remaining calls of the limit", async () => {
    const answer = await gatewayWith([listRows]).app.inject("/api/v3/test/rows?limit=7");
    expect(answer.json().data).toEqual({ limit: 7, realm: "live" });
    expect(answer.headers["x-bg-request-accept-time"]).toBe(String(START_MS));
    expect(answer.headers["x-bg-response-complete-time"]).toBe(String(START_MS));
    expect(answer.headers["x-mbx-used-remain-limit"]).toBe("4");
    expect(answer.headers["x-request-id"]).toMatch(/./);
  });

  it("names the whole limit as remaining while there are no limits", async () => {
    const gateway = gatewayWith([listRows], { mode: "off" });
    for (let call = 0; call < 3; call += 1) {
      const answer = await gateway.app.inject("/api/v3/test/rows");
      expect(answer.headers["x-mbx-used-remain-limit"]).toBe("5");
    }
  });

  it("accepts prepared JSON, promises, returned and thrown errors", async () => {
    const gateway = gatewayWith([
      failing("/t/json", () => new JsonText('{"a":[1]}')),
      failing("/t/later", () => Promise.resolve(new JsonText("[]"))),
      failing("/t/rejected", () => Promise.reject(wireError("40034", "symbol"))),
      failing("/t/busy", () => {
        throw overloaded(2);
      }),
      failing("/t/full", () => Promise.reject(new SubmissionFault("storage_full", "no space"))),
      failing("/t/behind", () => Promise.reject(new HistoryFault("behind", "not yet"))),
      failing("/t/lost", () => Promise.reject(new SubmissionFault("outcome_unknown", "gone"))),
    ]);
    const { app } = gateway;
    expect((await app.inject("/t/json")).json().data).toEqual({ a: [1] });
    expect((await app.inject("/t/later")).json().data).toEqual([]);
    expect((await app.inject("/t/rejected")).json().msg).toBe("Parameter symbol does not exist");
    const busy = await app.inject("/t/busy");
    expect([busy.statusCode, busy.json().code]).toEqual([503, "40015"]);
    expect(busy.headers["retry-after"]).toBe("2");
    expect((await app.inject("/t/full")).statusCode).toBe(503);
    const behind = await app.inject("/t/behind");
    expect([behind.statusCode, behind.json().code]).toEqual([503, "40015"]);
    expect(gateway.faults).toEqual([]);
    expect((await app.inject("/t/lost")).statusCode).toBe(500);
    expect(gateway.faults).toHaveLength(1);
  });
});

describe("requests that cannot be served", () => {
  it("an unknown path is 404, a wrong method 405 with the allowed ones", async () => {
    const { app } = gatewayWith([placeOrder]);
    const unknown = await app.inject("/api/v9/nothing");
    expect([unknown.statusCode, unknown.json().code]).toEqual([404, "40404"]);
    const wrong = await app.inject({ method: "GET", url: "/api/v2/test/place-order" });
    expect([wrong.statusCode, wrong.json().code]).toEqual([405, "405"]);
    expect(wrong.headers["allow"]).toBe("POST");
  });

  it.each([
    ["GET", "/api/v2/copy/mix-trader/order-current-track?limit=1", "40410", "copy trading"],
    ["GET", "/api/v3/tax/records", "40410", "read the bills"],
    ["POST", "/api/v3/p2p/order-pay", "40411", "not built here yet"],
  ] as const)("%s %s is part of the interface and says why it is absent", async (...row) => {
    const [method, url, code, text] = row;
    const { app } = gatewayWith([]);
    const answer = await app.inject({ method, url });
    expect([answer.statusCode, answer.json().code]).toEqual([404, code]);
    expect(answer.json()).toMatchObject({ msg: expect.stringContaining(text), data: null });
    const wrong = await app.inject({ method: method === "GET" ? "POST" : "GET", url });
    expect([wrong.statusCode, wrong.headers["allow"]]).toEqual([405, method]);
  });

  it("an internal fault is 500, reported, and does not reveal its cause", async () => {
    const gateway = gatewayWith([
      failing("/t/broken", () => {
        throw new Error("a secret detail");
      }),
    ]);
    const answer = await gateway.app.inject("/t/broken");
    expect([answer.statusCode, answer.json().code]).toEqual([500, "40725"]);
    expect(answer.body).not.toContain("secret detail");
    expect(gateway.faults).toHaveLength(1);
  });

  it("a body beyond its limit is 413, an encoded one 415", async () => {
    const gateway = gatewayWith([placeOrder]);
    const large = await post(gateway, `{"symbol":"${"x".repeat(70_000)}"}`);
    expect([large.statusCode, large.json().code]).toEqual([413, "413"]);
    const zipped = await post(gateway, "{}", { "content-encoding": "gzip" });
    expect([zipped.statusCode, zipped.json().code]).toEqual([415, "415"]);
  });

  it.each([
    ["no JSON", "{"],
    ["a duplicate key", '{"symbol":"A","symbol":"B"}'],
    ["__proto__", '{"__proto__":{}}'],
    ["an array", "[]"],
    ["a text", '"x"'],
  ])("%s as body is 400172", async (_what, body) => {
    const answer = await post(gatewayWith([placeOrder]), body);
    expect([answer.statusCode, answer.json().code]).toEqual([400, "400172"]);
  });

  it("bytes that are not UTF-8 are 400172", async () => {
    const gateway = gatewayWith([listRows, defineEndpoint({ ...publicPost })]);
    const answer = await gateway.app.inject({
      method: "POST",
      url: "/t/post",
      headers: { "content-type": "application/json" },
      payload: Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]),
    });
    expect(answer.json().code).toBe("400172");
  });

  it("parameters out of range, of another type or sent twice are named in the error", async () => {
    const { app } = gatewayWith([listRows]);
    const codeOf = async (query: string) => (await app.inject(`/api/v3/test/rows?${query}`)).json();
    expect(await codeOf("limit=201")).toMatchObject({ code: "40053" });
    expect(await codeOf("limit=abc")).toMatchObject({ code: "25200" });
    expect(await codeOf("limit=1&limit=2")).toMatchObject({ code: "400172" });
    expect(await codeOf("limit=%zz")).toMatchObject({ code: "400172" });
    expect(await codeOf("limit=undefined")).toMatchObject({ data: { limit: 100 } });
  });
});

const publicPost = {
  method: "POST",
  paths: ["/t/post"],
  version: "v2",
  summary: "Takes anything",
  access: { kind: "public" },
  limit: { perSecond: 100, per: "ip" },
  request: Type.Object({}),
  response: Type.Object({}),
  handle: () => ({}),
} as const;

describe("limits", () => {
  it("refuses the call beyond an endpoint's limit and serves it after the window has moved", async () => {
    const gateway = gatewayWith([listRows]);
    for (let call = 0; call < 5; call += 1) {
      expect((await gateway.app.inject("/api/v3/test/rows")).statusCode).toBe(200);
    }
    const refused = await gateway.app.inject("/api/v3/test/rows");
    expect([refused.statusCode, refused.json().code]).toEqual([429, "429"]);
    expect(refused.headers["retry-after"]).toBe("1");
    gateway.advance(1000);
    expect((await gateway.app.inject("/api/v3/test/rows")).statusCode).toBe(200);
  });

  it("does not count a request with a wrong signature against the user", async () => {
    const gateway = gatewayWith([placeOrder]);
    const body = '{"symbol":"X","side":"buy","size":"1"}';
    for (let call = 0; call < 20; call += 1) {
      const forged = await post(gateway, body, { "access-sign": "AAAA" });
      expect(forged.json().code).toBe("40009");
    }
    const answer = await post(gateway, body);
    expect(answer.headers["x-mbx-used-remain-limit"]).toBe("9");
  });

  it("refuses an address for five minutes after 6000 requests in one", async () => {
    const gateway = gatewayWith([]);
    gateway.gateway.overall.anonymous.admit("10.0.0.9");
    for (let call = 1; call < 6000; call += 1) gateway.gateway.overall.anonymous.admit("10.0.0.9");
    const from = { url: "/x", remoteAddress: "::ffff:10.0.0.9" };
    expect((await gateway.app.inject(from)).statusCode).toBe(429);
    gateway.advance(299_000);
    expect((await gateway.app.inject(from)).statusCode).toBe(429);
    gateway.advance(1000);
    expect((await gateway.app.inject(from)).statusCode).toBe(404);
  });
});

describe("a listening server", () => {
  it("serves the time endpoints of both versions over a real connection", async () => {
    const { app } = gatewayWith(listEndpoints());
    const url = await app.listen({ host: "127.0.0.1", port: 0 });
    for (const version of ["v2", "v3"]) {
      const answer = await fetch(`${url}/api/${version}/public/time`);
      expect(await answer.json()).toMatchObject({ data: { serverTime: String(START_MS) } });
    }
  });

  it("answers bytes that are not HTTP with 400 and closes", async () => {
    const { app } = gatewayWith([]);
    const answer = await everythingAfter(app, "NONSENSE\r\n\r\n");
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request/);
    expect(answer).toContain('"code":"400172"');
  });

  it("answers a header that never ends with 408 and closes", async () => {
    const { app } = gatewayWith([], { limits: { headerMs: 50, requestMs: 100 } });
    const answer = await everythingAfter(app, "GET / HTTP/1.1\r\nHost: x\r\n");
    expect(answer).toMatch(/^HTTP\/1\.1 408 Request Timeout/);
  });

  it("treats a truncated body as a fault of the client", async () => {
    const gateway = gatewayWith([placeOrder]);
    const head = "POST /api/v2/test/place-order HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n";
    const answer = await everythingAfter(gateway.app, `${head}\r\n{`, { halfClose: true });
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(gateway.faults).toEqual([]);
  });

  it("answers requests in progress when it closes, and closes the connection", async () => {
    const waiting: { answer?: (json: JsonText) => void; arrived?: () => void } = {};
    const arrived = new Promise<void>((resolve) => {
      waiting.arrived = resolve;
    });
    const slow = failing("/t/slow", () => {
      waiting.arrived?.();
      return new Promise<JsonText>((resolve) => {
        waiting.answer = resolve;
      });
    });
    const { app } = testGateway({ endpoints: [slow] });
    const received = everythingAfter(app, "GET /t/slow HTTP/1.1\r\nHost: x\r\n\r\n");
    await arrived;
    const closed = app.close();
    await eventually("the server stops listening", () => !app.server.listening);
    waiting.answer?.(new JsonText("1"));
    expect(await received).toMatch(/connection: close/i);
    expect(await received).toContain('"data":1');
    await closed;
  });
});

/** Everything a listening server sends on one connection until it closes it. */
async function everythingAfter(
  app: FastifyInstance,
  bytes: string,
  options: { halfClose?: boolean } = {},
): Promise<string> {
  await app.listen({ host: "127.0.0.1", port: 0 });
  const address = app.server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return await new Promise<string>((resolve, reject) => {
    let received = "";
    const socket = connect(port, "127.0.0.1", () => {
      if (options.halfClose === true) socket.end(bytes);
      else socket.write(bytes);
    });
    socket.on("data", (chunk) => {
      received += chunk.toString();
    });
    socket.on("close", () => resolve(received));
    socket.on("error", reject);
  });
}
