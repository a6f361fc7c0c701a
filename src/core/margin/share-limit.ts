/** The share of an instrument's open interest that one user may hold (trading-rules.md 2.1). */
import type { User } from "../accounts/user.ts";
import type { Instrument } from "../instruments/instrument.ts";
import { WHOLE_E6 } from "../instruments/opening-limits.ts";
import { isHedgeIn } from "../positions/exposure.ts";
import type { State } from "../state.ts";
import { isUnbound, type More, moreOf, NO_MORE, type Opening, reachOf } from "./tier-limit.ts";

/** Lots that a side could reach: held and ordered, one way only those beyond the other side. */
export function lotsInReach(state: State, at: number, isHedge: boolean, more: More): number {
  const { orderLots, size } = state.positions;
  const lots = orderLots.get(at) + more.lots;
  if (isHedge) return size.get(at) + lots;
  return size.get(at) + Math.max(0, lots - size.get(at ^ 1));
}

function isReachWithinShare(
  state: State,
  of: { readonly user: User; readonly instrument: Instrument; readonly at: number },
  more: More,
): boolean {
  const { at, instrument, user } = of;
  const share = instrument.limits.positionShare;
  if (share === WHOLE_E6 || isUnbound(user)) return true;
  const isHedge = isHedgeIn(user, instrument);
  const terms = { isHedge, isInverse: instrument.isInverse };
  const reach = reachOf(state, { row: at >> 1, index: at & 1 }, terms, more);
  const free = state.tiers[instrument.index]?.[0];
  if (free !== undefined && reach <= free.measureMax) return true;
  const open = BigInt(state.openInterest[instrument.index] ?? 0);
  const lots = BigInt(lotsInReach(state, at, isHedge, more));
  return lots * BigInt(WHOLE_E6) <= open * BigInt(share);
}

/**
 * Whether a side of a row, with the orders that would raise it, keeps within its share of what all
 * hold now. Anyone may hold what the first tier allows, or nobody could be the first to open; whom
 * the operator allows more open orders than usual makes a market for many, and is not bound.
 */
export function isWithinShare(state: State, row: number, side: number): boolean {
  const { positions } = state;
  const instrument = state.instruments[positions.instrument.get(row)] as Instrument;
  const user = state.users[positions.user.get(row)] as User;
  return isReachWithinShare(state, { user, instrument, at: row * 2 + side }, NO_MORE);
}

/** The same when an order more would raise the side; the user may never have traded there. */
export function isOpeningWithinShare(
  state: State,
  user: User,
  instrument: Instrument,
  opening: Opening,
): boolean {
  const row = state.positions.find(user.index, instrument.index);
  const of = { user, instrument, at: row * 2 + opening.side };
  return isReachWithinShare(state, of, moreOf(instrument, opening));
}
