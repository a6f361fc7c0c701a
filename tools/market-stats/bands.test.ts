import { describe, expect, it } from "vitest";
import { BANDS, isWithin } from "./bands.ts";
import { FIGURES } from "./figures.ts";
import { readReference } from "./stored-json.ts";

describe("the bands of the default market", () => {
  it("are bounds of figures that exist", () => {
    const known = new Set(FIGURES.map(({ id }) => id));
    expect(Object.keys(BANDS).filter((id) => !known.has(id))).toEqual([]);
  });

  it("contain the figures of recorded markets", () => {
    const { figures } = readReference();
    const outside = Object.entries(BANDS).filter(([id, band]) => {
      const value = figures[id];
      return value !== undefined && !isWithin(value, band);
    });
    expect(outside).toEqual([]);
  });
});

it("takes both bounds of a band as within it", () => {
  const band = { min: 1, max: 2 };
  expect([0.9, 1, 2, 2.1].map((value) => isWithin(value, band))).toEqual([
    false,
    true,
    true,
    false,
  ]);
  expect(isWithin(-5, { max: 0 })).toBe(true);
  expect(isWithin(-5, { min: 0 })).toBe(false);
});
