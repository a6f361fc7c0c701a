/**
 * The mark prices at which the sweep has nothing to do for a user (decision 0119): the positions
 * surely cover their maintenance, and no order loses against mark. Found in doubles for classic
 * users with at most one row of positions, so that the sweep reads one short record per user
 * instead of the user's orders, positions and accounts. The sweep visits all other users.
 */
import type { User } from "../accounts/user.ts";
import {
  isLongPosition,
  LONG_AND_SHORT,
  longOf,
  NO_ROW,
  type PositionIndex,
  type PositionRow,
  positionAt,
  shortOf,
} from "../base/position-handle.ts";
import type { Instrument } from "../instruments/instrument.ts";
import { ALL_PRICES, NO_INSTRUMENT } from "../margin/calm-users.ts";
import { isolatedEquityAtLeast, rateAtMost } from "../margin/margin-bounds.ts";
import { NO_PRICE, type Ticks } from "../money/units.ts";
import { futuresAccount } from "../positions/backing.ts";
import { atLeast, atMost, E6, gainAtLeast, nearValue } from "../positions/near-amounts.ts";
import { instrumentOfRow, markAt, pricesAt, type State, userAt } from "../state.ts";

/** Result for a user that the sweep must visit. */
export const NOT_CALM = -1;

/** Distances from mark at which positions are tried, as shares of it; the first safe one counts. */
const REACHES: readonly number[] = [1 / 16, 1 / 64, 1 / 256];

/** Prices, and the maintenance rate with the fee that is not exceeded at any of them. */
type Trial = { readonly from: number; readonly to: number; readonly rate: number };

/**
 * Whether crossed positions surely cover their maintenance at a price. At one rate, equity less
 * maintenance is concave in the value of a lot: what holds at two prices holds between them.
 */
function isCrossedSafe(state: State, row: PositionRow, price: number, rate: number): boolean {
  const { ledger, positions } = state;
  const instrument = instrumentOfRow(state, row);
  const long = nearValue(instrument, price, positions.size.get(longOf(row)));
  const short = nearValue(instrument, price, positions.size.get(shortOf(row)));
  const balance = ledger.nearBalance(futuresAccount(state, row));
  const equity = atLeast(balance) + gainAtLeast(state, instrument, row, long, short);
  return equity >= atMost((Math.max(long, short) * rate) / E6);
}

/** `isCrossedSafe` of an isolated position with its own margin. */
function isIsolatedSafe(
  state: State,
  instrument: Instrument,
  position: PositionIndex,
  at: { readonly price: number; readonly rate: number },
): boolean {
  const value = nearValue(instrument, at.price, state.positions.size.get(position));
  const equity = isolatedEquityAtLeast(state, instrument, position, value);
  return equity >= atMost((value * at.rate) / E6);
}

/** Whether the positions of a row are safe at both prices of a trial, and so between them. */
function isSafeBetween(state: State, row: PositionRow, { from, rate, to }: Trial): boolean {
  const { positions } = state;
  if (!positions.isIsolated(row)) {
    return isCrossedSafe(state, row, from, rate) && isCrossedSafe(state, row, to, rate);
  }
  const instrument = instrumentOfRow(state, row);
  for (const side of LONG_AND_SHORT) {
    const position = positionAt(row, side);
    if (positions.size.get(position) === 0) continue;
    if (!isIsolatedSafe(state, instrument, position, { price: from, rate })) return false;
    if (!isIsolatedSafe(state, instrument, position, { price: to, rate })) return false;
  }
  return true;
}

/** The prices around mark at which the positions of a row are safe, or `undefined`. */
function safePrices(state: State, row: PositionRow, mark: Ticks): Trial | undefined {
  const { size } = state.positions;
  const instrument = instrumentOfRow(state, row);
  const lots = size.get(longOf(row)) + size.get(shortOf(row));
  for (const reach of REACHES) {
    const from = mark * (1 - reach);
    const to = mark * (1 + reach);
    // The tier of both positions together has the highest rate of any of them.
    const measure = instrument.isInverse ? lots : nearValue(instrument, to, lots);
    const trial = { from, to, rate: rateAtMost(state, instrument, measure) };
    if (isSafeBetween(state, row, trial)) return trial;
  }
  return undefined;
}

/** Mark price down to which no buy, or up to which no sell of a row has an open loss. */
function lossFreeLimit(state: State, position: PositionIndex): number {
  const { farPrice, orderLots } = state.positions;
  const far = farPrice.get(position);
  const isWithout = orderLots.get(position) === 0 || far === NO_PRICE;
  if (isLongPosition(position)) return isWithout ? ALL_PRICES.from : far;
  return isWithout ? ALL_PRICES.to : far;
}

/** Makes the record of a user with one row; returns its rows with a position, or `NOT_CALM`. */
function renewRow(state: State, user: User, row: PositionRow): number {
  const { liquidations, positions } = state;
  if (positions.userNext.get(row) !== NO_ROW) return NOT_CALM;
  const instrument = positions.instrument.get(row);
  const { mark } = pricesAt(state, instrument);
  if (mark === NO_PRICE) return NOT_CALM;
  const buysTo = lossFreeLimit(state, longOf(row));
  const sellsTo = lossFreeLimit(state, shortOf(row));
  if (mark < buysTo || mark > sellsTo) return NOT_CALM;
  if (!positions.isHeld(row)) {
    liquidations.calm.keep(user.index, { instrument, from: buysTo, to: sellsTo, rows: 0 });
    return 0;
  }
  const safe = safePrices(state, row, mark);
  if (safe === undefined) return NOT_CALM;
  const from = Math.max(safe.from, buysTo);
  const to = Math.min(safe.to, sellsTo, ALL_PRICES.to);
  liquidations.calm.keep(user.index, { instrument, from, to, rows: 1 });
  return 1;
}

/** Replaces the record of a user; returns its rows with a position, or `NOT_CALM`. */
function renew(state: State, user: User): number {
  const { debts, ledger, liquidations } = state;
  const { index, positionsFirst } = user;
  liquidations.calm.forget(index);
  ledger.clearMoved(index);
  if (user.isUnified || debts.table.hasDebt(index) || ledger.isOverdrawn(index)) return NOT_CALM;
  if (positionsFirst !== NO_ROW) return renewRow(state, user, positionsFirst);
  liquidations.calm.keep(index, { instrument: NO_INSTRUMENT, ...ALL_PRICES, rows: 0 });
  return 0;
}

/** Whether a user's record holds at the present mark price. */
export function isKnownCalm(state: State, user: number): boolean {
  const { calm } = state.liquidations;
  if (state.fundingUser !== 0 || !calm.has(user) || state.ledger.hasMoved(user)) return false;
  const instrument = calm.instrumentOf(user);
  return instrument === NO_INSTRUMENT || calm.isWithin(user, markAt(state, instrument));
}

/**
 * Rows with a position of a user that gives the sweep nothing to do, or `NOT_CALM` where it has to
 * visit the user, and always while funding is being booked.
 */
export function calmRowsOf(state: State, user: number): number {
  if (state.fundingUser !== 0) return NOT_CALM;
  if (isKnownCalm(state, user)) return state.liquidations.calm.rowsOf(user);
  return renew(state, userAt(state, user));
}
