/** Audit of liquidation: after a sweep no account stays below maintenance unnoticed. */

import type { User } from "../accounts/user.ts";
import { FIRST_ORDINARY_USER } from "../accounts/user.ts";
import { LONG_AND_SHORT, type PositionRow, positionAt } from "../base/position-handle.ts";
import { crossedMaintenanceAt, isolatedBacking, maintenanceAt } from "../margin/maintenance.ts";
import { unrealisedAt, unrealisedOfRowAt } from "../margin/margin.ts";
import type { Ticks } from "../money/units.ts";
import { findFuturesAccount, walletOf } from "../positions/backing.ts";
import { isClosingOrder } from "../positions/closing-order.ts";
import { isAdverse } from "../positions/open-loss.ts";
import { instrumentAt, instrumentOfRow, type State } from "../state.ts";
import { isKnownCalm } from "./calm-range.ts";
import { heldRows, isAtRisk, type RiskScope, scopeRisk } from "./risk-scope.ts";
import { isActionable, unifiedScope } from "./sweep-accounts.ts";

type Report = (finding: string) => void;

/** Risk scopes of a user: one per position held, and the unified account when it has debts. */
function scopesOf(state: State, user: User): RiskScope[] {
  const { positions } = state;
  const scopes: RiskScope[] = [];
  for (let row = user.positionsFirst; row !== 0; row = positions.userNext.get(row)) {
    const instrument = instrumentOfRow(state, row);
    const isIsolated = positions.isIsolated(row);
    for (const side of LONG_AND_SHORT) {
      if (positions.size.get(positionAt(row, side)) === 0) continue;
      scopes.push({
        user: user.index,
        wallet: walletOf(user, instrument),
        currency: user.isUnified ? 0 : instrument.settle,
        instrument: isIsolated ? instrument.index + 1 : 0,
        side: isIsolated ? side : 0,
      });
    }
  }
  if (state.debts.table.hasDebt(user.index)) scopes.push(unifiedScope(user));
  return scopes;
}

/** Whether the positions of a row cover their maintenance at a mark price, computed exactly. */
function isRowSafeAt(state: State, row: PositionRow, mark: Ticks): boolean {
  const { ledger, positions } = state;
  if (!positions.isIsolated(row)) {
    const balance = ledger.balance(findFuturesAccount(state, row));
    return balance + unrealisedOfRowAt(state, row, mark) >= crossedMaintenanceAt(state, row, mark);
  }
  return LONG_AND_SHORT.every((side) => {
    if (positions.size.get(positionAt(row, side)) === 0) return true;
    const equity = isolatedBacking(state, row, side) + unrealisedAt(state, row, side, mark);
    return equity >= maintenanceAt(state, row, side, mark);
  });
}

/** Whether an open order of a user loses against a mark price, in any instrument. */
function hasLossAt(state: State, user: User, mark: Ticks): boolean {
  const { orders } = state;
  for (let slot = user.ordersFirst; slot !== 0; slot = orders.userNext(slot)) {
    if (!instrumentAt(state, orders.instrument(slot)).isFutures) continue;
    if (isClosingOrder(state, slot)) continue;
    if (isAdverse(orders.isBuy(slot), orders.price(slot), mark)) return true;
  }
  return false;
}

/** Checks a user that the sweep passes over at both ends of the prices at which it does. */
function checkCalmUser(state: State, user: User, report: Report): void {
  const { liquidations, positions } = state;
  const { calm } = liquidations;
  let held = 0;
  for (let row = user.positionsFirst; row !== 0; row = positions.userNext.get(row)) {
    if (!positions.isHeld(row)) continue;
    held += 1;
    const isSafe = calm.pricesOf(user.index).every((mark) => isRowSafeAt(state, row, mark));
    if (!isSafe) report(`user ${user.index} is passed over where it is below maintenance`);
  }
  const isLosing = calm.pricesOf(user.index).some((mark) => hasLossAt(state, user, mark));
  if (isLosing) report(`user ${user.index} is passed over where its orders lose`);
  if (calm.rowsOf(user.index) !== held) report(`rows of user ${user.index} are not counted`);
  const isAtAnyRisk = scopesOf(state, user).some((scope) => isAtRisk(scopeRisk(state, scope)));
  if (isAtAnyRisk) report(`user ${user.index} is passed over below maintenance`);
}

/** Checks that the sweep finds nothing to do for the users that it passes over. */
export function checkCalm(state: State, report: Report): void {
  for (const user of state.users.slice(FIRST_ORDINARY_USER)) {
    if (isKnownCalm(state, user.index)) checkCalmUser(state, user, report);
  }
}

/**
 * Checks, after a sweep that started and ended in the last command, that every scope below
 * maintenance is being liquidated, unless prices are missing or no instrument of it trades.
 */
export function checkSwept(state: State, report: Report): void {
  const { liquidations } = state;
  if (liquidations.cursor !== 0 || liquidations.sweptSeq !== state.seq) return;
  for (const user of state.users.slice(FIRST_ORDINARY_USER)) {
    for (const scope of scopesOf(state, user)) {
      if (!isAtRisk(scopeRisk(state, scope))) continue;
      if (!isActionable(state, scope, heldRows(state, scope))) continue;
      const isFound = liquidations
        .ofUser(user.index)
        .some((one) => one.wallet === scope.wallet && one.instrument === scope.instrument);
      if (!isFound) report(`user ${user.index} is below maintenance and not liquidated`);
    }
  }
}
