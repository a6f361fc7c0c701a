/** What is judged and liquidated as one: an isolated position, a futures account, a unified one. */

import type { User } from "../accounts/user.ts";
import { type PositionRow, positionAt } from "../base/position-handle.ts";
import type { LiquidationScope } from "../base/vocabulary.ts";
import { isTrading } from "../base/word-traits.ts";
import { isIndexFresh } from "../instruments/index-freshness.ts";
import type { Instrument } from "../instruments/instrument.ts";
import { WALLET_INDEX } from "../ledger/ledger.ts";
import type { Liquidation } from "../margin/liquidations.ts";
import { accountRisk, isolatedRisk } from "../margin/maintenance.ts";
import { unifiedRiskOf } from "../margin/unified-risk.ts";
import { walletOf } from "../positions/backing.ts";
import { instrumentAt, type State, userAt } from "../state.ts";

export type RiskScope = Pick<Liquidation, "user" | "wallet" | "currency" | "instrument" | "side">;

/** In settle atoms, of a unified account in 10^-8 US dollars. */
export type ScopeRisk = { readonly equity: bigint; readonly maintenance: bigint };

export function scopeWord(scope: RiskScope): LiquidationScope {
  if (scope.instrument !== 0) return "isolated";
  return scope.wallet === WALLET_INDEX.unified ? "unified" : "crossed";
}

export function userOf(state: State, scope: RiskScope): User {
  return userAt(state, scope.user);
}

export function instrumentOfRow(state: State, row: PositionRow): Instrument {
  return instrumentAt(state, state.positions.instrument.get(row));
}

/** Whether what a user has in an instrument lies in the account of the scope. */
export function isOfAccount(state: State, scope: RiskScope, instrument: Instrument): boolean {
  if (walletOf(userOf(state, scope), instrument) !== scope.wallet) return false;
  return scope.wallet === WALLET_INDEX.unified || instrument.settle === scope.currency;
}

/** Rows with an open position in scope, in the order of instruments. */
export function heldRows(state: State, scope: RiskScope): PositionRow[] {
  const { positions } = state;
  if (scope.instrument !== 0) {
    const row = positions.find(scope.user, scope.instrument - 1);
    const isHeld = positions.isIsolated(row) && positions.size.get(positionAt(row, scope.side)) > 0;
    return isHeld ? [row] : [];
  }
  const rows: PositionRow[] = [];
  const { positionsFirst } = userOf(state, scope);
  for (let row = positionsFirst; row !== 0; row = positions.userNext.get(row)) {
    if (!positions.isHeld(row)) continue;
    if (positions.isIsolated(row)) continue;
    if (isOfAccount(state, scope, instrumentOfRow(state, row))) rows.push(row);
  }
  return rows;
}

/** Equity and maintenance now; of positions in `rows`, which are those held in scope. */
export function scopeRisk(state: State, scope: RiskScope): ScopeRisk {
  const user = userOf(state, scope);
  if (scope.instrument !== 0) {
    return isolatedRisk(state, state.positions.find(user.index, scope.instrument - 1), scope.side);
  }
  if (scope.wallet === WALLET_INDEX.unified) return unifiedRiskOf(state, user);
  return accountRisk(state, user, state.ledger.account(user.index, scope.wallet, scope.currency));
}

/** Liquidation begins when what is there falls below what must be there. */
export function isAtRisk(risk: ScopeRisk): boolean {
  return risk.equity < risk.maintenance;
}

/** Whether all prices that the risk hangs on are known: with one missing, nobody guesses. */
export function arePricesKnown(state: State, rows: readonly PositionRow[]): boolean {
  return rows.every((row) => isIndexFresh(state, state.positions.instrument.get(row)));
}

/** Rows whose instruments trade, so that their positions can be closed. */
export function tradingRows(state: State, rows: readonly PositionRow[]): PositionRow[] {
  return rows.filter((row) => isTrading(instrumentOfRow(state, row).status));
}
