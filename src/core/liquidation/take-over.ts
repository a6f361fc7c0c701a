/** Take-over by the insurance fund, at the bankruptcy price, of what the book did not fill. */

import { exchangeUserOf } from "../accounts/user.ts";
import { assert } from "../base/assert.ts";
import {
  isLongPosition,
  oppositeSide,
  type PositionIndex,
  positionAt,
  rowOf,
  sideOf,
} from "../base/position-handle.ts";
import { notionalAt } from "../instruments/instrument.ts";
import { accountRisk, tierOfPosition } from "../margin/maintenance.ts";
import { feeRoundedUp, minus, plus, proportionRoundedDown } from "../money/arithmetic.ts";
import { type Atoms, type Lots, lots, rateE6, type Ticks, ZERO_LOTS } from "../money/units.ts";
import { openOffBook } from "../orders/exchange-order.ts";
import type { Counterparty } from "../positions/counterparty-table.ts";
import { countResult, drawLeftOf, fundBalance } from "../settlement/fund-holding.ts";
import { backstopFund, fundOf } from "../settlement/insurance-fund.ts";
import { type Emit, instrumentOfRow, markAt, type State, userAt } from "../state.ts";

/** Part of a position at a price. */
type Part = { readonly price: Ticks; readonly size: Lots };

/** Balance of the fund after a part nets its own opposite position in the instrument. */
function balanceAfter(state: State, position: PositionIndex, part: Part, fund: number): Atoms {
  const { ledger, positions } = state;
  const instrument = instrumentOfRow(state, rowOf(position));
  const balance = ledger.balance(fund);
  const own = positions.find(exchangeUserOf(instrument.realm), instrument.index);
  const opposite = positionAt(own, oppositeSide(sideOf(position)));
  const held = own === 0 ? ZERO_LOTS : positions.size.get(opposite);
  if (held === 0) return balance;
  const netted = lots(Math.min(held, part.size));
  const entry = proportionRoundedDown(positions.openNotional.get(opposite), netted, held);
  const now = notionalAt(instrument, part.price, netted);
  const isLong = isLongPosition(opposite);
  return plus(balance, isLong !== instrument.isInverse ? minus(now, entry) : minus(entry, now));
}

/**
 * Whether the fund can take over a part of a position: with the part its equity at mark covers the
 * maintenance of all its positions in the coin, its balance stays at or above zero after netting,
 * and the loss against mark is within the rest of its limit of the instrument for the hour.
 */
export function canTakeOver(state: State, position: PositionIndex, part: Part): boolean {
  assert(part.size > 0, "a part that is taken over is above zero");
  const instrument = instrumentOfRow(state, rowOf(position));
  const { realm, settle, takerRate } = instrument;
  const mark = markAt(state, instrument.index);
  const fund = fundOf(state, realm, settle);
  const owner = userAt(state, exchangeUserOf(realm));
  const risk = accountRisk(state, owner, fund);
  const value = notionalAt(instrument, mark, part.size);
  const paid = notionalAt(instrument, part.price, part.size);
  const isGaining = isLongPosition(position) !== instrument.isInverse;
  const gain = isGaining ? minus(value, paid) : minus(paid, value);
  const { maintenanceRate } = tierOfPosition(state, rowOf(position), sideOf(position));
  const maintenance = feeRoundedUp(value, rateE6(maintenanceRate + takerRate));
  const isCovered = risk.equity + gain >= risk.maintenance + maintenance;
  if (!isCovered || balanceAfter(state, position, part, fund) < 0n) return false;
  const left = drawLeftOf(state, instrument);
  return left === undefined || (left > 0n && -gain <= left);
}

/** Origin of a position that is about to be closed: its user and its counterparties. */
export function originOf(
  state: State,
  position: PositionIndex,
  size: Lots,
): readonly Counterparty[] {
  const { positions, timeMs } = state;
  const owner = { user: positions.user.get(rowOf(position)), size, timeMs };
  return [owner, ...positions.counterparties.recent(position, timeMs)];
}

/** Records the origin with the fund's position, for a later deleveraging of the fund. */
function inherit(state: State, position: PositionIndex, origin: readonly Counterparty[]): void {
  const { positions, timeMs } = state;
  if (positions.size.get(position) === 0) return;
  for (const { size, user } of origin) positions.counterparties.add(position, user, size, timeMs);
}

/**
 * Opens for the fund the part that the user's order has just closed. The caller reads the origin of
 * the position before that order.
 */
export function takeOver(
  state: State,
  position: PositionIndex,
  part: Part & { readonly origin: readonly Counterparty[] },
  emit: Emit,
): void {
  const instrument = instrumentOfRow(state, rowOf(position));
  const owner = userAt(state, exchangeUserOf(instrument.realm));
  const balance = fundBalance(state, instrument);
  const { origin, ...opening } = part;
  openOffBook(state, owner, instrument, { ...opening, isLong: isLongPosition(position) }, emit);
  countResult(state, instrument, balance);
  inherit(
    state,
    positionAt(state.positions.find(owner.index, instrument.index), sideOf(position)),
    origin,
  );
  backstopFund(state, instrument.realm, instrument.settle, emit);
  assert(fundBalance(state, instrument) >= 0n, "an insurance fund is never negative");
}
