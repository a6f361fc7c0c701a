import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { CommandOf } from "../commands/commands.ts";
import { amountCounting, type Collateral, collateralOf, countedOf } from "./collateral.ts";

const COIN = { index: 0, code: "BTC", decimals: 2, isPractice: false } as const;

function terms(tierStarts: number[], ratesE6: number[]): CommandOf<"set_collateral"> {
  const stamp = { seq: 1, timeMs: 0 } as Pick<CommandOf<"set_collateral">, "seq" | "timeMs">;
  const flags = { currency: 0, isDollar: false, isShared: false };
  return { kind: "set_collateral", ...stamp, ...flags, tierStarts, ratesE6 };
}

function collateral(tierStarts: number[], ratesE6: number[]): Collateral {
  const made = collateralOf(terms(tierStarts, ratesE6), COIN);
  if (made === undefined) throw new Error("the terms are sound");
  return made;
}

describe("collateral", () => {
  it("counts each part of an amount at the rate of its own tier", () => {
    const tiers = collateral([0, 10, 50], [950_000, 800_000, 0]);
    // In hundredths of a coin: 9.00; 10.00 + 20.00; 10 + 40 + 100 without worth.
    expect(countedOf(tiers, 900n)).toBe(855n);
    expect(countedOf(tiers, 3_000n)).toBe(950n + 1_600n);
    expect(countedOf(tiers, 15_000n)).toBe(950n + 3_200n);
    expect(countedOf(tiers, 0n)).toBe(0n);
  });

  it("rounds down by less than an atom", () => {
    expect(countedOf(collateral([0], [333_333]), 100n)).toBe(33n);
  });

  it("counts nothing of a coin without tiers", () => {
    expect(countedOf(collateral([], []), 1_000n)).toBe(0n);
    expect(amountCounting(collateral([], []), 1n)).toBeUndefined();
  });

  it("returns the least amount that counts for a value, if there is one", () => {
    const tiers = collateral([0, 10, 50], [950_000, 800_000, 0]);
    fc.assert(
      fc.property(fc.bigInt(1n, 4_150n), (counted) => {
        const least = amountCounting(tiers, counted) ?? -1n;
        expect(countedOf(tiers, least)).toBeGreaterThanOrEqual(counted);
        expect(countedOf(tiers, least - 1n)).toBeLessThan(counted);
      }),
    );
    expect(amountCounting(tiers, 0n)).toBe(0n);
    expect(amountCounting(tiers, 4_151n)).toBeUndefined();
  });

  it.for([
    ["no rate for a tier", [0, 1], [900_000]],
    ["a first tier that leaves out small amounts", [1], [900_000]],
    ["a rate above one", [0], [1_000_001]],
    ["starts that do not rise", [0, 5, 5], [3, 2, 1]],
    ["rates that rise", [0, 5], [1, 2]],
    ["too many tiers", [...Array(21).keys()], Array<number>(21).fill(7)],
  ] as const)("is not made of %s", ([, starts, rates]) => {
    expect(collateralOf(terms([...starts], [...rates]), COIN)).toBeUndefined();
  });
});
