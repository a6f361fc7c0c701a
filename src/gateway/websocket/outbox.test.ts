import { PassThrough } from "node:stream";
import { expect, it } from "vitest";
import { WebSocket, WebSocketServer } from "ws";
import { eventually } from "../../../test/support/eventually.ts";
import { Outbox } from "./outbox.ts";
import { textFrame } from "./text-frame.ts";
import { PUBLIC_PER_TURN, TurnFlush } from "./turn-flush.ts";

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** An outbox over a stream that records its writes. */
function recordedOutbox(turn: TurnFlush, highWaterMark = 1_048_576) {
  const stream = new PassThrough({ highWaterMark });
  const writes: Buffer[] = [];
  const write = stream.write.bind(stream);
  stream.write = (bytes: Buffer) => {
    writes.push(bytes);
    return write(bytes);
  };
  return { outbox: new Outbox(stream, turn), stream, writes };
}

const PUSH = textFrame("push");

it("writes an answer in its turn, however many connections have a public push to send", async () => {
  const turn = new TurnFlush(1);
  const crowd = Array.from({ length: PUBLIC_PER_TURN * 3 }, () => recordedOutbox(turn));
  for (const { outbox } of crowd) outbox.addFrame(PUSH, false);
  const last = crowd[crowd.length - 1];
  last?.outbox.addText("answer");
  const reader = recordedOutbox(turn);
  reader.outbox.addFrame(PUSH, true);
  await nextTurn();
  expect(reader.writes).toEqual([PUSH]);
  expect(last?.writes).toEqual([Buffer.concat([PUSH, textFrame("answer")])]);
  const written = (): number => crowd.filter(({ writes }) => writes.length > 0).length;
  expect(written()).toBe(PUBLIC_PER_TURN + 1);
  expect(turn.framesSent).toBe(PUBLIC_PER_TURN + 3);
  await nextTurn();
  expect(written()).toBe(PUBLIC_PER_TURN * 2 + 1);
  await nextTurn();
  expect(crowd.map(({ writes }) => writes.length)).toEqual(crowd.map(() => 1));
});

it("sends a push together with the one before it that still waits, in order", async () => {
  const turn = new TurnFlush(1);
  const crowd = Array.from({ length: PUBLIC_PER_TURN + 1 }, () => recordedOutbox(turn));
  for (const { outbox } of crowd) outbox.addFrame(PUSH, false);
  await nextTurn();
  const late = crowd[PUBLIC_PER_TURN];
  expect([late?.writes, late?.outbox.buffered]).toEqual([[], PUSH.length]);
  const next = textFrame("next");
  for (const { outbox } of crowd) outbox.addFrame(next, false);
  await nextTurn();
  expect(late?.writes).toEqual([Buffer.concat([PUSH, next])]);
  await nextTurn();
  expect(crowd[0]?.writes).toEqual([PUSH, next]);
});

it("hands the bytes of a push to a fast reader while a slow one keeps them", async () => {
  const turn = new TurnFlush(1);
  const fast = recordedOutbox(turn);
  const slow = recordedOutbox(turn, 1);
  const pushes = Array.from({ length: 300 }, (_, nth) =>
    textFrame(`push ${nth} ${"x".repeat(nth)}`),
  );
  const bytes = Buffer.concat(pushes);
  const received: Buffer[] = [];
  fast.stream.on("data", (data: Buffer) => received.push(data));
  for (const push of pushes) {
    for (const { outbox } of [slow, fast]) outbox.addFrame(push, false);
    await nextTurn();
  }
  await eventually(
    "the fast reader has all",
    () => Buffer.concat(received).length === bytes.length,
  );
  expect(Buffer.concat(received).equals(bytes)).toBe(true);
  expect(fast.outbox.buffered).toBe(0);
  expect(slow.outbox.buffered).toBeGreaterThan(bytes.length / 2);
  const late: Buffer[] = [];
  slow.stream.on("data", (data: Buffer) => late.push(data));
  await eventually("the slow reader has all", () => Buffer.concat(late).length === bytes.length);
  expect(Buffer.concat(late).equals(bytes)).toBe(true);
});

it("sends nothing to a connection that closes within the turn, and goes on with the others", async () => {
  const turn = new TurnFlush(1);
  const [closed, other] = [recordedOutbox(turn), recordedOutbox(turn)];
  for (const { outbox } of [closed, other]) outbox.addFrame(PUSH, false);
  closed.outbox.addText("answer");
  closed.stream.end();
  await nextTurn();
  expect([closed.writes, other.writes]).toEqual([[], [PUSH]]);
  expect(closed.outbox.buffered).toBe(0);
  expect(turn.framesSent).toBe(1);
});

it("frames texts of every border of length so that a plain client reads them", async () => {
  const server = new WebSocketServer({ noServer: true, perMessageDeflate: false });
  const { createServer } = await import("node:http");
  const http = createServer().listen(0, "127.0.0.1");
  const lengths = [0, 1, 125, 126, 127, 65_535, 65_536, 70_000];
  const texts = lengths.flatMap((length) => ["x".repeat(length), "é".repeat(length >> 1)]);
  http.on("upgrade", (request, socket, head) => {
    server.handleUpgrade(request, socket, head, (webSocket) => {
      const outbox = new Outbox(socket, new TurnFlush(1));
      for (const [nth, text] of texts.entries()) {
        // Alone and shared, joined with an answer, and between two control frames.
        webSocket.ping(`${nth}`);
        outbox.addFrame(textFrame(text), false);
        outbox.flush();
        outbox.addText(text);
        outbox.addFrame(textFrame(text), true);
        outbox.flush();
      }
      webSocket.close(1012, "end");
    });
  });
  await eventually("the server listens", () => http.listening);
  const address = http.address();
  const port = typeof address === "object" ? address?.port : 0;
  const client = new WebSocket(`ws://127.0.0.1:${port}/`);
  const received: string[] = [];
  let pings = 0;
  client.on("message", (bytes: Buffer) => received.push(bytes.toString("utf8")));
  client.on("ping", () => {
    pings += 1;
  });
  let code: number | undefined;
  client.on("close", (closed) => {
    code = closed;
  });
  await eventually("the client is closed", () => code !== undefined);
  expect([code, pings]).toEqual([1012, texts.length]);
  expect(received).toEqual(texts.flatMap((text) => [text, text, text]));
  http.close();
});
