/**
 * Sweep that finds scopes below maintenance: visits users in the order of their creation, in
 * pieces. Cancels orders that an account can no longer afford before it liquidates anything, adds
 * margin to an isolated position with auto-margin first, and lets the insurance fund settle
 * accounts below zero without crossed positions.
 */

import type { User } from "../accounts/user.ts";
import { FIRST_ORDINARY_USER } from "../accounts/user.ts";
import { assert } from "../base/assert.ts";
import {
  CURRENCIES_MAX,
  RISK_ROWS_PER_TICK,
  RISK_SWEEP_INTERVAL_MS,
  RISK_USERS_PER_TICK,
} from "../base/limits.ts";
import { LONG, LONG_AND_SHORT, type PositionRow, positionAt } from "../base/position-handle.ts";
import { countBadDebts } from "../borrowing/bad-debts.ts";
import { areCoinsPriced, canForceRepayment } from "../borrowing/force-repayment.ts";
import { WALLET_INDEX } from "../ledger/ledger.ts";
import { topUpMargin } from "../margin/adjust-margin.ts";
import { isAccountSurelySafe, isPositionSurelySafe } from "../margin/margin-bounds.ts";
import { futuresAccount, walletOf } from "../positions/backing.ts";
import { settleRemains } from "../settlement/insurance-fund.ts";
import { type Emit, instrumentOfRow, nextId, type State, userAt } from "../state.ts";
import { calmRowsOf, NOT_CALM } from "./calm-range.ts";
import { cancelUncovered } from "./cancel-uncovered.ts";
import { emitStarted } from "./liquidation-events.ts";
import {
  arePricesKnown,
  heldRows,
  isAtRisk,
  type RiskScope,
  scopeRisk,
  tradingRows,
} from "./risk-scope.ts";

/** Whether the scope is being liquidated. */
function isUnderWay(state: State, scope: RiskScope): boolean {
  return state.liquidations
    .ofUser(scope.user)
    .some(
      (other) =>
        other.wallet === scope.wallet &&
        other.currency === scope.currency &&
        other.instrument === scope.instrument &&
        other.side === scope.side,
    );
}

/** Whether the prices of a scope are known and a liquidation could do something. */
export function isActionable(
  state: State,
  scope: RiskScope,
  rows: readonly PositionRow[],
): boolean {
  if (rows.length > 0) {
    return arePricesKnown(state, rows) && tradingRows(state, rows).length > 0;
  }
  const user = userAt(state, scope.user);
  if (!areCoinsPriced(state, user)) return false;
  // Coins that orders hold can repay debts after the orders are cancelled.
  return user.ordersFirst !== 0 || canForceRepayment(state, user);
}

/** Starts the liquidation of a scope below maintenance, unless auto-margin restores it. */
function judge(state: State, scope: RiskScope, emit: Emit): void {
  const { equity, maintenance } = scopeRisk(state, scope);
  if (!isAtRisk({ equity, maintenance }) || isUnderWay(state, scope)) return;
  const rows = heldRows(state, scope);
  if (!isActionable(state, scope, rows)) {
    const user = userAt(state, scope.user);
    if (rows.length === 0 && areCoinsPriced(state, user)) countBadDebts(state, user);
    return;
  }
  const [row] = rows;
  assert(scope.instrument === 0 || rows.length === 1, "an isolated scope is one position");
  if (scope.instrument !== 0 && row !== undefined && topUpMargin(state, row, scope.side, emit)) {
    return;
  }
  const liquidation = { id: nextId(state), ...scope, equity, maintenance };
  state.liquidations.add(liquidation);
  emitStarted(state, liquidation, emit);
}

/** Judges each isolated position of a row. */
function visitIsolated(state: State, user: User, row: PositionRow, emit: Emit): void {
  const { positions } = state;
  const instrument = instrumentOfRow(state, row);
  const { index, settle } = instrument;
  const wallet = walletOf(user, instrument);
  for (const side of LONG_AND_SHORT) {
    const position = positionAt(row, side);
    if (positions.size.get(position) === 0 || isPositionSurelySafe(state, position)) continue;
    const scope = { user: user.index, wallet, currency: settle, instrument: index + 1, side };
    judge(state, scope, emit);
  }
}

/** Settles futures accounts below zero that back no crossed position. */
function coverOverdrafts(state: State, user: User, emit: Emit): void {
  const { currencies, ledger } = state;
  for (const account of ledger.overdraftsOf(user.index, currencies.length)) {
    const wallet = ledger.walletOf(account);
    const currency = ledger.currencyOf(account);
    const scope = { user: user.index, wallet, currency, instrument: 0, side: LONG };
    if (heldRows(state, scope).length > 0) continue;
    const remains = { left: ledger.balance(account), liquidationId: 0, instrument: undefined };
    assert(remains.left < 0n, "an overdraft is below zero");
    settleRemains(state, account, remains, emit);
  }
}

/** Scope of the whole account of a unified user. */
export function unifiedScope(user: User): RiskScope {
  const wallet = WALLET_INDEX.unified;
  return { user: user.index, wallet, currency: 0, instrument: 0, side: LONG };
}

/**
 * Judges every scope of a user; returns the number of rows visited. Empty rows do not count: a
 * snapshot omits them, and the pieces of a sweep must be the same after a restart.
 */
function visitUser(state: State, user: User, emit: Emit): number {
  const { positions } = state;
  let seen: readonly number[] | undefined;
  let rows = 0;
  cancelUncovered(state, user, emit);
  for (let row = user.positionsFirst; row !== 0; row = positions.userNext.get(row)) {
    if (!positions.isHeld(row)) continue;
    rows += 1;
    if (positions.isIsolated(row)) {
      visitIsolated(state, user, row, emit);
      continue;
    }
    const instrument = instrumentOfRow(state, row);
    const wallet = walletOf(user, instrument);
    const currency = user.isUnified ? 0 : instrument.settle;
    const key = wallet * CURRENCIES_MAX + currency;
    if (seen?.includes(key)) continue;
    seen = seen === undefined ? [key] : [...seen, key];
    if (!user.isUnified && isAccountSurelySafe(state, user, futuresAccount(state, row))) continue;
    const scope = { user: user.index, wallet, currency, instrument: 0, side: LONG };
    judge(state, scope, emit);
  }
  const isSeen = seen?.includes(WALLET_INDEX.unified * CURRENCIES_MAX) ?? false;
  if (!isSeen && state.debts.table.hasDebt(user.index)) {
    judge(state, unifiedScope(user), emit);
  }
  coverOverdrafts(state, user, emit);
  return rows;
}

/**
 * Visits the next piece of users in a sweep that starts after a price move, and once a second.
 * Passes over users that give it nothing to do; their rows count for the piece as if visited.
 */
export function sweepAccounts(state: State, emit: Emit): void {
  const { liquidations, users } = state;
  const isBeginning = liquidations.cursor === 0;
  if (isBeginning) {
    const sinceMs = state.timeMs - liquidations.sweptAtMs;
    if (!liquidations.isPriceMoved && sinceMs < RISK_SWEEP_INTERVAL_MS) return;
    liquidations.isPriceMoved = false;
    liquidations.sweptAtMs = state.timeMs;
    liquidations.cursor = FIRST_ORDINARY_USER;
  }
  assert(liquidations.cursor >= FIRST_ORDINARY_USER, "a sweep visits ordinary users only");
  const end = Math.min(users.length, liquidations.cursor + RISK_USERS_PER_TICK);
  let rows = 0;
  while (liquidations.cursor < end && rows < RISK_ROWS_PER_TICK) {
    const calmRows = calmRowsOf(state, liquidations.cursor);
    if (calmRows !== NOT_CALM) rows += calmRows;
    else rows += visitUser(state, userAt(state, liquidations.cursor), emit);
    liquidations.cursor += 1;
  }
  if (liquidations.cursor < users.length) return;
  liquidations.cursor = 0;
  if (isBeginning) liquidations.sweptSeq = state.seq;
}
