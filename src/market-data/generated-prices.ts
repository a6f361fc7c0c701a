import { PRICE_SCALE, type PriceSource, type SourcePrice } from "./price-source.ts";
import { UNDERLYINGS, type Underlying } from "./underlyings.ts";

/** Draws of a seeded generator. */
export type Draws = { uniform(): number; normal(): number };

const SECONDS_PER_YEAR = 31_557_600;
const STEP_MS = 1_000;

/** Maximum number of steps made up after a pause; the remaining time is skipped. */
const STEPS_PER_CALL_MAX = 600;

/** GARCH(1,1) of the return per second: half of the effect of a shock lasts 90 seconds. */
const SHOCK_WEIGHT = 0.08;
const MEMORY_WEIGHT = 0.912;

const BUSY_ODDS_PER_SECOND = 1 / 600;
const CALM_ODDS_PER_SECOND = 1 / 120;
const BUSY_FACTOR = 1.8;
const CALM_FACTOR = 0.85;
const JUMP_ODDS_PER_SECOND = 1 / 1_800;
const JUMP_DEVIATIONS = 12;

/** A price stays within this factor of its initial value, so that ticks always stay in range. */
const RANGE_FACTOR = 50;
const STABLE_PULL = 0.01;

type Path = {
  readonly underlying: Underlying;
  readonly deviation: number;
  logPrice: number;
  /** Variance of the last second's return, relative to its long-run mean. */
  variance: number;
};

/**
 * A random walk per underlying with volatility clustering, calm and busy phases shared by all
 * underlyings, and rare jumps. It depends only on the random draws and the number of seconds. The
 * model uses floating point; its output is rounded to whole 10^-8 dollars.
 */
export class GeneratedPrices implements PriceSource {
  readonly name = "generated";
  readonly rank = "generated";
  readonly weight = 1;
  readonly #paths = new Map<string, Path>();
  readonly #draws: Draws;
  #isBusy = false;
  #steppedAtMs: number;

  constructor(draws: Draws, nowMs: number) {
    this.#draws = draws;
    this.#steppedAtMs = nowMs;
    for (const underlying of UNDERLYINGS) {
      this.#paths.set(underlying.code, {
        underlying,
        deviation: underlying.yearlyVolatility / Math.sqrt(SECONDS_PER_YEAR),
        logPrice: Math.log(underlying.startE8),
        variance: 1,
      });
    }
  }

  price(code: string, nowMs: number): SourcePrice | undefined {
    if (code === "USD") return { priceE8: PRICE_SCALE, observedAtMs: nowMs };
    const path = this.#paths.get(code);
    if (path === undefined) return undefined;
    this.#advance(nowMs);
    return { priceE8: Math.round(Math.exp(path.logPrice)), observedAtMs: this.#steppedAtMs };
  }

  rebase(code: string, priceE8: number): void {
    const path = this.#paths.get(code);
    if (path !== undefined && priceE8 > 0) path.logPrice = Math.log(priceE8);
  }

  #advance(nowMs: number): void {
    const dueSteps = Math.floor((nowMs - this.#steppedAtMs) / STEP_MS);
    if (dueSteps <= 0) return;
    this.#steppedAtMs += dueSteps * STEP_MS;
    for (let i = Math.min(dueSteps, STEPS_PER_CALL_MAX); i > 0; i--) this.#step();
  }

  #step(): void {
    const draws = this.#draws;
    const odds = this.#isBusy ? CALM_ODDS_PER_SECOND : BUSY_ODDS_PER_SECOND;
    if (draws.uniform() < odds) this.#isBusy = !this.#isBusy;
    const shared = draws.normal();
    const phase = this.#isBusy ? BUSY_FACTOR : CALM_FACTOR;
    for (const path of this.#paths.values()) this.#movePath(path, shared, phase);
  }

  #movePath(path: Path, shared: number, phase: number): void {
    const { underlying, deviation } = path;
    const ownShare = Math.sqrt(1 - underlying.marketShare ** 2);
    const shock = underlying.marketShare * shared + ownShare * this.#draws.normal();
    const scaledShock = Math.sqrt(path.variance) * shock;
    path.variance =
      1 -
      SHOCK_WEIGHT -
      MEMORY_WEIGHT +
      SHOCK_WEIGHT * scaledShock * scaledShock +
      MEMORY_WEIGHT * path.variance;
    const start = Math.log(underlying.startE8);
    let step = deviation * phase * scaledShock;
    if (underlying.isStable) step += STABLE_PULL * (start - path.logPrice);
    else if (this.#draws.uniform() < JUMP_ODDS_PER_SECOND) {
      step += deviation * JUMP_DEVIATIONS * this.#draws.normal();
    }
    const bound = Math.log(RANGE_FACTOR);
    path.logPrice = Math.min(start + bound, Math.max(start - bound, path.logPrice + step));
  }
}
