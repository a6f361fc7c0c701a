import { expect, it } from "vitest";
import { TIMESTAMP_WINDOW_MS } from "../auth/authenticator.ts";
import {
  earlyMs,
  REPEATED_REQUESTS_MAX,
  RepeatedRequests,
  type SentRequest,
} from "./repeated-requests.ts";
import { wireError } from "./wire-error.ts";

const NOW_MS = 1_700_000_000_000;

function received(changes: { body?: string; headers?: object; keyId?: string } = {}): SentRequest {
  const headers = { "access-timestamp": String(NOW_MS), ...changes.headers };
  const body = Buffer.from(changes.body ?? '{"amount":"1"}');
  const target = { method: "POST", path: "/api/v2/spot/wallet/transfer", query: "" };
  return { ...target, body, headers, keyId: changes.keyId ?? "bg_a" };
}

/** Counts the runs of an endpoint; the answer is their number. */
function counted() {
  const requests = new RepeatedRequests({});
  const runs = { count: 0 };
  const send = (request: SentRequest, nowMs = NOW_MS + 1): unknown =>
    requests.answer(request, nowMs, () => ++runs.count);
  return { requests, runs, send };
}

it("answers a request that is received again as the first one", () => {
  const { runs, send } = counted();
  const answers = Array.from({ length: 100 }, () => send(received()));
  expect(new Set(answers)).toEqual(new Set([1]));
  // Another encoding of the signature, or another header that it does not cover, is no other one.
  expect(send(received({ headers: { "access-sign": "c2lnbg==" } }))).toBe(1);
  expect(runs.count).toBe(1);
});

it.each([
  ["another body", { body: '{"amount":"2"}' }],
  ["another timestamp", { headers: { "access-timestamp": String(NOW_MS + 1) } }],
  ["another key", { keyId: "bg_b" }],
])("runs a request with %s", (_, changes) => {
  const { send } = counted();
  send(received());
  expect(send(received(changes))).toBe(2);
});

it("refuses the repetition of a request whose answer is a secret", async () => {
  const requests = new RepeatedRequests({ isSecret: true });
  const runs: string[] = [];
  const send = (nowMs = NOW_MS): unknown =>
    requests.answer(received(), nowMs, async () => {
      runs.push("run");
      return "secret";
    });
  expect(await send()).toBe("secret");
  expect(send()).toMatchObject({ code: "40008" });
  expect(runs).toHaveLength(1);
  expect(await send(NOW_MS + 2 * TIMESTAMP_WINDOW_MS + 1), "no timestamp lasts as long").toBe(
    "secret",
  );
});

it("runs a request again that was refused", async () => {
  const requests = new RepeatedRequests({});
  const send = (run: () => unknown) => requests.answer(received(), NOW_MS, run);
  const fail = (): never => {
    throw wireError("40015");
  };
  expect(() => send(fail)).toThrow();
  expect(send(() => wireError("40015"))).toMatchObject({ code: "40015" });
  await expect(send(() => Promise.reject(wireError("40015")))).rejects.toMatchObject({});
  expect(await send(async () => wireError("43012"))).toMatchObject({ code: "43012" });
  expect(await send(async () => "done")).toBe("done");
  expect(await send(fail)).toBe("done");
});

it("keeps an answer as long as the timestamp may be accepted", () => {
  const { send } = counted();
  expect(send(received(), NOW_MS)).toBe(1);
  expect(send(received(), NOW_MS + TIMESTAMP_WINDOW_MS)).toBe(1);
  expect(send(received(), NOW_MS + TIMESTAMP_WINDOW_MS + 1)).toBe(2);
});

it("runs nothing that an earlier process may have run, and tells that its outcome is unknown", () => {
  const requests = new RepeatedRequests({ recoveredMs: NOW_MS });
  const send = (timestampMs: number): unknown => {
    const headers = { "access-timestamp": String(timestampMs) };
    return requests.answer(received({ headers }), NOW_MS + 10, () => "run");
  };
  expect(send(NOW_MS - 1)).toMatchObject({ code: "40725" });
  expect(send(NOW_MS)).toMatchObject({ code: "40725" });
  expect(send(NOW_MS + 1)).toBe("run");
});

it("runs nothing before the time of its timestamp", () => {
  const { runs, send } = counted();
  expect(send(received(), NOW_MS - 1)).toMatchObject({ code: "40008" });
  expect(runs.count).toBe(0);
  expect(send(received(), NOW_MS)).toBe(1);
});

it.each([
  ["on time", 0, 0],
  ["late", -1, 0],
  ["early by a millisecond", 1, 1],
  ["early by five seconds", 5_000, 5_000],
  ["so early that it is refused", 5_001, 0],
])("lets a request wait that is %s", (_, aheadMs, waitMs) => {
  expect(earlyMs(received(), NOW_MS - aheadMs)).toBe(waitMs);
});

it("lets no request wait for a timestamp that is no number", () => {
  expect(earlyMs(received({ headers: { "access-timestamp": "soon" } }), NOW_MS)).toBe(0);
  expect(earlyMs({ headers: {} }, NOW_MS)).toBe(0);
});

it("keeps a bounded number of answers", () => {
  const { send } = counted();
  send(received());
  for (let count = 0; count < REPEATED_REQUESTS_MAX; count++) send(received({ body: `${count}` }));
  expect(send(received())).toBe(REPEATED_REQUESTS_MAX + 2);
});

/** A request of a session without a timestamp. */
function clicked(body?: string): SentRequest {
  const { headers: _, ...rest } = received(body === undefined ? {} : { body });
  return { ...rest, headers: {} };
}

it("counts a double click of a session without timestamps as one request", () => {
  const { send } = counted();
  expect([send(clicked()), send(clicked(), NOW_MS + 2_000)]).toEqual([1, 1]);
  expect(send(clicked('{"amount":"2"}')), "another amount").toBe(2);
  expect(send({ ...clicked(), keyId: "bg_b" }), "another session").toBe(3);
  expect(send(clicked(), NOW_MS + 2_002), "a later click").toBe(4);
  expect(send(clicked(), NOW_MS + 2_003), "which may be doubled, too").toBe(4);
});

it("does not run a click again while the first is not answered", async () => {
  const requests = new RepeatedRequests({});
  const { promise, resolve } = Promise.withResolvers<string>();
  const click = (nowMs: number): unknown => requests.answer(clicked(), nowMs, () => promise);
  const first = click(NOW_MS);
  expect(click(NOW_MS + 20_000)).toBe(first);
  resolve("done");
  expect(await first).toBe("done");
});
