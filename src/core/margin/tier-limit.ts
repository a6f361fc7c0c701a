/**
 * Limits of position tiers: a position and the open orders that would increase it must stay within
 * the tiers that allow the leverage of their side (trading-rules.md section 4). Crossed and hedged,
 * long and short are added; isolated, each side has its own tier.
 */

import type { User } from "../accounts/user.ts";
import { assert } from "../base/assert.ts";
import { OPEN_ORDERS_MAX_DEFAULT } from "../base/limits.ts";
import {
  type LongOrShort,
  oppositeOf,
  type PositionIndex,
  positionAt,
} from "../base/position-handle.ts";
import { tierAt } from "../instruments/position-tiers.ts";
import { proportionRoundedUp } from "../money/arithmetic.ts";
import type { Lots } from "../money/units.ts";
import { isHedgeIn } from "../positions/exposure.ts";
import { atLeast, atMost } from "../positions/near-amounts.ts";
import type { NearChange } from "../positions/row-need.ts";
import type { State } from "../state.ts";
import { type OrderScope, orderLotsOf, orderNotionalOf, type RowChange } from "./row-change.ts";

/** Measure of tiers that a side could reach with its orders: entry notional, lots when inverse. */
export function measureInReach(
  state: State,
  position: PositionIndex,
  terms: { readonly isHedge: boolean; readonly isInverse: boolean },
  change: RowChange | undefined,
): bigint {
  const { openNotional, size } = state.positions;
  const opposite = terms.isHedge ? 0 : size.get(oppositeOf(position));
  const lots = orderLotsOf(state, position, change);
  const value = orderNotionalOf(state, position, change);
  if (opposite === 0) {
    return terms.isInverse ? BigInt(size.get(position) + lots) : openNotional.get(position) + value;
  }
  if (lots <= opposite) return 0n;
  const beyond = (lots - opposite) as Lots;
  return terms.isInverse ? BigInt(beyond) : proportionRoundedUp(value, beyond, lots);
}

/**
 * `isWithinTier` of a linear instrument decided in doubles, for a change of orders; false where it
 * takes the exact measure to know.
 */
export function isSurelyWithinTier(state: State, scope: OrderScope, change: NearChange): boolean {
  const { instrument, leverage, row, user } = scope;
  if (instrument.isInverse) return false;
  const { openNotional, orderNotional } = state.positions;
  const position = positionAt(row, change.side);
  const other = oppositeOf(position);
  let measure = openNotional.near(position) + orderNotional.near(position) + change.value;
  if (isHedgeIn(user, instrument)) {
    measure += openNotional.near(other) + orderNotional.near(other);
  }
  for (const tier of state.tiers[instrument.index] ?? []) {
    if (leverage > tier.leverageMax) return false;
    if (atMost(measure) < atLeast(tier.nearMeasureMax)) return true;
  }
  return false;
}

/** Whether a user is exempt from limits: the operator has raised its limit of open orders. */
export function isUnbound(user: User): boolean {
  return user.openOrdersMax > OPEN_ORDERS_MAX_DEFAULT;
}

/**
 * Whether a side, with the orders that would increase it, stays within its tiers at the leverage of
 * the scope; with `change`, as if it were made.
 */
export function isWithinTier(
  state: State,
  scope: OrderScope,
  side: LongOrShort,
  change?: RowChange,
): boolean {
  const { instrument, leverage, row, user } = scope;
  if (isUnbound(user)) return true;
  const terms = { isHedge: isHedgeIn(user, instrument), isInverse: instrument.isInverse };
  const position = positionAt(row, side);
  let measure = measureInReach(state, position, terms, change);
  if (terms.isHedge && !state.positions.isIsolated(row)) {
    measure += measureInReach(state, oppositeOf(position), terms, change);
  }
  assert(measure >= 0n && leverage > 0, "a tier is found for a size and a leverage");
  const tier = tierAt(state.tiers[instrument.index] ?? [], measure);
  return tier !== undefined && leverage <= tier.leverageMax;
}
