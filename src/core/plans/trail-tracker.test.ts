import fc from "fast-check";
import { expect, it } from "vitest";
import { NO_EXITS } from "../commands/exits.ts";
import { ticks } from "../money/units.ts";
import type { Plan } from "./plan.ts";
import { retreatPrice, TrailTracker } from "./trail-tracker.ts";

function plan(id: number, isSell: boolean, callbackE4: number): Plan {
  const side = isSell ? "sell" : "buy";
  const terms = { callbackE4, exits: NO_EXITS };
  return { id, side, terms, group: undefined } as unknown as Plan;
}

/** Worked by hand: 1 % of 1,000 is 10; 2.5 % of 333 is 8.325; sells round down, buys up. */
it.for([
  [true, 1_000, 100, 990],
  [false, 1_000, 100, 1_010],
  [true, 333, 250, 324],
  [false, 333, 250, 342],
  [true, 1, 1_000, 0],
] as const)("the retreat of %o from %i by %i ten-thousandths is %i", (terms) => {
  const [isSell, best, callbackE4, price] = terms;
  expect(retreatPrice(isSell, ticks(best), callbackE4)).toBe(price);
});

type Step = { readonly price: number; readonly adds: number; readonly removes: number };

/** Plans one by one, each with its own best price. */
function fires(isSell: boolean, best: number, callbackE4: number, price: number): boolean {
  const gate = retreatPrice(isSell, ticks(best), callbackE4);
  return isSell ? price <= gate : price >= gate;
}

it("fires the plans that fire when each is followed separately", () => {
  const steps = fc.array(
    fc.record({
      price: fc.integer({ min: 900, max: 1_100 }),
      adds: fc.constantFrom(0, 0, 100, 150, 700),
      removes: fc.nat(5),
    }),
    { maxLength: 60 },
  );
  fc.assert(
    fc.property(fc.boolean(), steps, (isSell, path: readonly Step[]) => {
      const tracker = new TrailTracker(isSell);
      const model = new Map<Plan, number>();
      path.forEach(({ adds, price, removes }, id) => {
        tracker.follow(ticks(price));
        const fired = tracker.takeFired(ticks(price));
        const expected: Plan[] = [];
        for (const [one, best] of model) {
          const now = isSell ? Math.max(best, price) : Math.min(best, price);
          model.set(one, now);
          if (fires(isSell, now, one.terms.callbackE4, price)) expected.push(one);
        }
        expect(fired).toEqual(expected);
        for (const one of fired) model.delete(one);
        if (adds > 0) {
          const one = plan(id, isSell, adds);
          model.set(one, price);
          tracker.add(one, ticks(price));
        }
        const gone = removes === 0 ? [...model.keys()][id % 3] : undefined;
        if (gone !== undefined) {
          model.delete(gone);
          tracker.remove(gone);
        }
        for (const [one, best] of model) expect(one.group?.best).toBe(best);
      });
    }),
    { numRuns: 300 },
  );
});
