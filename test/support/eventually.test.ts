import { expect, it } from "vitest";
import { eventually } from "./eventually.ts";

it("gives the first value that is there", async () => {
  let calls = 0;
  const value = await eventually("the third call", () => {
    calls += 1;
    if (calls === 1) throw new Error("not yet");
    return calls === 3 ? "there" : undefined;
  });
  expect([value, calls]).toEqual(["there", 3]);
});

it("takes zero and the empty string for values", async () => {
  expect(await eventually("zero", () => 0)).toBe(0);
  expect(await eventually("nothing to say", () => Promise.resolve(""))).toBe("");
});

it("fails at the deadline with what was awaited and why it did not come", async () => {
  const cause = new Error("closed");
  const waiting = eventually("an open door", () => Promise.reject(cause), 1);
  await expect(waiting).rejects.toMatchObject({
    message: "expected within 1 ms: an open door",
    cause,
  });
});
