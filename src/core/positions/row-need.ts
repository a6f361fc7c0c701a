/**
 * Margin that a row of positions needs from its futures account, as a bound in doubles that is kept
 * from one command to the next. Placing or amending an order raises the kept bound by at most what
 * the order adds; cancelling leaves it; a fill or new settings of the row take it away. It is valid
 * in one epoch (`State.needEpoch`): any other command may change prices, terms and modes, and
 * begins a new one.
 */
import { isHedge, type User } from "../accounts/user.ts";
import { assert } from "../base/assert.ts";
import {
  LONG,
  type LongOrShort,
  longOf,
  type PositionRow,
  positionAt,
  SHORT,
  shortOf,
} from "../base/position-handle.ts";
import type { Instrument } from "../instruments/instrument.ts";
import { instrumentOfRow, markAt, type State, userAt } from "../state.ts";
import { atMost, gainAtLeast, nearNotional } from "./near-amounts.ts";
import { nearOpenLossOf } from "./open-loss.ts";

const MILLIONTH = 1e-6;

/** Epoch in which no need is kept: that of commands which may change any row. */
export const NO_EPOCH = 0;

/** Difference of the open orders of one side, as `OrderChange`, in doubles. */
export type NearChange = {
  readonly row: PositionRow;
  readonly side: LongOrShort;
  readonly lots: number;
  readonly value: number;
  readonly openLoss: number;
};

const NO_CHANGE = { lots: 0, value: 0, openLoss: 0 };

/** Part of the orders of a one-way side that adds to the position of the row. */
function openingShare(lots: number, opposite: number): number {
  if (opposite === 0) return 1;
  return lots <= opposite ? 0 : (lots - opposite) / lots;
}

/** Fees of opening orders of a value, with the part by which fees may rise. */
function nearFees({ limits, takerRate }: Instrument, value: number): number {
  return value * takerRate * MILLIONTH * (1 + limits.feeUpRatio * MILLIONTH);
}

/**
 * Margin that a row requires from the futures account less what its positions have gained; at most.
 * A gain counts only with `countsProfit`, a loss always.
 */
export function needAtMost(
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
  const mark = markAt(state, instrument.index);
  const buyLoss = nearOpenLossOf(state, row, LONG, mark) + ofLong.openLoss;
  const sellLoss = nearOpenLossOf(state, row, SHORT, mark) + ofShort.openLoss;
  const held = size.get(long);
  const sold = size.get(short);
  const isIsolated = positions.isIsolated(row);
  const longValue = isIsolated ? 0 : nearNotional(state, instrument, long, held, mark);
  const shortValue = isIsolated ? 0 : nearNotional(state, instrument, short, sold, mark);
  const fees = nearFees(instrument, buys + sells);
  let margin: number;
  if (isHedge(user, instrument.categoryIndex)) {
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
 * Value of present orders of a side that count for its margin because `lots` more join them. In
 * one-way mode, orders up to the size of the opposite position only close it.
 */
function joinedValue(state: State, { lots, row, side }: NearChange): number {
  if (lots <= 0) return 0;
  const { orderLots, orderNotional, size, user } = state.positions;
  const position = positionAt(row, side);
  const opposite = size.get(positionAt(row, side === LONG ? SHORT : LONG));
  if (opposite === 0) return 0;
  const { categoryIndex } = instrumentOfRow(state, row);
  if (isHedge(userAt(state, user.get(row)), categoryIndex)) return 0;
  const present = orderLots.get(position);
  if (present + lots <= opposite) return 0;
  const counted = present > opposite ? present : present + lots;
  return (orderNotional.near(position) * lots) / counted;
}

/** By how much a change of the orders of a row increases what it needs; at most. */
export function increaseAtMost(state: State, change: NearChange): number {
  const { row, side } = change;
  const value = Math.max(0, change.value);
  const leverage = state.positions.leverage.get(positionAt(row, side));
  const margin = (value + joinedValue(state, change)) / leverage;
  return atMost(margin + nearFees(instrumentOfRow(state, row), value) + change.openLoss);
}

/**
 * `needAtMost` of a row as it is, gains included: the kept bound, which is computed when there is
 * none.
 */
export function keptNeed(state: State, user: User, row: PositionRow): number {
  const { need, needEpoch } = state.positions;
  assert(state.needEpoch !== NO_EPOCH, "needs are kept while rows change by orders alone");
  if (needEpoch.get(row) === state.needEpoch) return need.get(row);
  const computed = needAtMost(state, user, row, undefined, true);
  need.set(row, computed);
  needEpoch.set(row, state.needEpoch);
  return computed;
}

/** Takes the kept bound away before the row changes in another way than by orders. */
export function forgetNeed(state: State, row: PositionRow): void {
  state.positions.needEpoch.set(row, NO_EPOCH);
}

/** Raises the kept bound by the increase of a change of orders that is about to happen. */
export function raiseNeed({ positions }: State, row: PositionRow, increase: number): void {
  positions.need.set(row, positions.need.get(row) + increase);
}
