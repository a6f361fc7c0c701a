import { expect, it } from "vitest";
import { keptParts } from "./kept-parts.ts";

it("an equal answer is the earlier one", () => {
  const before = [{ id: "1", chains: ["BTC"] }];
  expect(keptParts(before, [{ id: "1", chains: ["BTC"] }])).toBe(before);
});

it("rows that did not change keep their objects, wherever they are now", () => {
  const [one, two] = [
    { id: "1", status: "pending" },
    { id: "2", status: "pending" },
  ];
  const next = keptParts(
    [one, two],
    [{ id: "3", status: "pending" }, { ...one }, { id: "2", status: "done" }],
  );
  expect(next[1]).toBe(one);
  expect(next[2]).not.toBe(two);
  expect(next.map(({ id, status }) => `${id} ${status}`)).toEqual([
    "3 pending",
    "1 pending",
    "2 done",
  ]);
});

it("lists inside of an answer keep their rows", () => {
  const before = { list: [{ id: "1" }], cursor: "a" };
  const next = keptParts(before, { list: [{ id: "1" }], cursor: "b" });
  expect(next.cursor).toBe("b");
  expect(next.list).toBe(before.list);
});

it("a member that is absent is not one that is undefined, and objects of classes are not compared", () => {
  const before: { a?: unknown } = { a: undefined };
  expect(Object.keys(keptParts(before, {}))).toEqual([]);
  const [first, second] = [new Map([["a", 1]]), new Map([["a", 1]])];
  expect(keptParts(first, second)).toBe(second);
});
