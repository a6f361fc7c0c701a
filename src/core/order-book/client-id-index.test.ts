import fc from "fast-check";
import { expect, it } from "vitest";
import { ClientIdIndex } from "./client-id-index.ts";

const SLOTS = 400;

const step = fc.record({
  isAdded: fc.boolean(),
  slot: fc.integer({ min: 1, max: SLOTS }),
  user: fc.integer({ min: 2, max: 4 }),
});

/** Adds and removes ids as orders open and close; a slot has one order at a time. */
it("finds the orders that a Map finds, while the number of buckets grows", () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 200, maxLength: 1_500 }), (steps) => {
      const index = new ClientIdIndex();
      const owners = new Map<number, number>();
      for (const { isAdded, slot, user } of steps) {
        const owner = owners.get(slot);
        if (owner !== undefined && !isAdded) {
          index.remove(owner, slot);
          owners.delete(slot);
        } else if (owner === undefined) {
          index.add(user, slot, `id-${slot % 97}-${slot}`);
          owners.set(slot, user);
        }
      }
      for (let slot = 1; slot <= SLOTS; slot++) {
        const clientId = `id-${slot % 97}-${slot}`;
        for (let user = 2; user <= 4; user++) {
          expect(index.find(user, clientId)).toBe(owners.get(slot) === user ? slot : 0);
        }
        expect(index.textOf(slot)).toBe(owners.has(slot) ? clientId : "");
      }
    }),
    { numRuns: 30 },
  );
});
