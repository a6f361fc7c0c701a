/** × and ÷ on money: multiply first, divide last; the rounding is in the name. */
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
 * A whole number of at most 53 bits as a bigint. In two halves, which the compiler turns into
 * machine integers; `BigInt(value)` of a number that it cannot prove small costs a call and an
 * allocation, fifteen times as much.
 */
export function bigIntOf(value: number): bigint {
  const high = BigInt(Math.floor(value / HALF_SCALE) | 0) * HALF_SCALE_BIG;
  return BigInt.asIntN(64, high + BigInt(value >>> 0));
}

/** Sum of two amounts, within 64 bits by listing bounds. */
export function plus(a: Atoms, b: Atoms): Atoms {
  return atoms(BigInt.asIntN(64, a + b));
}

export function minus(a: Atoms, b: Atoms): Atoms {
  return atoms(BigInt.asIntN(64, a - b));
}

export function negated(a: Atoms): Atoms {
  return atoms(BigInt.asIntN(64, -a));
}

export function maxAtoms(a: Atoms, b: Atoms): Atoms {
  return a > b ? a : b;
}

export function minAtoms(a: Atoms, b: Atoms): Atoms {
  return a < b ? a : b;
}

/** price × size × atoms per tick-lot: exact for every listed linear or spot instrument. */
export function notional(price: Ticks, size: Lots, atomsPerTickLot: bigint): Atoms {
  const product = price * size;
  if (product <= Number.MAX_SAFE_INTEGER) {
    return atoms(BigInt.asIntN(64, bigIntOf(product) * atomsPerTickLot));
  }
  const exact = bigIntOf(price) * bigIntOf(size) * atomsPerTickLot;
  assert(exact <= ATOMS_MAX, "a notional stays within 64 bits");
  return atoms(exact);
}

/** size ÷ price in settle atoms, rounded half up: the value of an inverse quantity. */
export function inverseValue(price: Ticks, size: Lots, atomTicksPerLot: bigint): Atoms {
  assert(price > 0, "an inverse value has a positive price");
  const bottom = bigIntOf(price);
  return atoms((bigIntOf(size) * atomTicksPerLot * 2n + bottom) / (bottom * 2n));
}

/** |size ÷ one − size ÷ other| in settle atoms, rounded up; both prices are positive. */
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

/** amount × rate in millionths, rounded up: fees favour the exchange by less than an atom. */
export function feeRoundedUp(amount: Atoms, rate: RateE6): Atoms {
  return atoms(BigInt.asIntN(64, (amount * bigIntOf(rate) + (E6 - 1n)) / E6));
}

/** amount × share in millionths, rounded towards zero. */
export function shareRoundedDown(amount: Atoms, share: RateE6): Atoms {
  return atoms((amount * bigIntOf(share)) / E6);
}

/** size × factor in millionths, rounded down, as a number of lots. */
export function lotsShareRoundedDown(size: Lots, factorE6: number): Lots {
  const product = (bigIntOf(size) * bigIntOf(factorE6)) / E6;
  return Math.min(Number(product), LOTS_MAX) as Lots;
}

/** amount × rate × (1 + ratio above it), both in millionths, rounded up: for requirements. */
export function bufferedFeeRoundedUp(amount: Atoms, rate: RateE6, upRatio: RateE6): Atoms {
  if (upRatio === 0) return feeRoundedUp(amount, rate);
  const times = bigIntOf(rate) * (E6 + bigIntOf(upRatio));
  return atoms((amount * times + (E6 * E6 - 1n)) / (E6 * E6));
}

/** amount × part ÷ whole, rounded down (towards zero). */
export function proportionRoundedDown(amount: Atoms, part: Lots, whole: Lots): Atoms {
  assert(part >= 0 && part <= whole && whole > 0, "a part lies within its whole");
  if (part === whole) return amount;
  return atoms((amount * bigIntOf(part)) / bigIntOf(whole));
}

/** amount × part ÷ whole, rounded up; for requirements, which err on the safe side. */
export function proportionRoundedUp(amount: Atoms, part: Lots, whole: Lots): Atoms {
  assert(part >= 0 && part <= whole && whole > 0, "a part lies within its whole");
  const bottom = bigIntOf(whole);
  return atoms((amount * bigIntOf(part) + bottom - 1n) / bottom);
}

/** amount ÷ divisor, rounded up. */
export function dividedRoundedUp(amount: Atoms, divisor: number): Atoms {
  const bottom = bigIntOf(divisor);
  return atoms((amount + bottom - 1n) / bottom);
}

/** The most lots that `amount` pays at `price` (linear, spot). */
export function lotsAffordable(amount: Atoms, price: Ticks, atomsPerTickLot: bigint): Lots {
  return Number(amount / (bigIntOf(price) * atomsPerTickLot)) as Lots;
}

/** An exact amount of money: `top` ÷ `bottom` atoms, neither below zero. */
export type Quotient = { readonly top: bigint; readonly bottom: bigint };

/** price × size × atoms per tick-lot × rate. */
export function notionalShare(
  price: Ticks,
  size: Lots,
  atomsPerTickLot: bigint,
  rate: RateE8,
): Quotient {
  return { top: BigInt(price) * BigInt(size) * atomsPerTickLot * BigInt(rate), bottom: E8 };
}

/** size ÷ price × rate in settle atoms: a share of the value of an inverse quantity. */
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
  return atoms((top + bottom - 1n) / bottom);
}

export function quotientRoundedDown({ top, bottom }: Quotient): Atoms {
  return atoms(top / bottom);
}

/** Whole units of a currency with this many decimals, as atoms. */
export function unitAtoms(units: number, decimals: number): Atoms {
  return atoms(BigInt(units) * 10n ** BigInt(decimals));
}

/** Whether a price lies beyond reference × (1 ± ratio); compared without dividing. */
export function isAboveBand(price: Ticks, reference: Ticks, ratio: RateE6): boolean {
  return price * 1_000_000 > reference * (1_000_000 + ratio);
}

export function isBelowBand(price: Ticks, reference: Ticks, ratio: RateE6): boolean {
  return price * 1_000_000 < reference * (1_000_000 - ratio);
}

/**
 * How far a price may move in a time, in ticks: price × share a second × time, rounded up, so that
 * a time above 0 always allows a tick.
 */
export function priceStep(price: Ticks, perSecond: RateE6, passedMs: number): number {
  const top = BigInt(price) * BigInt(perSecond) * BigInt(passedMs);
  const step = (top + (E9 - 1n)) / E9;
  return step > BigInt(TICKS_MAX) ? TICKS_MAX : Number(step);
}

/** Price of trades in ticks, by the sums of price × size and of size, rounded half up. */
export function averagePriceOf(tickLots: number, lots: number): Ticks {
  const bottom = BigInt(lots);
  return ticks(Number((BigInt(tickLots) * 2n + bottom) / (bottom * 2n)));
}

/** price × (1 ± ratio), rounded towards the price: the bounds of a price band. */
export function bandAbove(price: Ticks, ratio: RateE6): Ticks {
  return ticks(Math.floor((price * (1_000_000 + ratio)) / 1_000_000));
}

export function bandBelow(price: Ticks, ratio: RateE6): Ticks {
  return ticks(Math.ceil((price * (1_000_000 - ratio)) / 1_000_000));
}
