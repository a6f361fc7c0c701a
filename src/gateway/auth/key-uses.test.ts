import { expect, it } from "vitest";
import { KeyUses } from "./key-uses.ts";

const USE = { atMs: 1, address: "192.0.2.1", call: "rest", method: "GET", path: "/a" } as const;

it("a key has its last use, and none before the first", () => {
  const uses = new KeyUses();
  expect(uses.of("one")).toBeUndefined();
  uses.add("one", USE);
  uses.add("one", { ...USE, atMs: 2, call: "websocket_login" });
  expect(uses.of("one")).toEqual({ ...USE, atMs: 2, call: "websocket_login" });
});

it("beyond the bound the key that was first used is forgotten", () => {
  const uses = new KeyUses(2);
  for (const key of ["one", "two", "one", "three"]) uses.add(key, USE);
  expect(["one", "two", "three"].map((key) => uses.of(key) !== undefined)).toEqual([
    ...[false, true, true],
  ]);
});

it("a long path is kept in part", () => {
  const uses = new KeyUses();
  uses.add("one", { ...USE, path: `/${"a".repeat(10_000)}` });
  expect(uses.of("one")?.path).toHaveLength(128);
});
