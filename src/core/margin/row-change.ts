/**
 * Assumed changes of a row of positions, and the sums of the row with such a change, for what-if
 * checks. They write nothing.
 */

import type { User } from "../accounts/user.ts";
import {
  type LongOrShort,
  type PositionIndex,
  type PositionRow,
  rowOf,
  sideOf,
} from "../base/position-handle.ts";
import type { Instrument } from "../instruments/instrument.ts";
import { plus } from "../money/arithmetic.ts";
import type { Atoms, Lots } from "../money/units.ts";
import { openLossOf } from "../positions/open-loss.ts";
import type { State } from "../state.ts";

/**
 * Difference of the open orders of one side: by an order that is placed, or by a change of price
 * and size of an order (below zero if it reduces them).
 */
export type OrderChange = {
  readonly side: LongOrShort;
  readonly lots: Lots;
  /** At margin prices, in settle atoms. */
  readonly value: Atoms;
  readonly openLoss: Atoms;
};

/** Side and size of a change of open orders. */
export type SideChange = { readonly side: LongOrShort; readonly lots: number };

/** Values of the long and of the short side. */
export type Pair<T> = readonly [T, T];

/** Assumed change of a row; `undefined` for the part that is unchanged. */
export type RowChange = {
  readonly orders: OrderChange | undefined;
  readonly leverage: Pair<number> | undefined;
};

/** A change of the open orders of one side alone, as by an order that is placed or amended. */
export type OrdersOnly = RowChange & { readonly orders: OrderChange };

/**
 * User and instrument of an order, their row (0 for a user who never traded the instrument), and
 * the leverage of the side that the order opens.
 */
export type OrderScope = {
  readonly user: User;
  readonly instrument: Instrument;
  readonly row: PositionRow;
  readonly leverage: number;
};

/** Lots of the orders that may open a side. */
export function orderLotsOf(
  state: State,
  position: PositionIndex,
  change: { readonly orders: SideChange | undefined } | undefined,
): Lots {
  const lots = state.positions.orderLots.get(position);
  const orders = change?.orders;
  return orders?.side === sideOf(position) ? ((lots + orders.lots) as Lots) : lots;
}

/** Value of the orders that may open a side, at their margin prices. */
export function orderNotionalOf(
  state: State,
  position: PositionIndex,
  change: RowChange | undefined,
): Atoms {
  const value = state.positions.orderNotional.get(position);
  const orders = change?.orders;
  return orders?.side === sideOf(position) ? plus(value, orders.value) : value;
}

/** Open loss of the orders that may open a side. */
export function orderLossOf(
  state: State,
  position: PositionIndex,
  change: RowChange | undefined,
): Atoms {
  const loss = openLossOf(state, rowOf(position), sideOf(position));
  const orders = change?.orders;
  return orders?.side === sideOf(position) ? plus(loss, orders.openLoss) : loss;
}

/** Leverage of a side. */
export function leverageOf(
  state: State,
  position: PositionIndex,
  change: RowChange | undefined,
): number {
  return change?.leverage?.[sideOf(position)] ?? state.positions.leverage.get(position);
}
