/** Rows of the position table: finding them, and keeping the sums of open orders in them. */

import { isHedge, type User } from "../accounts/user.ts";
import { assert } from "../base/assert.ts";
import { LEVERAGE_DEFAULT } from "../base/limits.ts";
import {
  LONG,
  type LongOrShort,
  NO_ROW,
  type PositionRow,
  positionAt,
  SHORT,
} from "../base/position-handle.ts";
import { CATEGORIES, indexIn } from "../base/vocabulary.ts";
import { type Instrument, valueAt } from "../instruments/instrument.ts";
import { lots, ticks } from "../money/units.ts";
import { instrumentAt, type State } from "../state.ts";
import { isClosingOrder } from "./closing-order.ts";
import { addOpenLoss, removeOpenLoss } from "./open-loss.ts";

/** What a futures order does to a position: the part it plays in the sums of open orders. */
export const OPENS = 0;
export const CLOSES = 1;

export function isHedgeIn(user: User, instrument: Instrument): boolean {
  return isHedge(user, indexIn(CATEGORIES, instrument.category));
}

/** Rows of a user are linked in the order of instruments, whatever was traded first. */
function linkRow(state: State, user: User, row: PositionRow): void {
  const { instrument, userNext } = state.positions;
  let previous = NO_ROW;
  let next = user.positionsFirst;
  while (next !== 0 && instrument.get(next) < instrument.get(row)) {
    previous = next;
    next = userNext.get(next);
  }
  assert(
    next === 0 || instrument.get(next) !== instrument.get(row),
    "rows of a user are of different instruments",
  );
  userNext.set(row, next);
  if (previous === 0) user.positionsFirst = row;
  else userNext.set(previous, row);
}

/** The row of a user in an instrument; made, with the default leverage, at first use. */
export function ensureRow(state: State, user: User, instrument: Instrument): PositionRow {
  const positions = state.positions;
  const found = positions.find(user.index, instrument.index);
  if (found !== 0) return found;
  const leverage = Math.min(LEVERAGE_DEFAULT, instrument.leverageMax);
  const row = positions.add(user.index, instrument.index, leverage);
  linkRow(state, user, row);
  return row;
}

/** Counts lots that longs have more (or less, below zero) in an instrument's open interest. */
export function changeOpenInterest(state: State, instrument: number, by: number): void {
  const openInterest = (state.openInterest[instrument] ?? 0) + by;
  assert(openInterest >= 0, "open interest is never negative");
  state.openInterest[instrument] = lots(openInterest);
}

/** The side whose position a closing order lowers: sells close longs, buys close shorts. */
export function closedSide(isBuy: boolean): LongOrShort {
  return isBuy ? SHORT : LONG;
}

/** The side whose position an opening order raises. */
export function openedSide(isBuy: boolean): LongOrShort {
  return isBuy ? LONG : SHORT;
}

/** Adds the remaining size of an order to the sums of its row; its margin price is set. */
export function addOrderExposure(state: State, row: PositionRow, slot: number): void {
  changeOrderExposure(state, row, slot, 1);
}

/** Takes the remaining size of an order out of the sums of its row. */
export function removeOrderExposure(state: State, row: PositionRow, slot: number): void {
  changeOrderExposure(state, row, slot, -1);
}

function changeOrderExposure(state: State, row: PositionRow, slot: number, sign: 1 | -1): void {
  const { orders, positions } = state;
  const isBuy = orders.isBuy(slot);
  const size = orders.remaining(slot);
  if (isClosingOrder(state, slot)) {
    const position = positionAt(row, closedSide(isBuy));
    const closingLots = lots(positions.closingLots.get(position) + sign * size);
    assert(closingLots >= 0, "a side never loses more closing lots than its orders added");
    positions.closingLots.set(position, closingLots);
    return;
  }
  const position = positionAt(row, openedSide(isBuy));
  const instrument = instrumentAt(state, orders.instrument(slot));
  const value = valueAt(instrument, ticks(orders.marginPrice(slot)), size);
  if (sign === 1) addOpenLoss(state, position, slot);
  else removeOpenLoss(state, position, slot);
  const orderLots = lots(positions.orderLots.get(position) + sign * size);
  assert(orderLots >= 0, "a side never loses more order lots than its orders added");
  positions.orderLots.set(position, orderLots);
  positions.orderValue.add(position, sign === 1 ? value : -value);
  assert(positions.orderValue.get(position) >= 0n, "the notional of open orders is never negative");
}
