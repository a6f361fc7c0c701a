/** The share of an instrument's open interest that one user may hold (trading-rules.md 2.1). */
import type { User } from "../accounts/user.ts";
import type { Instrument } from "../instruments/instrument.ts";
import { WHOLE_E6 } from "../instruments/opening-limits.ts";
import { OPEN_ORDERS_MAX_DEFAULT } from "../limits.ts";
import { isHedgeIn } from "../positions/exposure.ts";
import type { State } from "../state.ts";
import { reachOf } from "./tier-limit.ts";

/** Lots that a side could reach: held and ordered, one way only those beyond the other side. */
function lotsInReach(state: State, row: number, side: number, isHedge: boolean): number {
  const { orderLots, size } = state.positions;
  const at = row * 2 + side;
  if (isHedge) return size.get(at) + orderLots.get(at);
  return size.get(at) + Math.max(0, orderLots.get(at) - size.get(row * 2 + (1 - side)));
}

/**
 * Whether a side of a row, with the orders that would raise it, keeps within its share of what all
 * hold now. Anyone may hold what the first tier allows, or nobody could be the first to open; whom
 * the operator allows more open orders than usual makes a market for many, and is not bound.
 */
export function isWithinShare(state: State, row: number, side: number): boolean {
  const { positions } = state;
  const instrument = state.instruments[positions.instrument.get(row)] as Instrument;
  const share = instrument.limits.positionShare;
  if (share === WHOLE_E6) return true;
  const user = state.users[positions.user.get(row)] as User;
  if (user.openOrdersMax > OPEN_ORDERS_MAX_DEFAULT) return true;
  const isHedge = isHedgeIn(user, instrument);
  const reach = reachOf(state, { row, index: side }, { isHedge, isInverse: instrument.isInverse });
  const free = state.tiers[instrument.index]?.[0];
  if (free !== undefined && reach <= free.measureMax) return true;
  const open = BigInt(state.openInterest[instrument.index] ?? 0);
  const lots = BigInt(lotsInReach(state, row, side, isHedge));
  return lots * BigInt(WHOLE_E6) <= open * BigInt(share);
}
