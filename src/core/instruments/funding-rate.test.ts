import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lots, rateE8, ticks } from "../money/units.ts";
import {
  averagePremium,
  fundingAmountOf,
  fundingRateOf,
  nextFundingTimeMs,
  premiumIndexOf,
} from "./funding-rate.ts";
import type { Instrument } from "./instrument.ts";

const HOUR_MS = 3_600_000;
const BOUNDS = { rateMin: rateE8(-300_000), rateMax: rateE8(300_000) };
const fill = (tickLots: number, size: number) => ({ tickLots: BigInt(tickLots), size: lots(size) });

describe("the next funding time", () => {
  it.for([
    [0, 8, 8],
    [8 * HOUR_MS - 1, 8, 8],
    [8 * HOUR_MS, 8, 16],
    [HOUR_MS / 2, 1, 1],
    [3 * HOUR_MS, 2, 4],
    [23 * HOUR_MS, 4, 24],
  ] as const)("after %d ms with %d hours is hour %d", ([timeMs, hours, expected]) => {
    expect(nextFundingTimeMs(timeMs, hours)).toBe(expected * HOUR_MS);
  });
});

describe("the premium index", () => {
  it("is the distance of the impact bid above the index", () => {
    // 10 lots sold at 1,002 and 1,004: 1,003 on average, 0.3 % above 1,000.
    expect(premiumIndexOf(ticks(1_000), fill(10_030, 10), fill(10_200, 10))).toBe(300_000);
  });

  it("is the distance of the impact ask below the index, as a discount", () => {
    expect(premiumIndexOf(ticks(1_000), fill(9_800, 10), fill(9_985, 10))).toBe(-150_000);
  });

  it("is 0 while the index lies between impact bid and ask", () => {
    expect(premiumIndexOf(ticks(1_000), fill(9_999, 10), fill(10_001, 10))).toBe(0);
  });

  it("ignores a side without depth, and stays within 100 %", () => {
    expect(premiumIndexOf(ticks(1_000), undefined, fill(9_985, 10))).toBe(-150_000);
    expect(premiumIndexOf(ticks(1_000), undefined, undefined)).toBe(0);
    expect(premiumIndexOf(ticks(10), fill(900, 10), undefined)).toBe(100_000_000);
  });

  it("averages samples weighted by time, rounded towards zero", () => {
    expect(averagePremium(0, 0)).toBe(0);
    expect(averagePremium(5_000 * 300 + 10_000 * 600, 15_000)).toBe(500);
    expect(averagePremium(-7, 2)).toBe(-3);
  });
});

describe("the funding rate", () => {
  // F = clamp((P + clamp(0.01 % − P, ±0.05 %)) ÷ (8 ÷ N), min, max), worked by hand.
  it.for([
    ["no premium: the interest alone", 0, 8, 10_000],
    ["a premium within 0.05 % of the interest is pulled to it", 60_000, 8, 10_000],
    ["beyond that the pull is 0.05 %", 100_000, 8, 50_000],
    ["a discount of 0.04 % is pulled to the interest", -40_000, 8, 10_000],
    ["a discount of 0.1 % is pulled by 0.05 %", -100_000, 8, -50_000],
    ["four hours take a half", 100_000, 4, 25_000],
    ["two hours a quarter", -100_000, 2, -12_500],
    ["one hour an eighth, rounded towards zero", 0, 1, 1_250],
    ["towards zero also below it", -50_001 - 1, 1, 0],
    ["the upper bound holds", 2_000_000, 8, 300_000],
    ["the lower bound holds", -2_000_000, 8, -300_000],
  ] as const)("%s", ([, premium, hours, rate]) => {
    expect(fundingRateOf(rateE8(premium), hours, BOUNDS)).toBe(rate);
  });
});

const LINEAR = { isInverse: false, atomsPerTickLot: 10n, atomTicksPerLot: 0n } as Instrument;
const INVERSE = { isInverse: true, atomsPerTickLot: 0n, atomTicksPerLot: 10n ** 12n } as Instrument;
const settled = (rate: number, mark: number) => ({
  number: 1,
  rate: rateE8(rate),
  mark: ticks(mark),
});
const long = (size: number) => ({ size: lots(size), isLong: true });
const short = (size: number) => ({ size: lots(size), isLong: false });

describe("a payment", () => {
  it("linear: value at mark × rate, longs pay a rate above zero", () => {
    // 3 lots × 61,700 ticks × 10 atoms = 1,851,000; × 0.01 % = 185.1.
    expect(fundingAmountOf(LINEAR, settled(10_000, 61_700), long(3))).toBe(-186n);
    expect(fundingAmountOf(LINEAR, settled(10_000, 61_700), short(3))).toBe(185n);
  });

  it("shorts pay a rate below zero", () => {
    expect(fundingAmountOf(LINEAR, settled(-10_000, 61_700), long(3))).toBe(185n);
    expect(fundingAmountOf(LINEAR, settled(-10_000, 61_700), short(3))).toBe(-186n);
  });

  it("inverse: size ÷ mark × rate in the coin", () => {
    // 7 × 10^12 ÷ 60,000 = 116,666,666.67; × 0.03 % = 35,000.0; rounding once, at the end.
    expect(fundingAmountOf(INVERSE, settled(30_000, 60_000), long(7))).toBe(-35_000n);
    expect(fundingAmountOf(INVERSE, settled(30_000, 60_001), long(7))).toBe(-35_000n);
    expect(fundingAmountOf(INVERSE, settled(30_000, 60_001), short(7))).toBe(34_999n);
  });

  it("is exact without a remainder, and 0 at a rate of zero", () => {
    expect(fundingAmountOf(LINEAR, settled(10_000, 100), long(100))).toBe(-10n);
    expect(fundingAmountOf(LINEAR, settled(10_000, 100), short(100))).toBe(10n);
    expect(fundingAmountOf(LINEAR, settled(0, 100), long(100))).toBe(0n);
  });

  it("payers pay at least what receivers get, however a size is split", () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 5_000 }), { minLength: 1, maxLength: 6 });
    const rate = fc.integer({ min: -300_000, max: 300_000 });
    fc.assert(
      fc.property(sizes, sizes, rate, fc.boolean(), (left, right, e8, isInverse) => {
        const instrument = isInverse ? INVERSE : LINEAR;
        const total = (list: number[]) => list.reduce((sum, size) => sum + size, 0);
        const longs = [...left, total(right)];
        const shorts = [...right, total(left)];
        const settlement = settled(e8, 61_234);
        let sum = 0n;
        for (const size of longs) sum += fundingAmountOf(instrument, settlement, long(size));
        for (const size of shorts) sum += fundingAmountOf(instrument, settlement, short(size));
        expect(sum <= 0n && sum > -BigInt(longs.length + shorts.length)).toBe(true);
      }),
    );
  });
});
