/**
 * Sells positions of the insurance funds, one bounded order per instrument and second: within the
 * price band, and at no price that would leave the fund below zero or exceed its loss limit of the
 * instrument for the hour. Positions of a fund below its maintenance margin are deleveraged; after
 * the loss limit of the hour is used up, they are deleveraged at mark.
 */

import { exchangeUserOf } from "../accounts/user.ts";
import { assert } from "../base/assert.ts";
import { FUND_SALE_INTERVAL_MS, FUND_SALES_PER_TICK } from "../base/limits.ts";
import {
  LONG,
  type LongOrShort,
  longOf,
  type PositionIndex,
  rowOf,
  shortOf,
  sideOf,
} from "../base/position-handle.ts";
import { isTrading } from "../base/word-traits.ts";
import { isIndexFresh } from "../instruments/index-freshness.ts";
import type { Instrument } from "../instruments/instrument.ts";
import { bankruptcyPriceOf, lossLimitOf } from "../margin/bankruptcy-price.ts";
import { accountRisk } from "../margin/maintenance.ts";
import { minus } from "../money/arithmetic.ts";
import { type Atoms, NO_PRICE, type Ticks, ticks } from "../money/units.ts";
import { closeInBook, closeOffBook } from "../orders/exchange-order.ts";
import { marketLimit } from "../orders/order-checks.ts";
import {
  countResult,
  drawLeftOf,
  forgetHolding,
  fundBalance,
  fundUnrealised,
} from "../settlement/fund-holding.ts";
import { backstopFund, fundOf } from "../settlement/insurance-fund.ts";
import { type Emit, markAt, pricesAt, type State, userAt } from "../state.ts";
import { reachInBook, withinRange } from "./close-at-bankruptcy.ts";
import { deleverage } from "./deleverage.ts";
import { isAtRisk } from "./risk-scope.ts";

/** The stricter of two limits: the higher one to close a long, the lower one to close a short. */
function stricter(side: LongOrShort, one: Ticks, other: Ticks): Ticks {
  return ticks(side === LONG ? Math.max(one, other) : Math.min(one, other));
}

/** Worst price at which closing a whole position loses at most an amount. */
function limitOf(
  state: State,
  instrument: Instrument,
  position: PositionIndex,
  amount: Atoms,
): Ticks {
  return withinRange(
    instrument,
    sideOf(position),
    lossLimitOf(state, rowOf(position), sideOf(position), amount),
  );
}

/** Price at which a sale would leave the fund empty or use up its loss limit of the hour. */
function saleLimitOf(state: State, instrument: Instrument, position: PositionIndex): Ticks {
  const limit = limitOf(state, instrument, position, fundBalance(state, instrument));
  const left = drawLeftOf(state, instrument);
  if (left === undefined) return limit;
  const amount = minus(left, fundUnrealised(state, instrument));
  return stricter(sideOf(position), limit, limitOf(state, instrument, position, amount));
}

function isDrawUsedUp(state: State, instrument: Instrument): boolean {
  return drawLeftOf(state, instrument) === 0n;
}

function sell(state: State, instrument: Instrument, position: PositionIndex, emit: Emit): void {
  const side = sideOf(position);
  const isBuy = side !== LONG;
  const band = marketLimit(state, instrument, isBuy);
  const limit = stricter(side, saleLimitOf(state, instrument, position), band);
  const { size } = reachInBook(state, instrument, {
    isBuy,
    limit,
    size: state.positions.size.get(position),
  });
  if (size > 0) closeInBook(state, position, { price: limit, size, source: "system" }, emit);
}

/**
 * Deleverages a position of a fund: at mark when its loss limit of the hour is used up, otherwise
 * at the bankruptcy price. Returns whether a part of the position remains.
 */
function deleverageHolding(
  state: State,
  instrument: Instrument,
  position: PositionIndex,
  emit: Emit,
): boolean {
  const { positions } = state;
  const side = sideOf(position);
  const worst = isDrawUsedUp(state, instrument)
    ? pricesAt(state, instrument.index).mark
    : withinRange(instrument, side, bankruptcyPriceOf(state, rowOf(position), side));
  const limit = limitOf(state, instrument, position, fundBalance(state, instrument));
  const price = stricter(side, limit, worst);
  const terms = { liquidationId: 0, price, size: positions.size.get(position) };
  for (const size of deleverage(state, position, terms, emit) ?? []) {
    closeOffBook(state, position, { price, size, source: "deleveraging", fee: "none" }, emit);
  }
  return positions.size.get(position) > 0;
}

/** Reduces the position of a fund in an instrument; returns whether the next tick must continue. */
function lowerHolding(state: State, instrument: Instrument, emit: Emit): boolean {
  const { positions } = state;
  const { index, realm, settle } = instrument;
  const owner = userAt(state, exchangeUserOf(realm));
  const row = positions.find(owner.index, index);
  if (row === 0) return false;
  const position = positions.size.get(longOf(row)) > 0 ? longOf(row) : shortOf(row);
  if (positions.size.get(position) === 0) {
    forgetHolding(state, instrument);
    return false;
  }
  if (!isIndexFresh(state, index) || !isTrading(instrument.status)) return false;
  if (markAt(state, index) === NO_PRICE) return false;
  countResult(state, instrument, fundBalance(state, instrument));
  const isBelowMaintenance = isAtRisk(accountRisk(state, owner, fundOf(state, realm, settle)));
  const balance = fundBalance(state, instrument);
  let isUnfinished = false;
  if (isBelowMaintenance || isDrawUsedUp(state, instrument)) {
    isUnfinished = deleverageHolding(state, instrument, position, emit);
  } else {
    sell(state, instrument, position, emit);
  }
  countResult(state, instrument, balance);
  backstopFund(state, realm, settle, emit);
  assert(fundBalance(state, instrument) >= 0n, "an insurance fund is never negative");
  return isUnfinished;
}

/** Continues the round over all instruments, which starts every `FUND_SALE_INTERVAL_MS`. */
export function sellHoldings(state: State, emit: Emit): void {
  const { instruments, liquidations } = state;
  if (liquidations.fundsCursor === 0) {
    if (state.timeMs < liquidations.fundsActAtMs) return;
    liquidations.fundsActAtMs = state.timeMs + FUND_SALE_INTERVAL_MS;
    liquidations.fundsCursor = 1;
  }
  for (let left = FUND_SALES_PER_TICK; left > 0; ) {
    const instrument = instruments[liquidations.fundsCursor - 1];
    if (instrument === undefined) {
      liquidations.fundsCursor = 0;
      return;
    }
    const idBefore = state.lastId;
    if (lowerHolding(state, instrument, emit)) return;
    liquidations.fundsCursor += 1;
    if (state.lastId !== idBefore) left -= 1;
  }
}
