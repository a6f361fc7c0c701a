/**
 * Limits of exposure that follow the depth of the book (decision 0037): what all users together may
 * hold in an instrument, and one of them on a side with the orders that would raise it. A user is
 * looked at alone, also one of several accounts of a parent.
 */
import type { User } from "../accounts/user.ts";
import type { Instrument } from "../instruments/instrument.ts";
import type { MarketDepth } from "../instruments/market-depth.ts";
import { isHedgeIn } from "../positions/exposure.ts";
import type { Rejection } from "../rejections.ts";
import type { State } from "../state.ts";
import { lotsInReach } from "./share-limit.ts";
import { isUnbound, type More, moreOf, NO_MORE, type Opening } from "./tier-limit.ts";

function refusalAt(
  state: State,
  of: { readonly user: User; readonly instrument: Instrument; readonly at: number },
  more: More,
): Rejection | undefined {
  const { at, instrument, user } = of;
  const { openInterestMax, positionMax } = state.depths[instrument.index] as MarketDepth;
  const isLimited = Number.isFinite(openInterestMax) || Number.isFinite(positionMax);
  if (!isLimited || isUnbound(user)) return undefined;
  const reach = lotsInReach(state, at, isHedgeIn(user, instrument), more);
  const raised = reach - state.positions.size.get(at);
  if (raised === 0) return undefined;
  if (reach > positionMax) return "position_above_depth";
  const open = state.openInterest[instrument.index] ?? 0;
  return open + raised > openInterestMax ? "open_interest_above_depth" : undefined;
}

/** Why a side of a row may not be raised by its orders, if it may not. */
export function depthRefusal(state: State, row: number, side: number): Rejection | undefined {
  const { positions } = state;
  const instrument = state.instruments[positions.instrument.get(row)] as Instrument;
  const user = state.users[positions.user.get(row)] as User;
  return refusalAt(state, { user, instrument, at: row * 2 + side }, NO_MORE);
}

/** Whether an order more would keep within the limits; the user may never have traded there. */
export function isOpeningWithinDepth(
  state: State,
  user: User,
  instrument: Instrument,
  opening: Opening,
): boolean {
  const row = state.positions.find(user.index, instrument.index);
  const of = { user, instrument, at: row * 2 + opening.side };
  return refusalAt(state, of, moreOf(instrument, opening)) === undefined;
}
