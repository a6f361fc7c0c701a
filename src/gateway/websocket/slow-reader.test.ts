import { PassThrough } from "node:stream";
import { expect, it } from "vitest";
import { WebSocket } from "ws";
import { orderDraft } from "../../../test/support/command-drafts.ts";
import { eventually } from "../../../test/support/eventually.ts";
import { socketFixture } from "../../../test/support/socket-fixture.ts";
import { Push } from "../../channels/push.ts";
import { Outbox } from "./outbox.ts";
import { TurnFlush } from "./turn-flush.ts";

const BUFFERED_MAX = 1_048_576;

function place(user: number, price: number, size: number) {
  return orderDraft({ user, side: "buy", price, size });
}

it("conflates public data for a stalled reader and sends it the current book afterwards", async () => {
  await using fixture = await socketFixture({ limits: { idleMs: 86_400_000 } });
  const maker = fixture.userIndex("maker");
  for (let level = 0; level < 2_000; level += 1) {
    await fixture.apply(place(maker, 4_900_000 + level, 10_000));
  }
  const socket = await fixture.connect();
  const args = ["books", "books50"].map((topic) => ({
    instType: "spot",
    topic,
    symbol: "BTCUSDT",
  }));
  socket.send({ op: "subscribe", args });
  await eventually("both snapshots", () => socket.messages.length === 4);
  socket.socket.pause();
  let most = 0;
  for (let step = 0; step < 4_000; step += 1) {
    await fixture.apply(place(maker, 4_900_000 + (step % 2_000), 10_000));
    fixture.clock.advance(60);
    most = Math.max(most, fixture.exchange.gateway.bufferedBytes);
  }
  expect(most).toBeLessThan(BUFFERED_MAX);
  const unread = socket.texts.length;
  socket.socket.resume();
  const { seq } = fixture.live.books.of(0);
  await eventually("the book of now", () => {
    fixture.clock.advance(300);
    const last = socket.messages.findLast(({ arg }) => arg.topic === "books");
    return last.data[0].seq === seq;
  });
  expect(socket.texts.length - unread).toBeLessThan(8_000);
  const sizes = new Map<string, string>();
  let known = 0;
  for (const { action, arg, data } of socket.messages) {
    if (arg.topic !== "books" || action === undefined) continue;
    if (action === "update") expect(data[0].pseq).toBe(known);
    else expect(known, "one snapshot").toBe(0);
    known = data[0].seq;
    for (const [price, size] of data[0].b) sizes.set(price, size);
  }
  const levels = fixture.live.books.of(0).bids.top(10_000);
  expect(sizes.size).toBe(levels.length);
  for (const { price, size } of levels) {
    expect(Number(sizes.get(String(price / 100)))).toBe(size / 1_000_000);
  }
});

it("closes a private reader that stalls, with a reason, and queues no more than its limit", async () => {
  await using fixture = await socketFixture();
  const socket = await fixture.login("unified");
  socket.send({ op: "subscribe", args: [{ instType: "UTA", topic: "order" }] });
  await socket.message("the acknowledgement", ({ event }) => event === "subscribe");
  socket.socket.pause();
  const user = fixture.userIndex("unified");
  let most = 0;
  await eventually(
    "the server gives up",
    async () => {
      for (let step = 0; step < 200; step += 1) await fixture.apply(place(user, 4_900_000, 10_000));
      most = Math.max(most, fixture.exchange.gateway.bufferedBytes);
      return fixture.exchange.privateChannels.userCount === 0 || isClosing(fixture);
    },
    60_000,
  );
  expect(most).toBeLessThan(BUFFERED_MAX + 200_000);
  socket.socket.resume();
  const { code, reason } = await socket.closing();
  expect(code).toBe(1008);
  expect(reason).toContain("too slow");
  const { uid } = fixture.key("unified").record;
  expect(fixture.incidents).toMatchObject([{ kind: "slow_reader", uid, address: "127.0.0.1" }]);
});

function isClosing(fixture: { exchange: { gateway: { closingCount: number } } }): boolean {
  return fixture.exchange.gateway.closingCount > 0;
}

it("writes all messages of one turn at once, in order, whatever their sizes", async () => {
  const turn = new TurnFlush(1);
  const stream = new PassThrough();
  const writes: Buffer[] = [];
  stream.on("data", (bytes: Buffer) => writes.push(bytes));
  const outbox = new Outbox(stream, turn);
  const shared = new Push("shared");
  const { textFrame } = await import("./text-frame.ts");
  shared.frame = textFrame(shared.text);
  const texts = ["a", "é".repeat(100), "x".repeat(200), "y".repeat(40_000)];
  for (const text of texts) outbox.addText(text);
  outbox.addFrame(shared.frame, false);
  expect(outbox.buffered).toBeGreaterThan(40_000);
  await eventually("the write", () => writes.length > 0);
  expect(writes).toHaveLength(1);
  const expected = Buffer.concat([...texts.map(textFrame), shared.frame]);
  expect(Buffer.concat(writes).equals(expected)).toBe(true);
  outbox.addText("z".repeat(70_000));
  outbox.addText("end");
  await eventually("the rest", () => Buffer.concat(writes).length > 140_000 - 30_000);
  const rest = Buffer.concat(writes).subarray(expected.length);
  expect(rest.equals(Buffer.concat([textFrame("z".repeat(70_000)), textFrame("end")]))).toBe(true);
});

it("is understood by a plain client of the library", async () => {
  await using fixture = await socketFixture();
  const client = new WebSocket(`ws://127.0.0.1:${fixture.address.port}/ws`);
  const texts: string[] = [];
  client.on("message", (bytes: Buffer) => texts.push(bytes.toString("utf8")));
  client.on("open", () => client.send("ping"));
  await eventually("the pong", () => texts.includes("pong"));
  // Compression was offered and declined.
  expect(client.extensions).toBe("");
  client.terminate();
});
