import Big from "big.js";
import { describe, expect, it } from "vitest";
import { countedOf } from "./collateral.ts";
import { type Cover, type CoverCoin, singleCover } from "./cover.ts";
import { type Exposure, liquidationOf, NOTHING, type Terms, valueAt } from "./liquidation.ts";

const tier = (valueMin: number, valueMax: number, maintenanceRate: number) => ({
  ...{ tier: 1, valueMin, valueMax, leverageMax: 100, maintenanceRate },
});
const TERMS: Terms = {
  ...{ isInverse: false, priceStep: "0.1", sizeMax: "1000", takerRate: 0 },
  tiers: [tier(0, 1_000, 0.01), tier(1_000, 2_000, 0.1)],
};
const INVERSE: Terms = { ...TERMS, isInverse: true };
const held = (size: number, entry: number, { isInverse } = TERMS) => ({
  size: Big(size),
  open: valueAt(Big(size), Big(entry), isInverse),
});
const exposure = (changed: Partial<Exposure>): Exposure => ({
  ...{ long: NOTHING, short: NOTHING, cover: singleCover(Big(0)), mark: Big(100) },
  ...changed,
});
const funds = (amount: number) => ({ cover: singleCover(Big(amount)) });

describe("the price that liquidates", () => {
  it("uses the rate of the tier that the position has at that price", () => {
    // Worth 1100 at 100: a tenth of it is needed, and 115 + 11 P − 1100 is less below 985 ÷ 9.9.
    const large = exposure({ long: held(11, 100), ...funds(115) });
    expect(liquidationOf(large, TERMS)?.toFixed()).toBe("99.4");
    // Worth 900: a hundredth, and 90 + 9 P − 900 is less below 810 ÷ 8.91.
    const small = exposure({ long: held(9, 100), ...funds(90) });
    expect(liquidationOf(small, TERMS)?.toFixed()).toBe("90.9");
  });

  it("is where a higher tier begins, when its maintenance is more than what is left", () => {
    // Worth 900 at 100; beyond 1000, from 111.2 on, a tenth of it is needed.
    const short = exposure({ short: held(9, 100), ...funds(190) });
    expect(liquidationOf(short, TERMS)?.toFixed()).toBe("111.2");
  });

  it("is the mark price where nothing is left already", () => {
    const lost = exposure({ long: held(1, 200), ...funds(50) });
    expect(liquidationOf(lost, TERMS)?.toFixed()).toBe("100");
  });

  it("is none without a position, a tier or a loss that reaches the funds", () => {
    expect(liquidationOf(exposure({}), TERMS)).toBeUndefined();
    const long = exposure({ long: held(1, 100), ...funds(1_000) });
    expect(liquidationOf(long, TERMS)).toBeUndefined();
    expect(liquidationOf(long, { ...TERMS, tiers: [] })).toBeUndefined();
  });

  it("of an inverse contract counts the quote coin for the tier, at any price", () => {
    // A face of 500: 1 + 500 ÷ 100 − 500 ÷ P < 0.01 × 500 ÷ P below 505 ÷ 6.
    const long = exposure({ long: held(500, 100, INVERSE), ...funds(1) });
    expect(liquidationOf(long, INVERSE)?.toFixed()).toBe("84.1");
    // A face of 1500: the rate is a tenth at every price: 1650 ÷ 16.
    const large = exposure({ long: held(1_500, 100, INVERSE), ...funds(3) });
    expect(liquidationOf(large, INVERSE)?.toFixed()).toBe("91.6");
  });
});

/** A coin worth as many dollars as the mark price, of which 90 % count. */
const COIN: CoverCoin = {
  ...{ amount: Big(0), price: Big(100), isMoving: true, upkeep: Big(0) },
  counts: [{ tierStartValue: "0", discountRate: "0.9" }],
  debtTiers: [tier(0, 5, 0.1), tier(5, 50, 0.2)],
};
const DOLLARS: CoverCoin = { ...singleCover(Big(0)).settle, amount: Big(50) };
const unified = (changed: Partial<Cover>): { readonly cover: Cover } => ({
  cover: { settle: DOLLARS, base: undefined, rest: Big(0), isUnified: true, ...changed },
});

describe("the price that liquidates a unified account", () => {
  const one = { ...COIN, amount: Big(1) };

  it("is higher where the base coin falls with the mark price", () => {
    // 50 + 5 P − 500 < 0.01 × 5 P below 450 ÷ 4.95.
    const long = { long: held(5, 100) };
    expect(liquidationOf(exposure({ ...long, ...unified({}) }), TERMS)?.toFixed()).toBe("90.9");
    // 0.9 P less: 5 + 0.9 P + 5 P − 500 < 0.05 P below 495 ÷ 5.85.
    const settle = { ...DOLLARS, amount: Big(5) };
    const beside = exposure({ ...long, ...unified({ settle, base: one }) });
    expect(liquidationOf(beside, TERMS)?.toFixed()).toBe("84.6");
    // Worth twice the mark price it stays so: 5 + 1.8 P + 5 P − 500 < 0.05 P below 495 ÷ 6.75.
    const costly = { ...one, price: Big(200) };
    const apart = exposure({ ...long, ...unified({ settle, base: costly }) });
    expect(liquidationOf(apart, TERMS)?.toFixed()).toBe("73.3");
  });

  it("counts a debt in full, and its maintenance margin", () => {
    // The loss beyond 5 is a debt; with a tenth of it to maintain (0.2 beyond a debt of 5):
    // 1.2 × ( 5 + 5 P − 500 ) + 0.9 P < 0.05 P below 594 ÷ 6.85.
    const settle = { ...DOLLARS, amount: Big(5), debtTiers: COIN.debtTiers };
    const beside = exposure({ long: held(5, 100), ...unified({ settle, base: one }) });
    expect(liquidationOf(beside, TERMS)?.toFixed()).toBe("86.7");
  });

  it("of an inverse contract has a margin whose worth falls too", () => {
    // Equity 1 + 5 − 500 ÷ P coins, all owned: 0.9 of it is less than 0.01 × 500 ÷ P below
    // 455 ÷ 5.4; as a debt it is so anyway.
    const long = { long: held(500, 100, INVERSE) };
    const owner = exposure({ ...long, ...unified({ settle: one }) });
    expect(liquidationOf(owner, INVERSE)?.toFixed()).toBe("84.2");
    // Beside 100 dollars it is a debt, with a tenth to maintain: 100 − 1.1 × ( 500 − 5 P ) < 5
    // below 455 ÷ 5.5.
    const other = exposure({ ...long, ...unified({ settle: COIN, rest: Big(100) }) });
    expect(liquidationOf(other, INVERSE)?.toFixed()).toBe("82.7");
  });

  it("lies above the mark price where a short one has too little of the coin", () => {
    // A short of 500 has a debt of 5 − 500 ÷ P coins: 59 − 1.1 × ( 5 P − 500 ) < 5 above 604 ÷ 5.5.
    const short = { short: held(500, 100, INVERSE) };
    const other = exposure({ ...short, ...unified({ settle: COIN, rest: Big(59) }) });
    expect(liquidationOf(other, INVERSE)?.toFixed()).toBe("109.9");
  });

  it("lies below the mark price where coins lose more than a short one gains", () => {
    // 9 of 10 coins count beside a short of 5: − 800 + 500 − 5 P + 9 P < 0.05 P below 300 ÷ 3.95.
    const settle = { ...DOLLARS, amount: Big(-800) };
    const base = { ...COIN, amount: Big(10) };
    const short = exposure({ short: held(5, 100), ...unified({ settle, base }) });
    expect(liquidationOf(short, TERMS)?.toFixed()).toBe("75.9");
  });
});

it("a coin counts in parts, and a debt in full", () => {
  const tiers = [
    { tierStartValue: "0", discountRate: "0.9" },
    { tierStartValue: "10", discountRate: "0.5" },
  ];
  expect(countedOf(tiers, Big(12)).toFixed()).toBe("10");
  expect(countedOf(tiers, Big(-3)).toFixed()).toBe("-3");
  expect(countedOf([], Big(5)).toFixed()).toBe("0");
});
