import { mean } from "./series.ts";

/** Middle prices of two runs with one seed, one a second, from the moment of the first trade. */
export type ComparedRuns = {
  readonly changed: readonly number[];
  readonly unchanged: readonly number[];
};

/** Seconds over which prices are averaged, so that single ticks do not count. */
const WINDOW_SECONDS = 5;

function meanUpTo(prices: readonly number[], second: number): number {
  const length = Math.min(second, WINDOW_SECONDS);
  return mean(prices.slice(second - length + 1, second + 1));
}

/** Difference of the two runs at a second, averaged over a few seconds, in basis points. */
export function impactBp({ changed, unchanged }: ComparedRuns, second: number): number {
  return (meanUpTo(changed, second) / meanUpTo(unchanged, second) - 1) * 10_000;
}

/** Largest such difference at any second, without sign. */
export function largestImpactBp(runs: ComparedRuns): number {
  const seconds = Math.min(runs.changed.length, runs.unchanged.length);
  let largest = 0;
  for (let second = WINDOW_SECONDS; second < seconds; second++) {
    largest = Math.max(largest, Math.abs(impactBp(runs, second)));
  }
  return largest;
}
