import { PassThrough, Writable } from "node:stream";
import { afterEach, describe, expect, it } from "vitest";
import { eventually } from "../../../test/support/eventually.ts";
import { type SocketFixture, socketFixture } from "../../../test/support/socket-fixture.ts";
import { REMOVED, SHOWN_MAX, shown, shownBytes, shownQuery } from "./inspected.ts";
import { ITEMS_PER_SECOND, UNSENT_BYTES_MAX } from "./tap.ts";
import { Taps } from "./taps.ts";

const KEY = { keyId: "bg_key", userIndex: 7 };
const BOTH = { target: KEY, watcher: { ...KEY, mainIndex: 7 } };

function textOf(stream: PassThrough): string {
  return String(stream.read() ?? "");
}

describe("shown texts", () => {
  it("have no passphrase, secret or signature, whatever surrounds them", () => {
    for (const text of [
      '{"passphrase":"hunter2"}',
      '{"a":1, "Passphrase" : "hunter2", "b":2}',
      '{"args":[{"sign":"hunter2","apiKey":"bg_1"}]}',
      '{"pass\\u0070hrase":"hunter2"}',
      '{"secretKey":"hunter2\\"hunter2"}',
      '{"passphrase":"hunter2',
      '{"newPassword":"hunter2"}',
      '{"passphrase":[hunter2}',
      '{"passphrase": hunter2}',
    ]) {
      expect(shown(text).text, text).not.toContain("hunter2");
      expect(shown(text).text).toContain(REMOVED);
    }
    expect(shownQuery("a=1&passphrase=hunter2&b=2")).toBe(`a=1&passphrase=${REMOVED}&b=2`);
    expect(shownQuery("pass%70hrase=hunter2")).not.toContain("hunter2");
  });

  it("keep other members, and say when they are cut", () => {
    const text = '{"price":"1","clientOid":"passphrase"}';
    expect(shown(text)).toEqual({ text, isCut: false });
    const long = shownBytes(Buffer.from("x".repeat(SHOWN_MAX + 1)));
    expect([long.text.length, long.isCut]).toEqual([SHOWN_MAX, true]);
  });

  it("take no long time for texts that are made to take it", () => {
    const started = performance.now();
    const long = (part: string): string => part.repeat(Math.ceil(SHOWN_MAX / part.length));
    for (const part of ['"\\u0061', '"secret":"\\', '"', "secret", " ", "%", "\\"]) {
      for (const text of [long(part), `"${long(part)}"`, `"secret"${long(part)}`]) {
        shown(text);
        shownQuery(text);
      }
    }
    expect(performance.now() - started).toBeLessThan(1_000);
  });
});

describe("a tap", () => {
  it("gets at most a number of items per second, and says how many it left out", () => {
    const taps = new Taps();
    const stream = new PassThrough();
    taps.open(stream, BOTH);
    for (let at = 0; at < ITEMS_PER_SECOND + 5; at += 1) taps.frame("bg_key", "in", "ping", 1);
    const items = textOf(stream)
      .split("\n\n")
      .filter((part) => part.startsWith("data: "));
    expect(items).toHaveLength(ITEMS_PER_SECOND);
    taps.frame("bg_other", "in", "ping", 1);
    expect(textOf(stream)).toBe("");
    stream.destroy();
  });

  it("ends when its reader is too slow, with a reason", async () => {
    const taps = new Taps();
    const written: string[] = [];
    const stuck = new Writable({
      decodeStrings: false,
      write: (chunk: string, _encoding, _done) => void written.push(chunk),
    });
    taps.open(stuck, BOTH);
    const frames = Math.ceil(UNSENT_BYTES_MAX / SHOWN_MAX) + 2;
    for (let at = 0; at < frames; at += 1) taps.frame("bg_key", "out", "x".repeat(SHOWN_MAX), 1);
    expect(stuck.writableEnded).toBe(true);
    await eventually("the place is free", () => taps.isEmpty);
  });
});

describe("frames of a connection", () => {
  let fixture: SocketFixture;
  afterEach(() => fixture[Symbol.asyncDispose]());

  it("of the key are shown in both directions, public channels among them", async () => {
    fixture = await socketFixture();
    const { apiKey: keyId, userIndex } = fixture.key("unified").record;
    const stream = new PassThrough();
    const key = { keyId, userIndex };
    fixture.taps.open(stream, { target: key, watcher: { ...key, mainIndex: userIndex } });
    const socket = await fixture.connect();
    const login = fixture.loginOf("unified");
    socket.send(login);
    await socket.message("the login", ({ event }) => event === "login");
    const args = [{ instType: "spot", topic: "ticker", symbol: "BTCUSDT" }];
    socket.send({ op: "subscribe", args });
    await socket.message("the subscription", ({ event }) => event === "subscribe");
    const other = await fixture.connect();
    other.send("ping");
    let text = "";
    await eventually("the frames", () => {
      text += textOf(stream);
      return text.includes('"direction":"out","text":"{\\"event\\":\\"subscribe');
    });
    expect(text).toContain('"direction":"in","text":"{\\"op\\":\\"subscribe');
    expect(text).not.toContain('"ping"');
    expect(text).not.toContain(fixture.key("unified").passphrase);
    stream.destroy();
  });
});
