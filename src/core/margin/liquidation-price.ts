/**
 * Estimated liquidation price (trading-rules.md section 4): the first mark price, going from the
 * present one in the losing direction, at which the risk check fails, all other prices as they are.
 *
 *   isolated, linear   P = ( margin − size × entry × d ) ÷ ( size × ( rate + fee − d ) )
 *   crossed, linear    P = ( X − L × entryL + S × entryS ) ÷ ( max(L, S) × (rate + fee) − L + S )
 *
 * with d = 1 long, −1 short, and X = balance and unrealised profit and loss less maintenance of the
 * other instruments. These hold while the tier stays the same. A unified account is looked at as a
 * whole, in US dollars. The search below asks the very check that liquidation asks, tier by tier:
 * both always agree. It costs some fifty evaluations and is for display.
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
import { instrumentAt, type State, userAt } from "../state.ts";
import {
  accountRisk,
  crossedMaintenanceAt,
  isolatedBacking,
  maintenanceAt,
  tierOfPosition,
} from "./maintenance.ts";
import { unrealisedAt, unrealisedOf } from "./margin.ts";
import { unifiedRiskAt } from "./unified-risk.ts";

const E6 = 1_000_000n;

/** Largest value tried: sums of a few of them stay within 64 bits. */
const VALUE_MAX = ATOMS_MAX / 8n;

/** What is left above maintenance if the mark were at `price`; below zero is liquidation. */
export type Excess = (price: Ticks) => bigint;

function isolatedExcess(state: State, row: PositionRow, side: LongOrShort): Excess {
  const margin = isolatedBacking(state, row, side);
  return (price) => {
    const equity = plus(margin, unrealisedAt(state, row, side, price));
    return minus(equity, maintenanceAt(state, row, side, price));
  };
}

/** Of the whole account, with another mark price of the row's instrument. */
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
  const own = plus(unrealisedOf(state, row, LONG), unrealisedOf(state, row, SHORT));
  const maintenance = minus(risk.maintenance, crossedMaintenanceAt(state, row, mark));
  const others = minus(minus(risk.equity, own), maintenance);
  return (price) => {
    const long = unrealisedAt(state, row, LONG, price);
    const pnl = plus(long, unrealisedAt(state, row, SHORT, price));
    return minus(plus(others, pnl), crossedMaintenanceAt(state, row, price));
  };
}

/** Sizes of the long and the short that a risk check looks at together. */
export type Sizes = { readonly long: number; readonly short: number };

/** Whether risk grows as the price falls: by the sign of the slope of what is left. */
function isRiskBelow(instrument: Instrument, sizes: Sizes, rateE6: number): boolean {
  const net = BigInt(sizes.long - sizes.short) * E6;
  const upkeep = BigInt(Math.max(sizes.long, sizes.short)) * BigInt(rateE6);
  return instrument.isInverse ? net + upkeep > 0n : net - upkeep > 0n;
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

/** Between a price that holds and one that fails: the failing price next to those that hold. */
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
 * The mark price at which a position is liquidated, in ticks; 0 when no price does it. The present
 * mark price where the check fails already, 0 while there is none.
 */
export function liquidationPriceOf(state: State, row: PositionRow, side: LongOrShort): Ticks {
  const { positions, prices } = state;
  const index = positions.instrument.get(row);
  const instrument = instrumentAt(state, index);
  const mark = prices[index]?.mark ?? NO_PRICE;
  if (mark === NO_PRICE || positions.size.get(positionAt(row, side)) === 0) return NO_PRICE;
  const isIsolated = positions.isIsolated(row);
  const sizeOf = (one: LongOrShort): number => {
    return isIsolated && one !== side ? 0 : positions.size.get(positionAt(row, one));
  };
  const sizes = { long: sizeOf(LONG), short: sizeOf(SHORT) };
  const excess = isIsolated ? isolatedExcess(state, row, side) : crossedExcess(state, row, mark);
  const { maintenanceRate } = tierOfPosition(state, row, side);
  return firstFailing(state, instrument, { sizes, maintenanceRate, excess });
}

/**
 * The first mark price, from the present one on in the direction in which risk grows, at which
 * nothing is left above maintenance; 0 when there is none. Sizes are those looked at together, and
 * the rate is that of their present tier.
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
  const { excess, sizes } = terms;
  assert(sizes.long >= 0 && sizes.short >= 0, "sizes of positions are never negative");
  const perTick = BigInt(sizes.long + sizes.short) * instrument.atomsPerTickLot;
  const highest =
    perTick === 0n
      ? instrument.priceTicksMax
      : Math.min(instrument.priceTicksMax, Number(VALUE_MAX / perTick));
  const tiers = state.tiers[instrument.index] ?? [];
  const isBelow = isRiskBelow(instrument, sizes, terms.maintenanceRate + instrument.takerRate);
  let price: number = state.prices[instrument.index]?.mark ?? NO_PRICE;
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
