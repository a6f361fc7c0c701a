/**
 * Bounds of an account's margin in double arithmetic. A check that is far from its limit is decided
 * by a bound, at a fraction of the cost of the exact figures in `margin.ts`; near the limit the
 * exact figures decide. Both give the same answer: a bound errs on one side only.
 */

import type { User } from "../accounts/user.ts";
import {
  isLongPosition,
  longOf,
  type PositionIndex,
  rowOf,
  shortOf,
} from "../base/position-handle.ts";
import type { Instrument } from "../instruments/instrument.ts";
import type { Ticks } from "../money/units.ts";
import { marginAccountOf } from "../positions/backing.ts";
import {
  atLeast,
  atMost,
  E6,
  gainAtLeast,
  nearNotional,
  nearValue,
  WIDENING,
} from "../positions/near-amounts.ts";
import { keptNeed, type NearChange, NO_EPOCH, needAtMost } from "../positions/row-need.ts";
import { instrumentOfRow, type State } from "../state.ts";
import { drawsOn } from "./margin.ts";

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

/**
 * `fundsLeftAtLeast` of an account as it is, gains included, from the kept needs of its rows. −∞
 * while none are kept, and while funding is being booked.
 */
export function fundsKeptAtLeast(state: State, user: User, account: number): number {
  const isUnknown = state.needEpoch === NO_EPOCH || state.fundingUser !== 0;
  if (isUnknown) return Number.NEGATIVE_INFINITY;
  const { ledger, positions } = state;
  let left = atLeast(ledger.nearBalance(account)) - atMost(ledger.nearHold(account));
  for (let row = user.positionsFirst; row !== 0; row = positions.userNext.get(row)) {
    // Most rows are known to draw on the account that was found for them last.
    const isBehind = positions.account.get(row) === account;
    if (isBehind || drawsOn(state, user, row, account)) left -= keptNeed(state, user, row);
  }
  return left;
}

/** Maintenance rate of the tier of a measure, with the taker fee, in millionths; at most. */
export function rateAtMost(state: State, instrument: Instrument, measure: number): number {
  const tiers = state.tiers[instrument.index] ?? [];
  let rate = 0;
  for (const tier of tiers) {
    rate = tier.maintenanceRate;
    if (atMost(measure) < atLeast(tier.nearMeasureMax)) break;
  }
  return rate + instrument.takerRate;
}

/** Bounds over the crossed positions that a classic futures account backs, in settle atoms. */
export type CrossedBounds = {
  /** Balance with the unrealised profit of the positions; at least. */
  readonly equity: number;
  /** Value of the positions at mark, and their maintenance; at most. */
  readonly value: number;
  readonly maintenance: number;
};

/** Returns the bounds of an account; `undefined` while funding is being booked. */
export function crossedBounds(
  state: State,
  user: User,
  account: number,
): CrossedBounds | undefined {
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

/**
 * Margin of an isolated position with its unrealised profit, in settle atoms, where its size is
 * worth `value`; at least.
 */
export function isolatedEquityAtLeast(
  state: State,
  instrument: Instrument,
  position: PositionIndex,
  value: number,
): number {
  const open = state.positions.openNotional.near(position);
  const profit = isLongPosition(position) !== instrument.isInverse ? value - open : open - value;
  const margin = state.ledger.nearBalance(marginAccountOf(state, position));
  return atLeast(margin) + atLeast(profit) - (value + open) * WIDENING;
}

/** Whether an isolated position with its margin certainly covers its maintenance. */
export function isPositionSurelySafe(state: State, position: PositionIndex): boolean {
  if (state.fundingUser !== 0) return false;
  const instrument = instrumentOfRow(state, rowOf(position));
  const held = state.positions.size.get(position);
  const value = nearNotional(state, instrument, position, held);
  const rate = rateAtMost(state, instrument, instrument.isInverse ? held : value);
  const equity = isolatedEquityAtLeast(state, instrument, position, value);
  return equity >= atMost((value * rate) / E6);
}

/**
 * Whether a linear isolated position closed at a price, with the fee, certainly loses no more than
 * its margin: whether the price is within its bankruptcy price.
 */
export function isCloseSurelyBacked(state: State, position: PositionIndex, price: Ticks): boolean {
  const instrument = instrumentOfRow(state, rowOf(position));
  if (instrument.isInverse || state.fundingUser !== 0) return false;
  const value = nearValue(instrument, price, state.positions.size.get(position));
  const fee = atMost((value * instrument.takerRate) / E6);
  return isolatedEquityAtLeast(state, instrument, position, value) >= fee;
}
