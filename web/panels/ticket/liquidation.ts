/**
 * Mark price at which a position is liquidated, as the exchange estimates it: the first one, from
 * the present mark price in the losing direction, at which what covers the positions is less than
 * their maintenance margin with the closing fee, while other mark prices stay.
 *
 * On a unified account the dollar price of the contract's base coin moves in proportion to the mark
 * price, also where it is the settlement coin, and all other dollar prices stay. The losing
 * direction is that in which the account loses at present; where no price of it liquidates, the
 * other one is searched. Prices are tried as the exchange tries them: to the end of each tier, and
 * within the first tier whose end fails.
 */
import Big from "big.js";
import { COIN_DECIMALS } from "./collateral.ts";
import { type Cover, leftOf } from "./cover.ts";
import { type Tier, tierOf } from "./tier.ts";

/** Size in base coins, inverse in the quote coin, and value at entry in the settlement coin. */
export type Held = { readonly size: Big; readonly open: Big };

export type Exposure = {
  readonly long: Held;
  readonly short: Held;
  readonly cover: Cover;
  /** Present mark price. */
  readonly mark: Big;
};

export type Terms = {
  readonly isInverse: boolean;
  readonly priceStep: string;
  /** Largest size of an order, in base coins. */
  readonly sizeMax: string;
  readonly takerRate: number;
  readonly tiers: readonly Tier[];
};

export const NOTHING: Held = { size: Big(0), open: Big(0) };

/** The exchange knows no higher price, in price steps. */
const STEPS_MAX = 2 ** 31 - 1;
/** Largest amount that the exchange can count, in a coin; values of positions are an eighth. */
const AMOUNT_MAX = 2 ** 63 / 10 ** COIN_DECIMALS;

/** Less than this is the inexactness of a division. */
const NEAR_ZERO = Big("1e-12");

type Sizes = Pick<Exposure, "long" | "short">;

/** Value in the settlement coin; of inverse contracts it is rounded to what the coin can have. */
export function valueAt(size: Big, price: Big, isInverse: boolean): Big {
  return isInverse ? size.div(price).round(COIN_DECIMALS, Big.roundHalfUp) : size.times(price);
}

function larger({ long, short }: Sizes): Big {
  return long.size.gt(short.size) ? long.size : short.size;
}

/** Value that chooses the tier; inverse sizes count the quote coin at any price. */
function tierAt({ long, short }: Sizes, { isInverse, tiers }: Terms, price: Big): Tier | undefined {
  const size = long.size.plus(short.size);
  return tierOf(tiers, (isInverse ? size : size.times(price)).toNumber());
}

/** Maintenance margin of the positions of an instrument at a price, with the closing fee. */
export function maintenanceAt(sizes: Sizes, terms: Terms, price: Big): Big {
  const rate = Big(tierAt(sizes, terms, price)?.maintenanceRate ?? 0).plus(terms.takerRate);
  const value = valueAt(larger(sizes), price, terms.isInverse);
  return value.times(rate).round(COIN_DECIMALS, Big.roundUp);
}

/** Profit of the positions at a price, in the settlement coin. */
function gainAt({ long, short }: Sizes, { isInverse }: Terms, price: Big): Big {
  const ofLong = valueAt(long.size, price, isInverse).minus(long.open);
  const ofShort = short.open.minus(valueAt(short.size, price, isInverse));
  const gain = ofLong.plus(ofShort);
  return isInverse ? gain.times(-1) : gain;
}

/** What is left of the cover at a price in steps; below zero the positions are liquidated. */
type Left = (steps: number) => Big;

/** Whether what is left falls with the price, from the present mark price on. */
function isFallingBelow(left: Left, steps: number): boolean {
  const down = Math.max(1, Math.floor(steps / 100));
  return left(Math.max(1, steps - down)).lt(left(steps));
}

/** Whether the positions alone lose as the price falls, within their present tier. */
function isLosingBelow(exposure: Exposure, terms: Terms): boolean {
  const net = exposure.long.size.minus(exposure.short.size);
  const { maintenanceRate = 0 } = tierAt(exposure, terms, exposure.mark) ?? {};
  const upkeep = larger(exposure).times(Big(maintenanceRate).plus(terms.takerRate));
  return (terms.isInverse ? net.plus(upkeep) : net.minus(upkeep)).gt(0);
}

/** Last price steps of the tiers, up to the highest price that is tried; inverse there is one. */
function tierEnds(sizes: Sizes, terms: Terms): readonly number[] {
  if (terms.isInverse) return [STEPS_MAX];
  const size = sizes.long.size.plus(sizes.short.size);
  const steps = (value: number, of: Big | string): number =>
    Math.min(Big(value).div(of).div(terms.priceStep).round(0, Big.roundDown).toNumber(), STEPS_MAX);
  const highest = Math.min(steps(AMOUNT_MAX, terms.sizeMax), steps(AMOUNT_MAX / 8, size));
  const ends = terms.tiers.map(({ valueMax }) => steps(valueMax, size));
  return [...ends.filter((end) => end < highest), highest];
}

/** Finds the first failing price between one that holds and one that fails, in steps. */
function boundary(left: Left, holds: number, fails: number): number {
  let good = { at: holds, left: left(holds) };
  let bad = { at: fails, left: left(fails) };
  // Between two bends the line from one to the other finds it at once; halves find it in any case.
  let isHalved = false;
  while (Math.abs(good.at - bad.at) > 1) {
    const share = isHalved ? 0.5 : good.left.div(good.left.minus(bad.left)).toNumber();
    const low = Math.min(good.at, bad.at) + 1;
    const high = Math.max(good.at, bad.at) - 1;
    const guess = Math.round(good.at + (bad.at - good.at) * share);
    const at = Math.min(Math.max(guess, low), high);
    const tried = { at, left: left(at) };
    if (isFailing(tried.left)) bad = tried;
    else good = tried;
    isHalved = !isHalved;
  }
  return bad.at;
}

function isFailing(left: Big): boolean {
  return left.plus(NEAR_ZERO).lt(0);
}

/** First failing price from one on, downwards or up, in steps. */
function failingTowards(
  left: Left,
  from: number,
  { ends, isBelow }: { readonly ends: readonly number[]; readonly isBelow: boolean },
): number | undefined {
  const highest = ends.at(-1) ?? 0;
  let at = from;
  while (at >= 1 && at <= highest) {
    if (isFailing(left(at))) return at;
    const tier = ends.findIndex((end) => at <= end);
    const end = isBelow ? (ends[tier - 1] ?? 0) + 1 : (ends[tier] ?? highest);
    if (isFailing(left(end))) return boundary(left, at, end);
    at = isBelow ? end - 1 : end + 1;
  }
  return undefined;
}

/** Returns the price; undefined where none liquidates, or the tiers are not known. */
export function liquidationOf(exposure: Exposure, terms: Terms): Big | undefined {
  const { cover, mark } = exposure;
  if (larger(exposure).eq(0) || mark.lte(0) || terms.tiers.length === 0) return undefined;
  const left: Left = (steps) => {
    const price = Big(terms.priceStep).times(steps);
    return leftOf(cover, {
      moved: price.div(mark),
      gain: gainAt(exposure, terms, price),
      upkeep: maintenanceAt(exposure, terms, price),
    });
  };
  const from = mark.div(terms.priceStep).round().toNumber();
  const ends = tierEnds(exposure, terms);
  const isBelow = cover.isUnified ? isFallingBelow(left, from) : isLosingBelow(exposure, terms);
  const first = failingTowards(left, from, { ends, isBelow });
  const isBoth = first === undefined && cover.isUnified;
  const found = isBoth ? failingTowards(left, from, { ends, isBelow: !isBelow }) : first;
  return found === undefined ? undefined : Big(terms.priceStep).times(found);
}
