/**
 * Bankruptcy price (trading-rules.md section 2.1, closing guard): where closing at the taker fee f
 * uses up all that backs a position. With V the value of the position there:
 *
 *   gaining with V (linear long, inverse short)   V × (1 − f) = reference − backing
 *   losing with V                                 V × (1 + f) = reference + backing
 *
 * Isolated, the reference is the entry value and the backing its margin. Crossed, they are the
 * value at mark and the position's share, by value at mark, of the account's equity.
 */
import type { User } from "../accounts/user.ts";
import type { Instrument } from "../instruments/instrument.ts";
import { NO_PRICE, TICKS_MAX, type Ticks } from "../money/units.ts";
import { futuresAccount, walletOf } from "../positions/backing.ts";
import { LONG, SHORT } from "../positions/position-table.ts";
import type { State } from "../state.ts";
import { accountRisk, isolatedBacking, positionValueOf } from "./maintenance.ts";

const E6 = 1_000_000n;

/** A fraction; the bottom is positive. */
type Fraction = { readonly top: bigint; readonly bottom: bigint };

/** Σ value at mark of the crossed positions that share an account with this row's. */
function crossedValueOf(state: State, row: number): bigint {
  const { positions } = state;
  const user = state.users[positions.user.get(row)] as User;
  const own = state.instruments[positions.instrument.get(row)] as Instrument;
  const wallet = walletOf(user, own);
  let sum = 0n;
  for (let one = user.positionsFirst; one !== 0; one = positions.userNext.get(one)) {
    const instrument = state.instruments[positions.instrument.get(one)] as Instrument;
    if (instrument.settle !== own.settle || walletOf(user, instrument) !== wallet) continue;
    if (positions.isIsolated(one)) continue;
    sum += positionValueOf(state, one, LONG) + positionValueOf(state, one, SHORT);
  }
  return sum;
}

/** Value of a position where nothing is left, over the fee: reference ∓ backing by 1 ∓ f. */
function valueAtBankruptcy(state: State, row: number, side: number): Fraction {
  const { positions, users } = state;
  const instrument = state.instruments[positions.instrument.get(row)] as Instrument;
  const fee = BigInt(instrument.takerRate);
  const gainsWithValue = (side === LONG) !== instrument.isInverse;
  const sign = gainsWithValue ? -1n : 1n;
  const bottom = E6 + sign * fee;
  if (positions.isIsolated(row)) {
    const entry = positions.openValue.get(row * 2 + side);
    const margin = isolatedBacking(state, row, side);
    return { top: (entry + sign * margin) * E6, bottom };
  }
  const user = users[positions.user.get(row)] as User;
  const { equity } = accountRisk(state, user, futuresAccount(state, row));
  const value = positionValueOf(state, row, side);
  const all = crossedValueOf(state, row);
  return { top: value * (all + sign * equity) * E6, bottom: bottom * all };
}

/** Rounded towards prices at which something is left: up for a long, down for a short. */
function rounded(price: Fraction, isUp: boolean): Ticks {
  const { bottom, top } = price;
  const whole = isUp ? (top + bottom - 1n) / bottom : top / bottom;
  if (whole < 1n) return NO_PRICE;
  return Number(whole > BigInt(TICKS_MAX) ? TICKS_MAX : whole) as Ticks;
}

/**
 * The worst price at which a position may be closed, in ticks: a long not below it, a short not
 * above. 0 when every price is good: a long that is backed whole, an inverse short.
 */
export function bankruptcyPriceOf(state: State, row: number, side: number): Ticks {
  const { positions } = state;
  const size = BigInt(positions.size.get(row * 2 + side));
  const instrument = state.instruments[positions.instrument.get(row)] as Instrument;
  if (size === 0n) return NO_PRICE;
  const value = valueAtBankruptcy(state, row, side);
  const isUp = side === LONG;
  if (value.top <= 0n) return NO_PRICE;
  return instrument.isInverse
    ? rounded({ top: size * instrument.atomTicksPerLot * value.bottom, bottom: value.top }, isUp)
    : rounded({ top: value.top, bottom: size * instrument.atomsPerTickLot * value.bottom }, isUp);
}
