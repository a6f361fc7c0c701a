import fc from "fast-check";
import { expect, it } from "vitest";
import { ClientIdIndex } from "./client-id-index.ts";

const SLOTS = 400;
const USERS = [2, 3, 4];

const step = fc.record({
  isAdded: fc.boolean(),
  slot: fc.integer({ min: 1, max: SLOTS }),
  user: fc.constantFrom(...USERS),
});

function idOf(slot: number): string {
  return `id-${slot % 97}-${slot}`;
}

/** Number of slots whose ids are not found as `owners` has them. */
function wrongOf(index: ClientIdIndex, owners: ReadonlyMap<number, number>): number {
  let wrong = 0;
  for (let slot = 1; slot <= SLOTS; slot++) {
    const clientId = idOf(slot);
    for (const user of USERS) {
      if (index.find(user, clientId) !== (owners.get(slot) === user ? slot : 0)) wrong += 1;
    }
    if (index.textOf(slot) !== (owners.has(slot) ? clientId : "")) wrong += 1;
  }
  return wrong;
}

it("finds the open orders that a Map finds while buckets are split", () => {
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
          index.add(user, slot, idOf(slot));
          owners.set(slot, user);
        }
      }
      expect(wrongOf(index, owners)).toBe(0);
    }),
    { numRuns: 30 },
  );
});
