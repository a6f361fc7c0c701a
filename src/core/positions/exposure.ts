/** Creates rows of the position table and keeps the sums of open orders in them. */

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
import { type Instrument, notionalAt } from "../instruments/instrument.ts";
import { bigIntOf } from "../money/arithmetic.ts";
import type { Lots, Ticks } from "../money/units.ts";
import { instrumentAt, type State } from "../state.ts";
import { isClosingOrder } from "./closing-order.ts";
import { addOpenLoss, removeOpenLoss } from "./open-loss.ts";

/** Effect of a futures order on a position: decides which sums of open orders it is part of. */
export const OPENS = 0;
export const CLOSES = 1;

/** Whether a user is in hedge mode in an instrument. */
export function isHedgeIn(user: User, instrument: Instrument): boolean {
  return isHedge(user, instrument.categoryIndex);
}

/** Links a row into its user's list, which is ordered by instrument. */
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
  state.liquidations.calm.forget(user.index);
  if (previous === 0) user.positionsFirst = row;
  else userNext.set(previous, row);
}

/** Returns the row of a user in an instrument; creates it with default leverage at first use. */
export function ensureRow(state: State, user: User, instrument: Instrument): PositionRow {
  const positions = state.positions;
  const found = positions.find(user.index, instrument.index);
  if (found !== 0) return found;
  const leverage = leverageAhead(state, NO_ROW, LONG, instrument);
  const row = positions.add(user.index, instrument.index, leverage);
  linkRow(state, user, row);
  return row;
}

/** Leverage of a side of a row, or the default before the first use of the instrument. */
export function leverageAhead(
  state: State,
  row: PositionRow,
  side: LongOrShort,
  instrument: Instrument,
): number {
  if (row !== 0) return state.positions.leverage.get(positionAt(row, side));
  return Math.min(LEVERAGE_DEFAULT, instrument.leverageMax);
}

/** Adds lots of long positions, below zero for fewer, to the open interest of an instrument. */
export function changeOpenInterest(state: State, instrument: number, by: number): void {
  const openInterest = (state.openInterest[instrument] ?? 0) + by;
  assert(openInterest >= 0, "open interest is never negative");
  state.openInterest[instrument] = openInterest as Lots;
}

/** Side of the position that a closing order reduces: sells close longs, buys close shorts. */
export function closedSide(isBuy: boolean): LongOrShort {
  return isBuy ? SHORT : LONG;
}

/** Side of the position that an opening order increases. */
export function openedSide(isBuy: boolean): LongOrShort {
  return isBuy ? LONG : SHORT;
}

/** Adds the remaining size of an order to the sums of its row. Its margin price must be set. */
export function addOrderExposure(state: State, slot: number): void {
  changeOrderExposure(state, slot, 1);
}

/** Subtracts the remaining size of an order from the sums of its row. */
export function removeOrderExposure(state: State, slot: number): void {
  changeOrderExposure(state, slot, -1);
}

/** New terms of an order. */
export type ExposureTerms = {
  readonly price: Ticks;
  readonly size: Lots;
  readonly remaining: Lots;
  readonly marginPrice: Ticks;
};

/** Writes new terms of an order to its record and to the sums of its row. */
export function amendOrderExposure(state: State, slot: number, terms: ExposureTerms): void {
  const { orders, positions } = state;
  if (isClosingOrder(state, slot)) {
    removeOrderExposure(state, slot);
    writeTerms(state, slot, terms);
    return addOrderExposure(state, slot);
  }
  const position = positionAt(orders.positionRow(slot), openedSide(orders.isBuy(slot)));
  const others = (positions.orderLots.get(position) - orders.remaining(slot)) as Lots;
  assert(others >= 0, "a side never loses more order lots than its orders added");
  const instrument = instrumentAt(state, orders.instrument(slot));
  positions.orderNotional.add(position, notionalChange(state, instrument, slot, terms));
  removeOpenLoss(state, position, slot);
  positions.orderLots.set(position, others);
  writeTerms(state, slot, terms);
  addOpenLoss(state, position, slot);
  positions.orderLots.set(position, (others + terms.remaining) as Lots);
}

function writeTerms({ orders }: State, slot: number, terms: ExposureTerms): void {
  orders.setPrice(slot, terms.price);
  orders.setSize(slot, terms.size);
  orders.setRemaining(slot, terms.remaining);
  orders.setMarginPrice(slot, terms.marginPrice);
}

/** Notional of an order under new terms less its present one, at the margin prices. */
function notionalChange(
  { orders }: State,
  instrument: Instrument,
  slot: number,
  { marginPrice, remaining }: ExposureTerms,
): bigint {
  const oldPrice = orders.marginPrice(slot);
  const oldSize = orders.remaining(slot);
  const before = oldPrice * oldSize;
  const after = marginPrice * remaining;
  const isExact = before <= Number.MAX_SAFE_INTEGER && after <= Number.MAX_SAFE_INTEGER;
  if (isExact && !instrument.isInverse) {
    return BigInt.asIntN(64, bigIntOf(after - before) * instrument.atomsPerTickLot);
  }
  const value = notionalAt(instrument, marginPrice, remaining);
  return BigInt.asIntN(64, value - notionalAt(instrument, oldPrice, oldSize));
}

function changeOrderExposure(state: State, slot: number, sign: 1 | -1): void {
  const { orders, positions } = state;
  const row = orders.positionRow(slot);
  const isBuy = orders.isBuy(slot);
  const size = orders.remaining(slot);
  if (isClosingOrder(state, slot)) {
    const position = positionAt(row, closedSide(isBuy));
    const closingLots = (positions.closingLots.get(position) + sign * size) as Lots;
    assert(closingLots >= 0, "a side never loses more closing lots than its orders added");
    positions.closingLots.set(position, closingLots);
    return;
  }
  const position = positionAt(row, openedSide(isBuy));
  const instrument = instrumentAt(state, orders.instrument(slot));
  const value = notionalAt(instrument, orders.marginPrice(slot), size);
  if (sign === 1) addOpenLoss(state, position, slot);
  else removeOpenLoss(state, position, slot);
  const orderLots = (positions.orderLots.get(position) + sign * size) as Lots;
  assert(orderLots >= 0, "a side never loses more order lots than its orders added");
  positions.orderLots.set(position, orderLots);
  positions.orderNotional.add(position, sign === 1 ? value : -value);
}
