/**
 * Estimated liquidation price (trading-rules.md section 4): the first mark price, from the current
 * one in the losing direction, at which the risk check fails while all other prices are unchanged.
 *
 *   isolated, linear   P = ( margin − size × entry × d ) ÷ ( size × ( rate + fee − d ) )
 *   crossed, linear    P = ( X − L × entryL + S × entryS ) ÷ ( max(L, S) × (rate + fee) − L + S )
 *
 * with d = 1 long, −1 short, and X = balance and unrealised profit and loss less maintenance of the
 * other instruments. The formulas hold within one tier. A unified account is checked as a whole, in
 * US dollars, with the dollar price of the contract's base coin moving in proportion to the mark
 * price: collateral in that coin loses with a long position, and covers a short one. The search
 * below uses the same risk check as liquidation, tier by tier, so both always agree. It costs about
 * fifty evaluations, at most twice that for a unified account, and is for display.
 */

import type { User } from "../accounts/user.ts";
import { assert } from "../base/assert.ts";
import {
  LONG,
  type LongOrShort,
  type PositionRow,
  positionAt,
  SHORT,
} from "../base/position-handle.ts";
import type { Instrument } from "../instruments/instrument.ts";
import type { PositionTier } from "../instruments/position-tiers.ts";
import { minus, plus } from "../money/arithmetic.ts";
import { ATOMS_MAX, NO_PRICE, type RateE6, type Ticks, ticks } from "../money/units.ts";
import { futuresAccount } from "../positions/backing.ts";
import { instrumentAt, markAt, type State, userAt } from "../state.ts";
import {
  accountRisk,
  crossedMaintenanceAt,
  isolatedBacking,
  maintenanceAt,
  tierOfPosition,
} from "./maintenance.ts";
import { unrealisedAt, unrealisedOfRow, unrealisedOfRowAt } from "./margin.ts";
import { unifiedRiskAt } from "./unified-risk.ts";

const E6 = 1_000_000n;

/** Largest value tried: sums of a few of them stay within 64 bits. */
const VALUE_MAX = ATOMS_MAX / 8n;

/** Equity above maintenance if the mark price were `price`; liquidation is below zero. */
export type Excess = (price: Ticks) => bigint;

function isolatedExcess(state: State, row: PositionRow, side: LongOrShort): Excess {
  const margin = isolatedBacking(state, row, side);
  return (price) => {
    const equity = plus(margin, unrealisedAt(state, row, side, price));
    return minus(equity, maintenanceAt(state, row, side, price));
  };
}

/** Excess of the whole account at another mark price of the row's instrument. */
function unifiedExcess(state: State, row: PositionRow, user: User): Excess {
  return (price) => {
    const { equity, maintenance } = unifiedRiskAt(state, user, { row, price });
    return equity - maintenance;
  };
}

function crossedExcess(state: State, row: PositionRow, mark: Ticks): Excess {
  const user = userAt(state, state.positions.user.get(row));
  if (user.isUnified) return unifiedExcess(state, row, user);
  const risk = accountRisk(state, user, futuresAccount(state, row));
  const own = unrealisedOfRow(state, row);
  const maintenance = minus(risk.maintenance, crossedMaintenanceAt(state, row, mark));
  const others = minus(minus(risk.equity, own), maintenance);
  return (price) => {
    const pnl = unrealisedOfRowAt(state, row, price);
    return minus(plus(others, pnl), crossedMaintenanceAt(state, row, price));
  };
}

/** Sizes of the long and the short position of one risk check. */
export type Sizes = { readonly long: number; readonly short: number };

/** Whether risk grows as the price falls: by the sign of the slope of the excess. */
function isRiskBelow(instrument: Instrument, sizes: Sizes, rateE6: number): boolean {
  const net = BigInt(sizes.long - sizes.short) * E6;
  const upkeep = BigInt(Math.max(sizes.long, sizes.short)) * BigInt(rateE6);
  return instrument.isInverse ? net + upkeep > 0n : net - upkeep > 0n;
}

/** Whether the excess falls with the price, from `price` on. */
function isFallingBelow(excess: Excess, price: number): boolean {
  const step = Math.max(1, Math.floor(price / 100));
  return excess(ticks(Math.max(1, price - step))) < excess(ticks(price));
}

/** A range of prices, both ends included. */
type Segment = { readonly low: number; readonly high: number };

/** The prices around `price` at which the tier is the same: all of them when inverse. */
function segmentAt(
  tiers: readonly PositionTier[],
  price: number,
  terms: { readonly perTick: bigint; readonly highest: number },
): Segment {
  const { highest, perTick } = terms;
  if (perTick === 0n) return { low: 1, high: highest };
  let low = 1;
  for (const { measureMax } of tiers) {
    const bound = measureMax / perTick;
    if (bound >= BigInt(highest)) break;
    if (bound >= BigInt(price)) return { low, high: Number(bound) };
    low = Number(bound) + 1;
  }
  return { low, high: highest };
}

/** Finds the first failing price between a price that holds and a price that fails. */
function boundary(excess: Excess, holds: number, fails: number): Ticks {
  let [good, bad] = [holds, fails];
  while (Math.abs(good - bad) > 1) {
    const middle = Math.floor((good + bad) / 2);
    if (excess(ticks(middle)) < 0n) bad = middle;
    else good = middle;
  }
  return ticks(bad);
}

/**
 * Mark price at which a position is liquidated, in ticks: 0 if no price does or there is no mark
 * price, the current mark price if the check fails already.
 */
export function liquidationPriceOf(state: State, row: PositionRow, side: LongOrShort): Ticks {
  const { positions } = state;
  const index = positions.instrument.get(row);
  const instrument = instrumentAt(state, index);
  const mark = markAt(state, index);
  if (mark === NO_PRICE || positions.size.get(positionAt(row, side)) === 0) return NO_PRICE;
  const isIsolated = positions.isIsolated(row);
  const sizeOf = (one: LongOrShort): number => {
    return isIsolated && one !== side ? 0 : positions.size.get(positionAt(row, one));
  };
  const sizes = { long: sizeOf(LONG), short: sizeOf(SHORT) };
  const excess = isIsolated ? isolatedExcess(state, row, side) : crossedExcess(state, row, mark);
  if (!isIsolated && userAt(state, positions.user.get(row)).isUnified) {
    const isBelow = isFallingBelow(excess, mark);
    const found = failingTowards(state, instrument, { sizes, excess, isBelow });
    if (found !== NO_PRICE) return found;
    return failingTowards(state, instrument, { sizes, excess, isBelow: !isBelow });
  }
  const { maintenanceRate } = tierOfPosition(state, row, side);
  return firstFailing(state, instrument, { sizes, maintenanceRate, excess });
}

/**
 * First mark price, from the current one in the direction of growing risk, at which equity is below
 * maintenance; 0 if there is none. The sizes are those of one risk check; the rate is that of their
 * current tier.
 */
export function firstFailing(
  state: State,
  instrument: Instrument,
  terms: {
    readonly sizes: Sizes;
    readonly maintenanceRate: RateE6;
    readonly excess: Excess;
  },
): Ticks {
  const { excess, maintenanceRate, sizes } = terms;
  const isBelow = isRiskBelow(instrument, sizes, maintenanceRate + instrument.takerRate);
  return failingTowards(state, instrument, { sizes, excess, isBelow });
}

/** First mark price at which equity is below maintenance, from the current one downwards or up. */
function failingTowards(
  state: State,
  instrument: Instrument,
  terms: { readonly sizes: Sizes; readonly excess: Excess; readonly isBelow: boolean },
): Ticks {
  const { excess, isBelow, sizes } = terms;
  assert(sizes.long >= 0 && sizes.short >= 0, "sizes of positions are never negative");
  const perTick = BigInt(sizes.long + sizes.short) * instrument.atomsPerTickLot;
  const highest =
    perTick === 0n
      ? instrument.priceTicksMax
      : Math.min(instrument.priceTicksMax, Number(VALUE_MAX / perTick));
  const tiers = state.tiers[instrument.index] ?? [];
  let price: number = markAt(state, instrument.index);
  while (price >= 1 && price <= highest) {
    if (excess(ticks(price)) < 0n) return ticks(price);
    const { high, low } = segmentAt(tiers, price, { perTick, highest });
    assert(low <= price && price <= high, "a segment contains the price that it was found for");
    const end = isBelow ? low : high;
    if (excess(ticks(end)) < 0n) return boundary(excess, price, end);
    price = isBelow ? end - 1 : end + 1;
  }
  return NO_PRICE;
}
