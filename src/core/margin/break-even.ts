/** Break-even price (trading-rules.md section 4). */
import { assert } from "../base/assert.ts";
import { type Instrument, notionalAt, tradingFeeAt } from "../instruments/instrument.ts";
import { minus, plus } from "../money/arithmetic.ts";
import { type Atoms, type Lots, NO_PRICE, type Ticks, ticks } from "../money/units.ts";

const E6 = 1_000_000n;

/** A position and what closing must recover, in settle atoms. */
export type Stake = {
  readonly isLong: boolean;
  readonly size: Lots;
  readonly openNotional: Atoms;
  /** Fees that were charged for opening the held size, as maker or taker. */
  readonly openFee: Atoms;
  /** Funding received, or below zero paid, for the held size. */
  readonly funding: Atoms;
};

/** Rounding of two amounts, in atoms, that bounds the search for inverse contracts. */
const SLACK = 2n;

/** Result in settle atoms of closing all at a price as taker, after all fees and funding. */
export function netResultAt(instrument: Instrument, stake: Stake, price: Ticks): Atoms {
  const { funding, isLong, openFee, openNotional, size } = stake;
  const closed = notionalAt(instrument, price, size);
  const gain =
    isLong !== instrument.isInverse ? minus(closed, openNotional) : minus(openNotional, closed);
  const fee = tradingFeeAt(instrument, price, size, instrument.takerRate);
  return plus(minus(gain, plus(fee, openFee)), funding);
}

/** Returns a ÷ b, b above 0, rounded up. */
function quotientUp(a: bigint, b: bigint): bigint {
  return a <= 0n ? 0n : (a + b - 1n) / b;
}

/**
 * Bounds in ticks of the price at which `amount` remains after the closing fee at the taker rate
 * f: V × (1 − f) where the value V of the position is received, V × (1 + f) where it is paid.
 */
function boundsOf(instrument: Instrument, stake: Stake): readonly [bigint, bigint] {
  const { funding, isLong, openFee, openNotional, size } = stake;
  const max = BigInt(instrument.priceTicksMax);
  const isReceived = isLong !== instrument.isInverse;
  const factor = E6 + BigInt(isReceived ? -instrument.takerRate : instrument.takerRate);
  const cost = isReceived ? openFee - funding : funding - openFee;
  const amount = openNotional + cost;
  if (!instrument.isInverse) {
    const bottom = factor * BigInt(size) * instrument.atomsPerTickLot;
    const price = isLong ? quotientUp(amount * E6, bottom) : (amount * E6) / bottom;
    return [price, price];
  }
  const top = BigInt(size) * instrument.atomTicksPerLot * factor;
  const priceOf = (value: bigint): bigint => (value <= 0n ? max + 1n : top / (value * E6));
  return [priceOf(amount + SLACK), priceOf(amount - SLACK) + 1n];
}

/**
 * Returns the nearest tick at which closing as taker is no loss after the fees that were paid, the
 * fee of closing and funding: the lowest price for a long position, the highest for a short one.
 * 0 if there is none: every price or no price is a loss.
 */
export function breakEvenPrice(instrument: Instrument, stake: Stake): Ticks {
  assert(stake.openNotional >= 0n && stake.size > 0, "a position that is held has a size");
  const [from, to] = boundsOf(instrument, stake);
  const max = BigInt(instrument.priceTicksMax);
  let low = Number(from < 1n ? 1n : from);
  let high = Number(to > max ? max : to);
  if (to < 1n || low > high) return NO_PRICE;
  const isGood = (price: number): boolean => netResultAt(instrument, stake, ticks(price)) >= 0n;
  while (low < high) {
    const half = (low + high) / 2;
    if (stake.isLong) {
      if (isGood(Math.floor(half))) high = Math.floor(half);
      else low = Math.floor(half) + 1;
    } else if (isGood(Math.ceil(half))) low = Math.ceil(half);
    else high = Math.ceil(half) - 1;
  }
  return isGood(low) ? ticks(low) : NO_PRICE;
}
