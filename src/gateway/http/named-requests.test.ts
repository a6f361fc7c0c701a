import { expect, it } from "vitest";
import { NAMED_REQUESTS_MAX, NamedRequests } from "./named-requests.ts";
import type { WireObject } from "./strict-json.ts";
import { wireError } from "./wire-error.ts";

const ALICE = 3;
const BOB = 4;

/** Counts the runs of an endpoint; the answer is their number. */
function counted() {
  const requests = new NamedRequests();
  const runs = { count: 0 };
  const send = (sent: WireObject, user = ALICE): unknown =>
    requests.answer(user, sent, () => ++runs.count);
  return { requests, runs, send };
}

const LOAN = { coin: "BTC", borrowAmount: "1", clientOid: "a" };

it("answers a client id of the same user as the first time", () => {
  const { send } = counted();
  expect([send(LOAN), send(LOAN), send(LOAN)]).toEqual([1, 1, 1]);
  expect(send({ clientOid: "a", borrowAmount: "1", coin: "BTC" }), "in another order").toBe(1);
  expect(send(LOAN, BOB), "of another user").toBe(2);
  expect(send({ ...LOAN, clientOid: "b" })).toBe(3);
});

it("refuses other terms under a known client id", () => {
  const { runs, send } = counted();
  send(LOAN);
  expect(send({ ...LOAN, borrowAmount: "2" })).toMatchObject({ code: "43118" });
  expect(runs.count).toBe(1);
});

it("runs every request without a client id", () => {
  const { send } = counted();
  const { clientOid: _, ...unnamed } = LOAN;
  expect([send(unnamed), send(unnamed), send({ ...unnamed, clientOid: "" })]).toEqual([1, 2, 3]);
});

it("runs a request again that was refused, and not one whose outcome is unknown", async () => {
  const requests = new NamedRequests();
  const send = (run: () => unknown) => requests.answer(ALICE, LOAN, run);
  expect(() => send(() => fail("40020"))).toThrow();
  expect(send(() => wireError("50020"))).toMatchObject({ code: "50020" });
  await expect(send(() => Promise.reject(wireError("40015")))).rejects.toMatchObject({});
  expect(await send(async () => wireError("50020"))).toMatchObject({ code: "50020" });
  await expect(send(() => Promise.reject(wireError("40725")))).rejects.toMatchObject({});
  await expect(send(async () => "done")).rejects.toMatchObject({ code: "40725" });
});

it("does not run a request again while the first is not answered", async () => {
  const requests = new NamedRequests();
  const { promise, resolve } = Promise.withResolvers<string>();
  const first = requests.answer(ALICE, LOAN, () => promise);
  expect(requests.answer(ALICE, LOAN, () => "again")).toBe(first);
  resolve("done");
  expect(await first).toBe("done");
});

it("keeps a bounded number of client ids", () => {
  const { send } = counted();
  send(LOAN);
  for (let count = 1; count < NAMED_REQUESTS_MAX; count++) {
    send({ ...LOAN, clientOid: `${count}` }, BOB);
  }
  expect(send(LOAN)).toBe(1);
  expect(send({ ...LOAN, clientOid: "one more" })).toBe(NAMED_REQUESTS_MAX + 1);
  expect(send(LOAN)).toBe(NAMED_REQUESTS_MAX + 2);
});

function fail(code: "40020"): never {
  throw wireError(code);
}
