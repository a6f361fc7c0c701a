import { describe, expect, it } from "vitest";
import { seededRandom } from "../../market-model/seeded-random.ts";
import { CoinSignals } from "./coin-signals.ts";

const START_MS = 1_780_000_000_000;
const STEP_MS = 100;
const YEARLY = 0.7;
const DEVIATION = YEARLY * Math.sqrt(STEP_MS / 31_557_600_000);

describe("the movement of a coin", () => {
  it.each([0.5, 1, 2])("is 1 on average at %s times the usual volatility", (volatility) => {
    const signals = new CoinSignals(YEARLY);
    const random = seededRandom(1, "walk");
    let price = 60_000;
    let sum = 0;
    const steps = 200_000;
    for (let step = 1; step <= steps; step++) {
      price *= Math.exp(volatility * DEVIATION * random.normal());
      signals.observe(price, volatility, START_MS + step * STEP_MS);
      sum += signals.movement;
    }
    expect(sum / steps).toBeGreaterThan(0.9);
    expect(sum / steps).toBeLessThan(1.1);
  });

  it("is small while the price goes to and fro, and large while it goes in one direction", () => {
    const walked = (signOf: (step: number) => number): CoinSignals => {
      const signals = new CoinSignals(YEARLY);
      let price = 60_000;
      for (let step = 1; step <= 600; step++) {
        price *= Math.exp(signOf(step) * DEVIATION);
        signals.observe(price, 1, START_MS + step * STEP_MS);
      }
      return signals;
    };
    expect(walked((step) => (step % 2 === 0 ? 1 : -1)).movement).toBeLessThan(0.2);
    expect(walked(() => 1).movement).toBeGreaterThan(4);
    expect(walked(() => 1).direction).toBe(1);
    expect(walked(() => -1).direction).toBe(-1);
  });
});
