import { expect, it } from "vitest";
import type { Random } from "./random.ts";
import { seededRandom } from "./seeded-random.ts";

const draws = (random: Random): number[] => Array.from({ length: 50_000 }, () => random.uniform());

it("draws the same numbers from the same seed and name", () => {
  expect(draws(seededRandom(1, "maker"))).toEqual(draws(seededRandom(1, "maker")));
});

it("draws different numbers for another seed or name", () => {
  const [first] = draws(seededRandom(1, "maker"));
  expect(draws(seededRandom(2, "maker"))[0]).not.toBe(first);
  expect(draws(seededRandom(1, "taker"))[0]).not.toBe(first);
});

it("distinguishes seeds that differ only above 32 bits", () => {
  expect(seededRandom(2 ** 40, "maker").word()).not.toBe(seededRandom(2 ** 41, "maker").word());
});

it("spreads uniform draws evenly over the unit interval", () => {
  const tenths = Array.from({ length: 10 }, () => 0);
  for (const draw of draws(seededRandom(3, "x"))) {
    const tenth = Math.floor(draw * 10);
    tenths[tenth] = (tenths[tenth] ?? 0) + 1;
  }
  for (const count of tenths) expect(Math.abs(count - 5_000)).toBeLessThan(300);
});

it("draws normal numbers with mean 0 and variance 1", () => {
  const random = seededRandom(4, "x");
  const values = Array.from({ length: 50_000 }, () => random.normal());
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + value * value, 0) / values.length;
  expect(Math.abs(mean)).toBeLessThan(0.02);
  expect(Math.abs(variance - 1)).toBeLessThan(0.03);
});

it("draws waiting times with the given mean, and sizes within their bounds", () => {
  const random = seededRandom(5, "x");
  const waits = Array.from({ length: 50_000 }, () => random.exponential(7));
  expect(Math.abs(waits.reduce((sum, value) => sum + value, 0) / waits.length - 7)).toBeLessThan(
    0.2,
  );
  for (let i = 0; i < 10_000; i++) {
    const size = random.pareto(1.2, 10, 500);
    expect(size >= 10 && size <= 500).toBe(true);
  }
});
