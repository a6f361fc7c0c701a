/**
 * Mark price at which a position is liquidated, as the exchange estimates it: the first one, from
 * the current mark price in the losing direction, at which equity is below maintenance margin with
 * the closing fee, while all other prices stay. Within a tier the rest is
 *
 *   linear    funds + L ( P − entry of L ) + S ( entry of S − P ) − max( L, S ) P ( rate + fee )
 *   inverse   the same with the sizes in the quote coin and 1 / P, of which the long loses
 */
import Big from "big.js";
import { type Tier, tierOf } from "./tier.ts";

/** Size in base coins, inverse in the quote coin, and entry price. */
export type Held = { readonly size: Big; readonly entry: Big };

export type Exposure = {
  readonly long: Held;
  readonly short: Held;
  /** What covers losses besides the positions, in the settlement coin. */
  readonly funds: Big;
  /** Part of the cover that moves in proportion to the price, as it is at the mark price. */
  readonly collateral: Big;
  /** Mark price. */
  readonly mark: Big;
};

export type Terms = {
  readonly isInverse: boolean;
  readonly priceStep: string;
  readonly takerRate: number;
  readonly tiers: readonly Tier[];
};

export const NOTHING: Held = { size: Big(0), entry: Big(0) };

/** The rest as `fixed + slope × x`, where x is the price, or of inverse contracts its inverse. */
type Line = { readonly fixed: Big; readonly slope: Big };

function lineOf({ collateral, funds, long, mark, short }: Exposure, terms: Terms, rate: number) {
  const larger = long.size.gt(short.size) ? long.size : short.size;
  const upkeep = larger.times(Big(rate).plus(terms.takerRate));
  const at = ({ entry, size }: Held): Big => {
    if (size.eq(0)) return Big(0);
    return terms.isInverse ? size.div(entry) : size.times(entry);
  };
  const net = long.size.minus(short.size);
  const paid = at(long).minus(at(short));
  if (terms.isInverse) {
    return { fixed: funds.plus(paid), slope: net.plus(upkeep).times(-1) };
  }
  return { fixed: funds.minus(paid), slope: net.minus(upkeep).plus(collateral.div(mark)) };
}

function restAt({ fixed, slope }: Line, price: Big, { isInverse }: Terms): Big {
  return fixed.plus(isInverse ? slope.div(price) : slope.times(price));
}

/** First price step beyond the price at which nothing is left; undefined where there is none. */
function stepBeyond({ fixed, slope }: Line, terms: Terms, isBelow: boolean): Big | undefined {
  if (slope.eq(0) || fixed.eq(0)) return undefined;
  const root = terms.isInverse ? slope.div(fixed).times(-1) : fixed.div(slope).times(-1);
  if (root.lte(0)) return undefined;
  const steps = root.div(terms.priceStep);
  const beyond = isBelow
    ? steps.round(0, Big.roundUp).minus(1)
    : steps.round(0, Big.roundDown).plus(1);
  return beyond.lte(0) ? undefined : beyond.times(terms.priceStep);
}

/** Value that chooses the tier; inverse sizes count the quote coin at any price. */
function measureOf(
  { long, short }: Pick<Exposure, "long" | "short">,
  { isInverse }: Terms,
  price: Big,
): Big {
  const size = long.size.plus(short.size);
  return isInverse ? size : size.times(price);
}

/** Maintenance margin of the positions of an instrument at a price, with the closing fee. */
export function maintenanceAt(
  exposure: Pick<Exposure, "long" | "short">,
  terms: Terms,
  price: Big,
): Big {
  const { long, short } = exposure;
  const larger = long.size.gt(short.size) ? long.size : short.size;
  const tier = tierOf(terms.tiers, measureOf(exposure, terms, price).toNumber());
  const value = terms.isInverse ? larger.div(price) : larger.times(price);
  return value.times(Big(tier?.maintenanceRate ?? 0).plus(terms.takerRate));
}

/** Returns the price; undefined where none liquidates, or the tiers are not known. */
export function liquidationOf(exposure: Exposure, terms: Terms): Big | undefined {
  const { mark } = exposure;
  const size = exposure.long.size.plus(exposure.short.size);
  if (size.eq(0) || mark.lte(0)) return undefined;
  let tier = tierOf(terms.tiers, measureOf(exposure, terms, mark).toNumber());
  if (tier === undefined) return undefined;
  const first = lineOf(exposure, terms, tier.maintenanceRate);
  // Less of the inverse price is a higher price.
  const isBelow = terms.isInverse ? first.slope.lt(0) : first.slope.gt(0);
  let start = mark;
  for (;;) {
    const line = lineOf(exposure, terms, tier.maintenanceRate);
    if (restAt(line, start, terms).lt(0)) return start;
    const found = stepBeyond(line, terms, isBelow);
    const bound = boundOf(terms, tier, { isBelow, size });
    if (found !== undefined) {
      const isInTier = bound === undefined || (isBelow ? found.gte(bound) : found.lte(bound));
      const isAhead = isBelow ? found.lte(start) : found.gte(start);
      if (isInTier && isAhead) return found;
    }
    const next: Tier | undefined = terms.tiers[terms.tiers.indexOf(tier) + (isBelow ? -1 : 1)];
    if (bound === undefined || next === undefined) return undefined;
    start = isBelow ? bound.minus(terms.priceStep) : bound.plus(terms.priceStep);
    tier = next;
  }
}

/** Last price step of a tier in a direction; undefined where the price does not leave it. */
function boundOf(
  { isInverse, priceStep, tiers }: Terms,
  tier: Tier,
  { isBelow, size }: { readonly isBelow: boolean; readonly size: Big },
): Big | undefined {
  if (isInverse) return undefined;
  const steps = (value: number): Big => Big(value).div(size).div(priceStep).round(0, Big.roundDown);
  if (!isBelow) return steps(tier.valueMax).times(priceStep);
  const below = tiers[tiers.indexOf(tier) - 1];
  return below === undefined ? undefined : steps(below.valueMax).plus(1).times(priceStep);
}
