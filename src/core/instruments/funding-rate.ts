/**
 * Arithmetic of funding of perpetual contracts (trading-rules.md section 3): premium index, rate
 * and payment. Rates are in hundred-millionths.
 */
import { assert } from "../base/assert.ts";
import { HOUR_MS } from "../base/clock-hour.ts";
import {
  inverseShare,
  notionalShare,
  quotientRoundedDown,
  quotientRoundedUp,
} from "../money/arithmetic.ts";
import {
  type Atoms,
  atoms,
  type Lots,
  type RateE8,
  rateE8,
  type Ticks,
  ZERO_ATOMS,
} from "../money/units.ts";
import type { Instrument } from "./instrument.ts";

const E8 = 100_000_000n;

/** The interest part of funding: 0.01 % per eight hours. */
export const FUNDING_INTEREST_RATE: RateE8 = rateE8(10_000);

/** Largest change of the premium by the interest: 0.05 %. */
const INTEREST_PULL_MAX = 50_000;

/** A premium index stays within 100 % of the index price. */
const PREMIUM_MAX = 100_000_000n;

/** Interval for which the interest and the basic rate are stated, in hours. */
const BASE_INTERVAL_HOURS = 8;

/** Rate and mark price of a settlement, from which the payment of each position follows. */
export type FundingSettlement = {
  /** Counted from 1 per instrument. */
  readonly number: number;
  readonly rate: RateE8;
  readonly mark: Ticks;
};

function clamp(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value));
}

/** Returns the start of the first interval after `timeMs`; intervals align to 00:00 UTC. */
export function nextFundingTimeMs(timeMs: number, intervalHours: number): number {
  assert(intervalHours > 0, "a contract with funding has an interval");
  const interval = intervalHours * HOUR_MS;
  return (Math.floor(timeMs / interval) + 1) * interval;
}

/** Fill of an order of the impact size: the sum of price × size, and the size. */
export type ImpactFill = { readonly tickLots: bigint; readonly size: Lots };

/**
 * Returns (max(0, impact bid − index) − max(0, index − impact ask)) ÷ index, rounded towards zero.
 * A side that lacks depth for the impact size is `undefined` and adds nothing.
 */
export function premiumIndexOf(
  index: Ticks,
  bids: ImpactFill | undefined,
  asks: ImpactFill | undefined,
): RateE8 {
  const above = bids === undefined ? 0n : premiumOver(index, bids);
  const below = asks === undefined ? 0n : -premiumOver(index, asks);
  const premium = (above > 0n ? above : 0n) - (below > 0n ? below : 0n);
  const bounded = premium > PREMIUM_MAX ? PREMIUM_MAX : premium;
  return rateE8(Number(bounded < -PREMIUM_MAX ? -PREMIUM_MAX : bounded));
}

function premiumOver(index: Ticks, { tickLots, size }: ImpactFill): bigint {
  assert(index > 0 && size > 0, "a premium is relative to a positive price and size");
  const indexTickLots = BigInt(index) * BigInt(size);
  return ((tickLots - indexTickLots) * E8) / indexTickLots;
}

/** Returns the average of samples weighted by time; 0 while there is none. */
export function averagePremium(premiumMs: number, weightMs: number): RateE8 {
  assert(weightMs >= 0, "the weight of premium samples is not negative");
  return rateE8(weightMs === 0 ? 0 : Number(BigInt(premiumMs) / BigInt(weightMs)));
}

/**
 * Returns F = clamp((P + clamp(I − P, −0.05 %, +0.05 %)) ÷ (8 ÷ N), min, max), rounded towards
 * zero, where P is the average premium, I the interest of eight hours, N the interval in hours.
 */
export function fundingRateOf(
  premium: RateE8,
  intervalHours: number,
  bounds: { readonly rateMin: RateE8; readonly rateMax: RateE8 },
): RateE8 {
  assert(bounds.rateMin <= bounds.rateMax, "the bounds of a funding rate are in order");
  const pull = clamp(FUNDING_INTEREST_RATE - premium, -INTEREST_PULL_MAX, INTEREST_PULL_MAX);
  const rate = Math.trunc(((premium + pull) * intervalHours) / BASE_INTERVAL_HOURS);
  // Adding 0 turns -0 into 0: the canonical encoding distinguishes them.
  return rateE8(clamp(rate, bounds.rateMin, bounds.rateMax) + 0);
}

/**
 * Returns what a position receives (above zero) or pays (below zero) in a settlement: its notional
 * at mark × rate. Longs pay shorts at a rate above zero. Payments are rounded up, receipts down.
 */
export function fundingAmountOf(
  instrument: Instrument,
  settlement: FundingSettlement,
  position: { readonly size: Lots; readonly isLong: boolean },
): Atoms {
  const { mark, rate } = settlement;
  if (rate === 0) return ZERO_ATOMS;
  const { size, isLong } = position;
  const magnitude = rateE8(Math.abs(rate));
  const share = instrument.isInverse
    ? inverseShare(mark, size, instrument.atomTicksPerLot, magnitude)
    : notionalShare(mark, size, instrument.atomsPerTickLot, magnitude);
  const isPaid = rate > 0 === isLong;
  return isPaid ? atoms(-quotientRoundedUp(share)) : quotientRoundedDown(share);
}
