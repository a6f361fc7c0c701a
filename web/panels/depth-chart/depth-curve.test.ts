import { expect, it } from "vitest";
import { type BookSide, groupLevels } from "../order-book/group-levels.ts";
import { depthSpan, priceAt, rowUpTo, sideAt } from "./depth-curve.ts";

const UNITS = { priceDecimals: 1, sizeDecimals: 2, priceStep: "0.5" };

function side(name: BookSide, ...pairs: readonly (readonly [string, string])[]) {
  const levels = pairs.map(([priceText, sizeText]) => {
    return { price: Number(priceText), size: Number(sizeText), priceText, sizeText };
  });
  return groupLevels(levels, name, UNITS, 1);
}

const ROWS = {
  bids: side("bid", ["99.5", "1"], ["98.0", "2"], ["50.0", "90"]),
  asks: side("ask", ["100.5", "1"], ["102.0", "3"]),
};

it("the span reaches equally far on both sides and knows the largest total within it", () => {
  const span = depthSpan(ROWS, 0.05);
  expect(span).toMatchObject({ middle: 1000, low: 950, totalMax: 400 });
  expect(span?.high).toBeCloseTo(1050);
});

it("without one of the sides there is no chart", () => {
  expect(depthSpan({ ...ROWS, asks: [] }, 0.05)).toBeUndefined();
});

it("a place becomes a price on the step of the instrument", () => {
  const span = { middle: 1000, low: 950, high: 1050, totalMax: 1 };
  expect(priceAt(0, span, UNITS)).toBe(950n);
  expect(priceAt(0.517, span, UNITS)).toBe(1000n);
  expect(priceAt(0.53, span, UNITS)).toBe(1005n);
  expect(priceAt(7, span, UNITS)).toBe(1050n);
});

it("figures count what stands between the middle and the price", () => {
  expect(rowUpTo(ROWS, 985n)?.total).toBe(100n);
  expect(rowUpTo(ROWS, 980n)?.total).toBe(300n);
  expect(rowUpTo(ROWS, 1010n)?.total).toBe(100n);
  expect(rowUpTo(ROWS, 1030n)?.total).toBe(400n);
});

it("within the spread there is nothing to count", () => {
  expect(rowUpTo(ROWS, 1000n)).toBeUndefined();
});

it("above the middle one buys, below it one sells", () => {
  const span = { middle: 1000, low: 950, high: 1050, totalMax: 1 };
  expect([sideAt(1005n, span), sideAt(995n, span)]).toEqual(["buy", "sell"]);
});
