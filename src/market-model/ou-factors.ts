/** A source of standard normal numbers. */
export type Normals = { normal(): number };

/** An Ornstein–Uhlenbeck process with mean 0. */
export type Factor = {
  /** Time in ms in which a deviation falls to 1/e. */
  readonly tauMs: number;
  /** Variance of its stationary distribution. */
  readonly variance: number;
};

/**
 * Several independent Ornstein–Uhlenbeck processes. A step of any length is exact. The processes
 * are reversible: the same step leads to the values before as well as to the values after.
 */
export class OuFactors {
  readonly values: Float64Array;
  readonly #factors: readonly Factor[];
  readonly #decays: Float64Array;
  readonly #deviations: Float64Array;
  #stepMs = -1;

  /** Starts at values drawn from the stationary distribution. */
  constructor(factors: readonly Factor[], random: Normals) {
    this.#factors = factors;
    this.values = Float64Array.from(factors, ({ variance }) => {
      return Math.sqrt(variance) * random.normal();
    });
    this.#decays = new Float64Array(factors.length);
    this.#deviations = new Float64Array(factors.length);
  }

  step(stepMs: number, random: Normals): void {
    if (stepMs !== this.#stepMs) this.#prepare(stepMs);
    const { values } = this;
    const decays = this.#decays;
    const deviations = this.#deviations;
    for (let i = 0; i < values.length; i++) {
      values[i] = (decays[i] ?? 0) * (values[i] ?? 0) + (deviations[i] ?? 0) * random.normal();
    }
  }

  sum(): number {
    let sum = 0;
    for (let i = 0; i < this.values.length; i++) sum += this.values[i] ?? 0;
    return sum;
  }

  #prepare(stepMs: number): void {
    this.#stepMs = stepMs;
    this.#factors.forEach(({ tauMs, variance }, i) => {
      const decay = Math.exp(-stepMs / tauMs);
      this.#decays[i] = decay;
      this.#deviations[i] = Math.sqrt(variance * (1 - decay * decay));
    });
  }
}

/**
 * Returns the standard deviation of the average of a factor over a span, relative to the one of its
 * values: 1 for short spans, towards 0 for spans far longer than `tauMs`.
 */
export function averagedDeviation(tauMs: number, spanMs: number): number {
  const ratio = spanMs / tauMs;
  if (ratio < 1e-3) return 1;
  return Math.sqrt(2 * (ratio - 1 + Math.exp(-ratio))) / ratio;
}
