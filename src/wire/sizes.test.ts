import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  filledText,
  fillText,
  heldSteps,
  lotsOfSteps,
  lotsText,
  orderSizeText,
  positionTexts,
  priceOfSteps,
  quantityText,
  remainingText,
  type SizedInstrument,
  sizeLimitText,
  sizingAt,
  stepDecimals,
  stepText,
} from "./sizes.ts";

/** One lot is one dollar; a tick is a tenth of a dollar, a step a thousandth of a coin. */
const BITCOIN: SizedInstrument = {
  ...{ isInverse: true, priceDecimals: 1, tickStep: 1, sizeDecimals: 0, lotStep: 1 },
};
const ETHER: SizedInstrument = { ...BITCOIN, priceDecimals: 2 };
const LINEAR: SizedInstrument = { ...BITCOIN, isInverse: false, sizeDecimals: 4 };

const COIN_DECIMALS = 8;

/** A decimal in units of 10^-8. */
function unitsOf(text: string): bigint {
  const [whole = "", fraction = ""] = text.split(".");
  expect(fraction.length).toBeLessThanOrEqual(COIN_DECIMALS);
  return BigInt(whole + fraction.padEnd(COIN_DECIMALS, "0"));
}

const stepUnits = (instrument: SizedInstrument): bigint =>
  10n ** BigInt(COIN_DECIMALS - stepDecimals(instrument));

const instruments = fc.constantFrom(BITCOIN, ETHER);
/** Prices at which a step is worth two lots or more. */
const prices = fc.integer({ min: 20_000, max: 20_000_000 });
const manySteps = fc.integer({ min: 1, max: 1_000_000 });

describe("sizes of coin-margined contracts", () => {
  it("have a step of the base coin", () => {
    expect([stepText(BITCOIN), stepText(ETHER), stepText(LINEAR)]).toEqual([
      "0.001",
      "0.01",
      "0.0001",
    ]);
  });

  it("are reported as they were sent, at every price from 2 lots a step", () => {
    fc.assert(
      fc.property(instruments, prices, manySteps, (instrument, price, steps) => {
        const sizingPriceE6 = sizingAt(price);
        const size = lotsOfSteps(instrument, steps, sizingPriceE6);
        const reported = unitsOf(orderSizeText(instrument, { size, sizingPriceE6 }));
        expect(reported).toBe(BigInt(steps) * stepUnits(instrument));
      }),
    );
  });

  it("are reported within a step of what was sent, where a step is worth one lot", () => {
    const low = fc.integer({ min: 10_000, max: 20_000 });
    fc.assert(
      fc.property(instruments, low, manySteps, (instrument, price, steps) => {
        const sizingPriceE6 = sizingAt(price);
        const size = lotsOfSteps(instrument, steps, sizingPriceE6);
        const reported = unitsOf(orderSizeText(instrument, { size, sizingPriceE6 }));
        const sent = BigInt(steps) * stepUnits(instrument);
        expect(sent - reported >= 0n && sent - reported <= stepUnits(instrument)).toBe(true);
      }),
    );
  });

  it("never buy more than the size at the price", () => {
    fc.assert(
      fc.property(instruments, prices, manySteps, (instrument, price, steps) => {
        const lots = lotsOfSteps(instrument, steps, sizingAt(price));
        const ticksPerUnit = 10n ** BigInt(instrument.priceDecimals + stepDecimals(instrument));
        expect(BigInt(lots) * ticksPerUnit <= BigInt(steps) * BigInt(price)).toBe(true);
        expect(BigInt(lots + 1) * ticksPerUnit > BigInt(steps) * BigInt(price)).toBe(true);
      }),
    );
  });

  it("come back from any price at which lots were sized by share", () => {
    const closed = fc.record({
      lots: fc.integer({ min: 1, max: 10_000_000 }),
      steps: fc.integer({ min: 1, max: 1_000_000 }),
    });
    fc.assert(
      fc.property(instruments, closed, (instrument, { lots, steps }) => {
        const sizingPriceE6 = priceOfSteps(instrument, lots, steps);
        fc.pre(sizingPriceE6 > 1_000_000);
        const reported = unitsOf(orderSizeText(instrument, { size: lots, sizingPriceE6 }));
        expect(reported).toBe(BigInt(steps) * stepUnits(instrument));
      }),
    );
  });
});

describe("the fills of an order", () => {
  const parts = fc.array(fc.integer({ min: 1, max: 100_000 }), { minLength: 1, maxLength: 8 });

  it("sum up to its filled part, which with the remaining part is its size", () => {
    fc.assert(
      fc.property(instruments, prices, parts, fc.nat(100_000), (instrument, price, sizes, open) => {
        const size = sizes.reduce((sum, part) => sum + part, 0) + open;
        const order = { size, sizingPriceE6: sizingAt(price) };
        let filled = 0;
        let sum = 0n;
        for (const part of sizes) {
          filled += part;
          const remaining = size - filled;
          const units = unitsOf(fillText(instrument, { ...order, size: part, filled, remaining }));
          expect(units >= 0n).toBe(true);
          sum += units;
          expect(unitsOf(filledText(instrument, { ...order, filled }))).toBe(sum);
        }
        const whole = unitsOf(orderSizeText(instrument, order));
        const left = unitsOf(remainingText(instrument, [{ ...order, filled, remaining: open }]));
        expect(sum + left).toBe(whole);
        if (open === 0) expect(sum).toBe(whole);
      }),
    );
  });

  it("are what they are in lots on other contracts", () => {
    const fill = { size: 15, filled: 20, remaining: 5, sizingPriceE6: 0 };
    expect(fillText(LINEAR, fill)).toBe("0.0015");
    expect(filledText(LINEAR, { size: 25, filled: 20, sizingPriceE6: 0 })).toBe("0.002");
    expect(orderSizeText(LINEAR, { size: 25, sizingPriceE6: 0 })).toBe("0.0025");
    expect(quantityText(LINEAR, 25, 600_000)).toBe("0.0025");
  });
});

describe("public quantities", () => {
  it("are face ÷ price with 8 decimals", () => {
    expect(quantityText(BITCOIN, 6_000, 600_000)).toBe("0.1");
    expect(quantityText(BITCOIN, 1, 600_000)).toBe("0.00001667");
    expect(quantityText(BITCOIN, 0, 0)).toBe("0");
  });

  it("are limits of orders on the step, rounded down", () => {
    expect(sizeLimitText(BITCOIN, 6_059, 600_000)).toBe("0.1");
    expect(sizeLimitText(BITCOIN, 6_060, 600_000)).toBe("0.101");
    expect(sizeLimitText(LINEAR, 6_059, 600_000)).toBe("0.6059");
  });

  it("have no text without a price", () => {
    expect(() => lotsText(BITCOIN, 1)).toThrow("converted at a price");
  });
});

describe("the size of a position", () => {
  it("is face ÷ entry price, and a step at least", () => {
    const position = { size: 6_100, openNotional: 10_166_667n, closable: 3_050 };
    expect(positionTexts(BITCOIN, position)).toEqual({
      total: "0.102",
      available: "0.051",
      frozen: "0.051",
    });
    expect(heldSteps(BITCOIN, { size: 1, openNotional: 1_667n })).toBe(1);
    expect(heldSteps(BITCOIN, { size: 0, openNotional: 0n })).toBe(0);
  });

  it("is the sum of the part that can be closed and the rest", () => {
    const held = fc.record({ size: fc.integer({ min: 1, max: 10_000_000 }), price: prices });
    fc.assert(
      fc.property(instruments, held, fc.nat(1_000_000), (instrument, { price, size }, share) => {
        const scale = 10n ** BigInt(COIN_DECIMALS + instrument.priceDecimals);
        const openNotional = (BigInt(size) * scale) / BigInt(price);
        const closable = Math.floor((size * share) / 1_000_000);
        const texts = positionTexts(instrument, { size, openNotional, closable });
        expect(unitsOf(texts.available) + unitsOf(texts.frozen)).toBe(unitsOf(texts.total));
        expect(unitsOf(texts.total) > 0n).toBe(true);
      }),
    );
  });
});
