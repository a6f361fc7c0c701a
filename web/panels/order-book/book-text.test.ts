import { expect, it } from "vitest";
import { BookText } from "./book-text.ts";
import type { BookRow } from "./group-levels.ts";

const TEXT = new BookText({
  base: "BTC",
  quote: "USDT",
  priceDecimals: 1,
  sizeDecimals: 4,
  priceStep: "0.1",
});

const ROW: BookRow = {
  side: "ask",
  price: 1_010n,
  size: 5_000n,
  amount: 5_050_000n,
  total: 20_000n,
  totalAmount: 20_150_000n,
};

/** Digits alone: separators follow the locale of the machine. */
const digits = (text: string): string => text.replaceAll(/\D/g, "");

it("sizes and totals are in base or quote coins", () => {
  expect(digits(TEXT.sizeOf(ROW, "base"))).toBe("05000");
  expect(digits(TEXT.totalOf(ROW, "base"))).toBe("20000");
  expect(digits(TEXT.sizeOf(ROW, "quote"))).toBe("5050");
});

it("amounts have fewer decimals the larger they are", () => {
  expect(digits(TEXT.amount(250_000_000n))).toBe("2500");
  expect(digits(TEXT.amount(12_345n))).toBe("0123450");
});

it("the cost of a row says how much, the sum and the average price", () => {
  const text = TEXT.cost(ROW);
  expect(text).toMatch(/^Buying up to 101.0: 2.0000 BTC for 201.50 USDT, average 100.8$/);
  expect(TEXT.cost({ ...ROW, side: "bid" })).toContain("Selling down to");
});

it("a row in words names own orders where there are some", () => {
  expect(TEXT.row(ROW, undefined)).toBe("Ask 101.0, size 0.5000 BTC, total 2.0000 BTC");
  expect(TEXT.row(ROW, 1_000n)).toContain("own orders 0.1000 BTC");
});
