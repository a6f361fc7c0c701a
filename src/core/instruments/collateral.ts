/**
 * What a coin counts for as margin of a unified account: its value in US dollars, less with size.
 * A coin counts tier by tier: of what lies between two starts, the rate of the lower one
 * (trading-rules.md section 8, effEquity).
 */

import { assert } from "../base/assert.ts";
import type { DraftOf } from "../commands/commands.ts";
import { type Atoms, atoms, type RateE6, rateE6, ZERO_ATOMS } from "../money/units.ts";
import type { Currency } from "./instrument.ts";

export type CollateralTier = {
  /** Amount of the coin above which the rate holds, in atoms. */
  readonly from: bigint;
  readonly rate: RateE6;
};

export type Collateral = {
  /** A dollar where no index says more precisely. */
  readonly isDollar: boolean;
  /** Counts also in a basic account. */
  readonly isShared: boolean;
  /** Smallest amounts first, the first from 0; none when the coin is no collateral. */
  readonly tiers: readonly CollateralTier[];
};

export const NO_COLLATERAL: Collateral = { isDollar: false, isShared: false, tiers: [] };

const TIERS_MAX = 20;
const E6 = 1_000_000;
const E6_BIG = 1_000_000n;

/** The collateral that a command describes; `undefined` when its tiers make no sense. */
export function collateralOf(
  terms: DraftOf<"set_collateral">,
  currency: Currency,
): Collateral | undefined {
  const { isDollar, isShared, ratesE6, tierStarts } = terms;
  if (tierStarts.length !== ratesE6.length || tierStarts.length > TIERS_MAX) return undefined;
  const scale = 10n ** BigInt(currency.decimals);
  const tiers: CollateralTier[] = [];
  for (const [at, start] of tierStarts.entries()) {
    const rate = ratesE6[at] ?? 0;
    const before = tierStarts[at - 1] ?? -1;
    const rateBefore = ratesE6[at - 1] ?? E6;
    if (start <= before || (at === 0 && start !== 0) || rate > rateBefore) return undefined;
    tiers.push({ from: BigInt(start) * scale, rate: rateE6(rate) });
  }
  return { isDollar, isShared, tiers };
}

/** The part of `amount` ≥ 0 that counts, in atoms, rounded down. */
export function countedOf(collateral: Collateral, amount: bigint): Atoms {
  assert(amount >= 0n, "a debt counts in full");
  let weighted = 0n;
  for (const [at, { from, rate }] of collateral.tiers.entries()) {
    if (amount <= from) break;
    const end = collateral.tiers[at + 1]?.from ?? amount;
    weighted += ((amount < end ? amount : end) - from) * BigInt(rate);
  }
  return atoms(weighted / E6_BIG);
}

/** The rate at which the last atom of `amount` ≥ 0 counts. */
export function rateAt(collateral: Collateral, amount: bigint): RateE6 {
  let reached = rateE6(0);
  for (const { from, rate } of collateral.tiers) {
    if (from !== 0n && amount <= from) break;
    reached = rate;
  }
  return reached;
}

/** The least amount of which `counted` ≥ 0 counts; `undefined` when no amount counts so much. */
export function amountCounting(collateral: Collateral, counted: bigint): Atoms | undefined {
  let weighted = counted * E6_BIG;
  if (weighted === 0n) return ZERO_ATOMS;
  for (const [at, { from, rate }] of collateral.tiers.entries()) {
    if (rate === 0) return undefined;
    const end = collateral.tiers[at + 1]?.from;
    const share = BigInt(rate);
    if (end === undefined || weighted <= (end - from) * share) {
      return atoms(from + (weighted + share - 1n) / share);
    }
    weighted -= (end - from) * share;
  }
  return undefined;
}
