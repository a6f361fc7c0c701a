import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { ChannelArg, ChannelListener } from "../wire/socket.ts";
import { BookStream } from "./book.ts";

/** A socket that keeps the requests and pushes what the test says. */
class FakeSocket {
  readonly requests: ChannelArg[] = [];
  readonly listeners = new Set<ChannelListener>();

  subscribe(arg: ChannelArg, listener: ChannelListener): () => void {
    this.requests.push(arg);
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Pushes as `ExchangeSocket` does, which visits listeners that are added meanwhile. */
  push(action: "snapshot" | "update", data: object): void {
    for (const listener of this.listeners) {
      listener.push({ action, arg: {}, data: [{ a: [], b: [], ...data }], ts: 0 });
    }
  }

  lose(): void {
    for (const listener of this.listeners) listener.restart?.();
  }
}

let socket: FakeSocket;
let book: BookStream;

beforeEach(() => {
  vi.useFakeTimers();
  socket = new FakeSocket();
  book = new BookStream("usdt-futures:BTCUSDT", socket);
});

afterEach(() => {
  book.close();
  vi.useRealTimers();
});

function begin(): void {
  socket.push("snapshot", {
    a: [
      ["101", "1"],
      ["102", "2"],
    ],
    b: [["100", "1"]],
    seq: 10,
    pseq: 0,
  });
}

const prices = (levels: BookStream["bids"]): string[] => levels.map(({ priceText }) => priceText);

it("asks for the channel of its market and loads until the snapshot", () => {
  expect(socket.requests).toEqual([
    { instType: "usdt-futures", topic: "books", symbol: "BTCUSDT" },
  ]);
  expect(book.health).toBe("loading");
  begin();
  expect(book.health).toBe("good");
});

it("sides go from the best price outwards, whatever the order of the pushes", () => {
  begin();
  socket.push("update", {
    a: [["100.5", "3"]],
    b: [
      ["99", "1"],
      ["100.2", "1"],
    ],
    seq: 12,
    pseq: 10,
  });
  expect(prices(book.asks)).toEqual(["100.5", "101", "102"]);
  expect(prices(book.bids)).toEqual(["100.2", "100", "99"]);
});

it("a size of zero removes a level, also one written with other zeros or unknown", () => {
  begin();
  socket.push("update", {
    a: [
      ["101.0", "0.000"],
      ["500", "0"],
    ],
    seq: 11,
    pseq: 10,
  });
  expect(prices(book.asks)).toEqual(["102"]);
});

it("an update before the snapshot changes nothing", () => {
  socket.push("update", { a: [["101", "1"]], seq: 5, pseq: 4 });
  expect([book.health, book.asks.length, book.gaps]).toEqual(["loading", 0, 0]);
});

it("the seq of the snapshot may lie within the first update, and older ones are contained", () => {
  begin();
  socket.push("update", { a: [["101", "9"]], seq: 9, pseq: 8 });
  expect(book.asks[0]?.size).toBe(1);
  socket.push("update", { a: [["101", "5"]], seq: 11, pseq: 9 });
  expect(book.asks[0]?.size).toBe(5);
  expect([book.health, book.gaps]).toEqual(["good", 0]);
});

it("a gap makes the book stale, asks once more and is healed by the next snapshot", () => {
  begin();
  socket.push("update", { a: [["101", "5"]], seq: 15, pseq: 13 });
  expect([book.health, book.gaps, socket.requests.length]).toEqual(["stale", 1, 2]);
  expect([socket.listeners.size, book.pushes]).toEqual([1, 2]);
  expect(book.asks[0]?.size).toBe(1);
  socket.push("update", { a: [["101", "6"]], seq: 16, pseq: 15 });
  expect(book.asks[0]?.size).toBe(1);
  socket.push("snapshot", { a: [["103", "1"]], seq: 20, pseq: 0 });
  socket.push("update", { b: [["90", "1"]], seq: 21, pseq: 20 });
  expect([book.health, prices(book.asks), prices(book.bids)]).toEqual(["good", ["103"], ["90"]]);
});

it("an update after a reset of the numbers is a gap", () => {
  begin();
  socket.push("update", { seq: 11, pseq: 10 });
  socket.push("update", { seq: 3, pseq: 0 });
  expect([book.health, book.gaps]).toEqual(["stale", 1]);
});

it("gaps in quick succession ask again only after a pause", () => {
  begin();
  socket.push("update", { seq: 15, pseq: 13 });
  begin();
  socket.push("update", { seq: 15, pseq: 13 });
  expect(socket.requests).toHaveLength(2);
  vi.advanceTimersByTime(15_000);
  expect(socket.requests).toHaveLength(3);
});

it("a lost connection makes the book stale until the snapshot of the next one", () => {
  begin();
  socket.lose();
  expect([book.health, prices(book.bids)]).toEqual(["stale", ["100"]]);
  socket.push("snapshot", { b: [["98", "1"]], seq: 1, pseq: 0 });
  expect([book.health, prices(book.bids), book.asks.length]).toEqual(["good", ["98"], 0]);
});

it("a connection lost before the snapshot leaves the book loading", () => {
  socket.lose();
  expect(book.health).toBe("loading");
});

it("a refused channel says why and is asked for again later", () => {
  for (const { refused } of socket.listeners) refused?.(30001, "no such channel");
  expect(book.refusal).toBe("no such channel");
  vi.advanceTimersByTime(60_000);
  expect(socket.requests).toHaveLength(2);
  begin();
  expect([book.refusal, book.health]).toEqual([undefined, "good"]);
});

it("a closed book listens no more and asks no more", () => {
  begin();
  for (const { refused } of socket.listeners) refused?.(30006, "too many");
  book.close();
  vi.advanceTimersByTime(60_000);
  expect([socket.listeners.size, socket.requests.length]).toEqual([0, 1]);
});

it("listeners are called after each change until they stop", () => {
  let calls = 0;
  const stop = book.onChange(() => {
    calls += 1;
  });
  begin();
  socket.push("update", { b: [["99", "1"]], seq: 11, pseq: 10 });
  stop();
  socket.lose();
  expect(calls).toBe(2);
});
