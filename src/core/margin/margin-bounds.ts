/**
 * Bounds of an account's margin in double arithmetic. A check that is far from its limit is decided
 * by a bound, at a fraction of the cost of the exact figures in `margin.ts`; near the limit the
 * exact figures decide. Both give the same answer: a bound errs on one side only.
 *
 * A double has 53 bits, an amount up to 63. Each term is widened by `WIDENING` of its magnitude and
 * by some atoms, which is more than conversion, a sum of up to 100 terms and the roundings of the
 * exact figures can differ by.
 */

import type { User } from "../accounts/user.ts";
import {
  isLongPosition,
  LONG,
  type LongOrShort,
  longOf,
  type PositionIndex,
  type PositionRow,
  rowOf,
  SHORT,
  shortOf,
} from "../base/position-handle.ts";
import type { Instrument } from "../instruments/instrument.ts";
import { type Lots, NO_PRICE } from "../money/units.ts";
import { marginAccountOf } from "../positions/backing.ts";
import { isHedgeIn } from "../positions/exposure.ts";
import { nearOpenLossOf } from "../positions/open-loss.ts";
import { instrumentOfRow, pricesAt, type State } from "../state.ts";
import { drawsOn } from "./margin.ts";

const WIDENING = 2 ** -44;
/** More atoms than the roundings of one row or one amount add up to. */
const ROUNDINGS = 16;
const E6 = 1_000_000;

/** Difference of the open orders of one side, as `OrderChange`, in doubles. */
export type NearChange = {
  readonly row: PositionRow;
  readonly side: LongOrShort;
  readonly lots: number;
  readonly value: number;
  readonly openLoss: number;
};

const NO_CHANGE = { lots: 0, value: 0, openLoss: 0 };

/** Returns a number that is certainly not below the exact one. */
export function atMost(value: number): number {
  return value + Math.abs(value) * WIDENING + ROUNDINGS;
}

/** Returns a number that is certainly not above the exact one. */
export function atLeast(value: number): number {
  return value - Math.abs(value) * WIDENING - ROUNDINGS;
}

/** Value of a size at a price, in settle atoms. */
export function nearValue(instrument: Instrument, price: number, size: number): number {
  return instrument.isInverse ? (size * instrument.scale) / price : price * size * instrument.scale;
}

/** Value of a held position at mark; at entry while there is no mark price. */
function nearNotional(
  state: State,
  instrument: Instrument,
  position: PositionIndex,
  held: Lots,
): number {
  if (held === 0) return 0;
  const mark = pricesAt(state, instrument.index).mark;
  if (mark === NO_PRICE) return state.positions.openNotional.near(position);
  return nearValue(instrument, mark, held);
}

/** Part of the orders of a one-way side that adds to the position of the row. */
function openingShare(lots: number, opposite: number): number {
  if (opposite === 0) return 1;
  return lots <= opposite ? 0 : (lots - opposite) / lots;
}

/**
 * Unrealised profit of the positions of a row, whose values at mark are `long` and `short`; at
 * least. Widened by the values that it is the difference of.
 */
function gainAtLeast(
  state: State,
  instrument: Instrument,
  row: PositionRow,
  long: number,
  short: number,
): number {
  const { openNotional } = state.positions;
  const ofLong = long - openNotional.near(longOf(row));
  const ofShort = openNotional.near(shortOf(row)) - short;
  const profit = instrument.isInverse ? -(ofLong + ofShort) : ofLong + ofShort;
  return atLeast(profit) - (long + short) * WIDENING;
}

/**
 * Margin that a row requires from the futures account less what its positions have gained; at most.
 * A gain counts only with `countsProfit`, a loss always.
 */
function needAtMost(
  state: State,
  user: User,
  row: PositionRow,
  change: NearChange | undefined,
  countsProfit: boolean,
): number {
  const { positions } = state;
  const { leverage, orderLots, orderNotional, size } = positions;
  const instrument = instrumentOfRow(state, row);
  const long = longOf(row);
  const short = shortOf(row);
  const ofLong = change !== undefined && change.side === LONG ? change : NO_CHANGE;
  const ofShort = change !== undefined && change.side === SHORT ? change : NO_CHANGE;
  const buys = orderNotional.near(long) + ofLong.value;
  const sells = orderNotional.near(short) + ofShort.value;
  const buyLoss = nearOpenLossOf(state, row, LONG) + ofLong.openLoss;
  const sellLoss = nearOpenLossOf(state, row, SHORT) + ofShort.openLoss;
  const held = size.get(long);
  const sold = size.get(short);
  const isIsolated = positions.isIsolated(row);
  const longValue = isIsolated ? 0 : nearNotional(state, instrument, long, held);
  const shortValue = isIsolated ? 0 : nearNotional(state, instrument, short, sold);
  const { takerRate, limits } = instrument;
  const fees = (((buys + sells) * takerRate) / E6) * (1 + limits.feeUpRatio / E6);
  let margin: number;
  if (isHedgeIn(user, instrument)) {
    const longMargin = (longValue + buys) / leverage.get(long) + buyLoss;
    margin = longMargin + (shortValue + sells) / leverage.get(short) + sellLoss;
  } else {
    const buyShare = openingShare(orderLots.get(long) + ofLong.lots, sold);
    const sellShare = openingShare(orderLots.get(short) + ofShort.lots, held);
    const longMargin = (longValue + buys * buyShare) / leverage.get(long) + buyLoss;
    const shortMargin = (shortValue + sells * sellShare) / leverage.get(short) + sellLoss;
    margin = Math.max(longMargin, shortMargin);
  }
  const required = atMost(margin + fees);
  if (isIsolated || (held === 0 && sold === 0)) return required;
  const profit = gainAtLeast(state, instrument, row, longValue, shortValue);
  return countsProfit || profit < 0 ? required - profit : required;
}

/**
 * Amount of a classic futures account for new exposure after a change of the orders of one of its
 * rows, in settle atoms: certainly not more than `availableMarginOf` less what the change requires,
 * or than `transferableMarginOf` unless `countsProfit`. −∞ while funding is being booked.
 */
export function fundsLeftAtLeast(
  state: State,
  user: User,
  account: number,
  change: NearChange | undefined,
  countsProfit: boolean,
): number {
  if (state.fundingUser !== 0) return Number.NEGATIVE_INFINITY;
  const { ledger, positions } = state;
  let left = atLeast(ledger.nearBalance(account)) - atMost(ledger.nearHold(account));
  for (let row = user.positionsFirst; row !== 0; row = positions.userNext.get(row)) {
    if (!drawsOn(state, user, row, account)) continue;
    left -= needAtMost(state, user, row, change?.row === row ? change : undefined, countsProfit);
  }
  return left;
}

/** Maintenance rate of the tier of a measure, with the taker fee, in millionths; at most. */
function rateAtMost(state: State, instrument: Instrument, measure: number): number {
  const tiers = state.tiers[instrument.index] ?? [];
  let rate = 0;
  for (const tier of tiers) {
    rate = tier.maintenanceRate;
    if (atMost(measure) < atLeast(tier.nearMeasureMax)) break;
  }
  return rate + instrument.takerRate;
}

/** Bounds over the crossed positions that a classic futures account backs, in settle atoms. */
type CrossedBounds = {
  /** Balance with the unrealised profit of the positions; at least. */
  readonly equity: number;
  /** Value of the positions at mark, and their maintenance; at most. */
  readonly value: number;
  readonly maintenance: number;
};

/** Returns the bounds of an account; `undefined` while funding is being booked. */
function crossedBounds(state: State, user: User, account: number): CrossedBounds | undefined {
  if (state.fundingUser !== 0) return undefined;
  const { ledger, positions } = state;
  const { size } = positions;
  let equity = atLeast(ledger.nearBalance(account));
  let value = 0;
  let maintenance = 0;
  for (let row = user.positionsFirst; row !== 0; row = positions.userNext.get(row)) {
    if (positions.isIsolated(row) || !positions.isHeld(row)) continue;
    if (!drawsOn(state, user, row, account)) continue;
    const instrument = instrumentOfRow(state, row);
    const held = size.get(longOf(row));
    const sold = size.get(shortOf(row));
    const long = nearNotional(state, instrument, longOf(row), held);
    const short = nearNotional(state, instrument, shortOf(row), sold);
    const rate = rateAtMost(state, instrument, instrument.isInverse ? held + sold : long + short);
    equity += gainAtLeast(state, instrument, row, long, short);
    value += atMost(long + short);
    maintenance += atMost((Math.max(long, short) * rate) / E6);
  }
  return { equity, value, maintenance };
}

/**
 * Equity of a classic futures account as a share of the value of the crossed positions that it
 * backs: certainly not more than the exact share, where that is not below zero; else below zero.
 */
export function backingAtLeast(state: State, user: User, account: number): number {
  const bounds = crossedBounds(state, user, account);
  if (bounds === undefined) return Number.NEGATIVE_INFINITY;
  return bounds.equity / Math.max(1, bounds.value);
}

/**
 * Whether the equity of a classic futures account certainly covers the maintenance of the crossed
 * positions that it backs. False where it takes the exact figures to know.
 */
export function isAccountSurelySafe(state: State, user: User, account: number): boolean {
  const bounds = crossedBounds(state, user, account);
  return bounds !== undefined && bounds.equity >= bounds.maintenance;
}

/** Whether an isolated position with its margin certainly covers its maintenance. */
export function isPositionSurelySafe(state: State, position: PositionIndex): boolean {
  if (state.fundingUser !== 0) return false;
  const { ledger, positions } = state;
  const row = rowOf(position);
  const instrument = instrumentOfRow(state, row);
  const held = positions.size.get(position);
  const value = nearNotional(state, instrument, position, held);
  const open = positions.openNotional.near(position);
  const profit = isLongPosition(position) !== instrument.isInverse ? value - open : open - value;
  const rate = rateAtMost(state, instrument, instrument.isInverse ? held : value);
  const margin = ledger.nearBalance(marginAccountOf(state, position));
  const left = atLeast(margin) + atLeast(profit) - (value + open) * WIDENING;
  return left - atMost((value * rate) / E6) >= 0;
}
