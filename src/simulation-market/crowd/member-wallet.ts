import type { Random } from "../../market-model/random.ts";

/** Wallets in dollars: log-normal within bounds, and few large ones with a heavy tail. */
const DOLLARS_MIN = 200;
const DOLLARS_MEDIAN = 4_000;
const DOLLARS_DEVIATION = 1.4;
const DOLLARS_MAX = 100_000;
const LARGE_ODDS = 0.04;
const LARGE_TAIL = 1.1;
const LARGE_MIN = 100_000;
const LARGE_MAX = 5_000_000;

/** Returns the dollars with which a member arrives. */
export function walletDollarsOf(random: Random): number {
  if (random.chance(LARGE_ODDS)) return random.pareto(LARGE_TAIL, LARGE_MIN, LARGE_MAX);
  const drawn = DOLLARS_MEDIAN * Math.exp(DOLLARS_DEVIATION * random.normal());
  return Math.min(DOLLARS_MAX, Math.max(DOLLARS_MIN, drawn));
}

/** Returns whole coins as atoms, rounded down to a millionth of a coin. */
export function atomsOf(coins: number, decimals: number): bigint {
  return (BigInt(Math.floor(coins * 1_000_000)) * 10n ** BigInt(decimals)) / 1_000_000n;
}
