import { expect, it } from "vitest";
import { conversionPriceOf, conversionPriceText } from "./conversion-texts.ts";

it.each([
  ["98", { digits: 98, decimals: 0 }],
  ["98.50", { digits: 985, decimals: 1 }],
  ["0098.5", { digits: 985, decimals: 1 }],
  ["0.00001633", { digits: 1_633, decimals: 8 }],
  ["100", { digits: 100, decimals: 0 }],
  ["0", { digits: 0, decimals: 0 }],
])("reads the price %s with the fewest decimals", (text, price) => {
  expect(conversionPriceOf(text)).toEqual(price);
  expect(conversionPriceOf(conversionPriceText(price))).toEqual(price);
});

it("reads no number with more digits than a quote has", () => {
  expect(conversionPriceOf("1.2345678901234567")).toBeUndefined();
  expect(conversionPriceOf("9007199254740993")).toBeUndefined();
});
