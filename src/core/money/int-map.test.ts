import fc from "fast-check";
import { expect, it } from "vitest";
import { IntMap } from "./int-map.ts";

/** Few keys that collide often, and some as large as they come. */
const keys = fc.oneof(
  fc.integer({ min: 0, max: 120 }),
  fc.integer({ min: 0, max: 40 }).map((key) => key * 4_294_967_296),
  fc.integer({ min: 0, max: 9 }).map((key) => Number.MAX_SAFE_INTEGER - key),
);
const step = fc.oneof(
  { weight: 3, arbitrary: fc.tuple(fc.constant("set" as const), keys, fc.nat(1_000)) },
  { weight: 2, arbitrary: fc.tuple(fc.constant("delete" as const), keys, fc.constant(0)) },
);

it("finds the same values as a Map after any sets and deletes", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 400 }), (steps) => {
      const map = new IntMap();
      const model = new Map<number, number>();
      for (const [what, key, value] of steps) {
        if (what === "set") {
          map.set(key, value + 1);
          model.set(key, value + 1);
        } else {
          map.delete(key);
          model.delete(key);
        }
        expect(map.size).toBe(model.size);
      }
      for (const [, key] of steps) expect(map.get(key)).toBe(model.get(key) ?? 0);
    }),
  );
});

it("keeps its entries while it grows, and reuses room after many deletions", () => {
  const map = new IntMap();
  for (let round = 0; round < 3; round++) {
    for (let key = 0; key < 5_000; key++) map.set(key * 7, key + 1);
    expect(map.size).toBe(5_000);
    for (let key = 0; key < 5_000; key++) expect(map.get(key * 7)).toBe(key + 1);
    for (let key = 0; key < 5_000; key++) map.delete(key * 7);
    expect(map.size).toBe(0);
    expect(map.get(7)).toBe(0);
  }
});

it("finds every entry after each insertion while entries move to a larger table", () => {
  const map = new IntMap();
  const keys = Array.from({ length: 300 }, (_, index) => index * 4_294_967_296 + (index % 7));
  for (const [count, key] of keys.entries()) {
    map.set(key, count + 1);
    // Each third entry is deleted and set again, wherever it is.
    const other = keys[Math.floor(count / 3)] as number;
    map.delete(other);
    expect(map.get(other)).toBe(0);
    map.set(other, Math.floor(count / 3) + 1);
    expect(map.size).toBe(count + 1);
    for (let index = 0; index <= count; index++) {
      expect(map.get(keys[index] as number)).toBe(index + 1);
    }
  }
});

it("keeps entries by the hundred thousand", () => {
  const map = new IntMap();
  const count = 200_000;
  for (let key = 0; key < count; key++) map.set(key * 64, key + 1);
  let wrong = 0;
  for (let key = 0; key < count; key++) if (map.get(key * 64) !== key + 1) wrong += 1;
  expect([map.size, wrong]).toEqual([count, 0]);
});
