import { describe, expect, it } from "vitest";
import type { Frame } from "../../../wire/traffic.ts";
import { isLetThrough, NO_FILTER } from "./frame-filter.ts";
import { type InspectedItem, inspectedFrame, readable, seenFrame } from "./seen-frame.ts";

const REQUEST: Frame = {
  ...{ atMs: 1, transport: "rest", direction: "exchange", status: 200, durationMs: 3 },
  target: "GET /api/v3/market/tickers?category=SPOT",
  ...{ sent: "", received: '{"code":"00000","data":["é"]}' },
};

function received(text: string): Frame {
  const socket = { transport: "socket", direction: "received", target: "/v3/ws/public" } as const;
  return { ...socket, atMs: 1, sent: "", received: text, status: 0, durationMs: 0 };
}

const ITEM: InspectedItem = {
  ...{ kind: "rest", time: "1700000000000", durationUs: "1500", requestId: "r-1" },
  ...{ isVerified: true, method: "POST", path: "/api/v3/trade/place-order", query: "" },
  ...{ requestBody: '{"qty":"0"}', isRequestCut: false, status: 400, isResponseCut: false },
  ...{ responseBody: '{"code":"40020","msg":"no"}', droppedBefore: 0 },
};

function pushed(text: string, isCut = false): InspectedItem {
  return { kind: "frame", time: "5", direction: "out", text, isCut, droppedBefore: 0 };
}

describe("a request of this page", () => {
  it("is listed with path, query, code, duration and bytes", () => {
    expect(seenFrame(REQUEST)).toMatchObject({
      ...{ kind: "request", method: "GET", subject: "/api/v3/market/tickers" },
      ...{ query: "category=SPOT", code: "00000", isRefused: false, durationMs: 3, bytes: 30 },
    });
  });

  it("cannot be repeated where its body is left out", () => {
    expect(seenFrame({ ...REQUEST, sent: "(left out: it has a secret)" }).isWhole).toBe(false);
  });
});

describe("an item of the stream of a key", () => {
  it("is listed with its code and its time in ms", () => {
    expect(inspectedFrame(ITEM)).toMatchObject({
      ...{ kind: "request", atMs: 1_700_000_000_000, status: 400, code: "40020" },
      ...{ isRefused: true, durationMs: 1.5, isWhole: true, notes: ["Request r-1"] },
    });
  });

  it("says that it is cut, not verified or not measured", () => {
    const faults = { isVerified: false, isRequestCut: true, isResponseCut: true };
    const seen = inspectedFrame({ ...ITEM, ...faults, durationUs: "0" } as InspectedItem);
    expect(seen.durationMs).toBe(undefined);
    expect(seen.isWhole).toBe(false);
    expect(seen.notes).toEqual([
      "It was refused before its signature was verified",
      "The request is cut after 16 KiB",
      "The answer is cut after 16 KiB",
      "Request r-1",
    ]);
  });

  it("has no body to repeat where the endpoint issues keys", () => {
    expect(inspectedFrame({ ...ITEM, requestBody: "[removed]" } as InspectedItem).isWhole).toBe(
      false,
    );
  });
});

describe("a frame of a connection", () => {
  it.each([
    ['{"op":"subscribe","args":[{"topic":"order","instType":"UTA"}]}', "subscribe order UTA"],
    ['{"op":"subscribe","args":[{"topic":"a"},{"topic":"b"}]}', "subscribe a and 1 more"],
    ['{"op":"login","args":[{"apiKey":"bg_1"}]}', "login"],
    ['{"arg":{"instType":"SPOT","channel":"orders","instId":"BTCUSDT"}}', "orders SPOT BTCUSDT"],
    ["pong", "pong"],
    ["[1]", "[1]"],
    ["null", "null"],
  ])("is named by what it is about: %s", (text, subject) => {
    expect(inspectedFrame(pushed(text)).subject).toBe(subject);
  });

  it("is refused where it is an error, and not by a code inside its rows", () => {
    const refused = '{"event":"error","code":30001,"arg":{"topic":"x"}}';
    expect(seenFrame(received(refused))).toMatchObject({ isRefused: true, code: "30001" });
    const rows = '{"arg":{"topic":"x"},"data":[{"code":"40001"}]}';
    expect(seenFrame(received(rows))).toMatchObject({ isRefused: false, code: "" });
  });

  it("goes to or comes from the exchange", () => {
    expect(inspectedFrame(pushed("pong"))).toMatchObject({ kind: "received", received: "pong" });
    const ping: InspectedItem = { ...pushed("ping"), direction: "in" } as InspectedItem;
    expect(inspectedFrame(ping)).toMatchObject({ kind: "sent", sent: "ping", received: "" });
    expect(inspectedFrame(pushed("{", true)).notes).toEqual(["The frame is cut after 16 KiB"]);
  });
});

describe("a filter", () => {
  const good = seenFrame(REQUEST);
  const bad = inspectedFrame(ITEM);
  const push = inspectedFrame(pushed('{"arg":{"topic":"order"}}'));
  const kept = (filter: object) =>
    [good, bad, push].filter((frame) => isLetThrough(frame, { ...NO_FILTER, ...filter }));

  it("lets through what all its parts name", () => {
    expect(kept({})).toEqual([good, bad, push]);
    expect(kept({ text: "PLACE" })).toEqual([bad]);
    expect(kept({ text: "category=spot" })).toEqual([good]);
    expect(kept({ text: "post /api" })).toEqual([bad]);
    expect(kept({ isRefusedOnly: true })).toEqual([bad]);
    expect(kept({ kind: "received" })).toEqual([push]);
    expect(kept({ subject: "/api/v3/market/tickers" })).toEqual([good]);
    expect(kept({ kind: "sent", isRefusedOnly: true })).toEqual([]);
  });
});

it("JSON gets line breaks, and other texts stay", () => {
  expect(readable('{"a":1}')).toBe('{\n  "a": 1\n}');
  expect(readable("pong")).toBe("pong");
});
