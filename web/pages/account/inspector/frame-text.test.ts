import { expect, it } from "vitest";
import type { Frame } from "../../../wire/traffic.ts";
import { asCurl, filtered, isRefusal, readable } from "./frame-text.ts";

const rest = (target: string, received: string, sent = ""): Frame => ({
  ...{ atMs: 1, transport: "rest", direction: "exchange", target, sent, received },
  ...{ status: 200, durationMs: 3 },
});
const GOOD = rest("GET /api/v3/market/tickers?category=SPOT", '{"code":"00000","data":[]}');
const BAD = rest("POST /api/v3/trade/place-order", '{"code":"40762","msg":"no"}', '{"qty":"1"}');
const PUSH: Frame = { ...GOOD, transport: "socket", target: "/v3/ws/public", received: "{}" };

it("a refusal is an answer whose code is not that of success", () => {
  expect([GOOD, BAD, PUSH].map(isRefusal)).toEqual([false, true, false]);
  expect(isRefusal({ ...PUSH, received: '{"event":"error","code":30001}' })).toBe(true);
});

it("a filter keeps what it names", () => {
  const all = { text: "", isRefusedOnly: false, transport: "all" } as const;
  const frames = [GOOD, BAD, PUSH];
  expect(filtered(frames, all)).toEqual(frames);
  expect(filtered(frames, { ...all, text: "PLACE" })).toEqual([BAD]);
  expect(filtered(frames, { ...all, isRefusedOnly: true })).toEqual([BAD]);
  expect(filtered(frames, { ...all, transport: "socket" })).toEqual([PUSH]);
});

it("a private request is copied with the names of the headers, and never with a secret", () => {
  expect(asCurl(BAD, "http://a")).toBe(
    [
      "curl -sS -X POST 'http://a/api/v3/trade/place-order' \\",
      '  -H "ACCESS-KEY: $KEY" -H "ACCESS-SIGN: $SIGN" \\',
      '  -H "ACCESS-TIMESTAMP: $TIMESTAMP" -H "ACCESS-PASSPHRASE: $PASSPHRASE" \\',
      `  -H 'content-type: application/json' -d '{"qty":"1"}'`,
    ].join("\n"),
  );
});

it("a public request needs no key, and quotes cannot leave their text", () => {
  expect(asCurl(GOOD, "http://a")).toBe("curl -sS 'http://a/api/v3/market/tickers?category=SPOT'");
  expect(asCurl({ target: "GET /api/v3/market/a?b='c", sent: "" }, "")).toContain(`b='\\''c'`);
});

it("JSON gets line breaks, and other texts stay", () => {
  expect(readable('{"a":1}')).toBe('{\n  "a": 1\n}');
  expect(readable("pong")).toBe("pong");
});
