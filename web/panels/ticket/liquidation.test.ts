import Big from "big.js";
import { describe, expect, it } from "vitest";
import { countedOf } from "./collateral.ts";
import { type Exposure, liquidationOf, NOTHING, type Terms } from "./liquidation.ts";

const tier = (valueMin: number, valueMax: number, maintenanceRate: number) => ({
  ...{ tier: 1, valueMin, valueMax, leverageMax: 100, maintenanceRate },
});
const TERMS: Terms = {
  ...{ isInverse: false, priceStep: "0.1", takerRate: 0 },
  tiers: [tier(0, 1_000, 0.01), tier(1_000, 2_000, 0.1)],
};
const held = (size: number, entry: number) => ({ size: Big(size), entry: Big(entry) });
const exposure = (changed: Partial<Exposure>): Exposure => ({
  ...{ long: NOTHING, short: NOTHING, funds: Big(0), collateral: Big(0), mark: Big(100) },
  ...changed,
});

describe("the price that liquidates", () => {
  it("uses the rate of the tier that the position has at that price", () => {
    // Worth 1100 at 100: a tenth of it is needed, and 115 + 11 P − 1100 is less below 985 ÷ 9.9.
    const large = exposure({ long: held(11, 100), funds: Big(115) });
    expect(liquidationOf(large, TERMS)?.toFixed()).toBe("99.4");
    // Worth 900: a hundredth, and 90 + 9 P − 900 is less below 810 ÷ 8.91.
    const small = exposure({ long: held(9, 100), funds: Big(90) });
    expect(liquidationOf(small, TERMS)?.toFixed()).toBe("90.9");
  });

  it("is where a higher tier begins, when its maintenance is more than what is left", () => {
    // Worth 900 at 100; beyond 1000, from 111.2 on, a tenth of it is needed.
    const short = exposure({ short: held(9, 100), funds: Big(190) });
    expect(liquidationOf(short, TERMS)?.toFixed()).toBe("111.2");
  });

  it("is the mark price where nothing is left already", () => {
    const lost = exposure({ long: held(1, 200), funds: Big(50) });
    expect(liquidationOf(lost, TERMS)?.toFixed()).toBe("100");
  });

  it("is none without a position, a tier or a loss that reaches the funds", () => {
    expect(liquidationOf(exposure({}), TERMS)).toBeUndefined();
    const long = exposure({ long: held(1, 100), funds: Big(1_000) });
    expect(liquidationOf(long, TERMS)).toBeUndefined();
    expect(liquidationOf(long, { ...TERMS, tiers: [] })).toBeUndefined();
  });

  it("of an inverse contract counts the quote coin for the tier, at any price", () => {
    const terms = { ...TERMS, isInverse: true };
    // A face of 500: 1 + 500 ÷ 100 − 500 ÷ P < 0.01 × 500 ÷ P below 505 ÷ 6.
    const long = exposure({ long: held(500, 100), funds: Big(1) });
    expect(liquidationOf(long, terms)?.toFixed()).toBe("84.1");
    // A face of 1500: the rate is a tenth at every price: 1650 ÷ 16.
    const large = exposure({ long: held(1_500, 100), funds: Big(3) });
    expect(liquidationOf(large, terms)?.toFixed()).toBe("91.6");
  });

  it("is higher where collateral falls with the price", () => {
    const long = { long: held(5, 100), funds: Big(50) };
    const alone = liquidationOf(exposure(long), TERMS);
    const beside = liquidationOf(exposure({ ...long, funds: Big(0), collateral: Big(50) }), TERMS);
    expect(beside?.gt(alone ?? 0)).toBe(true);
  });
});

it("a coin counts in parts, and a debt in full", () => {
  const rows = [
    {
      coin: "BTC",
      list: [
        { tierStartValue: "0", discountRate: "0.9" },
        { tierStartValue: "10", discountRate: "0.5" },
      ],
    },
  ];
  expect(countedOf(rows, "BTC", Big(12)).toFixed()).toBe("10");
  expect(countedOf(rows, "BTC", Big(-3)).toFixed()).toBe("-3");
  expect(countedOf(rows, "ETH", Big(5)).toFixed()).toBe("0");
});
