/**
 * Counts of whole numbers in buckets whose width is at most 1/64 of their value: percentiles of any
 * number of samples in fixed memory. The unit is the caller's.
 */

const PRECISION_BITS = 6;
const SUB_BUCKETS = 2 ** PRECISION_BITS;
/** Values from here on are counted in the last bucket. */
const VALUE_MAX = 2 ** 31 - 1;

function bucketOf(value: number): number {
  if (value < SUB_BUCKETS * 2) return value;
  const shift = 31 - Math.clz32(value) - PRECISION_BITS;
  return shift * SUB_BUCKETS + (value >>> shift);
}

/** The largest value that falls into a bucket. */
function topOf(bucket: number): number {
  if (bucket < SUB_BUCKETS * 2) return bucket;
  const shift = Math.floor(bucket / SUB_BUCKETS) - 1;
  return (bucket - shift * SUB_BUCKETS + 1) * 2 ** shift - 1;
}

export type Percentiles = {
  readonly p50: number;
  readonly p90: number;
  readonly p99: number;
  readonly p999: number;
  readonly p9999: number;
  readonly max: number;
};

export class Histogram {
  readonly #counts = new Float64Array(bucketOf(VALUE_MAX) + 1);
  #count = 0;
  #max = 0;

  get count(): number {
    return this.#count;
  }

  /** Counts one sample, rounded down to a whole number; below 0 counts as 0. */
  add(value: number): void {
    const whole = Math.min(VALUE_MAX, Math.max(0, Math.floor(value)));
    const bucket = bucketOf(whole);
    this.#counts[bucket] = (this.#counts[bucket] as number) + 1;
    this.#count += 1;
    if (whole > this.#max) this.#max = whole;
  }

  /** The value that at least this share of the samples does not exceed; 0 without samples. */
  at(share: number): number {
    const wanted = Math.ceil(this.#count * share);
    let seen = 0;
    for (let bucket = 0; bucket < this.#counts.length; bucket++) {
      seen += this.#counts[bucket] as number;
      if (seen >= wanted && seen > 0) return Math.min(topOf(bucket), this.#max);
    }
    return this.#max;
  }

  /** All percentiles, divided by `unit`: 1000 shows nanoseconds as microseconds. */
  percentiles(unit = 1): Percentiles {
    const of = (share: number): number => rounded(this.at(share) / unit);
    return {
      p50: of(0.5),
      p90: of(0.9),
      p99: of(0.99),
      p999: of(0.999),
      p9999: of(0.9999),
      max: rounded(this.#max / unit),
    };
  }
}

/** Three significant digits: more would be noise. */
export function rounded(value: number): number {
  return Number(value.toPrecision(3));
}

/** The middle of some figures; 0 without any. */
export function median(figures: readonly number[]): number {
  const sorted = [...figures].sort((one, other) => one - other);
  const middle = sorted.length >> 1;
  const high = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? high : (high + (sorted[middle - 1] ?? 0)) / 2;
}
