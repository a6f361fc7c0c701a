/**
 * Average basis (book middle − index) over the last `BASIS_WINDOW_MS`, weighted by time. Time
 * without a sample counts as a basis of 0, so that a single sample moves the average only by its
 * share of the window. Sums are exact: 60 samples of 2^32 half ticks times 10,000 ms.
 */
import { assert } from "../base/assert.ts";
import { BASIS_SAMPLE_WEIGHT_MS_MAX, BASIS_WINDOW_MS } from "../base/limits.ts";

type BasisSample = {
  readonly atMs: number;
  readonly weightMs: number;
  /** Twice (middle − index) in ticks, because a middle may lie on a half tick. */
  readonly twice: number;
};

export type BasisAverage = {
  /** Time of the last sampling, with or without a sample. */
  sampledAtMs: number;
  /** Oldest first. */
  readonly samples: BasisSample[];
  /** Sums over the samples: weight, and weight × twice the basis. */
  weightMs: number;
  twiceMs: number;
};

export function newBasisAverage(): BasisAverage {
  return { sampledAtMs: 0, samples: [], weightMs: 0, twiceMs: 0 };
}

/** Adds a sample, in order of time. */
export function restoreSample(average: BasisAverage, sample: BasisSample): void {
  assert(sample.weightMs >= 0, "the weight of a sample is not negative");
  average.samples.push(sample);
  average.weightMs += sample.weightMs;
  average.twiceMs += sample.weightMs * sample.twice;
}

/**
 * Drops samples that have left the window. Adds a sample weighted by the time since the last
 * sampling, at most `BASIS_SAMPLE_WEIGHT_MS_MAX`, unless `twice` is `undefined`.
 */
export function sampleBasis(
  average: BasisAverage,
  timeMs: number,
  twice: number | undefined,
): void {
  const passedMs = timeMs - average.sampledAtMs;
  assert(passedMs >= 0, "time does not run backwards");
  average.sampledAtMs = timeMs;
  for (let oldest = average.samples[0]; oldest !== undefined; oldest = average.samples[0]) {
    if (oldest.atMs > timeMs - BASIS_WINDOW_MS) break;
    average.samples.shift();
    average.weightMs -= oldest.weightMs;
    average.twiceMs -= oldest.weightMs * oldest.twice;
  }
  const isEmpty = average.samples.length === 0;
  assert(!isEmpty || average.weightMs === 0, "the weights of all samples add up");
  assert(!isEmpty || average.twiceMs === 0, "the samples add up");
  if (twice === undefined) return;
  const weightMs = Math.min(passedMs, BASIS_SAMPLE_WEIGHT_MS_MAX);
  restoreSample(average, { atMs: timeMs, weightMs, twice });
}

/** Returns the average in ticks, rounded down. */
export function averageBasisOf({ twiceMs, weightMs }: BasisAverage): number {
  return Math.floor(twiceMs / (2 * Math.max(BASIS_WINDOW_MS, weightMs)));
}
