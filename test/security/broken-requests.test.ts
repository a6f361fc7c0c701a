/** Bytes that are no HTTP request, or one that two readers would understand differently. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listEndpoints } from "../../src/gateway/list-endpoints.ts";
import { eventually } from "../support/eventually.ts";
import { LANES, listeningPort } from "../support/lane-client.ts";
import { RawConnection } from "../support/raw-connection.ts";
import { ExchangeFixture } from "../support/test-exchange.ts";

const TIME = "GET /api/v2/public/time HTTP/1.1";
const POST = "POST /api/v2/spot/trade/place-order HTTP/1.1";
const HOST = "Host: 127.0.0.1";
/** A whole request that is sent where a body would hide it. */
const HIDDEN = `${TIME}\r\n${HOST}\r\n\r\n`;

let exchange: ExchangeFixture;
let port = 0;

function head(...lines: readonly string[]): string {
  return `${lines.join("\r\n")}\r\n\r\n`;
}

const CHUNKED = "Transfer-Encoding: chunked";

/** Bytes, and the status of the only answer, after which the connection is closed. */
const BROKEN: readonly (readonly [string, string, number])[] = [
  ["two lengths", `${head(POST, HOST, "Content-Length: 2", "Content-Length: 40")}{}${HIDDEN}`, 400],
  ["a list of lengths", `${head(POST, HOST, "Content-Length: 2, 2")}{}${HIDDEN}`, 400],
  [
    "a length and chunks",
    `${head(POST, HOST, "Content-Length: 2", CHUNKED)}0\r\n\r\n${HIDDEN}`,
    400,
  ],
  ["chunks that are not last", `${head(POST, HOST, `${CHUNKED}, gzip`)}0\r\n\r\n${HIDDEN}`, 400],
  ["a negative length", `${head(POST, HOST, "Content-Length: -2")}{}${HIDDEN}`, 400],
  ["a signed length", `${head(POST, HOST, "Content-Length: +2")}{}${HIDDEN}`, 400],
  ["a hexadecimal length", `${head(POST, HOST, "Content-Length: 0x2")}{}${HIDDEN}`, 400],
  ["a length beyond numbers", `${head(POST, HOST, `Content-Length: ${"9".repeat(30)}`)}{}`, 400],
  ["a chunk without a size", `${head(POST, HOST, CHUNKED)}\r\n{}\r\n0\r\n\r\n${HIDDEN}`, 400],
  ["a chunk of another size", `${head(POST, HOST, CHUNKED)}1\r\n{}\r\n0\r\n\r\n${HIDDEN}`, 400],
  ["a chunk beyond numbers", `${head(POST, HOST, CHUNKED)}${"f".repeat(30)}\r\n{}`, 400],
  ["a folded header", `${head(TIME, HOST, "X-One: 1\r\n folded")}${HIDDEN}`, 400],
  ["a space before the colon", `${head(TIME, HOST, "Content-Length : 2")}${HIDDEN}`, 400],
  ["a header without a name", `${head(TIME, HOST, ": 2")}${HIDDEN}`, 400],
  ["a zero byte in a header", `${head(TIME, HOST, "X-One: a\0b")}${HIDDEN}`, 400],
  ["a bare line feed in a header", `${TIME}\r\n${HOST}\r\nX-One: a\nX-Two: b\r\n\r\n`, 400],
  ["a bare carriage return", `${head(TIME, HOST, "X-One: a\rX-Two: b")}${HIDDEN}`, 400],
  ["bytes beyond ASCII in the path", `${head("GET /api/\xff HTTP/1.1", HOST)}${HIDDEN}`, 400],
  ["a method of its own", `${head("STEAL /api/v2/public/time HTTP/1.1", HOST)}${HIDDEN}`, 400],
  ["HTTP 3.1", `${head("GET /api/v2/public/time HTTP/3.1", HOST)}`, 400],
  ["a TLS greeting", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", 400],
  ["a WebSocket frame", "\x81\x84\x11\x22\x33\x44aaaa", 400],
  ["headers of 20 KiB", head(TIME, HOST, `X-One: ${"x".repeat(20_000)}`), 431],
  ["a path of 20 KiB", head(`GET /${"x".repeat(20_000)} HTTP/1.1`, HOST), 431],
];

function statuses(answer: string): number[] {
  return [...answer.matchAll(/^HTTP\/1\.1 (\d{3}) /gm)].map(([, status]) => Number(status));
}

async function answerTo(bytes: string): Promise<string> {
  const raw = await RawConnection.open(port);
  raw.write(Buffer.from(bytes, "latin1"));
  const answer = await raw.everything();
  raw.socket.destroy();
  return answer;
}

/** The exchange still answers, and has no fault to report. */
async function expectSound(): Promise<void> {
  expect((await exchange.get("/api/v2/public/time")).code).toBe("00000");
  expect(exchange.gateway.faults).toEqual([]);
}

describe.each(LANES)("in the %s lane, a request with", (lane) => {
  beforeAll(async () => {
    exchange = await ExchangeFixture.start({ endpoints: listEndpoints(), users: [], lane });
    port = await listeningPort(exchange.gateway.app);
  });
  afterAll(() => exchange[Symbol.asyncDispose]());

  it.each(BROKEN)("%s is answered once, and nothing behind it is", async (_name, bytes, status) => {
    const answer = await answerTo(bytes);
    expect(statuses(answer)).toEqual([status]);
    expect(answer).toMatch(/connection: close/i);
    expect(JSON.parse(answer.slice(answer.indexOf("\r\n\r\n") + 4))).toMatchObject({ data: null });
    await expectSound();
  });

  it("a chunked body beyond the limit is refused before it ends", async () => {
    const raw = await RawConnection.open(port);
    const chunk = `4000\r\n${"x".repeat(0x4000)}\r\n`;
    raw.write(`${head(POST, HOST, "Content-Type: application/json", CHUNKED)}${chunk.repeat(5)}`);
    await eventually("a refusal", () => statuses(raw.text).length === 1);
    expect(statuses(raw.text)).toEqual([413]);
    raw.socket.destroy();
    await expectSound();
  });

  it("an expectation that is unknown is refused, 100-continue is met", async () => {
    const raw = await RawConnection.open(port);
    raw.write(head(POST, HOST, "Content-Length: 2", "Expect: 100-continue"));
    await eventually("a go-ahead", () => raw.text.startsWith("HTTP/1.1 100 "));
    raw.write("{}");
    await eventually("a refusal without a key", () => raw.text.includes('"40001"'));
    raw.socket.destroy();
    expect(await answerTo(head(TIME, HOST, "Expect: more", "Connection: close"))).toMatch(
      /^HTTP\/1\.1 417 /,
    );
    await expectSound();
  });

  it("the address of another host in its path is no proxy request", async () => {
    const target = "GET http://192.0.2.1/api/v2/public/time HTTP/1.1";
    const answer = await answerTo(head(target, HOST, "Connection: close"));
    expect(answer).toMatch(/^HTTP\/1\.1 (200|404) /);
    expect(statuses(await answerTo(head("CONNECT 192.0.2.1:80 HTTP/1.1", HOST)))).not.toContain(
      200,
    );
    await expectSound();
  });

  it("no host is refused", async () => {
    expect(statuses(await answerTo(`${head(TIME)}${HIDDEN}`))).toEqual([400]);
    await expectSound();
  });

  it("an upgrade to another protocol is served as it is", async () => {
    const raw = await RawConnection.open(port);
    raw.write(head(TIME, HOST, "Connection: Upgrade", "Upgrade: h2c", "HTTP2-Settings: AAA"));
    await eventually("an answer", () => raw.text.includes('"serverTime"'));
    expect(statuses(raw.text)).toEqual([200]);
    raw.socket.destroy();
    await expectSound();
  });

  it("its client half closed behind it is answered", async () => {
    const raw = await RawConnection.open(port);
    raw.socket.end(head(TIME, HOST));
    expect(statuses(await raw.everything())).toEqual([200]);
    raw.socket.destroy();
    await expectSound();
  });
});
