/** The share of an instrument's open interest that one user may hold (trading-rules.md 2.1). */
import { oppositeOf, type PositionIndex, positionAt } from "../base/position-handle.ts";
import { WHOLE_E6 } from "../instruments/opening-limits.ts";
import { isHedgeIn } from "../positions/exposure.ts";
import type { State } from "../state.ts";
import { type OrderScope, type OrdersOnly, orderLotsOf, type SideChange } from "./row-change.ts";
import { isUnbound, measureInReach } from "./tier-limit.ts";

/** Lots that a side could reach: held and ordered; one-way, orders beyond the opposite side. */
export function lotsInReach(
  state: State,
  position: PositionIndex,
  isHedge: boolean,
  change: { readonly orders: SideChange | undefined } | undefined,
): number {
  const { size } = state.positions;
  const lots = orderLotsOf(state, position, change);
  if (isHedge) return size.get(position) + lots;
  return size.get(position) + Math.max(0, lots - size.get(oppositeOf(position)));
}

/**
 * Whether the side that a change of orders increases stays within its share of the open interest.
 * Every user may hold the size of the first tier; otherwise no user could open the first position.
 * Users with a raised limit of open orders are market makers and are exempt.
 */
export function isWithinShare(state: State, scope: OrderScope, change: OrdersOnly): boolean {
  const { instrument, row, user } = scope;
  const share = instrument.limits.positionShare;
  if (share === WHOLE_E6 || isUnbound(user)) return true;
  const isHedge = isHedgeIn(user, instrument);
  const terms = { isHedge, isInverse: instrument.isInverse };
  const position = positionAt(row, change.orders.side);
  const reach = measureInReach(state, position, terms, change);
  const firstTier = state.tiers[instrument.index]?.[0];
  if (firstTier !== undefined && reach <= firstTier.measureMax) return true;
  const open = BigInt(state.openInterest[instrument.index] ?? 0);
  const lots = BigInt(lotsInReach(state, position, isHedge, change));
  return lots * BigInt(WHOLE_E6) <= open * BigInt(share);
}
