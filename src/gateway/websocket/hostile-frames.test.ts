import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { eventually } from "../../../test/support/eventually.ts";
import {
  type SocketFixture,
  socketFixture,
  type TestSocket,
} from "../../../test/support/socket-fixture.ts";
import { random, spoiled } from "../../../test/support/spoiled-text.ts";

let fixture: SocketFixture;
beforeAll(async () => {
  fixture = await socketFixture();
});
afterAll(() => fixture[Symbol.asyncDispose]());

const SEEDS = [
  "ping",
  '{"op":"subscribe","args":[{"instType":"spot","topic":"books","symbol":"BTCUSDT"}]}',
  '{"op":"subscribe","args":[{"instType":"SPOT","channel":"candle1m","instId":"BTCUSDT"}]}',
  '{"op":"unsubscribe","args":[{"instType":"UTA","topic":"account","interval":"1m"}]}',
  '{"op":"subscribe","args":[{"instType":"UTA","topic":"order"}]}',
  '{"op":"trade","id":"1","category":"spot","topic":"place-order","args":[{"symbol":"BTCUSDT",' +
    '"side":"buy","orderType":"limit","qty":"0.01","price":"49000","clientOid":"a"}]}',
  '{"op":"trade","id":2,"topic":"batch-cancel","args":[{"orderId":"1000000000000000001"}]}',
  '{"op":"trade","args":[{"id":"r","instType":"SPOT","instId":"BTCUSDT","channel":"place-order",' +
    '"params":{"side":"buy"}}]}',
];
async function sendAll(socket: TestSocket, texts: readonly string[]): Promise<void> {
  for (const text of texts) socket.send(text);
  const pings = socket.texts.filter((text) => text === "pong").length;
  socket.send("ping");
  await eventually("the pong", () => {
    return socket.texts.filter((text) => text === "pong").length > pings;
  });
}

it("answers 10,000 malformed messages without an internal fault", async () => {
  const next = random(11);
  const socket = await fixture.login("unified");
  const guest = await fixture.connect();
  for (let round = 0; round < 20; round += 1) {
    const texts = Array.from({ length: 500 }, () => spoiled(SEEDS, next));
    await sendAll(round % 4 === 0 ? guest : socket, texts);
  }
  expect(fixture.faults).toEqual([]);
  expect(socket.closed).toBeUndefined();
  expect(guest.closed).toBeUndefined();
  for (const { event, action, code } of socket.messages) {
    expect(event ?? action).toMatch(/^(login|error|subscribe|unsubscribe|trade|snapshot|update)$/);
    if (event === "error") expect(code).toBeTruthy();
  }
});

function rawSocket(port: number): Promise<Socket> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.on("error", () => undefined);
    socket.once("data", () => resolve(socket));
    socket.write(
      "GET /ws HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n" +
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n",
    );
  });
}

it("survives frames that break the WebSocket protocol", async () => {
  const next = random(5);
  const { port } = fixture.address;
  const before = fixture.exchange.gateway.connectionCount;
  const sockets = await Promise.all(Array.from({ length: 50 }, () => rawSocket(port)));
  for (const socket of sockets) {
    socket.write(Buffer.from(Array.from({ length: 1 + next(200) }, () => next(256))));
  }
  for (const socket of sockets) socket.destroy();
  await eventually("all are gone", () => {
    return fixture.exchange.gateway.connectionCount === before;
  });
  const socket = await fixture.connect();
  await sendAll(socket, []);
  expect(fixture.faults).toEqual([]);
});

it("closes a connection whose message is too long", async () => {
  const socket = await fixture.connect();
  socket.send("x".repeat(70_000));
  expect((await socket.closing()).code).toBe(1009);
});

/** A masked text frame, as clients send them; `text` has fewer than 126 bytes. */
function maskedFrame(text: string): Buffer {
  const mask = Buffer.from([1, 2, 3, 4]);
  const payload = Buffer.from(text);
  for (const [at, byte] of payload.entries()) payload[at] = byte ^ (mask[at & 3] ?? 0);
  return Buffer.concat([Buffer.from([0x81, 0x80 | payload.length]), mask, payload]);
}

const BOOKS = '{"op":"subscribe","args":[{"instType":"spot","topic":"books","symbol":"BTCUSDT"}]}';
const NO_BOOKS = BOOKS.replace("subscribe", "unsubscribe");

it("answers 200 messages of one segment in order, and the half frame when its rest comes", async () => {
  const socket = await rawSocket(fixture.address.port);
  let received = Buffer.alloc(0);
  socket.on("data", (bytes) => {
    received = Buffer.concat([received, bytes]);
  });
  const unknown = (nth: number): string =>
    `{"op":"subscribe","args":[{"instType":"spot","topic":"t${nth}"}]}`;
  const frames = Array.from({ length: 200 }, (_, nth) => maskedFrame(unknown(nth)));
  const half = maskedFrame("ping");
  socket.write(Buffer.concat([...frames, half.subarray(0, 5)]));
  await eventually("200 answers", () => received.includes("topic:t199"));
  const asked = [...received.toString("latin1").matchAll(/topic:(t\d+)/g)].map(
    ([, topic]) => topic,
  );
  expect(asked).toEqual(Array.from({ length: 200 }, (_, nth) => `t${nth}`));
  expect(received.includes("pong")).toBe(false);
  socket.write(half.subarray(5));
  await eventually("the pong", () => received.includes("pong"));
  socket.destroy();
});

it("ends a subscription that is opened, ended and cut within one segment", async () => {
  await using own = await socketFixture();
  const { gateway, publicChannels } = own.exchange;
  const sockets = await Promise.all(Array.from({ length: 20 }, () => rawSocket(own.address.port)));
  const closeFrame = Buffer.from([0x88, 0x82, 0, 0, 0, 0, 0x03, 0xe8]);
  for (const [nth, socket] of sockets.entries()) {
    const ended = nth % 2 === 0 ? [BOOKS, NO_BOOKS] : [BOOKS];
    socket.write(Buffer.concat([...ended.map(maskedFrame), closeFrame]));
    if (nth % 3 === 0) socket.destroy();
  }
  await eventually("all are gone", () => gateway.connectionCount === 0);
  expect([gateway.subscriptionCount, publicChannels.publisherCount]).toEqual([0, 0]);
  for (const socket of sockets) socket.destroy();
  expect(own.faults).toEqual([]);
});
