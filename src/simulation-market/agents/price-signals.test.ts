import { expect, it } from "vitest";
import { PriceSignals } from "./price-signals.ts";

/** Premium in basis points after trades of one side that together have a share of a large one. */
function premiumAfter(count: number, share: number): number {
  const signals = new PriceSignals();
  signals.observeIndex(50_000, 0);
  for (let i = 0; i < count; i++) signals.observeTrade("buy", share / count, 0);
  return signals.premiumBp(0);
}

it("a trade moves the fair price by its notional, however it is split", () => {
  const whole = premiumAfter(1, 1);
  expect(whole).toBeGreaterThan(0);
  for (const count of [10, 1_000]) expect(premiumAfter(count, 1)).toBeCloseTo(whole, 9);
});

it("hundreds of trades of a few dollars hardly move the fair price", () => {
  // 300 trades of 27 dollars where a large one has 40,000.
  expect(premiumAfter(300, (300 * 27) / 40_000)).toBeLessThan(0.2);
});
