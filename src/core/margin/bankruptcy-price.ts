/**
 * Bankruptcy price (trading-rules.md section 2.1, closing guard): where closing at the taker fee f
 * uses up all that backs a position. With V the value of the position there:
 *
 *   gaining with V (linear long, inverse short)   V × (1 − f) = reference − backing
 *   losing with V                                 V × (1 + f) = reference + backing
 *
 * Isolated, the reference is the entry notional and the backing is the position's margin. Crossed,
 * the reference is the notional at mark and the backing is the position's share, by notional at
 * mark, of the account's equity: in the coin, or for a unified account its effective margin in US
 * dollars.
 */

import type { User } from "../accounts/user.ts";
import { assert } from "../base/assert.ts";
import {
  LONG,
  type LongOrShort,
  type PositionRow,
  positionAt,
  SHORT,
} from "../base/position-handle.ts";
import { indexIn, REALMS } from "../base/vocabulary.ts";
import type { Instrument } from "../instruments/instrument.ts";
import { type UsdRate, usdRateOf, usdUp } from "../instruments/usd-price.ts";
import { plus } from "../money/arithmetic.ts";
import { type Atoms, NO_PRICE, TICKS_MAX, type Ticks, ticks } from "../money/units.ts";
import { futuresAccount, walletOf } from "../positions/backing.ts";
import { currencyAt, instrumentOfRow, type State, userAt } from "../state.ts";
import { isolatedBacking, positionNotionalOf } from "./maintenance.ts";
import { accountEquity } from "./margin.ts";
import { unifiedFiguresOf } from "./unified-margin.ts";

const E6 = 1_000_000n;

const PRICE_MIN = ticks(1);

/** A fraction; the bottom is positive. */
type Fraction = { readonly top: bigint; readonly bottom: bigint };

/** Whether a position gains when its value rises: linear longs and inverse shorts. */
function gainsWithValue(instrument: Instrument, side: LongOrShort): boolean {
  return (side === LONG) !== instrument.isInverse;
}

/** Σ value at mark of the crossed positions that share an account with this row's. */
function crossedNotionalOf(state: State, row: PositionRow): bigint {
  const { positions } = state;
  const user = userAt(state, positions.user.get(row));
  const own = instrumentOfRow(state, row);
  const wallet = walletOf(user, own);
  let sum = 0n;
  for (let one = user.positionsFirst; one !== 0; one = positions.userNext.get(one)) {
    const instrument = instrumentOfRow(state, one);
    if (instrument.settle !== own.settle || walletOf(user, instrument) !== wallet) continue;
    if (positions.isIsolated(one)) continue;
    sum += positionNotionalOf(state, one, LONG) + positionNotionalOf(state, one, SHORT);
  }
  return sum;
}

/** Σ value at mark of all positions of a unified user, in US dollars. */
function unifiedValueOf(state: State, user: User): bigint {
  const { positions } = state;
  const realm = indexIn(REALMS, user.realm);
  const rates: UsdRate[] = [];
  let sum = 0n;
  for (let row = user.positionsFirst; row !== 0; row = positions.userNext.get(row)) {
    const { settle } = instrumentOfRow(state, row);
    const value = plus(positionNotionalOf(state, row, LONG), positionNotionalOf(state, row, SHORT));
    if (value === 0n) continue;
    rates[settle] ??= usdRateOf(state, realm, currencyAt(state, settle));
    sum += usdUp(rates[settle], value);
  }
  return sum;
}

/** Equity of a crossed account over the notional of all positions that it backs. */
function crossedBacking(state: State, row: PositionRow): Fraction {
  const user = userAt(state, state.positions.user.get(row));
  if (user.isUnified) {
    const bottom = unifiedValueOf(state, user);
    return { top: unifiedFiguresOf(state, user).effectiveUsd, bottom };
  }
  const top = accountEquity(state, user, futuresAccount(state, row));
  return { top, bottom: crossedNotionalOf(state, row) };
}

/**
 * Value of a position at which its backing is used up: reference ∓ backing over 1 ∓ f. `undefined`
 * if the backing is unknown because prices are missing.
 */
function valueAtBankruptcy(
  state: State,
  row: PositionRow,
  side: LongOrShort,
): Fraction | undefined {
  const { positions } = state;
  const instrument = instrumentOfRow(state, row);
  const sign = gainsWithValue(instrument, side) ? -1n : 1n;
  const bottom = E6 + sign * BigInt(instrument.takerRate);
  if (positions.isIsolated(row)) {
    const entry = positions.openNotional.get(positionAt(row, side));
    const margin = isolatedBacking(state, row, side);
    return { top: (entry + sign * margin) * E6, bottom };
  }
  const backing = crossedBacking(state, row);
  assert(backing.bottom >= 0n, "the notional that an account backs is never negative");
  if (backing.bottom === 0n) return undefined;
  const value = positionNotionalOf(state, row, side);
  const top = value * (backing.bottom + sign * backing.top) * E6;
  return { top, bottom: bottom * backing.bottom };
}

/** Rounds towards prices at which backing is left: up for a long, down for a short. */
function rounded(price: Fraction, isUp: boolean): Ticks {
  const { bottom, top } = price;
  assert(bottom > 0n && top > 0n, "a bankruptcy price is a positive fraction");
  const whole = isUp ? (top + bottom - 1n) / bottom : top / bottom;
  if (whole < 1n) return PRICE_MIN;
  return ticks(Number(whole > BigInt(TICKS_MAX) ? TICKS_MAX : whole));
}

/** Price limit if no price uses up the backing: any price, or none if the backing is a debt. */
function priceWithoutLimit(instrument: Instrument, side: LongOrShort): Ticks {
  if (gainsWithValue(instrument, side)) return NO_PRICE;
  return side === LONG ? ticks(TICKS_MAX) : PRICE_MIN;
}

/** Price at which a position has this value, in ticks. */
function priceOf(
  instrument: Instrument,
  position: { readonly side: LongOrShort; readonly size: bigint },
  value: Fraction,
): Ticks {
  const { side, size } = position;
  const isUp = side === LONG;
  if (value.top <= 0n) return priceWithoutLimit(instrument, side);
  return instrument.isInverse
    ? rounded({ top: size * instrument.atomTicksPerLot * value.bottom, bottom: value.top }, isUp)
    : rounded({ top: value.top, bottom: size * instrument.atomsPerTickLot * value.bottom }, isUp);
}

/**
 * Worst price at which a position may be closed, in ticks: a long not below it, a short not above
 * it. 0 if every price is allowed: for a fully backed long, an inverse short, or an unknown
 * backing.
 */
export function bankruptcyPriceOf(state: State, row: PositionRow, side: LongOrShort): Ticks {
  const { positions } = state;
  const size = BigInt(positions.size.get(positionAt(row, side)));
  const instrument = instrumentOfRow(state, row);
  if (size === 0n) return NO_PRICE;
  const value = valueAtBankruptcy(state, row, side);
  return value === undefined ? NO_PRICE : priceOf(instrument, { side, size }, value);
}

/** The worst price at which closing a position, without a fee, loses no more than `amount`. */
export function lossLimitOf(
  state: State,
  row: PositionRow,
  side: LongOrShort,
  amount: Atoms,
): Ticks {
  const { positions } = state;
  const size = BigInt(positions.size.get(positionAt(row, side)));
  const instrument = instrumentOfRow(state, row);
  assert(size > 0n, "a loss limit is that of a held position");
  const entry = positions.openNotional.get(positionAt(row, side));
  const top = gainsWithValue(instrument, side) ? entry - amount : entry + amount;
  return priceOf(instrument, { side, size }, { top, bottom: 1n });
}
