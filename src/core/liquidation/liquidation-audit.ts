/** Audit of liquidation: after a sweep no account stays below maintenance unnoticed. */

import type { User } from "../accounts/user.ts";
import { FIRST_ORDINARY_USER } from "../accounts/user.ts";
import { LONG_AND_SHORT, positionAt } from "../base/position-handle.ts";
import { walletOf } from "../positions/backing.ts";
import { instrumentOfRow, type State } from "../state.ts";
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
