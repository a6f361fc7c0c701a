/**
 * Bounds of `riskAfterFill` in double arithmetic, for classic users in linear instruments: most
 * fills are so far from their limit that a bound decides. The exact figures decide the others.
 */

import type { User } from "../accounts/user.ts";
import { assert } from "../base/assert.ts";
import { LONG, type PositionRow, positionAt, SHORT } from "../base/position-handle.ts";
import type { Instrument } from "../instruments/instrument.ts";
import { NO_PRICE, ZERO_LOTS } from "../money/units.ts";
import { futuresAccount, marginAccountOf } from "../positions/backing.ts";
import { openedSide } from "../positions/exposure.ts";
import { atLeast, atMost, E6, nearValue, WIDENING } from "../positions/near-amounts.ts";
import { instrumentOfRow, markOfRow, type State, userAt } from "../state.ts";
import type { Sizes } from "./maintenance.ts";
import { crossedBounds, rateAtMost } from "./margin-bounds.ts";
import type { FillAhead, Outcome } from "./risk-after-fill.ts";

/** Equity, at least, and maintenance, at most, in settle atoms. */
export type NearRisk = { readonly equity: number; readonly maintenance: number };

/** A fill of an order that may open, and its effect on the row. */
export type NearFill = {
  readonly user: User;
  readonly instrument: Instrument;
  readonly row: PositionRow;
  readonly fill: FillAhead;
  readonly outcome: Outcome;
};

/** Whether bounds are known for a row: not of unified users, inverse contracts, without a mark. */
function isBounded(state: State, user: User, instrument: Instrument, row: PositionRow): boolean {
  if (user.isUnified || instrument.isInverse || state.fundingUser !== 0) return false;
  return markOfRow(state, row) !== NO_PRICE;
}

/** Maintenance of positions of these sizes at mark: at most. */
function maintenanceAtMost(
  state: State,
  instrument: Instrument,
  row: PositionRow,
  sizes: Sizes,
): number {
  const mark = markOfRow(state, row);
  const long = nearValue(instrument, mark, sizes[LONG]);
  const short = nearValue(instrument, mark, sizes[SHORT]);
  return atMost((Math.max(long, short) * rateAtMost(state, instrument, long + short)) / E6);
}

/** Margin that an isolated position takes for the opened size of a fill; within an atom. */
function nearTaken(state: State, { fill, instrument, outcome, row }: NearFill): number {
  const leverage = state.positions.leverage.get(positionAt(row, openedSide(fill.isBuy)));
  return nearValue(instrument, fill.price, outcome.opened) / leverage;
}

function isolatedAfter(state: State, near: NearFill): NearRisk {
  const { ledger, positions } = state;
  const { fill, instrument, outcome, row } = near;
  const side = openedSide(fill.isBuy);
  const position = positionAt(row, side);
  const now = nearValue(instrument, markOfRow(state, row), outcome.sizes[side]);
  const open =
    positions.openNotional.near(position) + nearValue(instrument, fill.price, outcome.opened);
  const profit = fill.isBuy ? now - open : open - now;
  const margin = ledger.nearBalance(marginAccountOf(state, position));
  const funds = atLeast(margin) + atLeast(nearTaken(state, near));
  const held = outcome.sizes[side];
  const sizes: Sizes = side === LONG ? [held, ZERO_LOTS] : [ZERO_LOTS, held];
  return {
    equity: funds + atLeast(profit) - (now + open) * WIDENING,
    maintenance: maintenanceAtMost(state, instrument, row, sizes),
  };
}

function crossedAfter(state: State, near: NearFill): NearRisk | undefined {
  const { fill, instrument, outcome, row, user } = near;
  const bounds = crossedBounds(state, user, futuresAccount(state, row));
  if (bounds === undefined) return undefined;
  const now = nearValue(instrument, markOfRow(state, row), fill.size);
  const value = nearValue(instrument, fill.price, fill.size);
  const gain = fill.isBuy ? now - value : value - now;
  const fee = (value * instrument.takerRate) / E6;
  // The row's own maintenance before the fill is counted, too: less work, and still a bound.
  const after = maintenanceAtMost(state, instrument, row, outcome.sizes);
  return {
    equity: bounds.equity + atLeast(gain - fee) - (now + value) * WIDENING,
    maintenance: bounds.maintenance + after,
  };
}

/** Bounds of `riskAfterFill`, or `undefined` where only the exact figures are known. */
export function nearRiskAfterFill(
  state: State,
  row: PositionRow,
  fill: FillAhead,
  outcome: Outcome,
): NearRisk | undefined {
  assert(outcome.opened > 0, "the risk after a fill is that of a fill that opens");
  const user = userAt(state, state.positions.user.get(row));
  const instrument = instrumentOfRow(state, row);
  if (!isBounded(state, user, instrument, row)) return undefined;
  const near = { user, instrument, row, fill, outcome };
  return state.positions.isIsolated(row) ? isolatedAfter(state, near) : crossedAfter(state, near);
}

/**
 * Whether the futures account certainly keeps its maintenance margin after the fill of an isolated
 * position took margin and fee from it. False where it takes the exact figures to know.
 */
export function isMaintenanceSurelyKept(
  state: State,
  row: PositionRow,
  fill: FillAhead,
  outcome: Outcome,
): boolean {
  const user = userAt(state, state.positions.user.get(row));
  const instrument = instrumentOfRow(state, row);
  if (!isBounded(state, user, instrument, row)) return false;
  const bounds = crossedBounds(state, user, futuresAccount(state, row));
  if (bounds === undefined) return false;
  const taken = nearTaken(state, { user, instrument, row, fill, outcome });
  const fee = (nearValue(instrument, fill.price, fill.size) * instrument.takerRate) / E6;
  return bounds.equity - atMost(taken) - atMost(fee) >= bounds.maintenance;
}
