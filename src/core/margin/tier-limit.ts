/**
 * What position tiers allow: a position and the open orders that would raise it, at the leverage of
 * their side, stay within the tiers that have this leverage (trading-rules.md section 4). Crossed
 * and hedged, long and short are added; isolated, each side has its own tier.
 */
import type { User } from "../accounts/user.ts";
import type { Instrument } from "../instruments/instrument.ts";
import { tierAt } from "../instruments/position-tiers.ts";
import { OPEN_ORDERS_MAX_DEFAULT } from "../limits.ts";
import { proportionRoundedUp } from "../money/arithmetic.ts";
import type { Lots } from "../money/units.ts";
import { isHedgeIn } from "../positions/exposure.ts";
import { LONG, SHORT } from "../positions/position-table.ts";
import type { State } from "../state.ts";

/** What a side could reach, in the measure of tiers: entry values, or lots when inverse. */
export function reachOf(
  state: State,
  side: { readonly row: number; readonly index: number },
  terms: { readonly isHedge: boolean; readonly isInverse: boolean },
): bigint {
  const { openValue, orderLots, orderValue, size } = state.positions;
  const at = side.row * 2 + side.index;
  const opposite = terms.isHedge ? 0 : size.get(side.row * 2 + (1 - side.index));
  const lots = orderLots.get(at);
  if (opposite === 0) {
    if (terms.isInverse) return BigInt(size.get(at) + lots);
    return openValue.get(at) + orderValue.get(at);
  }
  if (lots <= opposite) return 0n;
  const beyond = (lots - opposite) as Lots;
  return terms.isInverse ? BigInt(beyond) : proportionRoundedUp(orderValue.get(at), beyond, lots);
}

/**
 * Whether a side of a row, with the orders that would raise it, keeps within its tiers. Whom the
 * operator allows more open orders than usual makes a market for many, and tiers do not bound it.
 */
export function isWithinTier(state: State, row: number, side: number): boolean {
  const { positions } = state;
  const instrument = state.instruments[positions.instrument.get(row)] as Instrument;
  const user = state.users[positions.user.get(row)] as User;
  if (user.openOrdersMax > OPEN_ORDERS_MAX_DEFAULT) return true;
  const terms = { isHedge: isHedgeIn(user, instrument), isInverse: instrument.isInverse };
  let measure = reachOf(state, { row, index: side }, terms);
  if (terms.isHedge && !positions.isIsolated(row)) {
    measure += reachOf(state, { row, index: side === LONG ? SHORT : LONG }, terms);
  }
  const tier = tierAt(state.tiers[instrument.index] ?? [], measure);
  return tier !== undefined && positions.leverage.get(row * 2 + side) <= tier.leverageMax;
}
