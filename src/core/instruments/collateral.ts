/**
 * Collateral terms of a coin: the share of its value in US dollars that counts as margin of a
 * unified account. Shares fall with size, tier by tier: the amount between two tier starts counts
 * at the rate of the lower start (trading-rules.md section 8, effEquity).
 */

import { assert } from "../base/assert.ts";
import type { DraftOf } from "../commands/commands.ts";
import { type Atoms, atoms, type RateE6, rateE6, ZERO_ATOMS } from "../money/units.ts";
import type { Currency } from "./instrument.ts";

export type CollateralTier = {
  /** Amount of the coin above which the rate applies, in atoms. */
  readonly from: bigint;
  readonly rate: RateE6;
};

export type Collateral = {
  /** Whether the coin is worth one US dollar while it has no index. */
  readonly isDollar: boolean;
  /** Whether the coin counts in a basic account, too. */
  readonly isShared: boolean;
  /** Smallest amounts first, beginning at 0; none when the coin is no collateral. */
  readonly tiers: readonly CollateralTier[];
};

export const NO_COLLATERAL: Collateral = { isDollar: false, isShared: false, tiers: [] };

const TIERS_MAX = 20;
const E6 = 1_000_000;
const E6_BIG = 1_000_000n;

/** Returns the collateral that a command describes, or `undefined` when its tiers are invalid. */
export function collateralOf(
  terms: DraftOf<"set_collateral">,
  currency: Currency,
): Collateral | undefined {
  const { isDollar, isShared, ratesE6, tierStarts } = terms;
  if (tierStarts.length !== ratesE6.length || tierStarts.length > TIERS_MAX) return undefined;
  const scale = 10n ** BigInt(currency.decimals);
  const tiers: CollateralTier[] = [];
  for (const [tier, start] of tierStarts.entries()) {
    const rate = ratesE6[tier] ?? 0;
    const before = tierStarts[tier - 1] ?? -1;
    const rateBefore = ratesE6[tier - 1] ?? E6;
    if (start <= before || (tier === 0 && start !== 0) || rate > rateBefore) return undefined;
    tiers.push({ from: BigInt(start) * scale, rate: rateE6(rate) });
  }
  return { isDollar, isShared, tiers };
}

/** Returns the part of `amount` ≥ 0 that counts, in atoms, rounded down. */
export function countedOf(collateral: Collateral, amount: bigint): Atoms {
  assert(amount >= 0n, "a debt counts in full");
  let weighted = 0n;
  for (const [tier, { from, rate }] of collateral.tiers.entries()) {
    if (amount <= from) break;
    const end = collateral.tiers[tier + 1]?.from ?? amount;
    weighted += ((amount < end ? amount : end) - from) * BigInt(rate);
  }
  const counted = weighted / E6_BIG;
  assert(counted <= amount, "collateral counts for at most its amount");
  return atoms(counted);
}

/** Returns the rate at which the last atom of `amount` ≥ 0 counts. */
export function rateAt(collateral: Collateral, amount: bigint): RateE6 {
  let reached = rateE6(0);
  for (const { from, rate } of collateral.tiers) {
    if (from !== 0n && amount <= from) break;
    reached = rate;
  }
  return reached;
}

/** Returns the least amount of which `counted` ≥ 0 counts, or `undefined` if there is none. */
export function amountCounting(collateral: Collateral, counted: bigint): Atoms | undefined {
  let weighted = counted * E6_BIG;
  if (weighted === 0n) return ZERO_ATOMS;
  for (const [tier, { from, rate }] of collateral.tiers.entries()) {
    if (rate === 0) return undefined;
    const end = collateral.tiers[tier + 1]?.from;
    const share = BigInt(rate);
    if (end === undefined || weighted <= (end - from) * share) {
      return atoms(from + (weighted + share - 1n) / share);
    }
    weighted -= (end - from) * share;
  }
  return undefined;
}
