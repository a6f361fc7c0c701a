import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { TICKS_MAX } from "../money/units.ts";
import { PriceIndex } from "./price-index.ts";

/** Ranks close together, at page borders and at both ends. */
const rank = fc.oneof(
  fc.integer({ min: 100_000, max: 101_500 }),
  fc.constantFrom(0, 1, 31, 32, 255, 256, 511, 512, TICKS_MAX - 1, TICKS_MAX),
  fc.integer({ min: 0, max: TICKS_MAX }),
);

function levelsOf(index: PriceIndex): number[] {
  const levels: number[] = [];
  index.walk((level) => {
    levels.push(level);
    return true;
  });
  return levels;
}

describe("the price index", () => {
  test("is a sorted map of ranks to levels, whatever is added and removed", () => {
    fc.assert(
      fc.property(fc.array(rank, { maxLength: 400 }), (ranks) => {
        const index = new PriceIndex();
        const model = new Map<number, number>();
        ranks.forEach((one, at) => {
          if (model.has(one)) {
            model.delete(one);
            index.clear(index.placeOf(one));
          } else {
            model.set(one, at + 1);
            index.put(index.placeOf(one), at + 1);
          }
          const best = Math.max(...model.keys());
          expect(index.best).toBe(model.get(best) ?? 0);
          expect(index.find(one)).toBe(model.get(one) ?? 0);
        });
        const sorted = [...model].sort((a, b) => b[0] - a[0]).map(([, level]) => level);
        expect(levelsOf(index)).toEqual(sorted);
        expect(index.count).toBe(model.size);
      }),
      { numRuns: 200 },
    );
  });

  test("a walk ends when it is told to", () => {
    const index = new PriceIndex();
    for (let at = 1; at <= 600; at++) index.put(index.placeOf(at * 3), at);
    const seen: number[] = [];
    index.walk((level) => seen.push(level) < 3);
    expect(seen).toEqual([600, 599, 598]);
  });
});
