/**
 * Margin of a user's futures account (trading-rules.md section 4). Initial margin is computed on
 * demand from positions and open orders, so it depends on the current state only:
 *
 *   equity     = balance + funding due + Σ unrealised profit and loss at mark of crossed positions
 *   required   = Σ per instrument ( exposure ÷ leverage + open loss
 *                                  + taker fees of open orders × (1 + feeUp) )
 *   free       = equity − hold − required
 *
 * Open loss is what open orders would lose against mark if they were filled (decision 0034).
 * feeUp is the instrument's feeRateUpRatio; the unused part of a fee is released after the fill.
 * An isolated position has margin of its own and is not part of these sums; its orders are.
 * In one-way mode exposure and open loss are those of one side, the one where they come to more, of
 * what the position and the open orders could reach; orders count against an opposite position only
 * beyond its size. The loss of orders against a position is the account's, or, where it is
 * isolated, that of its margin. In hedge mode both sides add up. Crossed positions count at mark
 * (decision 0080), isolated positions at entry, orders at their margin prices.
 */

import type { User } from "../accounts/user.ts";
import { assert } from "../base/assert.ts";
import {
  isLongPosition,
  LONG,
  type LongOrShort,
  longOf,
  NO_ROW,
  oppositeOf,
  type PositionIndex,
  type PositionRow,
  positionAt,
  rowOf,
  SHORT,
  shortOf,
} from "../base/position-handle.ts";
import { type Instrument, notionalAt } from "../instruments/instrument.ts";
import {
  bufferedFeeRoundedUp,
  dividedRoundedUp,
  maxAtoms,
  minus,
  plus,
  proportionRoundedUp,
} from "../money/arithmetic.ts";
import { type Atoms, type Lots, NO_PRICE, type Ticks, ZERO_ATOMS } from "../money/units.ts";
import { isolatedMarginOf, walletOf } from "../positions/backing.ts";
import { dueFundingOf } from "../positions/due-funding.ts";
import { isHedgeIn } from "../positions/exposure.ts";
import { mayLose } from "../positions/open-loss.ts";
import { instrumentOfRow, markOfRow, type State, userAt } from "../state.ts";
import {
  leverageOf,
  orderLossOf,
  orderLotsOf,
  orderNotionalOf,
  type RowChange,
} from "./row-change.ts";

/** Notional of a position in settle atoms at a price; at entry when the price is 0. */
export function notionalOfPosition(
  state: State,
  instrument: Instrument,
  position: PositionIndex,
  price: Ticks,
): Atoms {
  const { openNotional, size } = state.positions;
  const held = size.get(position);
  if (held === 0) return ZERO_ATOMS;
  return price === NO_PRICE ? openNotional.get(position) : notionalAt(instrument, price, held);
}

/** Profit and loss of a position if it were closed at `price`; zero at price 0. */
function profitAt(
  state: State,
  instrument: Instrument,
  position: PositionIndex,
  price: Ticks,
): Atoms {
  const now = notionalOfPosition(state, instrument, position, price);
  const open = state.positions.openNotional.get(position);
  return isLongPosition(position) !== instrument.isInverse ? minus(now, open) : minus(open, now);
}

/** Profit and loss of one position if it were closed at `price`; zero at price 0. */
export function unrealisedAt(
  state: State,
  row: PositionRow,
  side: LongOrShort,
  price: Ticks,
): Atoms {
  return profitAt(state, instrumentOfRow(state, row), positionAt(row, side), price);
}

/** Unrealised profit and loss of one position at the mark price; zero while there is no mark. */
export function unrealisedOf(state: State, row: PositionRow, side: LongOrShort): Atoms {
  return unrealisedAt(state, row, side, markOfRow(state, row));
}

/** Profit and loss of both positions of a row if they were closed at `price`; zero at price 0. */
export function unrealisedOfRowAt(state: State, row: PositionRow, price: Ticks): Atoms {
  const instrument = instrumentOfRow(state, row);
  const long = profitAt(state, instrument, longOf(row), price);
  return plus(long, profitAt(state, instrument, shortOf(row), price));
}

/** Unrealised profit and loss of both positions of a row at the mark price. */
export function unrealisedOfRow(state: State, row: PositionRow): Atoms {
  return unrealisedOfRowAt(state, row, markOfRow(state, row));
}

/**
 * Notional of a position on which its initial margin is computed, in settle atoms: at mark if it is
 * crossed, at entry if it is isolated, because isolated margin was fixed by the fills.
 */
function marginNotionalOf(state: State, position: PositionIndex): Atoms {
  const { positions } = state;
  if (positions.size.get(position) === 0) return ZERO_ATOMS;
  const row = rowOf(position);
  if (positions.isIsolated(row)) return positions.openNotional.get(position);
  return notionalOfPosition(state, instrumentOfRow(state, row), position, markOfRow(state, row));
}

/** Initial margin of one position, at the leverage of its side or another one. */
export function initialMarginOf(
  state: State,
  row: PositionRow,
  side: LongOrShort,
  leverage: number = state.positions.leverage.get(positionAt(row, side)),
): Atoms {
  assert(leverage > 0, "initial margin is computed at a leverage above 0");
  return dividedRoundedUp(marginNotionalOf(state, positionAt(row, side)), leverage);
}

/** Notional that the futures account must cover: zero for an isolated position. */
function crossedNotional(state: State, position: PositionIndex): Atoms {
  return state.positions.isIsolated(rowOf(position))
    ? ZERO_ATOMS
    : marginNotionalOf(state, position);
}

/** Initial margin of the crossed positions of a row; zero for an isolated row. */
export function positionMarginOf(state: State, row: PositionRow): Atoms {
  const long = longOf(row);
  const value = plus(crossedNotional(state, long), crossedNotional(state, shortOf(row)));
  return dividedRoundedUp(value, state.positions.leverage.get(long));
}

/**
 * Notional that one side of a one-way row could reach: its position and orders, or the part of its
 * orders beyond the opposite position.
 */
function oneWayExposure(state: State, position: PositionIndex, value: Atoms, lots: Lots): Atoms {
  const opposite = state.positions.size.get(oppositeOf(position));
  if (opposite === 0) return plus(crossedNotional(state, position), value);
  if (lots <= opposite) return ZERO_ATOMS;
  return proportionRoundedUp(value, (lots - opposite) as Lots, lots);
}

/** Open loss of one side of a one-way row that the futures account would bear. */
function oneWayOpenLoss(
  state: State,
  position: PositionIndex,
  change: RowChange | undefined,
): Atoms {
  const { positions } = state;
  const loss = orderLossOf(state, position, change);
  if (loss === 0n || !positions.isIsolated(rowOf(position))) return loss;
  const opposite = positions.size.get(oppositeOf(position));
  const orderLots = orderLotsOf(state, position, change);
  if (orderLots <= opposite) return ZERO_ATOMS;
  return proportionRoundedUp(loss, (orderLots - opposite) as Lots, orderLots);
}

/** Margin and open loss of one side of a one-way row. */
function oneWaySide(state: State, position: PositionIndex, change: RowChange | undefined): Atoms {
  const lots = orderLotsOf(state, position, change);
  const value = oneWayExposure(state, position, orderNotionalOf(state, position, change), lots);
  const leverage = leverageOf(state, position, change);
  return plus(dividedRoundedUp(value, leverage), oneWayOpenLoss(state, position, change));
}

/**
 * Margin of what a hedged row holds and of orders of these values: crossed both sides add up before
 * they round.
 */
function hedgedMargin(state: State, row: PositionRow, change: RowChange | undefined): Atoms {
  const long = longOf(row);
  const short = shortOf(row);
  const longOrders = orderNotionalOf(state, long, change);
  const shortOrders = orderNotionalOf(state, short, change);
  const leverage = leverageOf(state, long, change);
  if (state.positions.isIsolated(row)) {
    const margin = dividedRoundedUp(longOrders, leverage);
    return plus(margin, dividedRoundedUp(shortOrders, leverageOf(state, short, change)));
  }
  const held = plus(marginNotionalOf(state, long), marginNotionalOf(state, short));
  return dividedRoundedUp(plus(held, plus(longOrders, shortOrders)), leverage);
}

/** Taker fees of open orders with this notional, including the fee buffer of the instrument. */
export function feeOfOrders(instrument: Instrument, value: Atoms): Atoms {
  if (value === 0n) return ZERO_ATOMS;
  return bufferedFeeRoundedUp(value, instrument.takerRate, instrument.limits.feeUpRatio);
}

/** `requiredMarginOf` where no order can have an open loss: the usual case, in fewer steps. */
function marginWithoutLoss(
  state: State,
  row: PositionRow,
  isHedge: boolean,
  change: RowChange | undefined,
): Atoms {
  if (isHedge) return hedgedMargin(state, row, change);
  const long = longOf(row);
  const short = shortOf(row);
  const longOrders = orderNotionalOf(state, long, change);
  const shortOrders = orderNotionalOf(state, short, change);
  const longValue = oneWayExposure(state, long, longOrders, orderLotsOf(state, long, change));
  const shortValue = oneWayExposure(state, short, shortOrders, orderLotsOf(state, short, change));
  return dividedRoundedUp(maxAtoms(longValue, shortValue), leverageOf(state, long, change));
}

/** Margin and open loss of a row: one way of the two sides the one that needs more. */
function marginWithLoss(
  state: State,
  row: PositionRow,
  isHedge: boolean,
  change: RowChange | undefined,
): Atoms {
  const long = longOf(row);
  const short = shortOf(row);
  if (!isHedge) return maxAtoms(oneWaySide(state, long, change), oneWaySide(state, short, change));
  const margin = hedgedMargin(state, row, change);
  return plus(margin, plus(orderLossOf(state, long, change), orderLossOf(state, short, change)));
}

/**
 * Margin that a row requires from the futures account, in settle atoms: initial margin of positions
 * and open orders, open loss and fees of the orders; with `change`, as if it were made. The margin
 * of an isolated position is not included: it was moved out of that account.
 */
export function requiredMarginOf(state: State, row: PositionRow, change?: RowChange): Atoms {
  assert(row !== NO_ROW, "margin is required for a row that exists");
  const positions = state.positions;
  const instrument = instrumentOfRow(state, row);
  const user = userAt(state, positions.user.get(row));
  const isHedge = isHedgeIn(user, instrument);
  const addsLoss = (change?.orders?.openLoss ?? 0n) !== 0n;
  const margin =
    addsLoss || mayLose(state, row)
      ? marginWithLoss(state, row, isHedge, change)
      : marginWithoutLoss(state, row, isHedge, change);
  const value = plus(
    orderNotionalOf(state, longOf(row), change),
    orderNotionalOf(state, shortOf(row), change),
  );
  assert(value >= 0n, "orders with a change of them have a notional of 0 or more");
  return plus(margin, feeOfOrders(instrument, value));
}

export type MarginFigures = {
  readonly balance: Atoms;
  readonly hold: Atoms;
  /** Of crossed positions, whose profit and loss is the account's. */
  readonly unrealisedPnl: Atoms;
  /** Initial margin of crossed positions. */
  readonly positionMargin: Atoms;
  /** Crossed positions and all open orders together. */
  readonly requiredMargin: Atoms;
  /** Amount for new exposure; below zero if the account lacks margin. */
  readonly free: Atoms;
  /** Amount that may leave the account: as `free`, but without unrealised profit. */
  readonly transferable: Atoms;
  /** Margin of isolated positions, which is in accounts of its own. */
  readonly isolatedMargin: Atoms;
  readonly isolatedUnrealisedPnl: Atoms;
};

/** Whether the orders and the crossed positions of a row draw on a ledger account of its user. */
export function drawsOn(state: State, user: User, row: PositionRow, account: number): boolean {
  const { ledger } = state;
  const instrument = instrumentOfRow(state, row);
  if (instrument.settle !== ledger.currencyOf(account)) return false;
  return walletOf(user, instrument) === ledger.walletOf(account);
}

/** Unrealised profit and funding due of the crossed positions of a row. */
export function crossedGainOf(state: State, row: PositionRow): Atoms {
  const profit = unrealisedOfRow(state, row);
  return plus(profit, dueFundingOf(state, row));
}

/** Balance of an account with the gain of the crossed positions that it backs. */
export function accountEquity(state: State, user: User, account: number): Atoms {
  const { ledger, positions } = state;
  assert(ledger.userOf(account) === user.index, "the equity of an account is its owner's");
  let equity = ledger.balance(account);
  for (let row = user.positionsFirst; row !== 0; row = positions.userNext.get(row)) {
    if (!positions.isHeld(row) || positions.isIsolated(row)) continue;
    if (!drawsOn(state, user, row, account)) continue;
    equity = plus(equity, crossedGainOf(state, row));
  }
  return equity;
}

/** Required margin of a row that the caller has computed already. */
export type KnownRequirement = { readonly row: PositionRow; readonly required: Atoms };

/** Balance of an account less hold and required margin, with or without unrealised profit. */
function fundsLeft(
  state: State,
  account: number,
  countsProfit: boolean,
  known: KnownRequirement | undefined,
): Atoms {
  const { ledger, positions } = state;
  const user = userAt(state, ledger.userOf(account));
  let left = minus(ledger.balance(account), ledger.hold(account));
  let unrealised = ZERO_ATOMS;
  for (let row = user.positionsFirst; row !== 0; row = positions.userNext.get(row)) {
    if (!drawsOn(state, user, row, account)) continue;
    left = minus(left, known?.row === row ? known.required : requiredMarginOf(state, row));
    if (positions.isIsolated(row)) continue;
    left = plus(left, dueFundingOf(state, row));
    unrealised = plus(unrealised, unrealisedOfRow(state, row));
  }
  return countsProfit || unrealised < 0n ? plus(left, unrealised) : left;
}

/** Amount of an account for new exposure: `free` of `marginOf` without the other figures. */
export function availableMarginOf(state: State, account: number, known?: KnownRequirement): Atoms {
  return fundsLeft(state, account, true, known);
}

/** Amount that may leave an account: `transferable` of `marginOf` without the other figures. */
export function transferableMarginOf(
  state: State,
  account: number,
  known?: KnownRequirement,
): Atoms {
  return fundsLeft(state, account, false, known);
}

/** The margin figures of one ledger account that backs futures positions. */
export function marginOf(state: State, user: User, account: number): MarginFigures {
  const { ledger, positions } = state;
  assert(
    account === 0 || ledger.userOf(account) === user.index,
    "the margin of an account is its owner's",
  );
  let unrealisedPnl = ZERO_ATOMS;
  let positionMargin = ZERO_ATOMS;
  let requiredMargin = ZERO_ATOMS;
  let isolatedMargin = ZERO_ATOMS;
  let isolatedUnrealisedPnl = ZERO_ATOMS;
  for (let row = user.positionsFirst; row !== 0; row = positions.userNext.get(row)) {
    if (!drawsOn(state, user, row, account)) continue;
    const pnl = unrealisedOfRow(state, row);
    requiredMargin = plus(requiredMargin, requiredMarginOf(state, row));
    if (!positions.isIsolated(row)) {
      unrealisedPnl = plus(unrealisedPnl, pnl);
      positionMargin = plus(positionMargin, positionMarginOf(state, row));
      continue;
    }
    isolatedUnrealisedPnl = plus(isolatedUnrealisedPnl, pnl);
    isolatedMargin = plus(isolatedMargin, isolatedMarginOf(state, row, LONG));
    isolatedMargin = plus(isolatedMargin, isolatedMarginOf(state, row, SHORT));
  }
  return {
    balance: ledger.balance(account),
    hold: ledger.hold(account),
    unrealisedPnl,
    positionMargin,
    requiredMargin,
    free: availableMarginOf(state, account),
    transferable: transferableMarginOf(state, account),
    isolatedMargin,
    isolatedUnrealisedPnl,
  };
}
