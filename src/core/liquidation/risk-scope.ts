/** Risk scopes: what is judged and liquidated together (`LIQUIDATION_SCOPES`). */

import type { User } from "../accounts/user.ts";
import { unreachable } from "../base/assert.ts";
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
import { instrumentOfRow, type State, userAt } from "../state.ts";

export type RiskScope = Pick<Liquidation, "user" | "wallet" | "currency" | "instrument" | "side">;

/** Equity and maintenance in settle atoms; of a unified account in 10^-8 US dollars. */
export type ScopeRisk = { readonly equity: bigint; readonly maintenance: bigint };

type ScopeTraits = {
  /** Values of its coins are added up in US dollars. */
  readonly isInDollars: boolean;
  /** The insurance fund settles the balance that remains when its last position is closed. */
  readonly settlesBalance: boolean;
  /** It can have debts, which its coins repay when it has no position. */
  readonly hasDebts: boolean;
};

/** The fund settles an isolated position by what its closing changes, not by the balance. */
export const SCOPE_TRAITS: Readonly<Record<LiquidationScope, ScopeTraits>> = {
  isolated: { isInDollars: false, settlesBalance: false, hasDebts: false },
  crossed: { isInDollars: false, settlesBalance: true, hasDebts: false },
  unified: { isInDollars: true, settlesBalance: false, hasDebts: true },
};

/** Kind of a scope. */
export function scopeWord(scope: RiskScope): LiquidationScope {
  if (scope.instrument !== 0) return "isolated";
  return scope.wallet === WALLET_INDEX.unified ? "unified" : "crossed";
}

export function userOf(state: State, scope: RiskScope): User {
  return userAt(state, scope.user);
}

/** Whether the account of the scope backs the user's positions and orders in an instrument. */
export function isOfAccount(state: State, scope: RiskScope, instrument: Instrument): boolean {
  if (walletOf(userOf(state, scope), instrument) !== scope.wallet) return false;
  return scope.wallet === WALLET_INDEX.unified || instrument.settle === scope.currency;
}

/** Rows with an open position in the scope, in the order of instruments. */
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

/** Current equity and maintenance of a scope. */
export function scopeRisk(state: State, scope: RiskScope): ScopeRisk {
  const user = userOf(state, scope);
  const { ledger, positions } = state;
  const kind = scopeWord(scope);
  switch (kind) {
    case "isolated":
      return isolatedRisk(state, positions.find(user.index, scope.instrument - 1), scope.side);
    case "crossed":
      return accountRisk(state, user, ledger.account(user.index, scope.wallet, scope.currency));
    case "unified":
      return unifiedRiskOf(state, user);
    default:
      return unreachable(kind);
  }
}

/** Whether equity is below maintenance, the condition of liquidation. */
export function isAtRisk(risk: ScopeRisk): boolean {
  return risk.equity < risk.maintenance;
}

/** Whether the index prices of all rows are fresh. */
export function arePricesKnown(state: State, rows: readonly PositionRow[]): boolean {
  return rows.every((row) => isIndexFresh(state, state.positions.instrument.get(row)));
}

/** Rows of instruments that trade, so that their positions can be closed. */
export function tradingRows(state: State, rows: readonly PositionRow[]): PositionRow[] {
  return rows.filter((row) => isTrading(instrumentOfRow(state, row).status));
}
