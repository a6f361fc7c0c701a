/**
 * The fall of the `crash` preset: several waves over the first hours, each a fast fall with a
 * partial rebound, and high volatility until hours after the last one.
 */
import type { ModelCoin } from "./coins.ts";
import type { Random } from "./random.ts";

const MINUTE_MS = 60_000;
const WAVES = 6;
/** Waves start within this time. */
const SPREAD_MS = 200 * MINUTE_MS;
const FALL_MIN = 0.25;
const FALL_MAX = 0.4;
/** Part of each wave's fall that comes back. */
const REBOUND = 0.3;
/** Increase of the logarithm of volatility in the waves, and the time in which it subsides. */
const STRESS_LOG = 1.1;
const STRESS_TAU_MS = 150 * MINUTE_MS;
const FIRST_STRESS_MS = 10 * MINUTE_MS;

type Wave = { startMs: number; fallMs: number; reboundMs: number; depth: number };

export class Crash {
  readonly #startMs: number;
  readonly #waves: Wave[] = [];

  constructor(startMs: number, random: Random) {
    this.#startMs = startMs;
    const total = Math.log(1 - random.between(FALL_MIN, FALL_MAX));
    const weights = Array.from({ length: WAVES }, () => random.between(0.5, 2));
    const sum = weights.reduce((left, right) => left + right, 0);
    weights.forEach((weight, i) => {
      const fallMs = random.between(3, 14) * MINUTE_MS;
      this.#waves.push({
        startMs: ((i + random.uniform()) / WAVES) * SPREAD_MS,
        fallMs,
        reboundMs: random.between(1, 3) * fallMs,
        depth: (total * weight) / sum / (1 - REBOUND),
      });
    });
  }

  /** Logarithmic move of a coin like Bitcoin since the start. */
  moveAt(timeMs: number): number {
    const elapsed = timeMs - this.#startMs;
    let move = 0;
    for (const { startMs, fallMs, reboundMs, depth } of this.#waves) {
      const falling = Math.min(1, Math.max(0, (elapsed - startMs) / fallMs));
      const rising = Math.min(1, Math.max(0, (elapsed - startMs - fallMs) / reboundMs));
      move += depth * (falling - REBOUND * rising);
    }
    return move;
  }

  /** From 0 in normal times to 1 in the waves. */
  stressAt(timeMs: number): number {
    const elapsed = timeMs - this.#startMs;
    const grown = Math.min(1, Math.max(0, elapsed / FIRST_STRESS_MS));
    const after = Math.max(0, elapsed - SPREAD_MS);
    return grown * Math.exp(-after / STRESS_TAU_MS);
  }

  logVolatilityAt(timeMs: number): number {
    return STRESS_LOG * this.stressAt(timeMs);
  }
}

/** How much further than Bitcoin a coin falls: by the root of its relative shared volatility. */
export function crashBeta(coin: ModelCoin, bitcoin: ModelCoin): number {
  const own = coin.yearlyVolatility * coin.marketShare;
  return Math.min(1.5, Math.sqrt(own / (bitcoin.yearlyVolatility * bitcoin.marketShare)));
}
