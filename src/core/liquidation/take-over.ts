/** The insurance fund takes over what the book does not, at the bankruptcy price. */

import { exchangeUserOf } from "../accounts/user.ts";
import {
  isLongPosition,
  oppositeSide,
  type PositionIndex,
  positionAt,
  rowOf,
  sideOf,
} from "../base/position-handle.ts";
import { valueAt } from "../instruments/instrument.ts";
import { accountRisk, tierOfPosition } from "../margin/maintenance.ts";
import { feeRoundedUp, minus, plus, proportionRoundedDown } from "../money/arithmetic.ts";
import {
  type Atoms,
  type Lots,
  lots,
  NO_PRICE,
  rateE6,
  type Ticks,
  ZERO_LOTS,
} from "../money/units.ts";
import { openOffBook } from "../orders/exchange-order.ts";
import type { Counterparty } from "../positions/counterparty-table.ts";
import { countResult, drawLeftOf, fundBalance } from "../settlement/fund-holding.ts";
import { backstopFund, fundOf } from "../settlement/insurance-fund.ts";
import { type Emit, type State, userAt } from "../state.ts";
import { instrumentOfRow } from "./risk-scope.ts";

type Part = { readonly price: Ticks; readonly size: Lots };

/** What the fund's balance becomes if a part of the position ends one of its own on the way. */
function balanceAfter(state: State, position: PositionIndex, part: Part, fund: number): Atoms {
  const { ledger, positions } = state;
  const instrument = instrumentOfRow(state, rowOf(position));
  const balance = ledger.balance(fund);
  const own = positions.find(exchangeUserOf(instrument.realm), instrument.index);
  const opposite = positionAt(own, oppositeSide(sideOf(position)));
  const held = own === 0 ? ZERO_LOTS : positions.size.get(opposite);
  if (held === 0) return balance;
  const netted = lots(Math.min(held, part.size));
  const entry = proportionRoundedDown(positions.openValue.get(opposite), netted, held);
  const now = valueAt(instrument, part.price, netted);
  const isLong = isLongPosition(opposite);
  return plus(balance, isLong !== instrument.isInverse ? minus(now, entry) : minus(entry, now));
}

/**
 * Whether the fund can bear a part of the position `at`: with it, its equity at mark covers the
 * maintenance of all that it holds in the coin, nothing it realises leaves it below zero, and what
 * the price is worse than mark does not exceed what it may still lose in the instrument this hour.
 */
export function canTakeOver(state: State, position: PositionIndex, part: Part): boolean {
  const instrument = instrumentOfRow(state, rowOf(position));
  const { realm, settle, takerRate } = instrument;
  const mark = state.prices[instrument.index]?.mark ?? NO_PRICE;
  const fund = fundOf(state, realm, settle);
  const owner = userAt(state, exchangeUserOf(realm));
  const risk = accountRisk(state, owner, fund);
  const value = valueAt(instrument, mark, part.size);
  const paid = valueAt(instrument, part.price, part.size);
  const isGaining = isLongPosition(position) !== instrument.isInverse;
  const gain = isGaining ? minus(value, paid) : minus(paid, value);
  const { maintenanceRate } = tierOfPosition(state, rowOf(position), sideOf(position));
  const maintenance = feeRoundedUp(value, rateE6(maintenanceRate + takerRate));
  const isCovered = risk.equity + gain >= risk.maintenance + maintenance;
  if (!isCovered || balanceAfter(state, position, part, fund) < 0n) return false;
  const left = drawLeftOf(state, instrument);
  return left === undefined || (left > 0n && -gain <= left);
}

/** Who stood behind a position before it was closed: its user, and the counterparties of it. */
export function originOf(
  state: State,
  position: PositionIndex,
  size: Lots,
): readonly Counterparty[] {
  const { positions, timeMs } = state;
  const owner = { user: positions.user.get(rowOf(position)), size, timeMs };
  return [owner, ...positions.counterparties.recent(position, timeMs)];
}

/** The fund's position keeps in mind whom it came from, should it be deleveraged itself. */
function inherit(state: State, position: PositionIndex, origin: readonly Counterparty[]): void {
  const { positions, timeMs } = state;
  if (positions.size.get(position) === 0) return;
  for (const { size, user } of origin) positions.counterparties.add(position, user, size, timeMs);
}

/**
 * The fund opens what the user's order, which comes first, has closed of the position `at`, whose
 * origin was read before.
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
}
