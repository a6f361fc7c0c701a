/** Multiplication and division of money: multiply first, divide last. Names state the rounding. */
import { assert } from "../base/assert.ts";
import {
  ATOMS_MAX,
  type Atoms,
  atoms,
  LOTS_MAX,
  type Lots,
  type RateE6,
  type RateE8,
  TICKS_MAX,
  type Ticks,
  ticks,
} from "./units.ts";

const E6 = 1_000_000n;
const E8 = 100_000_000n;
const E9 = 1_000_000_000n;
const HALF_SCALE = 2 ** 32;
const HALF_SCALE_BIG = 2n ** 32n;

/**
 * Returns a whole number of at most 53 bits as a bigint. It is converted in two halves, which the
 * compiler turns into machine integers; `BigInt(value)` of a number that the compiler cannot prove
 * small costs a call and an allocation, fifteen times as much.
 */
export function bigIntOf(value: number): bigint {
  const high = BigInt(Math.floor(value / HALF_SCALE) | 0) * HALF_SCALE_BIG;
  return BigInt.asIntN(64, high + BigInt(value >>> 0));
}

/**
 * Returns a 64-bit integer of a table as a double: exact below 2^53, else the nearest one. `low` is
 * the index of its low half, after which the high half lies.
 */
export function nearInt64(halves: Int32Array, low: number): number {
  return (halves[low + 1] as number) * HALF_SCALE + ((halves[low] as number) >>> 0);
}

/** Returns the sum of two amounts, which listing bounds keep within 64 bits. */
export function plus(a: Atoms, b: Atoms): Atoms {
  return BigInt.asIntN(64, a + b) as Atoms;
}

export function minus(a: Atoms, b: Atoms): Atoms {
  return BigInt.asIntN(64, a - b) as Atoms;
}

export function negated(a: Atoms): Atoms {
  return BigInt.asIntN(64, -a) as Atoms;
}

export function maxAtoms(a: Atoms, b: Atoms): Atoms {
  return a > b ? a : b;
}

export function minAtoms(a: Atoms, b: Atoms): Atoms {
  return a < b ? a : b;
}

/** Returns price × size × atoms per tick-lot, exact for every linear or spot instrument. */
export function notional(price: Ticks, size: Lots, atomsPerTickLot: bigint): Atoms {
  const product = price * size;
  if (product <= Number.MAX_SAFE_INTEGER) {
    return BigInt.asIntN(64, bigIntOf(product) * atomsPerTickLot) as Atoms;
  }
  const exact = bigIntOf(price) * bigIntOf(size) * atomsPerTickLot;
  assert(exact <= ATOMS_MAX, "a notional stays within 64 bits");
  return atoms(exact);
}

/** Returns size ÷ price in settle atoms, rounded half up: the notional of an inverse size. */
export function inverseNotional(price: Ticks, size: Lots, atomTicksPerLot: bigint): Atoms {
  assert(price > 0, "an inverse value has a positive price");
  const bottom = bigIntOf(price);
  return atoms((bigIntOf(size) * atomTicksPerLot * 2n + bottom) / (bottom * 2n));
}

/** Returns |size ÷ one − size ÷ other| in settle atoms, rounded up; both prices are positive. */
export function inverseGapRoundedUp(
  prices: { readonly one: Ticks; readonly other: Ticks },
  size: Lots,
  atomTicksPerLot: bigint,
): Atoms {
  const { one, other } = prices;
  assert(one > 0 && other > 0, "an inverse value has a positive price");
  const gap = BigInt(Math.abs(one - other));
  const bottom = BigInt(one) * BigInt(other);
  return atoms((BigInt(size) * atomTicksPerLot * gap + bottom - 1n) / bottom);
}

/**
 * Returns amount × rate, rounded up, for an amount of 0 or more: fees favour the exchange by less
 * than an atom. The whole millions of the amount and their rest are multiplied apart, so that no
 * product exceeds 64 bits: the compiler calculates with machine integers instead of new objects.
 */
export function feeRoundedUp(amount: Atoms, rate: RateE6): Atoms {
  const times = bigIntOf(rate);
  const millions = BigInt.asIntN(64, amount / E6);
  const rest = BigInt.asIntN(64, amount % E6);
  const ofRest = BigInt.asIntN(64, (BigInt.asIntN(64, rest * times) + (E6 - 1n)) / E6);
  return BigInt.asIntN(64, millions * times + ofRest) as Atoms;
}

/**
 * Returns size ÷ price × rate in settle atoms, rounded up once: the fee of an inverse size. Times
 * the rate before the division, because the rounded notional times the rate may miss the fee.
 */
export function inverseFeeRoundedUp(
  price: Ticks,
  size: Lots,
  atomTicksPerLot: bigint,
  rate: RateE6,
): Atoms {
  assert(price > 0, "the fee of an inverse size has a positive price");
  const bottom = bigIntOf(price) * E6;
  return atoms((bigIntOf(size) * atomTicksPerLot * bigIntOf(rate) + bottom - 1n) / bottom);
}

/** Returns amount × share, rounded towards zero. */
export function shareRoundedDown(amount: Atoms, share: RateE6): Atoms {
  return atoms((amount * bigIntOf(share)) / E6);
}

/** Returns size × factor (in millionths), rounded down, in lots; at most `LOTS_MAX`. */
export function lotsShareRoundedDown(size: Lots, factorE6: number): Lots {
  const product = (bigIntOf(size) * bigIntOf(factorE6)) / E6;
  return Math.min(Number(product), LOTS_MAX) as Lots;
}

/** Returns amount × rate × (1 + ratio), rounded up, for requirements. */
export function bufferedFeeRoundedUp(amount: Atoms, rate: RateE6, upRatio: RateE6): Atoms {
  if (upRatio === 0) return feeRoundedUp(amount, rate);
  const times = bigIntOf(rate) * (E6 + bigIntOf(upRatio));
  return atoms((amount * times + (E6 * E6 - 1n)) / (E6 * E6));
}

/** Returns amount × part ÷ whole, rounded down; all are amounts of 0 or more. */
export function amountShareRoundedDown(amount: Atoms, part: Atoms, whole: Atoms): Atoms {
  assert(amount >= 0n && part >= 0n && part <= whole && whole > 0n, "a part lies within its whole");
  return atoms((amount * part) / whole);
}

/** Returns amount × part ÷ whole, rounded down (towards zero). */
export function proportionRoundedDown(amount: Atoms, part: Lots, whole: Lots): Atoms {
  assert(part >= 0 && part <= whole && whole > 0, "a part lies within its whole");
  if (part === whole) return amount;
  return BigInt.asIntN(64, (amount * bigIntOf(part)) / bigIntOf(whole)) as Atoms;
}

/** Returns amount × part ÷ whole, rounded up, for requirements. */
export function proportionRoundedUp(amount: Atoms, part: Lots, whole: Lots): Atoms {
  assert(part >= 0 && part <= whole && whole > 0, "a part lies within its whole");
  const bottom = bigIntOf(whole);
  return BigInt.asIntN(64, (amount * bigIntOf(part) + (bottom - 1n)) / bottom) as Atoms;
}

/** Returns amount ÷ divisor, rounded up. */
export function dividedRoundedUp(amount: Atoms, divisor: number): Atoms {
  assert(divisor > 0, "an amount is divided by a positive number");
  const bottom = bigIntOf(divisor);
  return BigInt.asIntN(64, (amount + (bottom - 1n)) / bottom) as Atoms;
}

/** Returns the most lots that `amount` pays at `price` (linear, spot). */
export function lotsAffordable(amount: Atoms, price: Ticks, atomsPerTickLot: bigint): Lots {
  assert(price > 0 && atomsPerTickLot > 0n, "an affordable size has a positive price");
  return Number(amount / (bigIntOf(price) * atomsPerTickLot)) as Lots;
}

/** An exact amount of money: `top` ÷ `bottom` atoms, neither below zero. */
export type Quotient = { readonly top: bigint; readonly bottom: bigint };

/** Returns price × size × atoms per tick-lot × rate. */
export function notionalShare(
  price: Ticks,
  size: Lots,
  atomsPerTickLot: bigint,
  rate: RateE8,
): Quotient {
  return { top: BigInt(price) * BigInt(size) * atomsPerTickLot * BigInt(rate), bottom: E8 };
}

/** Returns size ÷ price × rate in settle atoms: a share of an inverse notional. */
export function inverseShare(
  price: Ticks,
  size: Lots,
  atomTicksPerLot: bigint,
  rate: RateE8,
): Quotient {
  assert(price > 0, "a share of an inverse value has a positive price");
  return { top: BigInt(size) * atomTicksPerLot * BigInt(rate), bottom: BigInt(price) * E8 };
}

export function quotientRoundedUp({ top, bottom }: Quotient): Atoms {
  assert(top >= 0n && bottom > 0n, "a quotient that is rounded up is not negative");
  return atoms((top + bottom - 1n) / bottom);
}

export function quotientRoundedDown({ top, bottom }: Quotient): Atoms {
  return atoms(top / bottom);
}

/** Returns whole units of a currency with this many decimals as atoms. */
export function unitAtoms(units: number, decimals: number): Atoms {
  return atoms(BigInt(units) * 10n ** BigInt(decimals));
}

/** Whether a price is above reference × (1 + ratio); compared without dividing. */
export function isAboveBand(price: Ticks, reference: Ticks, ratio: RateE6): boolean {
  return price * 1_000_000 > reference * (1_000_000 + ratio);
}

/** Whether a price is below reference × (1 − ratio); compared without dividing. */
export function isBelowBand(price: Ticks, reference: Ticks, ratio: RateE6): boolean {
  return price * 1_000_000 < reference * (1_000_000 - ratio);
}

/**
 * Returns the largest change of a price in a time, in ticks: price × share per second × time,
 * rounded up, so that a time above 0 always allows a tick.
 */
export function priceStep(price: Ticks, perSecond: RateE6, passedMs: number): number {
  assert(passedMs >= 0, "a price moves in a time that is not negative");
  const top = BigInt(price) * BigInt(perSecond) * BigInt(passedMs);
  const step = (top + (E9 - 1n)) / E9;
  return step > BigInt(TICKS_MAX) ? TICKS_MAX : Number(step);
}

/** Returns the average price of trades in ticks, rounded half up. */
export function averagePriceOf(tickLots: number, lots: number): Ticks {
  assert(lots > 0, "an average price has a size");
  const bottom = BigInt(lots);
  return ticks(Number((BigInt(tickLots) * 2n + bottom) / (bottom * 2n)));
}

/** Returns price × (1 + ratio), rounded towards the price: the upper bound of a price band. */
export function bandAbove(price: Ticks, ratio: RateE6): Ticks {
  return ticks(Math.floor((price * (1_000_000 + ratio)) / 1_000_000));
}

/** Returns price × (1 − ratio), rounded towards the price: the lower bound of a price band. */
export function bandBelow(price: Ticks, ratio: RateE6): Ticks {
  return ticks(Math.ceil((price * (1_000_000 - ratio)) / 1_000_000));
}
