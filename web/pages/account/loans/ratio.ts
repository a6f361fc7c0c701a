/** What the ratio of a debt to its pledge means for the person. */
import Big from "big.js";

export type PledgeState = "unknown" | "safe" | "add";

export type Ratio = {
  /** Debt ÷ pledge, decimal text; 0 without prices. */
  readonly pledgeRate: string;
  readonly supRate: string;
  readonly forceRate: string;
};

/** Whether the pledge should be raised. */
export function pledgeState({ pledgeRate, supRate }: Ratio): PledgeState {
  const rate = new Big(pledgeRate);
  if (rate.eq(0)) return "unknown";
  return rate.gte(supRate) ? "add" : "safe";
}

/**
 * Returns the share by which the pledge may fall against the borrowed coin until the loan ends with
 * it; 0 at or beyond the line, undefined without prices.
 */
export function fallLeft({ forceRate, pledgeRate }: Ratio): number | undefined {
  if (new Big(pledgeRate).eq(0)) return undefined;
  return Math.max(0, 1 - Number(pledgeRate) / Number(forceRate));
}
