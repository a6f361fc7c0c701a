/** Frames that break the WebSocket protocol, or use what this exchange does not need of it. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { WEBSOCKET_LIMITS } from "../../src/gateway/websocket/websocket-limits.ts";
import { eventually } from "../support/eventually.ts";
import { type FrameTerms, frameOf, OPCODE, RawConnection } from "../support/raw-connection.ts";
import { type SocketFixture, socketFixture } from "../support/socket-fixture.ts";

const { binary, close, continuation, ping, pong, text } = OPCODE;
const NOT_UTF8 = Buffer.from([0x22, 0xc3, 0x28, 0x22]);
const MESSAGE = '{"op":"subscribe","args":[{"instType":"SPOT","channel":"sång","instId":"x"}]}';
const MESSAGE_BYTES = Buffer.from(MESSAGE);
/** Most fragments of a message that the library takes. */
const FRAGMENTS_MAX = 16_384;

let fixture: SocketFixture;
beforeAll(async () => {
  fixture = await socketFixture();
});
afterAll(() => fixture[Symbol.asyncDispose]());

const opened: RawConnection[] = [];
afterEach(async () => {
  for (const { socket } of opened.splice(0)) socket.destroy();
  await eventually("all are gone", () => fixture.exchange.gateway.connectionCount === 0);
});

async function open(headers: readonly string[] = [], to = fixture): Promise<RawConnection> {
  const raw = await RawConnection.upgraded(to.address.port, headers);
  opened.push(raw);
  return raw;
}

function frames(...terms: readonly FrameTerms[]): Buffer {
  return Buffer.concat(terms.map(frameOf));
}

/** Parts of a message as fragments of one byte each. */
function inBytes(payload: Buffer): FrameTerms[] {
  return [...payload].map((byte, at) => ({
    opcode: at === 0 ? text : continuation,
    payload: Buffer.from([byte]),
    isFinal: at === payload.length - 1,
  }));
}

const started = { opcode: text, payload: "{", isFinal: false };

const BROKEN: readonly (readonly [string, Buffer, number])[] = [
  ["without a mask", frames({ opcode: text, payload: "ping", isMasked: false }), 1002],
  ["compressed without agreement", frames({ opcode: text, payload: "x", reserved: 4 }), 1002],
  ["with reserved bits", frames({ opcode: text, payload: "x", reserved: 3 }), 1002],
  ["of an unknown kind", frames({ opcode: 3, payload: "x" }), 1002],
  ["of an unknown control kind", frames({ opcode: 11 }), 1002],
  ["that continues nothing", frames({ opcode: continuation, payload: "x" }), 1002],
  ["that begins within a message", frames(started, { opcode: text, payload: "x" }), 1002],
  ["ping in fragments", frames({ opcode: ping, isFinal: false }), 1002],
  ["ping of 126 bytes", frames({ opcode: ping, payload: "x".repeat(126) }), 1002],
  ["close of one byte", frames({ opcode: close, payload: "x" }), 1002],
  ["close with a code of none", frames({ opcode: close, payload: Buffer.from([3, 237]) }), 1002],
  [
    "close with a reason that is not UTF-8",
    frames({ opcode: close, payload: Buffer.concat([Buffer.from([3, 232]), NOT_UTF8]) }),
    1007,
  ],
  ["text that is not UTF-8", frames({ opcode: text, payload: NOT_UTF8 }), 1007],
  ["fragments that are not UTF-8", frames(...inBytes(NOT_UTF8)), 1007],
  ["longer than memory", frames({ opcode: text, claimed: (1n << 62n) + 1n }), 1009],
  ["longer than a message may be", frames({ opcode: binary, claimed: 65_537n }), 1009],
  [
    "fragments longer than a message",
    frames(started, { opcode: continuation, payload: "x".repeat(65_536) }),
    1009,
  ],
  [
    "empty fragments without end",
    frames(started, ...Array(FRAGMENTS_MAX).fill({ opcode: continuation, isFinal: false })),
    1008,
  ],
];

describe("a frame", () => {
  it.each(BROKEN)("%s closes its connection alone", async (_name, bytes, code) => {
    const bystander = await fixture.connect();
    const raw = await open();
    raw.write(bytes);
    await eventually("a close frame", () => raw.closeCode !== undefined);
    expect(raw.closeCode).toBe(code);
    expect(raw.frames.filter(({ opcode }) => opcode === text)).toEqual([]);
    raw.socket.end();
    await eventually("it is gone", () => fixture.exchange.gateway.connectionCount === 1);
    bystander.send("ping");
    await eventually("the pong of another", () => bystander.texts.includes("pong"));
    bystander.socket.terminate();
    expect(fixture.faults).toEqual([]);
  });

  it("is answered whole when it comes byte by byte, in fragments, around a ping", async () => {
    const raw = await open();
    const [first, ...rest] = inBytes(MESSAGE_BYTES);
    const ordered = [first ?? started, { opcode: ping, payload: "between" }, ...rest];
    for (const byte of frames(...ordered)) raw.write(Buffer.from([byte]));
    await eventually("both answers", () => raw.frames.length === 2);
    const [answered, refusal] = raw.frames;
    expect([answered?.opcode, String(answered?.payload)]).toEqual([pong, "between"]);
    expect(JSON.parse(String(refusal?.payload))).toMatchObject({
      ...{ event: "error", code: 30001, arg: { channel: "sång" } },
    });
  });

  it("of binary data is refused, and the connection stays open", async () => {
    const raw = await open();
    raw.write(frames({ opcode: binary, payload: NOT_UTF8 }, { opcode: text, payload: "ping" }));
    await eventually("both answers", () => raw.frames.length === 2);
    expect(JSON.parse(String(raw.frames[0]?.payload))).toMatchObject({ code: 30002 });
    expect(String(raw.frames[1]?.payload)).toBe("pong");
  });

  it("is never compressed, although the client offers it", async () => {
    const raw = await open(["Sec-WebSocket-Extensions: permessage-deflate"]);
    expect(raw.text).toMatch(/^HTTP\/1\.1 101 /);
    expect(raw.text).not.toMatch(/extensions/i);
  });
});

describe("a connection", () => {
  it.each([
    ["after the handshake", Buffer.alloc(0)],
    ["within a frame", frameOf({ opcode: text, payload: MESSAGE }).subarray(0, 20)],
    ["within a message", frameOf(started)],
  ])("that the client half closes %s ends", async (_name, bytes) => {
    const { gateway } = fixture.exchange;
    const raw = await open();
    expect(gateway.connectionCount).toBe(1);
    raw.write(bytes);
    raw.socket.end();
    await eventually("it is gone", () => gateway.connectionCount === 0);
    expect(fixture.faults).toEqual([]);
  });

  it("that never ends its frame is closed after two minutes, pings or not", async () => {
    await using own = await socketFixture();
    const { gateway } = own.exchange;
    const raw = await open([], own);
    raw.write(frameOf({ opcode: ping }));
    await eventually("the pong", () => raw.frames.length === 1);
    raw.write(frameOf({ opcode: text, payload: MESSAGE }).subarray(0, 20));
    own.clock.advance(WEBSOCKET_LIMITS.idleMs + 10_000);
    await eventually("a close frame", () => raw.closeCode === 1001);
    // It does not answer the close frame either.
    own.clock.advance(WEBSOCKET_LIMITS.closingMs);
    await eventually("it is gone", () => gateway.connectionCount === 0);
    raw.socket.destroy();
  });

  it.each([
    ["pings", ping],
    ["pongs", pong],
  ])("may send ten %s of the protocol in a second, and is closed for more", async (_, opcode) => {
    await using own = await socketFixture({ mode: "exact" });
    const raw = await open([], own);
    for (let second = 0; second < 3; second += 1) {
      raw.write(frames(...Array(9).fill({ opcode }), { opcode: text, payload: "ping" }));
      const texts = () => raw.frames.filter((frame) => frame.opcode === text).length;
      await eventually("the pong", () => texts() === second + 1);
      own.clock.advance(1_000);
    }
    expect(raw.closeCode).toBeUndefined();
    raw.write(frames(...Array(11).fill({ opcode })));
    await eventually("a close frame", () => raw.closeCode === 1008);
    const last = raw.frames.filter((frame) => frame.opcode === text).at(-1);
    expect(JSON.parse(String(last?.payload))).toMatchObject({ event: "error", code: 30007 });
    raw.socket.destroy();
  });

  it("that sends pings and reads nothing is cut off before its pongs fill memory", async () => {
    const { gateway } = fixture.exchange;
    const raw = await open();
    raw.socket.pause();
    const flood = frames(...Array(1_000).fill({ opcode: ping, payload: "x".repeat(125) }));
    let largest = 0;
    // Without limits on messages, as here, the count of unsent pongs ends it.
    for (let sent = 0; sent < 500 && gateway.connectionCount > 0; sent += 1) {
      raw.write(flood);
      await new Promise((resolve) => setImmediate(resolve));
      largest = Math.max(largest, gateway.bufferedBytes);
    }
    await eventually("it is gone", () => gateway.connectionCount === 0);
    expect(largest).toBeLessThan(WEBSOCKET_LIMITS.bufferedBytesMax);
  });
});
