/**
 * What position tiers allow: a position and the open orders that would raise it, at the leverage of
 * their side, stay within the tiers that have this leverage (trading-rules.md section 4). Crossed
 * and hedged, long and short are added; isolated, each side has its own tier.
 */
import type { User } from "../accounts/user.ts";
import { type Instrument, valueAt } from "../instruments/instrument.ts";
import { tierAt } from "../instruments/position-tiers.ts";
import { OPEN_ORDERS_MAX_DEFAULT } from "../limits.ts";
import { plus, proportionRoundedUp } from "../money/arithmetic.ts";
import { type Atoms, type Lots, type Ticks, ZERO_ATOMS, ZERO_LOTS } from "../money/units.ts";
import { isHedgeIn } from "../positions/exposure.ts";
import { LONG, SHORT } from "../positions/position-table.ts";
import type { State } from "../state.ts";

/** An order that is weighed before it is placed, by what it adds to the orders of its side. */
export type More = { readonly lots: Lots; readonly value: Atoms };
export const NO_MORE: More = { lots: ZERO_LOTS, value: ZERO_ATOMS };

/** An order that would open: its side, and the price and leverage its margin is reckoned at. */
export type Opening = {
  readonly side: number;
  readonly size: Lots;
  readonly price: Ticks;
  readonly leverage: number;
};

/** What an order that would open adds. */
export function moreOf(instrument: Instrument, { price, size }: Opening): More {
  return { lots: size, value: valueAt(instrument, price, size) };
}

/** What a side could reach, in the measure of tiers: entry values, or lots when inverse. */
export function reachOf(
  state: State,
  side: { readonly row: number; readonly index: number },
  terms: { readonly isHedge: boolean; readonly isInverse: boolean },
  more: More,
): bigint {
  const { openValue, orderLots, orderValue, size } = state.positions;
  const at = side.row * 2 + side.index;
  const opposite = terms.isHedge ? 0 : size.get(side.row * 2 + (1 - side.index));
  const lots = (orderLots.get(at) + more.lots) as Lots;
  const value = plus(orderValue.get(at), more.value);
  if (opposite === 0) {
    return terms.isInverse ? BigInt(size.get(at) + lots) : openValue.get(at) + value;
  }
  if (lots <= opposite) return 0n;
  const beyond = (lots - opposite) as Lots;
  return terms.isInverse ? BigInt(beyond) : proportionRoundedUp(value, beyond, lots);
}

/** Whom the operator allows more open orders than usual makes a market for many: no limit binds. */
export function isUnbound(user: User): boolean {
  return user.openOrdersMax > OPEN_ORDERS_MAX_DEFAULT;
}

function isReachWithinTier(
  state: State,
  of: {
    readonly user: User;
    readonly instrument: Instrument;
    readonly row: number;
    readonly side: number;
    readonly leverage: number;
  },
  more: More,
): boolean {
  const { instrument, leverage, row, side, user } = of;
  const terms = { isHedge: isHedgeIn(user, instrument), isInverse: instrument.isInverse };
  let measure = reachOf(state, { row, index: side }, terms, more);
  if (terms.isHedge && !state.positions.isIsolated(row)) {
    measure += reachOf(state, { row, index: side === LONG ? SHORT : LONG }, terms, NO_MORE);
  }
  const tier = tierAt(state.tiers[instrument.index] ?? [], measure);
  return tier !== undefined && leverage <= tier.leverageMax;
}

/** Whether a side of a row, with the orders that would raise it, keeps within its tiers. */
export function isWithinTier(state: State, row: number, side: number): boolean {
  const { positions } = state;
  const instrument = state.instruments[positions.instrument.get(row)] as Instrument;
  const user = state.users[positions.user.get(row)] as User;
  if (isUnbound(user)) return true;
  const leverage = positions.leverage.get(row * 2 + side);
  return isReachWithinTier(state, { user, instrument, row, side, leverage }, NO_MORE);
}

/** The same when an order more would raise the side; the user may never have traded there. */
export function isOpeningWithinTier(
  state: State,
  user: User,
  instrument: Instrument,
  opening: Opening,
): boolean {
  if (isUnbound(user)) return true;
  const { leverage, side } = opening;
  const row = state.positions.find(user.index, instrument.index);
  const more = moreOf(instrument, opening);
  return isReachWithinTier(state, { user, instrument, row, side, leverage }, more);
}
