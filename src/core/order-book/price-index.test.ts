import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { TICKS_MAX } from "../money/units.ts";
import { PriceIndex } from "./price-index.ts";

/** Ranks close to each other, at page borders and at both ends of the range. */
const rank = fc.oneof(
  fc.integer({ min: 100_000, max: 101_500 }),
  fc.constantFrom(0, 1, 31, 32, 255, 256, 511, 512, TICKS_MAX - 1, TICKS_MAX),
  fc.integer({ min: 0, max: TICKS_MAX }),
);

/** Levels from best to worst; `rankOf` tells the rank of each. */
function levelsOf(index: PriceIndex, rankOf: (level: number) => number): number[] {
  const levels: number[] = [];
  for (let level = index.best; level !== 0; level = index.levelAfter(index.cellOf(rankOf(level)))) {
    levels.push(level);
  }
  return levels;
}

describe("the price index", () => {
  test("keeps levels sorted by rank through any additions and removals", () => {
    fc.assert(
      fc.property(fc.array(rank, { maxLength: 400 }), (ranks) => {
        const index = new PriceIndex();
        const model = new Map<number, number>();
        ranks.forEach((value, order) => {
          if (model.has(value)) {
            model.delete(value);
            index.clear(index.cellOf(value));
          } else {
            model.set(value, order + 1);
            index.put(index.cellOf(value), order + 1);
          }
          const best = Math.max(...model.keys());
          expect(index.best).toBe(model.get(best) ?? 0);
          expect(index.find(value)).toBe(model.get(value) ?? 0);
        });
        const sorted = [...model].sort((a, b) => b[0] - a[0]).map(([, level]) => level);
        expect(levelsOf(index, (level) => ranks[level - 1] as number)).toEqual(sorted);
        expect(index.count).toBe(model.size);
      }),
      { numRuns: 200 },
    );
  });
});
