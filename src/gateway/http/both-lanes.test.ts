import fc from "fast-check";
import { Type } from "typebox";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestGateway, testGateway } from "../../../test/support/gateway-fixture.ts";
import { LANES, type Lane, listeningPort } from "../../../test/support/lane-client.ts";
import { RawConnection } from "../../../test/support/raw-connection.ts";
import { signedHeaders, testKey } from "../../../test/support/test-key.ts";
import { AllowedHosts } from "../address/allowed-hosts.ts";
import { defineEndpoint } from "./endpoint.ts";
import { decimal, enumeration, text } from "./fields.ts";

const alice = testKey();

const Order = Type.Object({
  side: enumeration(["buy", "sell"]),
  size: decimal(),
  note: Type.Optional(text({ lengthMax: 50 })),
});
const placeOrder = defineEndpoint({
  method: "POST",
  paths: ["/t/place-order"],
  version: "v3",
  summary: "Echoes an order later",
  access: { kind: "private", permission: "spot_trade", accounts: "any" },
  limit: { perSecond: 1_000, per: "uid" },
  once: true,
  request: Order,
  response: Order,
  handle: (_context, request) => Promise.resolve(request),
});
const takeRows = defineEndpoint({
  method: "POST",
  paths: ["/t/rows"],
  version: "v2",
  summary: "Takes anything",
  access: { kind: "public" },
  limit: { perSecond: 1_000, per: "ip" },
  request: Type.Object({}),
  response: Type.Object({}),
  handle: () => ({ taken: "é" }),
});
const whoAmI = defineEndpoint({
  method: "GET",
  paths: ["/t/me", "/t/äöü"],
  version: "v2",
  summary: "Answers a user",
  access: { kind: "private", permission: "read" },
  limit: { perSecond: 3, per: "uid" },
  request: Type.Object({ note: Type.Optional(text({ lengthMax: 50 })) }),
  response: Type.Object({}),
  handle: (_context, request) => request,
});
const time = defineEndpoint({
  method: "GET",
  paths: ["/t/time"],
  version: "v3",
  summary: "Answers anybody",
  access: { kind: "public" },
  limit: { perSecond: 1_000_000, per: "ip" },
  request: Type.Object({}),
  response: Type.Object({}),
  handle: () => ({}),
});
const ENDPOINTS = [placeOrder, takeRows, whoAmI, time];

const HOST = "Host: 127.0.0.1";
const TIME = "GET /t/time HTTP/1.1";
const JSON_TYPE = "Content-Type: application/json";
const PLAIN_TIME = head(TIME, HOST);

function head(...lines: readonly string[]): string {
  return `${lines.join("\r\n")}\r\n\r\n`;
}

/** A signed request with further header lines; each character is a byte. */
function signed(method: "GET" | "POST", target: string, body?: string, ...more: string[]): string {
  const request = body === undefined ? { method, target } : { method, target, body };
  const lines = Object.entries(signedHeaders(alice, request)).map(
    ([name, value]) => `${name}: ${value}`,
  );
  const length = body === undefined ? [] : [`Content-Length: ${Buffer.byteLength(body)}`];
  const bytes = Buffer.from(body ?? "").toString("latin1");
  return head(`${method} ${target} HTTP/1.1`, HOST, ...lines, ...length, ...more) + bytes;
}

const ORDER = '{"side":"buy","size":"1","note":"é"}';
const PLACE = signed("POST", "/t/place-order", ORDER);

function post(body: string, ...lines: readonly string[]): string {
  return head("POST /t/rows HTTP/1.1", HOST, ...lines) + body;
}

/** Bytes of one connection, in the pieces in which they are written. */
const CASES: Readonly<Record<string, readonly string[]>> = {
  "a signed order": [PLACE],
  "an order sent twice": [PLACE, PLACE],
  "an order in pieces": [PLACE.slice(0, 20), PLACE.slice(20, 300), PLACE.slice(300)],
  "an order byte by byte": [...PLACE],
  "a wrong signature": [PLACE.replace(/access-sign: ../, "access-sign: xx")],
  "an order without a body": [signed("POST", "/t/place-order")],
  "an order with an empty body": [signed("POST", "/t/place-order", "")],
  "an order of another type": [PLACE.replace("application/json", "text/plain")],
  "an order of no type": [PLACE.replace(/content-type: .*\r\n/i, "")],
  "a malformed type": [PLACE.replace("application/json", "@@")],
  "a type with a charset": [PLACE.replace("application/json", "Application/JSON; charset=UTF-8")],
  "a malformed order": [signed("POST", "/t/place-order", '{"side":"buy",')],
  "an order with a query": [signed("POST", "/t/place-order?a=1", ORDER)],
  "more calls than the limit": Array.from({ length: 5 }, () => signed("GET", "/t/me?note=a%20b")),
  "no key": [head("GET /t/me HTTP/1.1", HOST)],
  "a GET with a body": [post("{}", "Content-Length: 2").replace("POST /t/rows", "GET /t/time")],
  "an unknown path": [head("GET /t/nothing HTTP/1.1", HOST), PLAIN_TIME],
  "a wrong method": [head("GET /t/rows HTTP/1.1", HOST), PLAIN_TIME],
  "HEAD, OPTIONS, PUT and DELETE": ["HEAD", "OPTIONS", "PUT", "DELETE"].map((method) =>
    head(`${method} /t/time HTTP/1.1`, HOST),
  ),
  "an own id": [head(TIME, HOST, "X-Request-Id: a-1"), head(TIME, HOST, "X-Request-Id: a b")],
  "an id sent twice": [head(TIME, HOST, "X-Request-Id: a-1", "X-Request-Id: a-2")],
  "a pipeline": [PLAIN_TIME.repeat(4) + PLACE + PLAIN_TIME],
  "a pipeline of orders": [PLACE.repeat(3)],
  "a pipeline with a stranger": [PLACE + head("GET /t/nothing HTTP/1.1", HOST) + PLAIN_TIME],
  "a pipeline that ends in garbage": [`${PLAIN_TIME}\x16\x03\x01`],
  "a body that hides a request": [post(PLAIN_TIME, JSON_TYPE, "Content-Length: 2")],
  "Expect: 100-continue": [post("{}", JSON_TYPE, "Content-Length: 2", "Expect: 100-continue")],
  "an unknown expectation": [head(TIME, HOST, "Expect: more"), PLAIN_TIME],
  "Connection: close": [head(TIME, HOST, "Connection: close"), PLAIN_TIME],
  "Connection: Keep-Alive": [head(TIME, HOST, "Connection: Keep-Alive"), PLAIN_TIME],
  "several connection options": [head(TIME, HOST, "Connection: keep-alive, x-one", "X-One: 1")],
  "an upgrade to h2c": [head(TIME, HOST, "Connection: Upgrade", "Upgrade: h2c")],
  "HTTP/1.0": ["GET /t/time HTTP/1.0\r\n\r\n"],
  "HTTP/1.0 that is kept open": [
    "GET /t/time HTTP/1.0\r\nConnection: keep-alive\r\n\r\n",
    PLAIN_TIME,
  ],
  "HTTP/2.0": [head("GET /t/time HTTP/2.0", HOST)],
  "no host": [head(TIME), PLAIN_TIME],
  "two hosts": [head(TIME, HOST, "Host: evil.example")],
  "another host": [head(TIME, "Host: evil.example")],
  "a key sent twice": [PLACE.replace("access-key", "access-key: x\r\naccess-key")],
  "a signature sent twice": [PLACE.replace("access-sign", "access-sign: x\r\naccess-sign")],
  "two cookies": [head(TIME, HOST, "Cookie: a=1", "Cookie: b=2")],
  "headers that every object has": [
    head(TIME, HOST, "__proto__: 1", "constructor: 2", "toString: 3", "hasOwnProperty: 4"),
  ],
  "two equal lengths": [post("{}", JSON_TYPE, "Content-Length: 2", "Content-Length: 2")],
  "two lengths": [post("{}", JSON_TYPE, "Content-Length: 2", "Content-Length: 40")],
  "a length and chunks": [
    post("0\r\n\r\n", JSON_TYPE, "Content-Length: 2", "Transfer-Encoding: chunked"),
  ],
  "a chunked body": [
    post("2\r\n{}\r\n0\r\n\r\n", JSON_TYPE, "Transfer-Encoding: chunked"),
    PLAIN_TIME,
  ],
  "a chunked body with a trailer": [
    post(
      "2\r\n{}\r\n0\r\nX-One: 1\r\n\r\n",
      JSON_TYPE,
      "Trailer: X-One",
      "Transfer-Encoding: chunked",
    ),
  ],
  "an unknown transfer encoding": [post("{}", JSON_TYPE, "Transfer-Encoding: xchunked")],
  "a signed length": [post("{}", JSON_TYPE, "Content-Length: +2")],
  "a length with a zero before": [post("{}", JSON_TYPE, "Content-Length: 02"), PLAIN_TIME],
  "a length beyond numbers": [post("{}", JSON_TYPE, `Content-Length: ${"9".repeat(30)}`)],
  "a length beyond the limit": [post("{}", JSON_TYPE, "Content-Length: 70000")],
  "a body beyond the limit": [
    post(`"${"x".repeat(69_998)}"`, JSON_TYPE, "Content-Length: 70000"),
    PLAIN_TIME,
  ],
  "a line end behind a body": [`${PLACE}\r\n`, PLAIN_TIME],
  "a body that begins with line ends": [
    `${signed("POST", "/t/place-order", `\r\n${ORDER}`)}\r\n`,
    PLAIN_TIME,
  ],
  "a body of the limit": [post(`"${"x".repeat(65_534)}"`, JSON_TYPE, "Content-Length: 65536")],
  "an encoded body": [post("{}", JSON_TYPE, "Content-Length: 2", "Content-Encoding: gzip")],
  "a body that is not UTF-8": [post('"\xff"', JSON_TYPE, "Content-Length: 3")],
  "a body that ends early": [post("{", JSON_TYPE, "Content-Length: 9")],
  "a head that ends early": ["GET /t/time HTTP/1.1\r\nHost: 127"],
  "nothing at all": [],
  "line ends without a request": ["\r\n\r\n", PLAIN_TIME],
  "a folded header": [head(TIME, HOST, "X-One: 1\r\n folded")],
  "a space before the colon": [head(TIME, HOST, "X-One : 1")],
  "bare line feeds": [`${TIME}\n${HOST}\n\n`],
  "a zero byte in a header": [head(TIME, HOST, "X-One: a\0b")],
  "bytes beyond ASCII in a header": [head(TIME, HOST, "X-One: \xff\xe9", "X-Request-Id: \xe9")],
  "bytes beyond ASCII in a path": [head("GET /t/\xe4\xf6\xfc HTTP/1.1", HOST)],
  "a percent-encoded path": [signed("GET", "/t/%C3%A4%C3%B6%C3%BC"), PLAIN_TIME],
  "malformed percent-encoding": [
    head("GET /t/%zz HTTP/1.1", HOST),
    head("GET /t/time?a=%zz HTTP/1.1", HOST),
    head("GET /t/tim%65 HTTP/1.1", HOST),
  ],
  "a fragment, semicolons and slashes": ["#a", "?#a", ";a=1", "/", "//", "?a?b", "?"].map((end) =>
    head(`GET /t/time${end} HTTP/1.1`, HOST),
  ),
  "targets that are no path": [
    head("GET http://127.0.0.1/t/time HTTP/1.1", HOST),
    head("GET //t/time HTTP/1.1", HOST),
    head("OPTIONS * HTTP/1.1", HOST),
  ],
  "a method of its own": [head("STEAL /t/time HTTP/1.1", HOST)],
  CONNECT: [head("CONNECT 192.0.2.1:80 HTTP/1.1", HOST)],
  "forty headers": [head(TIME, HOST, ...Array.from({ length: 40 }, (_, i) => `X-${i}: ${i}`))],
  "headers of 20 KiB": [head(TIME, HOST, `X-One: ${"x".repeat(20_000)}`)],
  "a path of 10 KiB": [head(`GET /t/time?a=${"x".repeat(10_000)} HTTP/1.1`, HOST)],
  "a TLS greeting": ["\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"],
};

const hosts = new AllowedHosts({ host: "127.0.0.1", allowed: [] });

/** Servers of the two lanes that have seen the same requests. */
class Pair implements AsyncDisposable {
  readonly gateways: Readonly<Record<Lane, TestGateway>>;
  readonly #ports: Readonly<Record<Lane, number>>;

  private constructor(gateways: Record<Lane, TestGateway>, ports: Record<Lane, number>) {
    this.gateways = gateways;
    this.#ports = ports;
  }

  static async open(): Promise<Pair> {
    const made = (lane: Lane) => testGateway({ endpoints: ENDPOINTS, keys: [alice], hosts, lane });
    const gateways = { direct: made("direct"), framework: made("framework") };
    // The first request with a key waits until its passphrase is verified.
    const first = {
      url: "/t/me",
      headers: signedHeaders(alice, { method: "GET", target: "/t/me" }),
    };
    await Promise.all(LANES.map((lane) => gateways[lane].app.inject(first)));
    const [direct, framework] = await Promise.all(
      LANES.map((lane) => listeningPort(gateways[lane].app)),
    );
    return new Pair(gateways, { direct: direct ?? 0, framework: framework ?? 0 });
  }

  /** Everything that each lane sends on a connection; dates and new ids are left out. */
  async answers(pieces: readonly string[]): Promise<Record<Lane, string>> {
    const [direct = "", framework = ""] = await Promise.all(
      LANES.map((lane) => exchanged(this.#ports[lane], pieces)),
    );
    return { direct, framework };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(LANES.map((lane) => this.gateways[lane].app.close()));
  }
}

/**
 * Writes the pieces one by one, each after the answer to a plain request on another connection, so
 * that the server has read it. Then ends the connection from this side.
 */
async function exchanged(port: number, pieces: readonly string[]): Promise<string> {
  const raw = await RawConnection.open(port);
  const other = await RawConnection.open(port);
  for (const piece of pieces) {
    raw.write(Buffer.from(piece, "latin1"));
    await other.answer(Buffer.from(PLAIN_TIME));
  }
  other.socket.destroy();
  raw.socket.end();
  const received = await raw.everything();
  raw.socket.destroy();
  return received
    .replaceAll(/^Date: .*\r\n/gm, "Date\r\n")
    .replaceAll(/^x-request-id: [0-9a-z]{8}-[0-9a-z]+\r\n/gm, "x-request-id: new\r\n");
}

function firstAnswer(received: string): string {
  const next = received.indexOf("HTTP/1.1 ", 1);
  return next < 0 ? received : received.slice(0, next);
}

describe("both lanes", () => {
  let pair: Pair;
  beforeAll(async () => {
    pair = await Pair.open();
  });
  afterAll(() => pair[Symbol.asyncDispose]());

  it.each(Object.entries(CASES))("answer alike: %s", async (_name, pieces) => {
    const { direct, framework } = await pair.answers(pieces);
    expect(direct).toBe(framework);
    for (const lane of LANES) {
      expect(pair.gateways[lane].faults).toEqual([]);
      pair.gateways[lane].advance(1_000);
    }
  });

  it("answer alike whichever byte of an order is changed, left out or added", async () => {
    const change = fc.record({
      at: fc.nat(PLACE.length - 1),
      length: fc.constantFrom(0, 1, 1, 2, 30),
      put: fc.constantFrom("", "", "\r\n", "\n", "\0", " ", ":", "a", "9", "\xff", "X-One: 1\r\n"),
    });
    const cut = fc.nat(PLACE.length);
    await fc.assert(
      fc.asyncProperty(fc.array(change, { maxLength: 3 }), cut, async (changes, at) => {
        const bytes = changes.reduce(
          (text, { at: from, length, put }) =>
            text.slice(0, from) + put + text.slice(from + length),
          PLACE,
        );
        const { direct, framework } = await pair.answers([bytes.slice(0, at), bytes.slice(at)]);
        // How much is answered before bytes that are no request depends on when they arrive.
        expect(firstAnswer(direct)).toBe(firstAnswer(framework));
        for (const lane of LANES) pair.gateways[lane].advance(1_000);
      }),
      { numRuns: 150 },
    );
  });
});

describe.each(LANES)("a connection of the %s lane", (lane) => {
  const limits = { headerMs: 50, requestMs: 100, keepAliveMs: 100 };
  const body = signed("POST", "/t/place-order", ORDER);

  it.concurrent.each([
    ["that is silent is answered with 408", "", [408]],
    ["whose head does not end is answered with 408", PLAIN_TIME.slice(0, -2), [408]],
    ["whose body does not end is answered with 408", body.slice(0, -2), [408]],
    ["that is silent after an answer is closed", PLAIN_TIME, [200]],
  ])("%s", async (_name, bytes, statuses) => {
    const { app, faults } = testGateway({ endpoints: ENDPOINTS, keys: [alice], limits, lane });
    const raw = await RawConnection.open(await listeningPort(app));
    raw.write(Buffer.from(bytes, "latin1"));
    const received = await raw.everything();
    raw.socket.destroy();
    expect([...received.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, code]) => Number(code))).toEqual(
      statuses,
    );
    expect(faults).toEqual([]);
    await app.close();
  });
});

describe("the direct lane", () => {
  it("serves plain requests itself, and gives the connection of any other to the server", async () => {
    await using pair = await Pair.open();
    let passedOn = 0;
    pair.gateways.direct.app.server.on("request", () => {
      passedOn += 1;
    });
    await pair.answers([PLACE, PLAIN_TIME, PLACE.slice(0, 99), PLACE.slice(99)]);
    expect(passedOn).toBe(0);
    await pair.answers([PLACE, head("GET /t/nothing HTTP/1.1", HOST), PLAIN_TIME]);
    expect(passedOn).toBe(2);
  });
});
