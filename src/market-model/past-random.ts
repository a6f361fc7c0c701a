import { SeededWords } from "./seeded-random.ts";

const BITS = 14;
const ENTRIES = 2 ** BITS;
/** The density of the normal distribution is integrated from −RANGE to RANGE. */
const RANGE = 5;
const GRID = 40_000;

/** Quantiles of the standard normal distribution in equal steps of probability, variance 1. */
function normalQuantiles(): Float32Array {
  const quantiles = new Float64Array(ENTRIES);
  const width = (2 * RANGE) / GRID;
  let probability = 0;
  let entry = 0;
  for (let i = 0; i < GRID; i++) {
    const x = -RANGE + (i + 0.5) * width;
    const mass = (width * Math.exp((-x * x) / 2)) / Math.sqrt(2 * Math.PI);
    for (; entry < ENTRIES && probability + mass >= (entry + 0.5) / ENTRIES; entry++) {
      quantiles[entry] = x + width * (((entry + 0.5) / ENTRIES - probability) / mass - 0.5);
    }
    probability += mass;
  }
  const variance = quantiles.reduce((sum, value) => sum + value * value, 0) / ENTRIES;
  return Float32Array.from(quantiles, (value) => value / Math.sqrt(variance));
}

const NORMALS = normalQuantiles();
const EXPONENTIALS = Float32Array.from({ length: ENTRIES }, (_, i) => {
  return -Math.log((i + 0.5) / ENTRIES);
});

/**
 * Draws for the past, from tables of 16,384 quantiles: a year of hours of all coins takes
 * milliseconds. Normal numbers end at four deviations.
 */
export class PastRandom {
  readonly #words: SeededWords;

  constructor(seed: number, name: string) {
    this.#words = new SeededWords(seed, name);
  }

  normal(): number {
    return NORMALS[this.#words.word() >>> (32 - BITS)] ?? 0;
  }

  /** Exponential number with mean 1. */
  exponential(): number {
    return EXPONENTIALS[this.#words.word() >>> (32 - BITS)] ?? 0;
  }
}
