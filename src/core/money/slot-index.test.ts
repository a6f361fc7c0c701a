import fc from "fast-check";
import { expect, it } from "vitest";
import { SlotIndex, tagOf } from "./slot-index.ts";

/** Records with a key each, found through an index. */
class Records {
  readonly index = new SlotIndex();
  readonly keys: number[] = [0];

  add(key: number): number {
    const slot = this.keys.push(key) - 1;
    this.index.add(tagOf(key), slot);
    return slot;
  }

  find(key: number): number {
    const tag = tagOf(key);
    let slot = this.index.find(tag);
    while (slot !== 0 && this.keys[slot] !== key) slot = this.index.findAfter(tag, slot);
    return slot;
  }

  remove(key: number): void {
    this.index.remove(tagOf(key), this.find(key));
  }
}

const TWO_32 = 2 ** 32;

/** The key with the upper part `high` whose tag is that of the key 0. */
function withTagOfZero(high: number): number {
  return high * TWO_32 + (Math.imul(high, 0x9e3779b1) >>> 0);
}

/** Few keys that collide often: small ones, large ones, and some that share one tag. */
const keys = fc.oneof(
  fc.integer({ min: 0, max: 120 }),
  fc.integer({ min: 0, max: 20 }).map(withTagOfZero),
  fc.integer({ min: 0, max: 9 }).map((key) => Number.MAX_SAFE_INTEGER - key),
);
const step = fc.oneof(
  { weight: 3, arbitrary: fc.tuple(fc.constant("add" as const), keys) },
  { weight: 2, arbitrary: fc.tuple(fc.constant("remove" as const), keys) },
);

it("gives keys of one tag to the tests", () => {
  for (let high = 0; high <= 20; high++) expect(tagOf(withTagOfZero(high))).toBe(tagOf(0));
});

it("finds the same slots as a Map after any additions and removals", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 400 }), (steps) => {
      const records = new Records();
      const model = new Map<number, number>();
      for (const [what, key] of steps) {
        if (what === "add" && !model.has(key)) model.set(key, records.add(key));
        if (what === "remove" && model.has(key)) {
          records.remove(key);
          model.delete(key);
        }
        expect(records.index.size).toBe(model.size);
      }
      for (const [, key] of steps) expect(records.find(key)).toBe(model.get(key) ?? 0);
    }),
  );
});

it("finds every slot after each addition while entries move to a larger table", () => {
  const records = new Records();
  const slots = new Map<number, number>();
  for (let count = 0; count < 300; count++) {
    const key = count % 4 === 0 ? withTagOfZero(count) : count * 64;
    slots.set(key, records.add(key));
    // Each third record is removed and added again, wherever its entry is.
    const other = [...slots.keys()][Math.floor(count / 3)] as number;
    records.remove(other);
    expect(records.find(other)).toBe(0);
    slots.set(other, records.add(other));
    expect(records.index.size).toBe(count + 1);
    for (const [each, slot] of slots) expect(records.find(each)).toBe(slot);
  }
});

it("keeps slots by the hundred thousand, and reuses room after many removals", () => {
  const records = new Records();
  const count = 200_000;
  for (let round = 0; round < 2; round++) {
    let wrong = 0;
    for (let key = 0; key < count; key++) records.add(key * 64);
    const first = records.keys.length - count;
    for (let key = 0; key < count; key++) if (records.find(key * 64) !== first + key) wrong += 1;
    expect([records.index.size, wrong]).toEqual([count, 0]);
    for (let key = 0; key < count; key++) records.remove(key * 64);
    expect([records.index.size, records.find(64)]).toEqual([0, 0]);
  }
});

it("refuses to remove a slot that it does not have", () => {
  const records = new Records();
  records.add(7);
  expect(() => records.index.remove(tagOf(8), 1)).toThrow("a removed slot is in the index");
});
