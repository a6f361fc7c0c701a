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
  oppositeOf,
  type PositionIndex,
  type PositionRow,
  positionAt,
  rowOf,
  SHORT,
  shortOf,
  sideOf,
} from "../base/position-handle.ts";
import type { Instrument } from "../instruments/instrument.ts";
import { NO_PRICE } from "../money/units.ts";
import { walletOf } from "../positions/backing.ts";
import { isHedgeIn } from "../positions/exposure.ts";
import { nearOpenLossOf } from "../positions/open-loss.ts";
import { instrumentOfRow, markOfRow, type State } from "../state.ts";

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

/** Value of a crossed position at mark; at entry if it is isolated or there is no mark price. */
function nearNotional(state: State, instrument: Instrument, position: PositionIndex): number {
  const { openNotional, size } = state.positions;
  const held = size.get(position);
  if (held === 0) return 0;
  const mark = markOfRow(state, rowOf(position));
  return mark === NO_PRICE ? openNotional.near(position) : nearValue(instrument, mark, held);
}

/** Unrealised profit of a position at mark. */
function nearProfit(state: State, instrument: Instrument, position: PositionIndex): number {
  const now = nearNotional(state, instrument, position);
  const open = state.positions.openNotional.near(position);
  return isLongPosition(position) !== instrument.isInverse ? now - open : open - now;
}

/** Margin and open loss of one side of a one-way row: of what it holds and could still open. */
function oneWaySide(
  state: State,
  instrument: Instrument,
  position: PositionIndex,
  change: NearChange | undefined,
): number {
  const { positions } = state;
  const side = sideOf(position);
  const changed = change !== undefined && change.side === side ? change : NO_CHANGE;
  const row = rowOf(position);
  const lots = positions.orderLots.get(position) + changed.lots;
  const value = positions.orderNotional.near(position) + changed.value;
  const loss = nearOpenLossOf(state, row, side) + changed.openLoss;
  const opposite = positions.size.get(oppositeOf(position));
  const share = opposite === 0 ? 1 : lots <= opposite ? 0 : (lots - opposite) / lots;
  const held = positions.isIsolated(row) ? 0 : nearNotional(state, instrument, position);
  return (held + value * share) / positions.leverage.get(position) + loss;
}

/** Margin and open loss of a hedged row: both sides together. */
function hedgedSides(state: State, instrument: Instrument, row: PositionRow): number {
  const { positions } = state;
  let margin = 0;
  for (let side = LONG as LongOrShort; ; side = SHORT) {
    const position = positionAt(row, side);
    const held = positions.isIsolated(row) ? 0 : nearNotional(state, instrument, position);
    const value = held + positions.orderNotional.near(position);
    margin += value / positions.leverage.get(position) + nearOpenLossOf(state, row, side);
    if (side === SHORT) return margin;
  }
}

/** Margin that a row requires from the futures account; at most. */
function requiredAtMost(
  state: State,
  user: User,
  row: PositionRow,
  change: NearChange | undefined,
): number {
  const { leverage, orderNotional } = state.positions;
  const instrument = instrumentOfRow(state, row);
  const [long, short] = [longOf(row), shortOf(row)];
  const orders = orderNotional.near(long) + orderNotional.near(short) + (change?.value ?? 0);
  const fees = ((orders * instrument.takerRate) / E6) * (1 + instrument.limits.feeUpRatio / E6);
  if (!isHedgeIn(user, instrument)) {
    const ofLong = oneWaySide(state, instrument, long, change);
    const ofShort = oneWaySide(state, instrument, short, change);
    return atMost(Math.max(ofLong, ofShort) + fees);
  }
  const margin = hedgedSides(state, instrument, row);
  if (change === undefined) return atMost(margin + fees);
  const more = change.value / leverage.get(positionAt(row, change.side)) + change.openLoss;
  return atMost(margin + more + fees);
}

/**
 * Equity of a classic futures account, in settle atoms: certainly not more than `accountEquity`. −∞
 * while funding is being booked.
 */
export function equityAtLeast(state: State, user: User, account: number): number {
  if (state.fundingUser !== 0) return Number.NEGATIVE_INFINITY;
  const { ledger, positions } = state;
  const [currency, wallet] = [ledger.currencyOf(account), ledger.walletOf(account)];
  let equity = atLeast(ledger.nearBalance(account));
  for (let row = user.positionsFirst; row !== 0; row = positions.userNext.get(row)) {
    if (positions.isIsolated(row) || !positions.isHeld(row)) continue;
    const instrument = instrumentOfRow(state, row);
    if (instrument.settle !== currency || walletOf(user, instrument) !== wallet) continue;
    equity += atLeast(nearProfit(state, instrument, longOf(row)));
    equity += atLeast(nearProfit(state, instrument, shortOf(row)));
  }
  return equity;
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
  of: { readonly change: NearChange | undefined; readonly countsProfit: boolean },
): number {
  if (state.fundingUser !== 0) return Number.NEGATIVE_INFINITY;
  const { ledger, positions } = state;
  const { change, countsProfit } = of;
  const [currency, wallet] = [ledger.currencyOf(account), ledger.walletOf(account)];
  let left = atLeast(ledger.nearBalance(account)) - atMost(ledger.nearHold(account));
  let unrealised = 0;
  for (let row = user.positionsFirst; row !== 0; row = positions.userNext.get(row)) {
    const instrument = instrumentOfRow(state, row);
    if (instrument.settle !== currency || walletOf(user, instrument) !== wallet) continue;
    left -= requiredAtMost(state, user, row, change?.row === row ? change : undefined);
    if (positions.isIsolated(row) || !positions.isHeld(row)) continue;
    unrealised += atLeast(nearProfit(state, instrument, longOf(row)));
    unrealised += atLeast(nearProfit(state, instrument, shortOf(row)));
  }
  return countsProfit || unrealised < 0 ? left + unrealised : left;
}
