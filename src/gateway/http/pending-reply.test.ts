import { describe, expect, it } from "vitest";
import { PendingReply } from "./pending-reply.ts";

/** A reply, and the calls that its receiver gets. */
function received(before: (reply: PendingReply<string>) => void = () => undefined) {
  const reply = new PendingReply<string>();
  before(reply);
  const calls: unknown[] = [];
  reply.receive(
    (value) => calls.push(["done", value]),
    (error) => calls.push(["failed", error]),
  );
  return { reply, calls };
}

describe("a pending reply", () => {
  it("is passed on in the turn in which it becomes known", () => {
    const { calls, reply } = received();
    expect(calls).toEqual([]);
    reply.resolve("reply");
    expect(calls).toEqual([["done", "reply"]]);
  });

  it("is passed on at once when it is known already", () => {
    expect(received((reply) => reply.resolve("reply")).calls).toEqual([["done", "reply"]]);
    expect(received((reply) => reply.reject("error")).calls).toEqual([["failed", "error"]]);
  });

  it("is passed on once: the first outcome counts", () => {
    const { calls, reply } = received();
    reply.reject("error");
    reply.resolve("reply");
    reply.reject("other");
    expect(calls).toEqual([["failed", "error"]]);
  });

  it("becomes a promise with the same outcome", async () => {
    const done = new PendingReply<string>();
    const failed = new PendingReply<string>();
    const outcomes = Promise.allSettled([done.promise(), failed.promise()]);
    done.resolve("reply");
    failed.reject("error");
    expect(await outcomes).toEqual([
      { status: "fulfilled", value: "reply" },
      { status: "rejected", reason: "error" },
    ]);
  });
});
