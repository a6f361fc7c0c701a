import fc from "fast-check";
import { expect, it } from "vitest";
import { feeRoundedUp } from "./arithmetic.ts";
import { ATOMS_MAX, type Atoms, type RateE6 } from "./units.ts";

const E6 = 1_000_000n;

it("a fee is amount × rate rounded up, for every amount, near whole millions too", () => {
  const anyAmount = fc.bigInt({ min: 0n, max: ATOMS_MAX });
  const nearMillions = fc
    .tuple(fc.bigInt({ min: 1n, max: ATOMS_MAX / E6 - 1n }), fc.bigInt({ min: -2n, max: 2n }))
    .map(([millions, off]) => millions * E6 + off);
  const rates = fc.oneof(fc.integer({ min: 0, max: 1_000_000 }), fc.constantFrom(1, 600, 999_999));
  fc.assert(
    fc.property(fc.oneof(anyAmount, nearMillions), rates, (amount, rate) => {
      const exact = (amount * BigInt(rate) + (E6 - 1n)) / E6;
      expect(feeRoundedUp(amount as Atoms, rate as RateE6)).toBe(exact);
    }),
    { numRuns: 2_000 },
  );
});
