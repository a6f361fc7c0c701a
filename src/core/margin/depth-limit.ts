/**
 * Exposure limits that follow the depth of the book (decision 0037): the open interest of an
 * instrument, and the position of one user on a side including the orders that would increase it.
 * Each account is checked alone, also sub-accounts of one parent.
 */

import { assert } from "../base/assert.ts";
import { positionAt } from "../base/position-handle.ts";
import type { Rejection } from "../base/rejections.ts";
import { isHedgeIn } from "../positions/exposure.ts";
import { depthAt, type State } from "../state.ts";
import type { OrderScope, SideChange } from "./row-change.ts";
import { lotsInReach } from "./share-limit.ts";
import { isUnbound } from "./tier-limit.ts";

/** Returns why a change of orders may not increase its side, or `undefined`. */
export function depthRefusal(
  state: State,
  { instrument, row, user }: OrderScope,
  change: SideChange,
): Rejection | undefined {
  const { openInterestMax, positionMax } = depthAt(state, instrument.index);
  const isLimited = Number.isFinite(openInterestMax) || Number.isFinite(positionMax);
  if (!isLimited || isUnbound(user)) return undefined;
  const position = positionAt(row, change.side);
  const reach = lotsInReach(state, position, isHedgeIn(user, instrument), { orders: change });
  const raised = reach - state.positions.size.get(position);
  assert(raised >= 0, "open orders never lower the size that a side could reach");
  if (raised === 0) return undefined;
  if (reach > positionMax) return "position_above_depth";
  const open = state.openInterest[instrument.index] ?? 0;
  return open + raised > openInterestMax ? "open_interest_above_depth" : undefined;
}
